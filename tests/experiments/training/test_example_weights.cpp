// Weights of examples from the data file to the learner, and attribute files in place of columns.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/experiments/models/structured_file.hpp"
#include "costruct/experiments/sweep/sweep.hpp"
#include "costruct/experiments/sweep/workers.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/experiments/training/train.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// Toy sentences with features of the word and its neighbours, as conll columns and as attributes.
struct ToyFiles {
  std::vector<std::string> sentences;  ///< attribute items, a line each
  std::string conll;
  std::string attributes() const {
    std::string text;
    for (const std::string& sentence : sentences) text += sentence + "\n";
    return text;
  }
};

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == ':' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return text;
}

ToyFiles toy_files(int count, std::uint64_t seed) {
  const char* labels[] = {"B-NP", "I-NP", "O"};
  const char* marks[] = {"", ":", "\\", "#", "=", "@"};
  RandomStream random(seed, 0, "toy files");
  ToyFiles files;
  for (int i = 0; i < count; ++i) {
    std::vector<std::string> words, tags, truth;
    for (Index length = 1 + random.below(7); length > 0; --length) {
      const Index word = random.below(25),
                  label = random.below(8) == 0 ? random.below(3) : word % 3;
      words.push_back(marks[word % 6] + std::to_string(word) + marks[word % 5]);
      tags.push_back(word % 4 == 0 ? "N:N" : "VB");
      truth.push_back(labels[label]);
    }
    std::string& items = files.sentences.emplace_back();
    for (std::size_t t = 0; t < words.size(); ++t) {
      files.conll += words[t] + " " + tags[t] + " " + truth[t] + "\n";
      items += truth[t];
      const auto add = [&](const std::string& name, const std::vector<std::string>& column) {
        for (int offset = -1; offset <= 1; ++offset) {
          const auto at = static_cast<std::ptrdiff_t>(t) + offset;
          if (at < 0 || at >= static_cast<std::ptrdiff_t>(column.size())) continue;
          items += "\t" + escaped(name + "[" + std::to_string(offset) +
                                  "]=" + column[static_cast<std::size_t>(at)]);
        }
      };
      add("w", words);
      add("pos", tags);
      items += "\n";
    }
    files.conll += "\n";
  }
  return files;
}

Json attribute_training(const Json& learner) {
  return {{"problem", {{"type", "sequence"}}},
          {"data", {{"format", "crfsuite"}, {"train", "train.txt"}}},
          {"learner", learner}};
}

/// A config trained in a folder of its own, and its model read back.
struct Trained {
  Trained(const Json& config, const std::string& text) {
    write_text(folder / "train.txt", text);
    write_text(folder / "c.json", config.dump());
    TrainRequest request;
    request.config = folder / "c.json";
    request.model = folder / "m.safetensors";
    request.report = folder / "report.json";
    REQUIRE(train_model(request) == kDone);
    report = Json::parse(read_text(folder / "report.json"));
  }
  std::string predictions(const std::string& text) const {
    write_text(folder / "predict.txt", text);
    predict_file(folder / "m.safetensors", folder / "predict.txt", folder / "out.txt");
    return read_text(folder / "out.txt");
  }
  /// All weights by name, those of features that the model has dropped apart: they are 0.
  std::map<std::string, double> weights() const {
    const StructuredFile model = read_structured(ModelReader(folder / "m.safetensors"));
    const auto K = static_cast<Index>(model.examples->label_names().size());
    std::map<std::string, double> by_name;
    for (std::size_t v = 0; v < model.weights.size(); ++v) {
      const std::string view = std::to_string(v) + ":";
      Index next = 0;
      for (Index f = 0; f < static_cast<Index>(model.assignment.view_of.size()); ++f) {
        if (model.assignment.view_of[f] != static_cast<std::int32_t>(v)) continue;
        const std::string name = view + model.examples->feature_info(f).name;
        for (Index k = 0; k < K; ++k)
          by_name[name + "/" + model.examples->label_names()[k]] = model.weights[v][next++];
      }
      for (Index j = 0; next < static_cast<Index>(model.weights[v].size()); ++j)
        by_name[view + "label weight " + std::to_string(j)] = model.weights[v][next++];
    }
    return by_name;
  }
  /// P - D: strong convexity puts the weights within sqrt(2 (P - D)) of the only optimum.
  double distance_to_optimum() const {
    const Json& objective = report["objective"];
    return std::sqrt(
        2 * std::max(0.0, objective["primal"].get<double>() - objective["dual"].get<double>()));
  }

  TemporaryFolder folder;
  Json report;
};

