// What the engine knows of examples and of what is learned: groups of examples, options that come
// from files, metrics that are asked for.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "costruct/experiments/models/structured_file.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/experiments/training/train.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "support/shell_fixture.hpp"
#include "support/sweep_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// A problem whose every input is a whole sample of rows: a chain without transitions of all rows
// that go together.
void add_whole_samples() {
  ProblemEntry entry = *find_problem("sequence");
  entry.name = "whole_samples";
  entry.input = kRows;
  entry.set_size = [](const Json&) { return Index{0}; };
  add_problem(std::move(entry));
}

Json rows_with(const Json& problem, const Json& learner) {
  return {{"problem", problem},
          {"data", {{"format", "svmlight"}, {"train", "train.svm"}, {"test", "test.svm"}}},
          {"learner", learner}};
}

Json trained(const TemporaryFolder& folder, const Json& config, const std::string& model) {
  write_text(folder / "c.json", config.dump());
  TrainRequest request;
  request.config = folder / "c.json";
  request.model = folder / model;
  request.report = folder / "report.json";
  REQUIRE(train_model(request) == kDone);
  return Json::parse(read_text(folder / "report.json"));
}

std::string predicted(const TemporaryFolder& folder, const std::string& model) {
  predict_file(folder / model, folder / "test.svm", folder / "out.txt");
  return read_text(folder / "out.txt");
}

Json rows_sweep(const Json& problem) {
  return {{"problem", problem},
          {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
          {"sweep",
           {{"labeled", {10, 30}}, {"unlabeled", {0, 10}}, {"holdout", 20}, {"repetitions", 2}}},
          {"learners", {{{"type", "structural_svm"}, {"solver", "n_slack"}, {"gap", 1e-6}}}},
          {"metrics", {"token_error", "loss"}}};
}

}  // namespace

TEST_CASE("examples that go together make one input, in a sweep, in training and in predictions",
          "[experiments][task]") {
  add_whole_samples();
  const TemporaryFolder folder;
  write_text(folder / "train.svm", toy_rows(60, 5));
  write_text(folder / "test.svm", toy_rows(25, 6));
  // The hamming loss of a whole sample is the sum of the rows' zero-one losses, and its worst
  // output has each row's worst label: the two problems have one objective.
  const Json apart = {{"type", "multiclass"}}, together = {{"type", "whole_samples"}, {"eta", 0}};
  const Json svm = {{"type", "structural_svm"}, {"solver", "n_slack"}, {"gap", 1e-7}, {"C", 0.1}};
  const Json of_rows = trained(folder, rows_with(apart, svm), "rows.st");
  const Json of_sample = trained(folder, rows_with(together, svm), "sample.st");
  CHECK(of_sample["objective"]["dual"].get<double>() ==
        Approx(of_rows["objective"]["dual"].get<double>()).epsilon(1e-5));
  CHECK(predicted(folder, "sample.st") == predicted(folder, "rows.st"));
  CHECK(of_sample["metrics"]["token_error"] == of_rows["metrics"]["token_error"]);
  // One sample: its own loss counts all wrong rows.
  CHECK(of_sample["metrics"]["loss"].get<double>() ==
        Approx(25 * of_rows["metrics"]["token_error"].get<double>()));

  evaluate_file(folder / "sample.st", folder / "test.svm", folder / "e.json");
  const Json evaluation = Json::parse(read_text(folder / "e.json"));
  CHECK(evaluation["examples"] == 25);
  CHECK(evaluation["metrics"]["loss"] == of_sample["metrics"]["loss"]);

  const RunResults rows = run_of(rows_sweep(apart), folder);
  const RunResults samples = run_of(rows_sweep(together), folder);
  REQUIRE(rows.cells.size() == samples.cells.size());
  for (std::size_t i = 0; i < rows.cells.size(); ++i) {
    INFO(samples.cells[i].error);
    CHECK(samples.cells[i].split_hash == rows.cells[i].split_hash);  // draws count rows
    CHECK(samples.cells[i].metrics.at("token_error") ==
          Approx(rows.cells[i].metrics.at("token_error")));
    CHECK(samples.cells[i].metrics.at("loss") == Approx(20 * rows.cells[i].metrics.at("loss")));
  }
}

