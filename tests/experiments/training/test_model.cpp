// Train, then predict: the model file gives back what was learned.
#include <algorithm>
#include <catch2/catch.hpp>

#include "costruct/experiments/config/fit_metrics.hpp"
#include "costruct/experiments/models/problem_views.hpp"
#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "support/trained_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

TEST_CASE("predictions through a model file equal those in memory", "[experiments][model]") {
  const bool rows = GENERATE(false, true);
  const std::string learner = GENERATE("co_perceptron", "perceptron", "hmm", "naive_bayes");
  const std::string split = GENERATE("named", "random", "odd_even", "none", "as is");
  if (!rows && learner == "naive_bayes") return;  // no chains
  Json json = rows ? rows_training() : toy_training();
  json["learner"] = {{"type", learner}};
  if (rows && learner == "hmm") json["learner"]["emissions"] = "multinomial";  // there are counts
  if (split != "as is") json["views"] = {{"split", split}};
  CAPTURE(rows, learner, split);
  Trained trained(json);
  const std::string test = rows ? "test.svm" : "test.conll";
  const std::string predictions = trained.predictions(test);
  CHECK(!predictions.empty());
  CHECK(predictions == predictions_in_memory(trained, test));
}

TEST_CASE("models of higher order give back what was learned", "[experiments][model][order]") {
  const int order = GENERATE(2, 3);
  const std::string learner = GENERATE("co_perceptron", "perceptron");
  Json json = toy_training();
  json["learner"] = {{"type", learner}};
  json["problem"]["order"] = order;
  CAPTURE(order, learner);
  Trained trained(json);
  CHECK(trained.predictions("test.conll") == predictions_in_memory(trained, "test.conll"));
  const StructuredFile model = stored_model(trained.folder / "m.safetensors");
  CHECK(model.problem_options.at("order") == order);

  const double K = static_cast<double>(model.examples->label_names().size());
  const double transitions = K * K + K * K * K + (order == 3 ? K * K * K * K : 0);
  for (std::int32_t v = 0; v < model.assignment.count; ++v) {
    const auto& view_of = model.assignment.view_of;
    const auto features = static_cast<double>(std::count(view_of.begin(), view_of.end(), v));
    CHECK(static_cast<double>(model.weights[v].size()) == features * K + transitions);
  }
}

TEST_CASE("predict ignores labels, whatever they are", "[experiments][model]") {
  Trained trained(toy_training());
  const std::string predictions = trained.predictions("test.conll");
  std::string masked, unseen, absent;
  std::istringstream lines(read_text(trained.folder / "test.conll"));
  for (std::string line; std::getline(lines, line);) {
    const auto word = line.substr(0, line.find(' '));
    masked += line.empty() ? "\n" : word + " ?\n";
    unseen += line.empty() ? "\n" : word + " Z" + std::to_string(unseen.size()) + "\n";
    absent += word + "\n";
  }
  for (const std::string& text : {masked, unseen, absent}) {
    write_text(trained.folder / "other.conll", text);
    CHECK(trained.predictions("other.conll") == predictions);
  }
}

TEST_CASE("weights that overflowed are an error, not a model file", "[experiments][model]") {
  const TemporaryFolder folder;
  write_text(folder / "train.svm", "1 1:1e308 2:1e308\n2 1:-1e308 2:1e308\n2 1:1e308 2:1e308\n");
  const Json config = {{"problem", {{"type", "multiclass"}}},
                       {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
                       {"learner", {{"type", "perceptron"}, {"epochs", 20}}}};
  write_text(folder / "c.json", config.dump());
  TrainRequest request;
  request.config = folder / "c.json";
  request.model = folder / "m.st";
  CHECK_THAT(message_of<DataError>([&] { train_model(request); }),
             Contains("not finite") && Contains("train.svm"));
  CHECK_FALSE(std::filesystem::exists(request.model));
}

TEST_CASE("sequences are a label a line with one blank line between", "[experiments][model]") {
  Trained trained(toy_training());
  std::istringstream truth(read_text(trained.folder / "test.conll")),
      predicted(trained.predictions("test.conll"));
  std::string truth_line, line;
  Index count = 0;
  while (std::getline(predicted, line)) {
    REQUIRE(std::getline(truth, truth_line));
    CHECK(line.empty() == truth_line.empty());
    ++count;
  }
  CHECK(std::getline(truth, truth_line));  // the last blank line has no counterpart
  CHECK(truth_line.empty());
  CHECK(count > 50);
}

TEST_CASE("a model cut short anywhere is a data error", "[experiments][model]") {
  Trained trained(rows_training());
  const std::string bytes = read_text(trained.folder / "m.safetensors");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    write_text(trained.folder / "cut", bytes.substr(0, length));
    CHECK_THROWS_AS(stored_model(trained.folder / "cut"), DataError);
  }
}