double distance(const std::map<std::string, double>& a, const std::map<std::string, double>& b) {
  std::map<std::string, double> difference = a;
  for (const auto& [name, weight] : b) difference[name] -= weight;
  double square = 0;
  for (const auto& [name, each] : difference) square += each * each;
  return std::sqrt(square);
}

/// Sentences with the given weights; a weight may be 1 and is then not written.
std::string weighted(const ToyFiles& files, const std::vector<std::string>& weights) {
  std::string text;
  for (std::size_t i = 0; i < files.sentences.size(); ++i) {
    const std::string& weight = weights[i % weights.size()];
    text += (weight == "1" ? "" : "@weight:" + weight + "\n") + files.sentences[i] + "\n";
  }
  return text;
}

/// Sentences standing as often in the file as `counts` says, neighbours among themselves.
std::string repeated(const ToyFiles& files, const std::vector<int>& counts) {
  std::string text;
  for (std::size_t i = 0; i < files.sentences.size(); ++i) {
    for (int k = counts[i % counts.size()]; k > 0; --k) text += files.sentences[i] + "\n";
  }
  return text;
}

// A first sentence of weight 1 that has all labels and attributes keeps the alphabets of both files
// equal.
ToyFiles with_everything_first(ToyFiles files) {
  std::string all;
  for (const std::string& sentence : files.sentences) all += sentence;
  files.sentences.insert(files.sentences.begin(), all);
  return files;
}

}  // namespace

TEST_CASE(
    "the weights of the hidden Markov model for double weights are those for double examples, "
    "exactly",
    "[experiments][weights]") {
  const ToyFiles files = with_everything_first(toy_files(12, 4));
  const Json config = attribute_training({{"type", "hmm"}});
  const Trained doubled(config, weighted(files, {"1", "2", "3", "0"}));
  const Trained duplicated(config, repeated(files, {1, 2, 3, 0}));
  CHECK(doubled.weights() == duplicated.weights());
  CHECK(doubled.report["objective"]["primal"].get<double>() ==
        Approx(duplicated.report["objective"]["primal"].get<double>()).epsilon(1e-12));
  CHECK(doubled.weights() != Trained(config, files.attributes()).weights());
}

TEST_CASE("double weights have the optimum of double examples", "[experiments][weights]") {
  const auto svm = [](Json options, double gap = 1e-5) {
    options["type"] = "structural_svm";
    options["gap"] = gap;
    return options;
  };
  const Json learner =
      GENERATE_COPY(Json{{"type", "crf"}, {"gap", 1e-9}}, svm({{"solver", "n_slack"}}),
                    svm({{"slack_norm", 2}}), svm({{"rescaling", "slack"}}),
                    svm({{"solver", "one_slack"}, {"C", 0.1}}, 1e-4), svm({{"solver", "bcfw"}}));
  CAPTURE(learner);
  const ToyFiles files = with_everything_first(toy_files(8, 4));
  const Json config = attribute_training(learner);
  const Trained doubled(config, weighted(files, {"1", "2", "3", "0"}));
  const Trained duplicated(config, repeated(files, {1, 2, 3, 0}));
  REQUIRE(doubled.report["converged"] == true);
  REQUIRE(duplicated.report["converged"] == true);
  const double allowed = doubled.distance_to_optimum() + duplicated.distance_to_optimum() + 1e-12;
  CHECK(distance(doubled.weights(), duplicated.weights()) <= allowed);

  const Trained plain(config, files.attributes());
  CHECK(distance(doubled.weights(), plain.weights()) > allowed + plain.distance_to_optimum());
}

TEST_CASE("weights scale the updates of perceptrons", "[experiments][weights]") {
  const std::string type = GENERATE("perceptron", "co_perceptron");
  const ToyFiles files = with_everything_first(toy_files(20, 9));
  Json config = attribute_training({{"type", type}, {"epochs", 4}});
  if (type == "co_perceptron") config["views"] = {{"split", "odd_even"}};
  CAPTURE(type);
  // Started from zero, weights that are all 4 give four times the vector: the same decodings on the
  // way.
  auto expected = Trained(config, files.attributes()).weights();
  for (auto& [name, weight] : expected) weight *= 4;
  CHECK(Trained(config, weighted(files, {"4"})).weights() == expected);
  // An example of weight 0 is as good as absent.
  CHECK(Trained(config, weighted(files, {"1", "0", "1", "1"})).weights() ==
        Trained(config, repeated(files, {1, 0, 1, 1})).weights());
}

