// What predict says beside outputs, against sums over all outputs.
#include <catch2/catch.hpp>

#include <cmath>
#include <sstream>

#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::vector<std::string> words_of(const Json& output) {
  return output.get<std::vector<std::string>>();
}

// A shell with a chain model m.st, and short.conll: a sentence of one word, then one of two.
struct Tagger : Shell {
  Tagger() {
    REQUIRE(
        (*this)(R"(train pos.json --model m.st --set 'learner={"type": "crf", "C": 1}')").code ==
        0);
    write_text(folder / "short.conll", "w4 A\n\nW7 B\nw8 C\n");
  }
};

}  // namespace

TEST_CASE("the k best of short sentences are all their labelings, and their probabilities add up",
          "[cli]") {
  const Tagger shell;
  const Outcome detailed =
      shell("predict --model m.st --data short.conll --scores --marginals --k-best 20");
  REQUIRE(detailed.code == 0);
  const std::vector<Json> lines = json_lines(detailed.out);
  REQUIRE(lines.size() == 2);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json& best = lines[i]["k_best"];
    const std::size_t length = i + 1;
    REQUIRE(best.size() == (length == 1 ? 3 : 9));
    double total = 0;
    std::vector<std::map<std::string, double>> marginals(length);
    for (const Json& each : best) {
      total += each["probability"].get<double>();
      for (std::size_t t = 0; t < length; ++t)
        marginals[t][words_of(each["output"])[t]] += each["probability"].get<double>();
    }
    CHECK(total == Approx(1).epsilon(1e-12));
    for (std::size_t t = 0; t < length; ++t) {
      REQUIRE(lines[i]["marginals"][t].size() == 3);
      for (const auto& [label, p] : marginals[t])
        CHECK(lines[i]["marginals"][t][label].get<double>() == Approx(p).epsilon(1e-12));
    }
    CHECK(best[0]["output"] == lines[i]["output"]);
    CHECK(best[0]["score"] == lines[i]["score"]);
    CHECK(best[0]["probability"] == lines[i]["probability"]);
    const double margin = best[0]["score"].get<double>() - best[1]["score"].get<double>();
    CHECK(lines[i]["margin"].get<double>() == Approx(margin).epsilon(1e-12));
    // p(y) / p(y') = exp(f(y) - f(y'))
    CHECK(std::log(best[0]["probability"].get<double>() / best[1]["probability"].get<double>()) ==
          Approx(margin).epsilon(1e-9));
  }
}

TEST_CASE("details say what is asked for, and the outputs of plain predictions", "[cli]") {
  const Tagger shell;
  const std::string plain = shell("predict --model m.st --data test.conll").out;
  const auto lines = json_lines(shell("predict --model m.st --data test.conll --scores").out);
  std::string outputs;
  for (const Json& line : lines) {
    CHECK(line.size() == 3);
    CHECK(line.contains("score"));
    CHECK(line["margin"] >= 0);
    if (!outputs.empty()) outputs += "\n";
    for (const std::string& word : words_of(line["output"])) outputs += word + "\n";
  }
  CHECK(outputs == plain);
  const auto best = json_lines(shell("predict --model m.st --data test.conll --k-best 2").out);
  CHECK(best.front().size() == 2);
  CHECK(best.front()["k_best"].size() == 2);
  CHECK(best.front()["k_best"][0].size() == 1);
}

TEST_CASE("rows have one output, and their labels as many probabilities", "[cli]") {
  const Shell shell;
  write_text(shell.folder / "rows.svm", toy_rows(60, 5));
  write_text(
      shell.folder / "rows.json",
      R"({"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "rows.svm"},
                 "learner": {"type": "structural_svm"}})");
  const std::string kernel = GENERATE("", R"( --set 'learner.kernel={"type": "gaussian"}')");
  REQUIRE(shell("train rows.json --model m.st" + kernel).code == 0);
  const Outcome detailed =
      shell("predict --model m.st --data rows.svm --scores --marginals --k-best 3");
  REQUIRE(detailed.code == 0);
  const auto lines = json_lines(detailed.out);
  REQUIRE(lines.size() == 60);
  std::string outputs;
  for (const Json& line : lines) {
    outputs += line["output"].get<std::string>() + "\n";
    double total = 0;
    for (const auto& [label, p] : line["marginals"].items()) total += p.get<double>();
    CHECK(total == Approx(1));
    CHECK(line["marginals"][line["output"].get<std::string>()].get<double>() ==
          Approx(line["probability"].get<double>()).epsilon(1e-12));
    CHECK(line["k_best"].size() == 3);
  }
  CHECK(outputs == shell("predict --model m.st --data rows.svm").out);
}

