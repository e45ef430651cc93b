// What evaluate prints, against counts of what predict writes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <sstream>

#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

std::vector<std::string> text_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The last word of each line, "" for blank lines but the last ones.
std::vector<std::string> last_words(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& line : text_lines(text))
    words.push_back(line.substr(line.find_last_of(' ') + 1));
  while (!words.empty() && words.back().empty()) words.pop_back();
  return words;
}

// A shell with a chain model m.st of the toy labels, and what it predicts for test.conll.
struct EvaluatedTagger : Shell {
  EvaluatedTagger() {
    REQUIRE((*this)("train pos.json --model m.st").code == 0);
    truth = last_words(read_text(folder / "test.conll"));
    predicted = last_words((*this)("predict --model m.st --data test.conll").out);
    REQUIRE(truth.size() == predicted.size());
  }
  Json json(const std::string& options) const {
    const Outcome outcome =
        (*this)("evaluate --model m.st --data test.conll --output json " + options);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return Json::parse(outcome.out);
  }
  std::vector<std::string> truth, predicted;  // by line of the file
};

double share(double part, double all) {
  return all == 0 ? 0 : part / all;
}

}  // namespace

TEST_CASE("evaluate counts labels as one counts the lines of predict", "[cli][evaluate]") {
  const EvaluatedTagger shell;
  std::map<std::string, double> support, predicted, correct;
  std::map<std::pair<std::string, std::string>, Index> confusion;
  Index tokens = 0;
  for (std::size_t i = 0; i < shell.truth.size(); ++i) {
    const std::string &y = shell.truth[i], &y_hat = shell.predicted[i];
    if (y.empty()) continue;
    ++tokens;
    ++support[y];
    ++predicted[y_hat];
    correct[y] += y == y_hat;
    ++confusion[{y, y_hat}];
  }
  const Json json = shell.json("");
  CHECK(json["examples"] == 20);
  CHECK(json["tokens"] == tokens);
  REQUIRE(json["labels"]["each"].size() == support.size());
  for (const Json& row : json["labels"]["each"]) {
    const auto label = row["label"].get<std::string>();
    INFO(label);
    CHECK(row["support"] == support.at(label));
    CHECK(row["predicted"] == predicted[label]);
    CHECK(row["correct"] == correct[label]);
    CHECK(row["precision"].get<double>() == share(correct[label], predicted[label]));
    CHECK(row["recall"].get<double>() == share(correct[label], support[label]));
    CHECK(row["f1"].get<double>() == share(2 * correct[label], support[label] + predicted[label]));
  }
  CHECK(json["labels"]["micro"]["f1"] == json["metrics"]["f1_micro"]);
  CHECK(json["labels"]["macro"]["f1"].get<double>() ==
        Approx(json["metrics"]["f1_macro"].get<double>()).epsilon(1e-14));
  REQUIRE(json["confusion"].size() == confusion.size());
  for (const Json& cell : json["confusion"])
    CHECK(cell["count"] == confusion.at({cell["expected"], cell["predicted"]}));
  CHECK_FALSE(json.contains("chunks"));
  CHECK_FALSE(json.contains("worst"));
}

TEST_CASE("evaluate prints what it did where no terminal is, and --report holds as much",
          "[cli][evaluate]") {
  const EvaluatedTagger shell;
  const Outcome lines = shell("evaluate --model m.st --data test.conll --report e.json");
  const Json report = Json::parse(read_text(shell.folder / "e.json"));
  const std::vector<std::string> printed = text_lines(lines.out);
  REQUIRE(printed.size() == report["metrics"].size());
  for (const std::string& line : printed) {
    const std::size_t tab = line.find('\t');
    REQUIRE(tab != std::string::npos);
    CHECK(std::stod(line.substr(tab + 1)) ==
          Approx(report["metrics"].at(line.substr(0, tab)).get<double>()).epsilon(1e-15));
  }
  CHECK(shell("evaluate --model m.st --data test.conll --output lines").out == lines.out);
  const Json everything = shell.json("--report f.json --worst 3");
  CHECK(read_text(shell.folder / "f.json") == read_text(shell.folder / "e.json"));
  for (const auto& [key, value] : report.items()) CHECK(everything.at(key) == value);
}