TEST_CASE("a model with a byte changed loads or is a data error, and never crashes",
          "[experiments][model]") {
  Trained trained(rows_training());
  predict_from_changed_bytes(trained, "test.svm", 1500);
}

TEST_CASE("the report of train has its keys, and metrics on the test file where there is one",
          "[experiments][model]") {
  Json json = toy_training();
  Trained without(json);
  for (const char* key : {"objective", "iterations", "oracle_calls", "train_seconds", "converged",
                          "stopped_because", "history", "metrics", "metrics_on"}) {
    CHECK(without.report.contains(key));
  }
  for (const char* key : {"primal", "dual", "gap"})
    CHECK(without.report["objective"].contains(key));
  CHECK(without.report["objective"]["dual"].is_null());
  for (const char* key :
       {"constraints_added", "support_loss_one"}) {  // a perceptron has no working set
    REQUIRE(without.report.contains(key));
    CHECK(without.report[key].is_null());
  }
  CHECK(without.report["metrics_on"] == "train");
  json["data"]["test"] = "test.conll";
  Trained with(json);
  CHECK(with.report["metrics_on"] == "test");

  evaluate_file(with.folder / "m.safetensors", with.folder / "test.conll", with.folder / "e.json");
  const Json evaluation = Json::parse(read_text(with.folder / "e.json"));
  CHECK(evaluation["metrics"] == with.report["metrics"]);
  CHECK(evaluation["examples"] == 25);
  CHECK(evaluation["views"].size() == 2);
  CHECK(evaluation.contains("disagreement"));
  CHECK(evaluation.contains("tokens"));
}

TEST_CASE(
    "what a fit says of its constraints: their number, and the share of the support with loss 1",
    "[experiments][model]") {
  using Metrics = std::map<std::string, double>;
  FitReport report;
  CHECK(fit_metrics(report).empty());
  report.constraints_added = 7;
  CHECK(fit_metrics(report) == Metrics{{"constraints_added", 7}});
  report.support_losses = {{0.5, 1}, {1, 3}, {2, 0}};
  CHECK(fit_metrics(report) == Metrics{{"constraints_added", 7}, {"support_loss_one", 0.75}});
  report.support_losses = {{2, 4}};
  CHECK(fit_metrics(report).at("support_loss_one") == 0);
  report.support_losses = {{1, 0}};
  CHECK(fit_metrics(report).count("support_loss_one") == 0);
}

TEST_CASE("a structural SVM reports its constraints; with 0/1 loss all of its support has loss 1",
          "[experiments][model]") {
  Json json = toy_training();
  json["learner"] = {{"type", "structural_svm"}};
  json["problem"]["loss"] = GENERATE("zero_one", "hamming");
  const Json report = Trained(json).report;
  const double ones = report["support_loss_one"].get<double>();
  CHECK(report["constraints_added"].get<Index>() > 0);
  CHECK((ones >= 0 && ones <= 1));
  if (json["problem"]["loss"] == "zero_one") CHECK(ones == 1);
}

