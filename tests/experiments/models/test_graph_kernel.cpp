// The graph kernel in sweeps, training and model files: which inputs its graph has, and that their
// labels do not matter.
#include "costruct/core/kernel/graph_features.hpp"
#include "costruct/experiments/models/kernel_model.hpp"
#include "costruct/experiments/sweep/cell_runner.hpp"
#include "costruct/io/model_file.hpp"
#include "support/sweep_fixture.hpp"
#include "support/trained_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

const Json kGraph = {{"type", "graph"}, {"neighbours", 3}};

Json experiment_with_graph() {
  Json json = toy_experiment();
  json["learners"] = {
      {{"type", "perceptron"}, {"epochs", 3}, {"kernel", kGraph}},
      {{"type", "co_perceptron"}, {"epochs", 2}, {"final", "sum"}, {"kernel", kGraph}}};
  return json;
}

// Sentences whose labels from number `first` on (from 0) are others.
std::string with_other_labels(const std::string& sentences, int first) {
  std::string text = sentences;
  int sentence = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && i > 0 && text[i - 1] == '\n') ++sentence;
    if (text[i] == '\n' && i > 0 && text[i - 1] != '\n' && sentence >= first)
      text[i - 1] = static_cast<char>('A' + (text[i - 1] - 'A' + 1) % 3);
  }
  return text;
}

// What a learner predicts for the holdout when everything of its cell is a point of the graph.
double token_error_by_hand(const Experiment& experiment, const LearnerConfig& learner,
                           const Split& split) {
  const ExampleSet& examples = *experiment.data.examples;
  std::vector<Index> all;
  for (const auto* list : {&split.labeled, &split.unlabeled, &split.holdout})
    all.insert(all.end(), list->begin(), list->end());
  ViewAssignment assignment = learner.views.assign(
      experiment.data.features, RandomStream(experiment.config.sweep.seed, 0, "views"));
  if (!learner.entry->uses_views) assignment = joined(std::move(assignment));
  const InputData inputs = examples.inputs({all, {}, assignment});
  const KernelTables kernel =
      kernel_tables(part_data(inputs.data), learner.kernel.options,
                    {static_cast<Index>(split.labeled.size()), static_cast<Index>(all.size())});
  const Views views = experiment.config.problem->make(learner.problem, kernel.data);
  Sample sample;
  InputId next = 0;
  for (const Index i : split.labeled) sample.labeled.push_back({next++, examples.output(i)});
  for (std::size_t i = 0; i < split.unlabeled.size(); ++i, ++next) {
    if (learner.uses_unlabeled()) sample.unlabeled.push_back(next);
  }
  FitContext context;
  context.seed = experiment.config.sweep.seed;
  const Fitted fitted = learner.entry->make(learner.options)->fit(views, sample, context);
  const Views predicting = predicting_views(fitted, views);
  const Vector weights = stack(fitted.weights);
  double wrong = 0, tokens = 0;
  for (const Index i : split.holdout) {
    const Output predicted = predicting.joint().decode(next++, weights).output;
    for (std::size_t t = 0; t < predicted.parts.size(); ++t, ++tokens)
      wrong += predicted.parts[t] != examples.output(i).parts[t];
  }
  return wrong / tokens;
}

}  // namespace

TEST_CASE("the graph of a cell has its labeled, unlabeled and holdout inputs, whoever learns",
          "[experiments][kernel]") {
  const TemporaryFolder folder;
  write_text(folder / "train.conll", toy_sentences(80, 5));
  const Config config = check_config(experiment_with_graph(), folder / "toy.json");
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const Experiment experiment(config, data, nullptr);
  for (Index k = 0; k < 2; ++k) {
    CellRunner runner(experiment, Phase::kCurve, k, 0);
    for (const CellSizes sizes : {CellSizes{3, 0}, {3, 10}, {6, 0}, {6, 10}}) {
      const FinishedCell cell = runner.run({Phase::kCurve, k, sizes, Json::object()}).value();
      INFO(cell.result.error);
      CHECK(cell.result.metrics.at("token_error") ==
            Approx(token_error_by_hand(experiment, config.learners[k], cell.split)));
    }
  }
}

TEST_CASE("labels of the holdout do not change what is learned with a graph kernel",
          "[experiments][kernel]") {
  const TemporaryFolder splits;
  Json split = {
      {"labeled", Json::array()}, {"unlabeled", Json::array()}, {"holdout", Json::array()}};
  for (int i = 1; i <= 36; ++i)
    split[i <= 6 ? "labeled" : i <= 16 ? "unlabeled" : "holdout"].push_back(i);
  write_text(splits / "s.jsonl", split.dump() + "\n");
  Json json = experiment_with_graph();
  json["learners"].push_back(
      {{"type", "structural_svm"}, {"oracle_limit", 300}, {"kernel", kGraph}});
  json["sweep"] = {{"protocol", "split_files"}, {"splits", (splits / "s.jsonl").string()}};
  const std::string sentences = toy_sentences(36, 5);
  const auto before = cells_of(json, 1, sentences),
             after = cells_of(json, 1, with_other_labels(sentences, 6));
  REQUIRE(before.size() == 3);
  bool others_scored = false;
  for (const auto& [name, cell] : before) {
    INFO(name);
    for (const char* of_fit :
         {"primal", "dual", "gap", "iterations", "oracle_calls", "disagreement"})
      CHECK(cell[of_fit] == after.at(name)[of_fit]);
    others_scored |= cell["metrics"]["token_error"] != after.at(name)["metrics"]["token_error"];
  }
  CHECK(others_scored);
}