TEST_CASE("evaluate --output table and csv have the numbers of json", "[cli][evaluate]") {
  const EvaluatedTagger shell;
  const Json json = shell.json("--worst 2");
  const Outcome table =
      shell("evaluate --model m.st --data test.conll --output table --worst 2 --bootstrap 20");
  REQUIRE(table.code == 0);
  for (const char* head :
       {"20 examples, ", "metric ", " low ", "label ", "precision", "support", "micro average",
        "macro average", "confusion matrix", "expected ", "place ", "part "})
    CHECK_THAT(table.out, Contains(head));
  CHECK_THAT(table.out, !Contains("\t") && !Contains(" \n") && !Contains("chunk"));

  const Outcome csv =
      shell("evaluate --model m.st --data test.conll --output csv --worst 2 --metrics token_error");
  std::map<std::string, std::string> cells;
  const std::vector<std::string> rows = text_lines(csv.out);
  REQUIRE(rows.front() == "table,row,column,value");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::size_t comma = rows[i].rfind(',');
    CHECK(cells.emplace(rows[i].substr(0, comma), rows[i].substr(comma + 1)).second);
  }
  CHECK(cells.at("data,all,examples") == "20");
  CHECK(std::stod(cells.at("metrics,token_error,value")) ==
        json["metrics"]["token_error"].get<double>());
  CHECK_FALSE(cells.contains("metrics,loss,value"));
  for (const Json& row : json["labels"]["each"]) {
    const std::string place = "labels," + row["label"].get<std::string>() + ",";
    for (const char* key : {"precision", "recall", "f1", "support", "predicted", "correct"})
      CHECK(std::stod(cells.at(place + key)) == row[key].get<double>());
  }
  CHECK(std::stod(cells.at("averages of labels,macro,recall")) ==
        json["labels"]["macro"]["recall"].get<double>());
  for (const Json& cell : json["confusion"])
    CHECK(cells.at("confusion," + cell["expected"].get<std::string>() + "," +
                   cell["predicted"].get<std::string>()) == cell["count"].dump());
  CHECK(cells.contains("worst," + json["worst"][0]["place"].get<std::string>() + ",expected"));
}

TEST_CASE("the worst examples are those with the most wrong labels", "[cli][evaluate]") {
  const EvaluatedTagger shell;
  struct Sentence {
    std::size_t line = 0;
    Index wrong = 0, words = 0;
    std::string truth = {}, predicted = {};
  };
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < shell.truth.size(); ++i) {
    if (shell.truth[i].empty()) continue;
    if (i == 0 || shell.truth[i - 1].empty()) sentences.push_back({i + 1});
    Sentence& last = sentences.back();
    last.truth += (last.words == 0 ? "" : "\n") + shell.truth[i];
    last.predicted += (last.words == 0 ? "" : "\n") + shell.predicted[i];
    last.wrong += shell.truth[i] != shell.predicted[i];
    ++last.words;
  }
  std::erase_if(sentences, [](const Sentence& each) { return each.wrong == 0; });
  std::stable_sort(sentences.begin(), sentences.end(), [](const auto& a, const auto& b) {
    return std::pair(a.wrong, a.words) > std::pair(b.wrong, b.words);
  });
  REQUIRE(sentences.size() > 2);
  const Json two = shell.json("--worst 2 --metrics token_error")["worst"];
  const Json all = shell.json("--worst 1000000")["worst"];
  CHECK(two.size() == 2);
  REQUIRE(all.size() == sentences.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i]["place"] == "test.conll:" + std::to_string(sentences[i].line));
    CHECK(all[i]["loss"] == sentences[i].wrong);
    CHECK(all[i]["expected"] == sentences[i].truth);
    CHECK(all[i]["predicted"] == sentences[i].predicted);
    if (i < 2) CHECK(two[i] == all[i]);
  }
  write_text(shell.folder / "right.conll", "w3 A\n");
  CHECK_THAT(shell("evaluate --model m.st --data right.conll --worst 3").out,
             Contains("no example has a loss"));
}