TEST_CASE("rows that are ranked have a line each, with a score whose sign is the label", "[cli]") {
  const Shell shell;
  std::string rows;
  for (int i = 0; i < 20; ++i)
    rows += (i % 3 == 0 ? "1 1:" : "-1 1:") + std::to_string(i % 3 - 1) + ".25\n";
  write_text(shell.folder / "rows.svm", rows);
  write_text(shell.folder / "rows.json",
             R"({"problem": {"type": "multivariate", "loss": "f1", "positive": "1"},
                 "data": {"format": "svmlight", "train": "rows.svm"},
                 "learner": {"type": "structural_svm", "C": 10}})");
  const Outcome trained = shell("train rows.json --model m.st");
  REQUIRE(trained.code == 0);
  const auto lines =
      json_lines(shell("predict --model m.st --data rows.svm --scores --marginals").out);
  REQUIRE(lines.size() == 20);
  for (const Json& line : lines) {
    CHECK((line["score"] > 0) == (line["output"] == "1"));
    CHECK((line["marginals"]["1"] > 0.5) == (line["output"] == "1"));
  }
  const Outcome ranked = shell("predict --model m.st --data rows.svm --k-best 2");
  CHECK(ranked.code == 2);
  CHECK_THAT(ranked.err, Contains("--k-best: problem multivariate decodes its best output only"));
  CHECK(ranked.out.empty());
}

TEST_CASE("details that a model has not are refused before anything is written", "[cli]") {
  const Tagger shell;
  const Outcome drawn =
      shell("predict --model m.st --data test.conll --format svg --scores --output p.svg");
  CHECK(drawn.code == 2);
  CHECK_THAT(drawn.err, Contains("--format svg"));
  CHECK_FALSE(std::filesystem::exists(shell.folder / "p.svg"));
  CHECK(shell("predict --model m.st --data test.conll --k-best 0").code == 2);
  write_text(shell.folder / "rows.csv", "x,y\n1,2\n2,4\n3,6.5\n");
  write_text(
      shell.folder / "numbers.json",
      R"({"problem": {"type": "regression"}, "data": {"format": "csv", "target": "y", "train": "rows.csv"},
                 "learner": {"type": "rlsr"}})");
  const Outcome trained = shell("train numbers.json --model n.st");
  INFO(trained.err);
  REQUIRE(trained.code == 0);
  const Outcome number = shell("predict --model n.st --data rows.csv --scores --output p.txt");
  CHECK(number.code == 2);
  CHECK_THAT(number.err, Contains("predicts a number"));
  CHECK_FALSE(std::filesystem::exists(shell.folder / "p.txt"));
}

TEST_CASE("chains of higher order say which order has sums", "[cli]") {
  const Shell shell;
  const std::string order = "--set problem.order=2 ";
  REQUIRE(shell("train pos.json " + order + "--model m.st").code == 0);
  const Outcome marginals = shell("predict --model m.st --data test.conll --marginals");
  CHECK(marginals.code == 2);
  CHECK_THAT(
      marginals.err,
      Contains("--marginals: problem sequence cannot sum over its outputs: problem.order = 2 "
               "has no sums over all labelings, order 1 has them"));
  CHECK(shell("predict --model m.st --data test.conll --k-best 2 --output k.jsonl").code == 0);
  const Outcome crf = shell("validate pos.json " + order + R"(--set 'learner={"type": "crf"}')");
  CHECK(crf.code == 2);
  CHECK_THAT(
      crf.err,
      Contains("learner crf: problem.order = 2 has no sums over all labelings, order 1 has them"));
}

