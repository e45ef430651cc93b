// Train, then predict: the model file gives back what was learned.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <limits>
#include <map>

#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/config/fit_metrics.hpp"
#include "costruct/experiments/models/problem_views.hpp"
#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/experiments/tasks/task.hpp"
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

namespace {

constexpr Index kAllWeights = 1'000'000;

Json described(const Trained& trained, Index weights) {
  return Json::parse(describe_model(trained.folder / "m.safetensors", {weights, true}));
}

// All weights by kind, part and name, summed over views.
std::map<std::string, double> named_weights(const Trained& trained) {
  std::map<std::string, double> all;
  const Json description = described(trained, kAllWeights);
  for (const Json& group : description.at("weights")) {
    double last = std::numeric_limits<double>::infinity();
    for (const Json& each : group.at("weights")) {
      const double weight = each.at("weight");
      CHECK(weight <= last);
      last = weight;
      all[group.at("kind").get<std::string>() + " " + group.value("part", "") + " " +
          each.at("name").get<std::string>()] += weight;
    }
  }
  return all;
}

double weight_of(const std::map<std::string, double>& weights, const std::string& name) {
  const auto at = weights.find(name);
  return at == weights.end() ? 0 : at->second;
}

}  // namespace

TEST_CASE("the weights of rows by their names predict what the model predicts",
          "[experiments][model][weights]") {
  const bool bias = GENERATE(false, true);
  Json json = rows_training();
  json["problem"]["bias"] = bias;
  const std::string scaling = GENERATE("none", "standardize");
  if (scaling != "none") json["learner"]["kernel"] = {{"scaling", scaling}};
  Trained trained(json);
  const auto weights = named_weights(trained);
  if (scaling != "none") {  // names are those of the scaled features
    CHECK(described(trained, 1).at("notes")[0] ==
          "view 1: the weights belong to the scaled values of the features");
    CHECK(weights.contains("label 1 1"));
    return;
  }
  std::istringstream rows(read_text(trained.folder / "test.svm"));
  std::string expected;
  for (std::string row; std::getline(rows, row);) {
    std::string best;
    double highest = 0;
    for (const std::string label : {"1", "2", "3"}) {
      double score = weight_of(weights, "label " + label + " (bias)");
      std::istringstream cells(row.substr(row.find(' ')));
      for (std::string cell; cells >> cell;) {
        const std::size_t colon = cell.find(':');
        score += weight_of(weights, "label " + label + " " + cell.substr(0, colon)) *
                 std::stod(cell.substr(colon + 1));
      }
      if (best.empty() || score > highest) {
        highest = score;
        best = label;
      }
    }
    expected += best + "\n";
  }
  CHECK(trained.predictions("test.svm") == expected);
}

TEST_CASE("the weights of tokens and transitions by their names add up to scores",
          "[experiments][model][weights]") {
  Json json = toy_training();
  json["problem"] = {{"type", "sequence"}, {"bias", true}, {"boundary", true}, {"order", 2}};
  json["data"]["features"] = {{{"extractor", "token"}, {"window", 1}, {"group", "token"}},
                              {{"extractor", "token"}, {"window", 0}, {"group", "again"}}};
  Trained trained(json);
  const auto weights = named_weights(trained);
  predict_file(trained.folder / "m.safetensors", trained.folder / "test.conll",
               trained.folder / "scores", nullptr, PredictionFormat::kText, {.scores = true});
  std::istringstream predicted(read_text(trained.folder / "scores")),
      tokens(read_text(trained.folder / "test.conll"));
  for (std::string line; std::getline(predicted, line);) {
    const Json output = Json::parse(line);
    const auto labels = output.at("output").get<std::vector<std::string>>();
    std::vector<std::string> words;
    for (std::string token; std::getline(tokens, token) && !token.empty();)
      words.push_back(token.substr(0, token.find(' ')));
    REQUIRE(words.size() == labels.size());
    double score = 0;
    for (std::size_t t = 0; t < words.size(); ++t) {
      const std::string label = "label " + labels[t] + " ";
      for (int offset = -1; offset <= 1; ++offset) {
        const std::size_t at = t + static_cast<std::size_t>(offset);
        if (at < words.size())
          score += weight_of(weights, label + "token[" + std::to_string(offset) + "]=" + words[at]);
      }
      score += weight_of(weights, label + "again[0]=" + words[t]);
      score += weight_of(weights, label + "(bias)");
      if (t == 0) score += weight_of(weights, label + "(first token)");
      if (t + 1 == words.size()) score += weight_of(weights, label + "(last token)");
      if (t > 0) score += weight_of(weights, "transition  " + labels[t - 1] + " -> " + labels[t]);
      if (t > 1) {
        score += weight_of(
            weights, "transition  " + labels[t - 2] + " -> " + labels[t - 1] + " -> " + labels[t]);
      }
    }
    CHECK(output.at("score").get<double>() == Approx(score));
  }
}