TEST_CASE("a sample is trained on, predicted and measured as one input",
          "[experiments][task][multivariate]") {
  const Shell shell;
  std::string train, test;
  for (int i = 0; i < 40; ++i) {
    const bool rare = i % 5 == 0;
    (i < 30 ? train : test) += fmt::format("{} 1:{} 2:{}\n", rare ? "+1" : "-1",
                                           rare ? 1.5 : -0.5 + 0.1 * (i % 7), 0.2 * (i % 3));
  }
  write_text(shell.folder / "train.svm", train);
  write_text(shell.folder / "test.svm", test);
  const Json svm = {{"type", "structural_svm"}, {"solver", "one_slack"}, {"C", 1}};
  const Json report =
      trained(shell.folder, rows_with({{"type", "multivariate"}, {"bias", true}}, svm), "f1.st");
  CHECK(report["metrics"]["f1"] == 1);
  CHECK(report["metrics"]["loss"] == 0);
  CHECK(report["metrics"]["roc_area"] == 1);
  CHECK(predicted(shell.folder, "f1.st") == "+1\n-1\n-1\n-1\n-1\n+1\n-1\n-1\n-1\n-1\n");
  evaluate_file(shell.folder / "f1.st", shell.folder / "test.svm", shell.folder / "e.json");
  CHECK(Json::parse(read_text(shell.folder / "e.json"))["metrics"] == report["metrics"]);

  write_text(shell.folder / "one.svm", "-1 1:1\n-1 1:2\n");
  const Outcome one = shell("evaluate --model f1.st --data one.svm");
  CHECK(one.code == 0);
  CHECK_THAT(one.err, Contains("costruct: note: one.svm: all 2 rows have the label \"-1\"") &&
                          Contains("0/0 counts as perfect"));
  CHECK_THAT(shell("evaluate --model f1.st --data test.svm").err, !Contains("rows have the label"));

  Json sweep = rows_sweep({{"type", "multivariate"}});
  sweep["sweep"]["holdout"] = 10;
  sweep["sweep"]["labeled"] = {10, 20};
  sweep["sweep"]["unlabeled"] = {0};
  sweep["metrics"] = Json::array();
  for (const std::string& metric : metrics_of(*find_problem("multivariate")))
    sweep["metrics"].push_back(metric);
  for (const CellResult& cell : run_of(sweep, shell.folder).cells) {
    INFO(cell.error);
    CHECK(cell.error.empty());
    CHECK(cell.metrics.at("loss") == Approx(1 - cell.metrics.at("f1")));
  }

  write_text(shell.folder / "three.svm", train + "2 1:1\n");
  const Outcome three = shell("train c.json --model m.st --set data.train=three.svm");
  CHECK(three.code == 2);
  CHECK_THAT(three.err, Contains("takes data with two labels, and there are 3"));
}

TEST_CASE("training on queries that teach nothing is warned of", "[experiments][task]") {
  const Shell shell;
  const auto query = [](const char* id, const char* first, const char* second) {
    return fmt::format(
        R"({{"id": "{}", "query": "x", "candidates": [{{"id": "a", "text": "one two"{}}}, )"
        R"({{"id": "b", "text": "two three"{}}}]}})"
        "\n",
        id, first, second);
  };
  const char *no_topic = R"(, "subtopics": [])", *topic = R"(, "subtopics": ["t"])";
  const auto told = [&](const std::string& lines, int documents) {
    write_text(shell.folder / "train.jsonl", lines);
    const Json config = {{"problem", {{"type", "diversification"}, {"documents", documents}}},
                         {"data", {{"format", "candidates"}, {"train", "train.jsonl"}}},
                         {"learner", {{"type", "structural_svm"}}}};
    write_text(shell.folder / "c.json", config.dump());
    const Outcome outcome = shell("train c.json --model m.st");
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return outcome.err;
  };
  const std::string alike = query("1", no_topic, no_topic), differs = query("2", topic, no_topic);
  CHECK_THAT(told(alike, 1),
             Contains("warning") && Contains("no candidate of labeled queries covers"));
  CHECK_THAT(told(differs, 2), Contains("warning") && Contains("problem.documents = 2"));
  CHECK_THAT(told(alike + differs, 1), !Contains("nothing is learned"));

  // Labels that a config reads from a file of their own are not in the model: it says where they
  // are read.
  write_text(shell.folder / "new.jsonl", query("3", "", ""));
  const Outcome unlabeled = shell("evaluate --model m.st --data new.jsonl");
  CHECK(unlabeled.code == 3);
  CHECK_THAT(unlabeled.err, Contains("new.jsonl: no example has labels") &&
                                Contains("use costruct predict") &&
                                Contains("data.test and data.qrels: costruct train then prints"));
  write_text(shell.folder / "judgments", "2 t a 1\n3 t b 1\n4 t c 1\n");
  write_text(shell.folder / "train.jsonl", query("2", "", "") + query("4", "", ""));
  const Outcome judged = shell(
      "train c.json --model m.st --set data.qrels=judgments --set data.test=new.jsonl --set "
      "problem.documents=1 "
      "--report r.json");
  INFO(judged.err);
  REQUIRE(judged.code == 0);
  CHECK_THAT(judged.err, Contains("costruct: note: ") &&
                             Contains("judgments: of 1 judged queries no candidate"));
  CHECK(Json::parse(read_text(shell.folder / "r.json"))["metrics"].contains("subtopic_loss"));
}