TEST_CASE("standard input is a file like any other to predict and evaluate", "[cli]") {
  const Tagger shell;
  const std::string from_file = shell("predict --model m.st --data test.conll").out;
  CHECK(shell("predict --model m.st --data - < test.conll").out == from_file);
  CHECK(shell("predict --model m.st --data - --scores < test.conll").out ==
        shell("predict --model m.st --data test.conll --scores").out);
  CHECK(shell("evaluate --model m.st --data - < test.conll").out ==
        shell("evaluate --model m.st --data test.conll").out);
  const Outcome closed = shell("predict --model m.st --data - <&-");
  CHECK(closed.code == 3);
  CHECK_THAT(closed.err, Contains("stdin"));
  // Through a pipe, which can be read once.
  const std::string command = "cd '" + shell.folder.path().string() +
                              "' && cat test.conll | '" COSTRUCT_BINARY
                              "' predict --model m.st --data - > piped";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(read_text(shell.folder / "piped") == from_file);
}

TEST_CASE("a model says what it was trained on, by which program and how well", "[cli]") {
  const Tagger shell;
  const Outcome described = shell("describe model m.st");
  CHECK(described.code == 0);
  CHECK_THAT(described.out, Contains("learner: ") && Contains("\"C\":1") &&
                                Contains("data: train.conll, ") && Contains("fnv1a ") &&
                                Contains("build: costruct ") && Contains("\"gap\":"));
  // and what a file to predict must be
  CHECK_THAT(described.out, Contains("\nformat: conll, {\"columns\":[\"word\",\"label\"]") &&
                                Contains("\"extractor\":\"surface\"") && Contains("\nviews: {") &&
                                Contains("\"split\":\"named\""));
  // Two runs of one program write the same bits, wherever they stand.
  std::filesystem::create_directory(shell.folder / "elsewhere");
  std::filesystem::copy(shell.folder / "train.conll", shell.folder / "elsewhere" / "train.conll");
  std::filesystem::copy(shell.folder / "pos.json", shell.folder / "elsewhere" / "pos.json");
  REQUIRE(shell(R"(train elsewhere/pos.json --model n.st --set 'learner={"type": "crf", "C": 1}')")
              .code == 0);
  CHECK(read_text(shell.folder / "m.st") == read_text(shell.folder / "n.st"));
}

TEST_CASE("a sentence without a parse has no score, and is counted", "[cli]") {
  const Shell shell;
  write_text(shell.folder / "trees.mrg", "(S (N dogs) (V bark))\n(S (N cats) (V sleep))\n");
  write_text(shell.folder / "new.mrg", "(S (N dogs) (V sleep))\n(S (V bark) (V bark) (V bark))\n");
  write_text(shell.folder / "trees.json",
             R"({"problem": {"type": "parsing"}, "data": {"format": "ptb", "train": "trees.mrg"},
                 "learner": {"type": "pcfg"}})");
  const Outcome trained = shell("train trees.json --model p.st");
  INFO(trained.err);
  REQUIRE(trained.code == 0);
  const Outcome detailed =
      shell("predict --model p.st --data new.mrg --scores --marginals --k-best 2");
  INFO(detailed.err);
  REQUIRE(detailed.code == 0);
  const auto lines = json_lines(detailed.out);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0]["score"].is_number());
  CHECK(lines[0]["probability"].get<double>() <= 1);
  CHECK(lines[1]["score"].is_null());
  CHECK(lines[1]["probability"].is_null());
  CHECK_THAT(detailed.err, Contains("1 of 2 examples have no parse"));
}

TEST_CASE("models of several sites, which read a file each, refuse a pipe", "[cli]") {
  const Shell shell;
  std::string rows = "a,b,y\n";
  for (int i = 0; i < 20; ++i)
    rows += std::to_string(i) + "," + std::to_string(i % 5) + "," + std::to_string(2 * i + i % 5) +
            "\n";
  write_text(shell.folder / "left.csv", rows);
  write_text(shell.folder / "right.csv", rows);
  write_text(shell.folder / "new.csv", "a,b\n1,2\n3,4\n");
  write_text(shell.folder / "sites.json",
             R"({"problem": {"type": "regression"},
                 "data": {"format": "csv", "target": "y", "sites": [
                   {"train": "left.csv", "unlabeled": "new.csv"}, {"train": "right.csv", "unlabeled": "new.csv"}]},
                 "learner": {"type": "co_rlsr"}})");
  const Outcome trained = shell("train sites.json --model s.st");
  INFO(trained.err);
  REQUIRE(trained.code == 0);
  CHECK(shell("predict --model s.st --data new.csv").code == 0);
  const std::string command = "cd '" + shell.folder.path().string() +
                              "' && cat new.csv | '" COSTRUCT_BINARY
                              "' predict --model s.st --data - 2> complaint";
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 3);
  CHECK_THAT(read_text(shell.folder / "complaint"), Contains("expected a regular file"));
  CHECK_THAT(shell("describe model s.st.site-1").out, Contains("learner: ") &&
                                                          Contains("data: left.csv") &&
                                                          Contains("fit: ") && Contains("build: "));
  CHECK_THAT(shell("describe model s.st").out, Contains("site 2: features: 2 in 1 view") &&
                                                   Contains("fit: stopped by: ") &&
                                                   Contains("build: ") && !Contains("left.csv"));
}