TEST_CASE("features without weight are not in the model", "[experiments][model]") {
  Json json = toy_training();
  json["learner"] = {{"type", "perceptron"}, {"epochs", 1}};
  Trained trained(json);
  const Config config = load_config(trained.folder / "c.json");
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const StructuredFile model = stored_model(trained.folder / "m.safetensors");
  CHECK(model.examples->num_features() < data.examples->num_features());
  CHECK(model.examples->num_features() > 0);
}

TEST_CASE("the metrics are those that suit the labels", "[experiments][model]") {
  const ProblemEntry& sequence = *find_problem("sequence");
  const auto misfit = [&](const std::vector<std::string>& labels) {
    return misfit_of(sequence, "chunk_f1", labels);
  };
  CHECK(misfit({"O", "B-PER", "I-PER"}).empty());
  CHECK_THAT(misfit({"N", "V"}), Contains("has a label \"N\""));
  CHECK_THAT(misfit({"O"}), Contains("no label but O"));
  CHECK(misfit({"B", "I", "O"}).empty());
  CHECK_THAT(misfit({"B", "I"}), Contains("none that is O"));
  CHECK_THAT(misfit({"O", "B-X", "NN"}), Contains("\"NN\""));
  CHECK(misfit_of(sequence, "token_error", {"N"}).empty());
  const auto of_rows = metrics_of(*find_problem("multiclass"));
  CHECK(std::count(of_rows.begin(), of_rows.end(), "sequence_error") == 0);
  CHECK(std::count(of_rows.begin(), of_rows.end(), "accuracy") == 1);
  CHECK(of_rows.front() == "loss");
  CHECK(metrics_of(*find_problem("regression")) ==
        std::vector<std::string>{"loss", "rmse_scaled", "rmse", "mae"});
}

TEST_CASE("an output file is there in full or not at all", "[experiments][output]") {
  const TemporaryFolder folder;
  write_text(folder / "out", "old");
  { OutputFile(folder / "out").write("new"); }
  CHECK(read_text(folder / "out") == "old");
  OutputFile file(folder / "out");
  const std::string large(1 << 20, 'x');
  file.write(large);
  file.commit();
  CHECK(read_text(folder / "out") == large);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  CHECK_THROWS_AS(write_file(folder / "no" / "such", "x"), OutputError);
  CHECK_THROWS_AS(write_file(folder.path(), "x"), OutputError);
  CHECK_THROWS_AS(write_file("/dev/full", "x"), OutputError);
}

TEST_CASE("weights that cannot fit into memory are a DataError before anything is allocated",
          "[engine]") {
  auto data = std::make_shared<PartData>();
  data->labels.resize(2000000);
  data->views.resize(1);
  data->views[0].num_features = 1000000;
  CHECK_THROWS_WITH(make_views(*find_problem("multiclass"), Json::object(), data, 2000000, 1000000),
                    Contains("2000000 labels and 1000000 features") &&
                        Contains("is the label column the right one?"));
}

TEST_CASE("chunk F1 stays if a test label is no chunk label, and a test label alone is told",
          "[experiments][model]") {
  Json json = toy_training();
  json["learner"] = {{"type", "perceptron"}, {"epochs", 1}};
  const TemporaryFolder folder;
  json["data"]["train"] = (folder / "train.conll").string();
  json["data"]["test"] = (folder / "test.conll").string();
  write_text(folder / "train.conll", "a B-X\nb I-X\nc O\n\na B-X\nc O\n\n");
  write_text(folder / "test.conll", "a B-X\nb odd\nc O\n\n");
  const Config config = check_config(json, folder / "c.json");
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const std::vector<std::string> metrics = metrics_for(*config.problem, *data.examples);
  CHECK(std::count(metrics.begin(), metrics.end(), "chunk_f1") == 1);
  write_text(folder / "train.conll", "a N\nb V\nc O\n\n");
  const LoadedData others = load_data(config, DataPaths(config.file, {}));
  const std::vector<std::string> of_others = metrics_for(*config.problem, *others.examples);
  CHECK(std::count(of_others.begin(), of_others.end(), "chunk_f1") == 0);
  CHECK(std::count(of_others.begin(), of_others.end(), "token_error") == 1);
}