TEST_CASE("every learner stands weights that are all 0", "[experiments][weights]") {
  const std::string type = GENERATE("perceptron", "hmm", "crf", "structural_svm");
  CAPTURE(type);
  const Trained trained(attribute_training({{"type", type}}), weighted(toy_files(4, 2), {"0"}));
  if (type == "crf" || type == "structural_svm") {
    CHECK(trained.report["objective"]["primal"] == 0);
    for (const auto& [name, weight] : trained.weights()) CHECK(weight == 0);
  }
}

TEST_CASE("a sweep with weights w and C is the one with weights 1 and C w, bit for bit",
          "[experiments][weights]") {
  const ToyFiles files = toy_files(40, 3);
  const auto cells = [&](const std::string& text, double C) {
    const Json json = {{"name", "toy"},
                       {"problem", {{"type", "sequence"}}},
                       {"data", {{"format", "crfsuite"}, {"train", "train.txt"}}},
                       {"sweep",
                        {{"labeled", {4, 8}},
                         {"unlabeled", {0}},
                         {"holdout", 15},
                         {"repetitions", 2},
                         {"seed", 7}}},
                       {"learners", {{{"type", "crf"}, {"C", C}}}},
                       {"metrics", {"token_error"}}};
    const TemporaryFolder folder;
    write_text(folder / "train.txt", text);
    const Config config = check_config(json, folder / "toy.json");
    const LoadedData data = load_data(config, DataPaths(config.file, {}));
    const Experiment experiment(config, data, nullptr);
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    ThreadWorkers workers(experiment, 1);
    return with_cells(run_sweep(experiment, store, workers, {}).record, store).cells;
  };
  const auto of_weights = cells(weighted(files, {"4"}), 0.5), of_C = cells(files.attributes(), 2);
  const auto plain = cells(files.attributes(), 0.5);
  REQUIRE(of_weights.size() == 4);
  for (std::size_t i = 0; i < of_weights.size(); ++i) {
    CHECK(of_weights[i].error.empty());
    CHECK(of_weights[i].primal == of_C[i].primal);
    CHECK(of_weights[i].metrics == of_C[i].metrics);
    CHECK(of_weights[i].primal != plain[i].primal);
  }
}

TEST_CASE("attributes and the same features of columns train the same perceptrons",
          "[experiments][crfsuite]") {
  const ToyFiles train = toy_files(60, 5), test = toy_files(30, 6);
  const Json columns = {{"format", "conll"},
                        {"train", "train.txt"},
                        {"columns", {"word", "pos", "label"}},
                        {"features",
                         {{{"extractor", "token"}, {"column", "word"}, {"window", 1}},
                          {{"extractor", "token"}, {"column", "pos"}, {"window", 1}}}}};
  const Json learner = GENERATE(Json{{"type", "perceptron"}, {"epochs", 5}},
                                Json{{"type", "perceptron"}, {"epochs", 5}, {"average", true}},
                                Json{{"type", "hmm"}});
  Json config = attribute_training(learner);
  CAPTURE(learner);
  const Trained from_attributes(config, train.attributes());
  config["data"] = columns;
  const Trained from_columns(config, train.conll);
  const std::string predictions = from_attributes.predictions(test.attributes());
  CHECK(predictions == from_columns.predictions(test.conll));
  CHECK(from_attributes.report["metrics"] == from_columns.report["metrics"]);

  // Labels of the file to predict are not looked at.
  std::string unlabeled;
  std::istringstream lines(test.attributes());
  for (std::string line; std::getline(lines, line);)
    unlabeled += line.empty() ? "\n" : line.substr(line.find('\t')) + "\n";
  CHECK(from_attributes.predictions(unlabeled) == predictions);
}

TEST_CASE("attribute files evaluate as they were trained on", "[experiments][crfsuite]") {
  const ToyFiles train = toy_files(30, 5);
  const Trained trained(attribute_training({{"type", "perceptron"}, {"epochs", 2}}),
                        train.attributes());
  evaluate_file(trained.folder / "m.safetensors", trained.folder / "train.txt",
                trained.folder / "e.json");
  const Json evaluated = Json::parse(read_text(trained.folder / "e.json"));
  CHECK(evaluated["metrics"] == trained.report["metrics"]);
  CHECK(evaluated["examples"] == 30);
  // The weight of an example counts in training, not in a metric.
  write_text(trained.folder / "weighted.txt", weighted(train, {"0", "5"}));
  evaluate_file(trained.folder / "m.safetensors", trained.folder / "weighted.txt",
                trained.folder / "w.json");
  CHECK(Json::parse(read_text(trained.folder / "w.json"))["metrics"] == evaluated["metrics"]);
}