TEST_CASE("labels of test files do not change a model with a graph kernel",
          "[experiments][kernel]") {
  const auto model_of = [](bool other_labels) {
    Json json = toy_training();
    json["data"]["test"] = other_labels ? "other.conll" : "test.conll";
    json["learner"]["kernel"] = kGraph;
    const TemporaryFolder folder;
    write_text(folder / "train.conll", toy_sentences(60, 5));
    write_text(folder / "test.conll", toy_sentences(25, 6));
    write_text(folder / "other.conll", with_other_labels(toy_sentences(25, 6), 0));
    write_text(folder / "c.json", json.dump());
    TrainRequest request;
    request.config = folder / "c.json";
    request.model = folder / "m";
    REQUIRE(train_model(request) == kDone);
    return read_text(folder / "m");
  };
  CHECK(model_of(false) == model_of(true));
}

TEST_CASE(
    "a model with a graph kernel predicts the inputs of its config's files and refuses new ones",
    "[experiments][kernel]") {
  const std::string learner = GENERATE("perceptron", "co_perceptron");
  Json json = toy_training();
  json["learner"] = {{"type", learner}, {"epochs", 3}, {"kernel", kGraph}};
  json["data"]["unlabeled"] = "test.conll";
  Trained trained(json);
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  for (const char* file : {"train.conll", "test.conll"}) {
    const std::string sentences = read_text(trained.folder / file);
    CHECK(lines(trained.predictions(file)) == lines(sentences) - 1);
    evaluate_file(trained.folder / "m.safetensors", trained.folder / file, {});
  }
  // The second sentence is new: words the graph does not have beside each other.
  write_text(trained.folder / "new.conll", toy_sentences(1, 6) + "w0 A\nw0 B\nw0 A\nw0 A\n");
  const auto first_new = lines(toy_sentences(1, 6)) + 1;
  const std::string place =
      "new.conll:" + std::to_string(first_new) + ": an input that is not in the graph";
  CHECK_THAT(message_of<DataError>([&] { trained.predictions("new.conll"); }), Contains(place));
  CHECK_THAT(message_of<DataError>([&] {
               evaluate_file(trained.folder / "m.safetensors", trained.folder / "new.conll", {});
             }),
             Contains(place));
}

TEST_CASE("features of a graph are read back as they were written", "[experiments][kernel]") {
  Points points;
  points.add(Point{{0, 2}, {1.5, -2}});
  points.add(Point{{}, {}});
  const GraphFeatures features({7, 0.1}, points, 3, {1, 2, 3, 4, 5, 6.5});
  ModelWriter writer;
  write_kernels(writer, {std::make_shared<const GraphFeatures>(features)});
  const TemporaryFolder folder;
  writer.write(folder / "k");
  const std::vector<Index> num_features = {3};
  const ViewKernels read = read_kernels(ModelReader(folder / "k"), num_features);
  REQUIRE(read.size() == 1);
  const auto& graph = dynamic_cast<const GraphFeatures&>(*read[0]);
  CHECK(graph.kernel().neighbours == 7);
  CHECK(graph.kernel().rho == 0.1);
  CHECK(graph.dimension() == 3);
  CHECK(graph.coordinates() == features.coordinates());
  FeatureTable table;
  graph.append(Point{{}, {}}, table);
  CHECK(table.value == Vector{4, 5, 6.5});
  CHECK(graph.kernel().edges == GraphEdges::kNearest);
  ModelWriter links;
  write_kernels(links,
                {std::make_shared<const GraphFeatures>(GraphKernel{10, 0.1, GraphEdges::kShared},
                                                       points, 3, Vector{1, 2, 3, 4, 5, 6.5})});
  links.write(folder / "links");
  const ViewKernels shared = read_kernels(ModelReader(folder / "links"), num_features);
  CHECK(dynamic_cast<const GraphFeatures&>(*shared[0]).kernel().edges == GraphEdges::kShared);
}

TEST_CASE("malformed graphs of a model are data errors", "[experiments][kernel]") {
  struct Parts {
    Json kernel = {{"type", "graph"}, {"features", "points"}};
    std::vector<std::int64_t> begin = {0, 1, 2};
    std::vector<std::int32_t> feature = {0, 1};
    std::vector<double> value = {1, 1}, coordinates = {1, 2, 3, 4};
  };
  const auto error_of = [](const Parts& parts) {
    ModelWriter writer;
    writer.set("kernel", Json::array({parts.kernel}));
    writer.add("kernel.0.points.begin", std::span<const std::int64_t>(parts.begin));
    writer.add("kernel.0.points.feature", std::span<const std::int32_t>(parts.feature));
    writer.add("kernel.0.points.value", std::span<const double>(parts.value));
    writer.add("kernel.0.coordinates", std::span<const double>(parts.coordinates));
    const TemporaryFolder folder;
    writer.write(folder / "k");
    const std::vector<Index> num_features = {2};
    return message_of<DataError>([&] { read_kernels(ModelReader(folder / "k"), num_features); });
  };
  CHECK(error_of({}) == "");
  CHECK_THAT(error_of({.kernel = {{"type", "graph"}, {"features", "cholesky"}}}),
             Contains("has no features"));
  CHECK_THAT(error_of({.kernel = {{"type", "graph"}, {"rho", 0}, {"features", "points"}}}),
             Contains("must be > 0"));
  CHECK_THAT(error_of({.kernel = {{"type", "gaussian"}, {"sigma2", 1}, {"features", "points"}}}),
             Contains("has no features"));
  CHECK_THAT(error_of({.begin = {0, 3, 2}}), Contains("points whose arrays do not fit each other"));
  CHECK_THAT(error_of({.feature = {0, 2}}), Contains("points whose features do not ascend"));
  CHECK_THAT(error_of({.feature = {0, 0}}), Contains("two equal points"));
  CHECK_THAT(error_of({.coordinates = {1, 2, 3}}), Contains("2 points and 3 coordinates"));
}