TEST_CASE("evaluate counts chunks by their type", "[cli][evaluate]") {
  // Each word tells its label, so that the labels behind p= are predicted.
  const Shell shell;
  const std::vector<std::string> labels = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  std::string train, test;
  for (const std::string& label : labels) train += "p=" + label + " " + label + "\n\n";
  // true X: 1-2, 6; Y: 4-5. predicted X: 1-2; Y: 4, 5-5, 6.
  const std::vector<std::pair<std::string, std::string>> words = {
      {"B-X", "B-X"}, {"I-X", "I-X"}, {"O", "O"}, {"B-Y", "B-Y"}, {"I-Y", "B-Y"}, {"B-X", "B-Y"}};
  for (const auto& [y, y_hat] : words) test += "p=" + y_hat + " " + y + "\n";
  write_text(shell.folder / "chunks.conll", train);
  write_text(shell.folder / "gold.conll", test);
  write_text(shell.folder / "c.json", Json({{"problem", {{"type", "sequence"}}},
                                            {"data",
                                             {{"format", "conll"},
                                              {"columns", {"word", "label"}},
                                              {"train", "chunks.conll"},
                                              {"features", {{{"extractor", "token"}}}}}},
                                            {"metrics", {"chunk_f1", "token_error"}},
                                            {"learner", {{"type", "perceptron"}, {"epochs", 10}}}})
                                          .dump());
  const Outcome trained = shell("train c.json --model c.st --report r.json");
  INFO(trained.err);
  REQUIRE(trained.code == 0);
  CHECK_THAT(trained.err, Contains("chunk_f1 1.0000 on train"));
  const Json report = Json::parse(read_text(shell.folder / "r.json"))["metrics"];
  CHECK(report == Json({{"chunk_f1", 1.0}, {"token_error", 0.0}}));

  const Json json = Json::parse(shell("evaluate --model c.st --data gold.conll --output json").out);
  CHECK(json["metrics"].size() == 2);
  std::map<std::string, std::array<Index, 3>> counts;
  for (const Json& row : json["chunks"]["each"])
    counts[row["chunk"]] = {row["support"], row["predicted"], row["correct"]};
  CHECK(counts == std::map<std::string, std::array<Index, 3>>{{"X", {2, 1, 1}}, {"Y", {1, 3, 0}}});
  CHECK(json["chunks"]["micro"]["f1"] == json["metrics"]["chunk_f1"]);
  CHECK(json["chunks"]["micro"]["f1"].get<double>() == Approx(2.0 / 7));
  CHECK(json["chunks"]["macro"]["f1"].get<double>() == Approx((2.0 / 3 + 0) / 2));
  for (const Json& row : json["labels"]["each"]) CHECK(row["averaged"] == (row["label"] != "O"));
  const std::string table =
      shell("evaluate --model c.st --data gold.conll --output table --metrics accuracy").out;
  CHECK_THAT(table, Contains("accuracy") && Contains("chunk ") && !Contains("token_error") &&
                        Contains("the averages leave out the label O"));

  const Outcome broken =
      shell("train c.json --model d.st --set 'metrics=[\"chunk_f2\", \"rmse\"]'");
  CHECK(broken.code == 2);
  CHECK_THAT(broken.err, Contains("metrics.0 = chunk_f2: did you mean chunk_f1") &&
                             Contains("metrics.1 = rmse: problem sequence does not have it"));
}

TEST_CASE("metrics that nobody has, or that do not suit, are errors", "[cli][evaluate]") {
  const EvaluatedTagger shell;
  const std::string evaluate = "evaluate --model m.st --data test.conll --metrics ";
  const Outcome unknown = shell(evaluate + "acuracy,rmse,loss,loss");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("--metrics acuracy: did you mean accuracy?") &&
                              Contains("--metrics rmse: problem sequence does not have it") &&
                              Contains("--metrics loss: stands twice"));
  const Outcome unsuited = shell(evaluate + "chunk_f1");
  CHECK(unsuited.code == 2);
  CHECK_THAT(unsuited.err, Contains("metric chunk_f1: needs labels in IOB1"));
  const Outcome untrained = shell("train pos.json --model n.st --set 'metrics=[\"chunk_f1\"]'");
  CHECK(untrained.code == 2);
  CHECK_THAT(untrained.err, Contains("pos.json") && Contains("chunk_f1: needs labels in IOB1"));
  CHECK_FALSE(std::filesystem::exists(shell.folder / "n.st"));
  CHECK(text_lines(shell(evaluate + "token_error,accuracy").out).size() == 2);
}