TEST_CASE("describe shows the heaviest weights of each label and sign as a table",
          "[experiments][model][weights]") {
  Trained trained(toy_training());
  const std::string text = describe_model(trained.folder / "m.safetensors", {2, false});
  CHECK_THAT(text, Contains("learner: ") && Contains("view  of          ") &&
                       Contains("weight  feature") && Contains("label A") &&
                       Contains("transition") && Contains(" -> "));
  CHECK(describe_model(trained.folder / "m.safetensors") == text.substr(0, text.find("\n\n") + 1));
  std::map<std::string, std::vector<double>> all;
  const Json description = described(trained, kAllWeights);
  for (const Json& group : description.at("weights")) {
    for (const Json& each : group.at("weights"))
      all[group.at("view").dump() + group.at("kind").dump() + group.value("part", "")].push_back(
          each.at("weight"));
  }
  const Json heaviest = described(trained, 2);
  for (const Json& group : heaviest.at("weights")) {
    const std::vector<double>& of_group =
        all.at(group.at("view").dump() + group.at("kind").dump() + group.value("part", ""));
    std::vector<double> found, expected;
    for (const Json& each : group.at("weights")) found.push_back(each.at("weight"));
    const auto positive =
        std::count_if(of_group.begin(), of_group.end(), [](double w) { return w > 0; });
    for (std::ptrdiff_t i = 0; i < std::ssize(of_group); ++i) {
      if (i < std::min<std::ptrdiff_t>(positive, 2) ||
          (i >= positive && i >= std::ssize(of_group) - 2))
        expected.push_back(of_group[static_cast<std::size_t>(i)]);
    }
    CHECK(found == expected);
  }
  const Json facts = described(trained, 0);
  CHECK(facts.at("problem").at("type") == "sequence");
  CHECK(facts.at("learner").at("type") == "co_perceptron");
  CHECK_FALSE(facts.contains("weights"));
  CHECK(facts.at("lines").size() > 4);
}

TEST_CASE("the weights of a kernel have no names, and describe says so",
          "[experiments][model][weights]") {
  Json json = rows_training();
  json["learner"] = {{"type", "perceptron"}, {"kernel", {{"type", "gaussian"}}}};
  json.erase("views");
  Trained trained(json);
  CHECK(described(trained, 3).at("weights").empty());
  CHECK_THAT(describe_model(trained.folder / "m.safetensors", {3, false}),
             Contains("note: view 1: the weights belong to the features of a kernel, which have no "
                      "names"));
}

TEST_CASE("the weights of a linear regression by their names give its predictions",
          "[experiments][model][weights]") {
  const TemporaryFolder folder;
  write_text(folder / "train.csv", "a,b,y\n1,2,3\n2,1,5\n0,4,1\n3,3,2\n");
  const bool is_linear = GENERATE(true, false);
  const Json config = {
      {"problem", {{"type", "regression"}}},
      {"data", {{"format", "csv"}, {"train", "train.csv"}, {"target", "y"}}},
      {"learner", {{"type", "rlsr"}, {"kernel", {{"type", is_linear ? "linear" : "gaussian"}}}}}};
  write_text(folder / "c.json", config.dump());
  TrainRequest request;
  request.config = folder / "c.json";
  request.model = folder / "m.st";
  REQUIRE(train_model(request) == kDone);
  const Json json = Json::parse(describe_model(folder / "m.st", {5, true}));
  if (!is_linear) {
    CHECK(json.at("weights").empty());
    CHECK_THAT(json.at("notes")[0].get<std::string>(), Contains("features of a kernel"));
    return;
  }
  std::map<std::string, double> weights;
  for (const Json& each : json.at("weights")[0].at("weights"))
    weights[each.at("name")] = each.at("weight");
  predict_file(folder / "m.st", folder / "train.csv", folder / "out");
  std::istringstream predicted(read_text(folder / "out"));
  for (const auto& [a, b] : {std::pair(1, 2), std::pair(2, 1), std::pair(0, 4), std::pair(3, 3)}) {
    double found = 0;
    predicted >> found;
    CHECK(found == Approx(weights["a"] * a + weights["b"] * b + weights["(intercept)"]));
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

TEST_CASE("a structural SVM reports its constraints, and with 0/1 loss its support has loss 1",
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

TEST_CASE("a model evaluates and predicts again as a new one does", "[experiments][model]") {
  const bool rows = GENERATE(false, true);
  Json json = rows ? rows_training() : toy_training();
  json["learner"] = {{"type", "perceptron"}, {"epochs", 2}};
  const Trained trained(json);
  const std::string test = rows ? "test.svm" : "test.conll";
  const auto file = trained.folder / "m.safetensors";
  // A label that training does not have, and a file that breaks off.
  write_text(trained.folder / "unseen", rows ? "7 1:1\n" : "a unseen\n");
  write_text(trained.folder / "broken", rows ? "1 1:1\n1 x\n" : "a N\na\n");
  const auto evaluated = [&](Model& model, const std::string& name) {
    const Evaluation found = model.evaluate(trained.folder / name);
    return found.report.dump() + Json(found.labels).dump();
  };
  const auto of_new = [&](const std::string& name) { return evaluated(*load_model(file), name); };
  const std::string first = of_new(test), unseen = of_new("unseen");
  const auto model = load_model(file);
  CHECK(evaluated(*model, "unseen") == unseen);
  CHECK(evaluated(*model, test) == first);
  CHECK_THROWS_AS(evaluated(*model, "broken"), DataError);
  CHECK(evaluated(*model, test) == first);
  OutputFile out(trained.folder / "predicted.txt");
  model->predict(trained.folder / test, out, nullptr, {});
  out.commit();
  CHECK(read_text(trained.folder / "predicted.txt") == Trained(json).predictions(test));
  CHECK(evaluated(*model, "unseen") == unseen);
}

TEST_CASE("evaluate and predict end soon after they are stopped", "[experiments][model]") {
  const Trained trained(rows_training());
  const auto model = load_model(trained.folder / "m.safetensors");
  const std::atomic<bool> stop{true};
  EvaluationRequest request;
  request.stop = &stop;
  CHECK_THROWS_AS(model->evaluate(trained.folder / "test.svm", request), Interrupted);
  OutputFile out(trained.folder / "predicted.txt");
  CHECK_THROWS_AS(model->predict(trained.folder / "test.svm", out, &stop, {}), Interrupted);
  CHECK(model->evaluate(trained.folder / "test.svm").report.at("examples") == 25);
}