TEST_CASE("probabilities at huge scores add up to 1 at most, and a note names the remedy",
          "[cli]") {
  const Shell shell;
  write_text(shell.folder / "small.txt",
             "A\tx:1\nB\ty:1\n\nA\tx:1\nA\tx:2\nB\ty:3\n\nB\ty:1\n\nA\tx:1\n");
  write_text(
      shell.folder / "small.json",
      R"({"problem": {"type": "sequence"}, "data": {"format": "crfsuite", "train": "small.txt"},
                 "learner": {"type": "crf"}})");
  REQUIRE(shell("train small.json --model m.st").code == 0);
  // The second token's scores are lost beside those of the first, so that rounding decides its
  // label.
  const auto predict = [&](const std::string& details, const std::string& value) {
    write_text(shell.folder / "huge.txt", "\tx:" + value + "\n\tx:1\n\n\tx:1\n\n\tx:1\n\ty:1\n");
    return shell("predict --model m.st --data huge.txt " + details);
  };
  for (const char* value : {"1e16", "1e17", "1e100", "1e306"}) {
    for (const char* details :
         {"--k-best 2 --marginals", "--marginals", "--k-best 8 --marginals --scores"}) {
      INFO(value << " " << details);
      const Outcome found = predict(details, value);
      REQUIRE(found.code == 0);
      const std::vector<Json> lines = json_lines(found.out);
      REQUIRE(lines.size() == 3);
      for (const Json& line : lines) {
        double sum = 0;
        for (const Json& each : line.value("k_best", Json::array()))
          sum += each["probability"].get<double>();
        CHECK(sum <= 1 + 1e-9);
        CHECK(line["probability"].get<double>() <= 1);
        for (const Json& part : line["marginals"]) {
          double total = 0;
          for (const auto& [label, p] : part.items()) total += p.get<double>();
          CHECK(total == Approx(1).epsilon(1e-9));
        }
      }
      CHECK_THAT(found.err, Contains("1 of 3 examples have scores so large that rounding decides"));
      CHECK_THAT(found.err, Contains("scale the feature values down"));
    }
  }
  const Outcome usual = predict("--k-best 2 --marginals --scores", "1");
  CHECK(usual.err.find("rounding") == std::string::npos);
  // Two labels of one token, one of them far ahead: rounding decides nothing.
  write_text(shell.folder / "clear.txt", "\tx:1e17\n");
  const Outcome clear = shell("predict --model m.st --data clear.txt --k-best 2 --marginals");
  CHECK(clear.err.find("rounding") == std::string::npos);
  CHECK(json_lines(clear.out)[0]["probability"] == 1);
}

TEST_CASE("labels whose huge scores are equal share the probability", "[cli]") {
  const Shell shell;
  // Classes 1 and 2 have the same rows: their weights are equal.
  write_text(shell.folder / "rows.svm", "1 1:1\n2 1:1\n3 2:1\n");
  write_text(
      shell.folder / "rows.json",
      R"({"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "rows.svm"},
                 "learner": {"type": "crf", "C": 1}})");
  REQUIRE(shell("train rows.json --model m.st").code == 0);
  write_text(shell.folder / "huge.svm", "1 1:1e307\n");
  const Outcome found =
      shell("predict --model m.st --data huge.svm --k-best 3 --marginals --scores");
  REQUIRE(found.code == 0);
  const Json line = json_lines(found.out).at(0);
  REQUIRE(line["margin"] == 0);  // else weights are equal up to rounding alone
  CHECK(line["k_best"][0]["probability"] == 0.5);
  CHECK(line["k_best"][1]["probability"] == 0.5);
  CHECK(line["k_best"][2]["probability"] == 0);
  CHECK_THAT(found.err, Contains("1 of 1 examples have scores so large that rounding decides"));
}