TEST_CASE("a confusion matrix of many labels has the most frequent ones", "[cli][evaluate]") {
  const Shell shell;
  std::string train, test;
  for (int k = 0; k < 30; ++k) {
    train += std::to_string(k) + " " + std::to_string(k + 1) + ":1\n";
    for (int i = 0; i < 30 - k; ++i)
      test += std::to_string(k) + " " + std::to_string(i == 0 ? 30 - k : k + 1) + ":1\n";
  }
  write_text(shell.folder / "train.svm", train);
  write_text(shell.folder / "many.svm", test);
  write_text(shell.folder / "many.json",
             R"({"problem": {"type": "multiclass"},
                 "data": {"format": "svmlight", "train": "train.svm"},
                 "learner": {"type": "perceptron", "epochs": 20}})");
  REQUIRE(shell("train many.json --model m.st").code == 0);
  const std::string out = shell("evaluate --model m.st --data many.svm --output table").out;
  CHECK_THAT(out, Contains("the 20 most frequent of 30 labels, the rest as (other)"));
  // Rows and columns add up to all 465 examples.
  Index sum = 0;
  bool is_matrix = false;
  for (const std::string& line : text_lines(out)) {
    if (line.starts_with("expected")) is_matrix = true;
    if (!is_matrix || line.starts_with("expected")) continue;
    std::istringstream in(line);
    std::string name;
    in >> name;
    for (Index count; in >> count;) sum += count;
  }
  CHECK(sum == 465);
}

TEST_CASE("the worst numbers are those with the largest squared errors", "[cli][evaluate]") {
  const Shell shell;
  std::string train, test = "x,y\n";
  for (int i = 0; i < 20; ++i) train += std::to_string(i) + "," + std::to_string(2 * i) + "\n";
  for (int i = 0; i < 10; ++i)
    test += std::to_string(i) + "," + std::to_string(2 * i + (i % 3) * i) + "\n";
  write_text(shell.folder / "train.csv", "x,y\n" + train);
  write_text(shell.folder / "new.csv", test);
  write_text(shell.folder / "n.json",
             R"({"problem": {"type": "regression"},
                 "data": {"format": "csv", "train": "train.csv", "target": "y"},
                 "metrics": ["mae"],
                 "learner": {"type": "rlsr", "kernel": {"type": "linear"}, "eta": 1e-6}})");
  const Outcome trained = shell("train n.json --model n.st");
  INFO(trained.err);
  REQUIRE(trained.code == 0);
  const Json json =
      Json::parse(shell("evaluate --model n.st --data new.csv --output json --worst 4").out);
  CHECK(json["metrics"].size() == 1);
  REQUIRE(json["worst"].size() == 4);
  // The errors are (i mod 3) i: 16 at 8, 10 at 5, 7 at 7, 4 at 2 and 4.
  CHECK(json["worst"][0]["place"] == "new.csv:10");
  CHECK(json["worst"][1]["place"] == "new.csv:7");
  CHECK(json["worst"][2]["place"] == "new.csv:9");
  for (const Json& each : json["worst"]) {
    const double error = std::stod(each["expected"].get<std::string>()) -
                         std::stod(each["predicted"].get<std::string>());
    CHECK(each["loss"].get<double>() == Approx(error * error));
  }
  const std::string table =
      shell("evaluate --model n.st --data new.csv --output table --worst 4").out;
  CHECK_THAT(table, Contains("mae") && Contains("new.csv:10") && !Contains("confusion") &&
                        !Contains("rmse"));
}