TEST_CASE(
    "a file that an option is read from ends in the cell and in the model, and its path does not",
    "[experiments][task]") {
  const Shell shell;
  write_text(shell.folder / "train.svm", toy_rows(60, 5));
  write_text(shell.folder / "tree.tsv", "node\tparent\n1\tleft\n2\tleft\nleft\troot\n3\troot\n");
  Json sweep = rows_sweep({{"type", "taxonomy"}, {"loss", "tree"}});
  sweep["data"]["taxonomy"] = "tree.tsv";
  sweep["metrics"] = {"loss", "tree_loss"};
  write_text(shell.folder / "s.json", sweep.dump());
  REQUIRE(shell("run s.json --out r").code == 0);
  for (const CellResult& cell : load_run(shell.folder / "r").cells)
    CHECK(cell.metrics.at("loss") == Approx(cell.metrics.at("tree_loss")));
  CHECK_THAT(shell("run s.json --out r --dry-run").err, Contains("8 cells: 8 done, 0 to do"));
  write_text(shell.folder / "moved.tsv", "1\tleft\n2\tleft\nleft\troot\n3\troot\n");
  CHECK_THAT(shell("run s.json --out r --dry-run --set data.taxonomy=moved.tsv").err,
             Contains("8 done"));
  write_text(shell.folder / "moved.tsv", "1\tright\n2\tright\nright\troot\n3\troot\n");
  CHECK_THAT(shell("run s.json --out r --dry-run --set data.taxonomy=moved.tsv").err,
             Contains("0 done"));
  CHECK(Json::parse(read_text(shell.folder / "r/config.json"))["data"]["taxonomy"] == "tree.tsv");

  Json config = rows_with({{"type", "taxonomy"}}, {{"type", "perceptron"}});
  config["data"].erase("test");
  config["data"]["taxonomy"] = "tree.tsv";
  write_text(shell.folder / "t.json", config.dump());
  REQUIRE(shell("train t.json --model m.st").code == 0);
  std::filesystem::remove(shell.folder / "tree.tsv");
  const StructuredFile model = read_structured(ModelReader(shell.folder / "m.st"));
  CHECK(model.problem_options.at("taxonomy").size() == 4);
  CHECK(model.weights.front().size() ==
        5 * static_cast<std::size_t>(model.examples->num_features()));
  write_text(shell.folder / "test.svm", toy_rows(25, 6));
  CHECK(shell("predict --model m.st --data test.svm").code == 0);
  CHECK_THAT(shell("evaluate --model m.st --data test.svm").out, Contains("tree_loss\t"));
}

TEST_CASE("what is wrong with the file of an option is told with its place",
          "[experiments][task]") {
  const Shell shell;
  write_text(shell.folder / "train.svm", toy_rows(30, 5));
  Json config = rows_with({{"type", "taxonomy"}}, {{"type", "perceptron"}});
  config["data"].erase("test");
  write_text(shell.folder / "t.json", config.dump());
  const auto told = [&](const std::string& set) {
    const Outcome outcome = shell("train t.json --model m.st --set data.taxonomy=" + set);
    CHECK(outcome.code == 3);
    return outcome.err;
  };
  CHECK_THAT(told("none.tsv"),
             Contains("none.tsv: no such file") && Contains("data.taxonomy names it"));
  write_text(shell.folder / "bad.tsv", "1\tleft\n2 left\n");
  CHECK_THAT(told("bad.tsv"), Contains("bad.tsv:2: \"2 left\" without a TAB"));
  write_text(shell.folder / "few.tsv", "1\tleft\n2\tleft\n");
  const Outcome few = shell("train t.json --model m.st --set data.taxonomy=few.tsv");
  CHECK(few.code == 2);
  CHECK_THAT(few.err, Contains("3"));
  CHECK(shell("validate t.json --set data.taxonomy=3").code == 2);
  CHECK_THAT(shell("validate t.json").err, Contains("note: data.taxonomy names no file"));
  CHECK_THAT(shell("validate t.json --set problem.type=multiclass --set data.taxonomy=few.tsv").err,
             Contains("unknown key data.taxonomy"));
  CHECK_THAT(
      shell("validate t.json --set data.taxonomy=few.tsv --set 'problem.taxonomy=[[\"1\", \"a\"]]'")
          .err,
      Contains("stands beside problem.taxonomy"));
}

TEST_CASE("a learner that brings an option of its own keeps it, and is not told that there is none",
          "[experiments][task]") {
  const Shell shell;
  write_text(shell.folder / "train.svm", toy_rows(60, 5));
  write_text(shell.folder / "tree.tsv", "1\tleft\n2\tleft\nleft\troot\n3\troot\n");
  Json sweep = rows_sweep({{"type", "taxonomy"}, {"loss", "tree"}});
  const Json own = Json::array({{"1", "a"}, {"3", "a"}, {"a", "b"}, {"b", "c"}, {"2", "c"}});
  sweep["learners"] = {{{"type", "perceptron"}, {"name", "file"}},
                       {{"type", "perceptron"}, {"name", "own"}, {"problem", {{"taxonomy", own}}}}};
  sweep["metrics"] = {"loss"};
  sweep["data"]["taxonomy"] = "tree.tsv";
  write_text(shell.folder / "s.json", sweep.dump());
  REQUIRE(shell("run s.json --out r").code == 0);
  bool differ = false;
  const RunResults results = load_run(shell.folder / "r");
  for (const CellResult& a : results.cells) {
    for (const CellResult& b : results.cells) {
      const bool same_draw = a.labeled == b.labeled && a.repetition == b.repetition;
      differ = differ || (same_draw && a.metrics.at("loss") != b.metrics.at("loss"));
    }
  }
  CHECK(differ);
  sweep["data"].erase("taxonomy");
  sweep["learners"].erase(0);
  write_text(shell.folder / "s.json", sweep.dump());
  CHECK_THAT(shell("validate s.json").err, !Contains("names no file"));
}

TEST_CASE("no output takes the place of a file that an option is read from",
          "[experiments][task]") {
  const Shell shell;
  write_text(shell.folder / "train.svm", toy_rows(30, 5));
  const std::string tree = "1\tleft\n2\tleft\nleft\troot\n3\troot\n";
  write_text(shell.folder / "tree.tsv", tree);
  Json config = rows_with({{"type", "taxonomy"}}, {{"type", "perceptron"}});
  config["data"].erase("test");
  config["data"]["taxonomy"] = "tree.tsv";
  write_text(shell.folder / "t.json", config.dump());
  CHECK(shell("train t.json --model tree.tsv").code == 2);
  CHECK(read_text(shell.folder / "tree.tsv") == tree);
}

TEST_CASE(
    "outputs that training has not seen have no loss, in train and in evaluate, and users are told",
    "[experiments][task]") {
  const Shell shell;
  write_text(shell.folder / "train.svm", toy_rows(30, 5));
  write_text(shell.folder / "test.svm", toy_rows(10, 6) + "9 1:1\n");
  Json config = rows_with({{"type", "multiclass"}}, {{"type", "co_perceptron"}, {"final", "sum"}});
  config["views"] = {{"split", "odd_even"}};
  write_text(shell.folder / "t.json", config.dump());
  const Outcome train = shell("train t.json --model m.st --report r.json");
  REQUIRE(train.code == 0);
  CHECK_THAT(train.err, Contains("so the metric loss is left out"));
  CHECK_FALSE(Json::parse(read_text(shell.folder / "r.json"))["metrics"].contains("loss"));
  const Outcome unseen = shell("evaluate --model m.st --data test.svm --report e.json");
  CHECK_THAT(unseen.err,
             Contains("1 example has a label that the training data lack, so the metric "
                      "loss is left out"));
  CHECK_THAT(unseen.out, !Contains("loss\t"));
  REQUIRE(shell("evaluate --model m.st --data train.svm --report e.json").code == 0);
  const Json report = Json::parse(read_text(shell.folder / "e.json"));
  for (const Json& view : report["views"])
    CHECK(view["metrics"]["loss"] == view["metrics"]["token_error"]);
}

TEST_CASE("a cell has the metrics that are asked for, and is computed again for another one",
          "[experiments][task]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out r").code == 0);
  const auto columns = [&] {
    const std::string cells = read_text(shell.folder / "r/cells.csv");
    return cells.substr(0, cells.find('\n'));
  };
  CHECK_THAT(columns(),
             Contains("token_error") && Contains("sequence_error") && !Contains("accuracy"));
  const std::string curves = read_text(shell.folder / "r/curves.csv");
  const std::string more = "run toy.json --out r --set 'metrics=[\"token_error\",\"accuracy\"]'";
  CHECK_THAT(shell(more + " --dry-run").err, Contains("36 cells: 0 done, 36 to do"));
  REQUIRE(shell(more).code == 0);
  CHECK_THAT(columns(), Contains("accuracy"));
  CHECK_THAT(shell(more + " --dry-run").err, Contains("36 cells: 36 done, 0 to do"));
  // Those that were there before have stayed.
  CHECK_THAT(shell("run toy.json --out r --dry-run").err, Contains("36 cells: 36 done, 0 to do"));
  REQUIRE(shell("run toy.json --out r").code == 0);
  CHECK(read_text(shell.folder / "r/curves.csv") == curves);
}
