// What the program says when names are made to harm, and when something is wrong: safe, short, to
// the point. Runs the binary.
#include <catch2/catch.hpp>

#include <sstream>

#include "costruct/core/text/utf8.hpp"
#include "costruct/results/store/run_record.hpp"
#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// Sets the title of a terminal, its colour, forges a line, goes back to its start, writes
// backwards.
const std::string kHostile = "\x1b]0;t\x07\x1b[31m\nforged: ok\r\x7f\u009b2J\u202ek\xff";
// The same where JSON, which has no such bytes, is the only way in.
const std::string kHostileText = "\x1b]0;t\x07\x1b[31m\nforged: ok\r\x7f\u009b2J\u202ek";

bool is_control(char32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0) ||
         (code >= 0x202A && code <= 0x202E);
}

// What a terminal would obey in a text, or a line that a name has forged; "" where there is
// nothing.
std::string harm_in(std::string_view text) {
  if (text.starts_with("forged") || text.find("\nforged") != std::string_view::npos)
    return "a forged line";
  while (!text.empty()) {
    const Character c = first_character(text);
    if (is_control(c.code)) return "character " + std::to_string(static_cast<unsigned>(c.code));
    if (c.code == kNoCharacter && c.bytes == 1) return "a byte that is no UTF-8";
    text.remove_prefix(c.bytes);
  }
  return "";
}

// A word of the shell.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

void check_harmless(const Outcome& outcome) {
  CAPTURE(outcome.code, outcome.out, outcome.err);
  CHECK(harm_in(outcome.out).empty());
  CHECK(harm_in(outcome.err).empty());
  CHECK(outcome.err.size() < 20000);
  CHECK((outcome.code >= 0 && outcome.code <= 3));
}

// Replaces the first occurrence in a file by a text of the same length.
void replace_in(const std::filesystem::path& file, const std::string& what, std::string by) {
  by.resize(what.size(), 'x');
  std::string text = read_text(file);
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  write_text(file, text.replace(at, what.size(), by));
}

Json hostile_claims() {
  return Json::array(
      {{{"less", {"hmm", "perceptron"}}, {"text", kHostileText}, {"source", kHostileText}}});
}

}  // namespace

TEST_CASE("names of a config that are made to harm are shown, never executed", "[cli][messages]") {
  const Shell shell;
  const auto try_config = [&](const Json& json) {
    write_text(shell.folder / "c.json", json.dump());
    for (const char* command : {"run c.json", "validate c.json", "train c.json --model m"})
      check_harmless(shell(command));
  };
  for (const char* path :
       {"/problem/type", "/problem/loss", "/data/format", "/data/train", "/data/columns/0",
        "/data/features/0/extractor", "/data/features/0/group", "/views/split", "/sweep/protocol",
        "/sweep/labeled", "/learners/0/type", "/learners/0/name", "/learners/0/epochs",
        "/metrics/0", "/name", "/source", "/description", "/claims", "/tests"}) {
    CAPTURE(path);
    Json json = toy_experiment();
    json[Json::json_pointer(path)] = kHostileText;
    try_config(json);
  }
  for (const char* object :
       {"", "/problem", "/data", "/data/features/0", "/views", "/sweep", "/learners/0"}) {
    CAPTURE(object);
    Json json = toy_experiment();
    json[Json::json_pointer(object)][kHostileText] = 1;
    try_config(json);
  }
  Json json = toy_experiment();
  json["claims"] = hostile_claims();
  json["claims"][0]["less"][0] = kHostileText;
  try_config(json);
  write_text(shell.folder / "c.json", "{\"a\": \x1b[31m}");
  check_harmless(shell("validate c.json"));
  write_text(shell.folder / "c.json", "{\"" + kHostile + "\": 1, \"x\": tru\x1b}");
  check_harmless(shell("validate c.json"));
}

TEST_CASE("names on the command line that are made to harm are shown, never executed",
          "[cli][messages]") {
  const Shell shell;
  const std::string hostile = quoted(kHostile);
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  for (const std::string& command : std::vector<std::string>{
           hostile,
           quoted("--" + kHostileText),
           "list " + hostile,
           "describe " + hostile + " x",
           "describe learner " + hostile,
           "run " + hostile,
           "validate " + hostile,
           "report " + hostile,
           "compare " + hostile + " " + hostile,
           "claims " + hostile,
           "merge " + hostile + " " + hostile,
           "run toy.json --set " + hostile,
           "run toy.json --set " + hostile + "=1",
           "run toy.json --set sweep.holdout=" + hostile,
           "run toy.json --shard " + hostile,
           "run toy.json --jobs " + hostile,
           "run toy.json --out m.st/" + hostile,
           "run toy.json --dry-run --data-dir " + hostile + " --set data.train=nowhere",
           "run toy.json --dry-run --set data.train=" + quoted(kHostileText),
           "predict --model " + hostile + " --data x",
           "predict --model m.st --data " + hostile,
           "predict --model m.st --data test.conll --output no/" + hostile,
           "evaluate --model m.st --data " + hostile,
           "train pos.json --model no/" + hostile,
           "train pos.json --model ok.st --report no/" + hostile}) {
    CAPTURE(command);
    const Outcome outcome = shell(command);
    check_harmless(outcome);
    CHECK(outcome.code != 0);
  }
  // Files that are there and have such names.
  std::filesystem::rename(shell.folder / "toy.json", shell.folder / (kHostile + ".json"));
  std::filesystem::rename(shell.folder / "m.st", shell.folder / (kHostile + ".st"));
  std::filesystem::copy(shell.folder / "test.conll", shell.folder / kHostile);
  check_harmless(shell("run " + quoted(kHostile + ".json") + " --out " + hostile + "runs"));
  CHECK(shell("run " + quoted(kHostile + ".json") + " --out " + hostile + "runs").code == 0);
  for (const char* command : {"report ", "claims ", "merge other "})
    check_harmless(shell(command + hostile + "runs"));
  check_harmless(shell("compare " + hostile + "runs " + hostile + "runs"));
  check_harmless(shell("validate " + quoted(kHostile + ".json")));
  check_harmless(
      shell("train pos.json --model " + hostile + "2 --set data.test=" + quoted("test.conll")));
  check_harmless(shell("predict --model " + quoted(kHostile + ".st") + " --data " + hostile));
  check_harmless(shell("evaluate --model " + quoted(kHostile + ".st") + " --data " + hostile));
}

TEST_CASE(
    "names in data that are made to harm are shown in messages, and predicted as they are spelled",
    "[cli][messages]") {
  const Shell shell;
  const std::string label = "\x1b[31mred\u202e";
  std::string sentences;
  for (int i = 0; i < 30; ++i)
    sentences += "w" + std::to_string(i % 3) + " " + (i % 3 == 0 ? label : "B") + "\n\n";
  write_text(shell.folder / "train.conll", sentences);
  const Outcome run =
      shell("run toy.json --set sweep.labeled=[3] --set sweep.unlabeled=[0] --set sweep.holdout=5");
  check_harmless(run);
  check_harmless(shell(
      "run toy.json --set sweep.labeled=[1] --set sweep.unlabeled=[0] --set sweep.holdout=5"));
  check_harmless(
      shell("run toy.json --set metrics='[\"chunk_f1\"]' --set sweep.labeled=[3] --set "
            "sweep.unlabeled=[0] --set sweep.holdout=5 --out chunks"));
  check_harmless(
      shell("train pos.json --model m.st --set "
            "'learner={\"type\": \"perceptron\", \"epochs\": 20}'"));
  check_harmless(shell("evaluate --model m.st --data train.conll"));
  const Outcome predicted = shell("predict --model m.st --data train.conll");
  CHECK(predicted.code == 0);
  CHECK(predicted.out.substr(0, label.size() + 1) == label + "\n");

  // A table: names of columns and of values.
  const std::string cell = "\"" + kHostileText + "\"";
  write_text(shell.folder / "t.csv", "y," + cell + "\na," + cell + "\nb,2\na,x\nb,x\n");
  Json table = {{"problem", {{"type", "multiclass"}}},
                {"data", {{"format", "csv"}, {"train", "t.csv"}, {"target", "y"}}},
                {"learner", {{"type", "perceptron"}}}};
  for (const char* key : {"target", "nominal", "ignore"}) {
    for (const Json& value : {Json("y"), Json(kHostileText), Json("why")}) {
      Json config = table;
      config["data"][key] = std::string(key) == "target" ? value : Json::array({value});
      write_text(shell.folder / "t.json", config.dump());
      check_harmless(shell("train t.json --model t.st"));
    }
  }
  // Words of other formats, and splits.
  for (const auto& [format, problem] :
       {std::pair("svmlight", "multiclass"), std::pair("svmhmm", "sequence"),
        std::pair("crfsuite", "sequence"), std::pair("brown", "sequence")}) {
    for (const std::string& line :
         {"1 " + kHostile, kHostile + " 1:1", "1\t@weight:" + kHostile, "a/b " + label}) {
      write_text(shell.folder / "data", line + "\n");
      const Json config = {{"problem", {{"type", problem}}},
                           {"data", {{"format", format}, {"train", "data"}}},
                           {"learner", {{"type", "perceptron"}}}};
      write_text(shell.folder / "f.json", config.dump());
      check_harmless(shell("train f.json --model f.st"));
    }
  }
  write_text(shell.folder / "s.splits",
             "{\"labeled\": [1], \"" + kHostileText.substr(3, 3) + "\u202e\": [2]}\n");
  check_harmless(shell(
      "run toy.json --set 'sweep={\"protocol\": \"split_files\", \"splits\": \"s.splits\"}'"));
}

TEST_CASE("model files and stores whose names are made to harm are shown, never executed",
          "[cli][messages]") {
  const Shell shell;
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  for (const auto& [name, by] :
       {std::pair("sequence", "\\\\u001bx"), std::pair("__metadata__", "\x1b[5m\u202e"),
        std::pair("format_version", "\\u001b[5mxxxx")}) {
    std::filesystem::copy_file(shell.folder / "m.st", shell.folder / "h.st",
                               std::filesystem::copy_options::overwrite_existing);
    replace_in(shell.folder / "h.st", name, by);
    check_harmless(shell("predict --model h.st --data test.conll"));
    check_harmless(shell("evaluate --model h.st --data test.conll"));
  }

  REQUIRE(shell("run toy.json").code == 0);
  const std::filesystem::path runs = shell.folder / "runs" / "toy";
  RunRecord record;
  {
    ResultStore store(runs, ResultStore::Mode::kResume);
    record = read_record(store);
    RunRecord hostile = record;
    hostile.results.name = hostile.results.source = kHostileText;
    hostile.results.claims = hostile_claims();
    hostile.results.config["description"] = hostile.results.config["source"] = kHostileText;
    hostile.results.provenance["program"] = kHostileText;
    save_record(store, hostile);
  }
  for (const char* command : {"report runs/toy", "compare runs/toy runs/toy",
                              "claims runs/toy --csv claims.csv", "merge merged runs/toy"}) {
    CAPTURE(command);
    const Outcome outcome = shell(command);
    check_harmless(outcome);
    CHECK(outcome.code == 0);
  }
  for (const char* file : {"report.html", "curves.csv", "times.csv", "cells.csv", "config.json"}) {
    CAPTURE(file);
    std::string text = read_text(runs / file);
    if (file == std::string("report.html"))
      std::replace(text.begin(), text.end(), '\n', ' ');  // where a line break is a blank
    CHECK(harm_in(text).empty());
  }
  CHECK(harm_in(read_text(shell.folder / "claims.csv")).empty());
  {
    ResultStore store(runs, ResultStore::Mode::kResume);
    record.results.learners[0] = kHostileText;  // no config may have that
    save_record(store, record);
  }
  const Outcome refused = shell("report runs/toy");
  check_harmless(refused);
  CHECK(refused.code == 3);
}

TEST_CASE("messages stay short whatever they quote", "[cli][messages]") {
  const Shell shell;
  const std::string large(900000, 'k');
  Json json = toy_experiment();
  json["learners"][0][large] = 1;
  write_text(shell.folder / "key.json", json.dump());
  json = toy_experiment();
  json["learners"][0]["type"] = large;
  write_text(shell.folder / "type.json", json.dump());
  json = toy_experiment();
  for (int i = 0; i < 20000; ++i) json["learners"][0]["wrong" + std::to_string(i)] = 1;
  write_text(shell.folder / "keys.json", json.dump());
  json = toy_experiment();
  json["data"]["train"] = large;
  write_text(shell.folder / "path.json", json.dump());
  write_text(shell.folder / "long.conll", "a b " + large + "\n");
  std::string many;
  for (int i = 0; i < 3000; ++i) many += "w label" + std::to_string(i) + "\n";
  write_text(shell.folder / "many.conll", many + "\n");
  const auto [command, message] = GENERATE(table<std::string, std::string>({
      {"validate key.json", "unknown key learners.0.kkk"},
      {"validate type.json", "learners.0.type = kkk"},
      {"validate keys.json", "more errors"},
      {"run path.json", "kkk"},
      {"run toy.json --set data.train=long.conll", "long.conll:1:"},
      {"run toy.json --set data.train=many.conll", ""},
  }));
  CAPTURE(command);
  const Outcome outcome = shell(command);
  CHECK(outcome.code >= 2);
  CHECK(outcome.err.size() < 15000);
  CHECK_THAT(outcome.err, Contains(message));
}

TEST_CASE("one cause is one error, and all causes are told at once", "[cli][messages]") {
  const Shell shell;
  Json json = toy_experiment();
  json["claims"] =
      Json::array({{{"less", {"hmm", "perceptron"}}}, {{"less", {"perceptron", "co_perceptron"}}}});
  const auto lines_of = [&](const Json& config) {
    write_text(shell.folder / "c.json", config.dump());
    const Outcome outcome = shell("validate c.json");
    CHECK(outcome.code == 2);
    INFO(outcome.err);
    UNSCOPED_INFO(outcome.err);
    return std::count(outcome.err.begin(), outcome.err.end(), '\n');
  };
  Json missing = json, misspelt = json, object = json, metric = json;
  missing.erase("learners");
  CHECK(lines_of(missing) == 1);
  misspelt["learners"][1]["type"] = "hm";
  CHECK(lines_of(misspelt) == 1);
  object["learners"] = object["learners"][0];
  CHECK(lines_of(object) == 1);
  metric["metrics"] = {"tokn_error"};
  metric["claims"][0]["metric"] = "token_error";
  CHECK(lines_of(metric) == 1);

  Json all = json;
  all["$schema"] = 7;                           // 1
  all["problem"]["los"] = "hamming";            // 2
  all["data"]["columns"] = 7;                   // 3
  all["data"]["limit"] = "all";                 // 4
  all["data"]["features"][0]["windw"] = 1;      // 5
  all["data"]["features"][1]["extractor"] = 0;  // 6
  all["views"] = "named";                       // 7
  all["sweep"]["labeled"] = {0};                // 8
  all["sweep"]["holdot"] = 5;                   // 9
  all["learners"][0] = "perceptron";            // 10
  all["learners"][1]["smothing"] = 1;           // 11
  all["learners"][2]["epochs"] = {3};           // 12
  all["metrics"] = "token_error";               // 13
  all["tests"] = {"paired"};                    // 14
  all["claims"][1]["alpa"] = 0.1;               // 15
  all["sweeep"] = 1;                            // 16
  CHECK(lines_of(all) == 16);
}

TEST_CASE("a config may name its schema and have comments", "[cli][messages]") {
  const Shell shell;
  Json json = toy_experiment();
  json["$schema"] = "https://example.org/config.schema.json";
  const std::string text = json.dump(2);
  write_text(shell.folder / "c.json",
             "// the toy /* experiment\n{ /* two\nlines */" + text.substr(1) + "// end");
  const Outcome valid = shell("validate c.json");
  CHECK(valid.code == 0);
  CHECK(Json::parse(valid.out)["$schema"] == "https://example.org/config.schema.json");
  CHECK(Json::parse(valid.out)["sweep"]["holdout"] == 20);
  CHECK(shell("run c.json").code == 0);
  CHECK(shell("run runs/toy/config.json --data-dir . --dry-run").code ==
        0);  // what was stored reads back
  write_text(shell.folder / "c.json", "{} /* never closed");
  CHECK(shell("validate c.json").code == 2);
  CHECK_THAT(shell("validate toy.json --set 'sweep.holdout=5 // five'").err, Contains("must be"));
}

TEST_CASE("a message says what to do", "[cli][messages]") {
  const Shell shell;
  std::filesystem::create_directories(shell.folder / "empty" / "shards");
  const std::string long_name(300, 'n');
  Json json = toy_experiment();
  json["learners"][1]["name"] = long_name;
  write_text(shell.folder / "long.json", json.dump());
  const auto [command, message] = GENERATE_COPY(table<std::string, std::string>({
      {"validate toy.json --set learners.0.type=svm",
       "learners.0.type = svm: did you mean structural_svm, co_svm or gradient_svm?"},
      {"validate toy.json --set learners.0.type=HMM", "did you mean hmm?"},
      {"validate toy.json --set learners.0.type=Co-Perceptron", "did you mean co_perceptron?"},
      {"describe learner SVM", "did you mean structural_svm, co_svm or gradient_svm?"},
      {"List learners", "unknown command List: did you mean list?"},
      {"validate toy.json --set learners.0.epochs=x",
       "must be an integer\n--set learners.0.epochs=x: taken for text, as the value is no JSON\n"},
      {"validate toy.json --set sweep.labeled=[5,10",
       "--set sweep.labeled=[5,10: taken for text, as the value "
       "is no JSON: syntax error"},
      {"validate toy.json --set sweep.labeled=5,10", "--set sweep.labeled=5,10: taken for text"},
      {"validate toy.json --set sweep.holdout=1e999", "1e999 is too large a number"},
      {"validate toy.json --set sweep --set metrics=3", "toy.json: metrics = 3"},
      {"validate long.json", "must be at most 200 bytes long, and has 300"},
      {"validate toy.json --set name=" + long_name, "at most 200"},
  }));
  CAPTURE(command);
  const Outcome outcome = shell(command);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains(message));
}

TEST_CASE("a plain string that is right is taken without a word", "[cli][messages]") {
  const Shell shell;
  const Outcome outcome = shell("validate toy.json --set name=plain");
  CHECK(outcome.code == 0);
  CHECK(outcome.err == "toy.json: ok\n");
}

TEST_CASE("merge leaves out runs that have just begun", "[cli][messages]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --shard 1/2").code == 0);
  const std::filesystem::path begun = shell.folder / "runs" / "toy" / "shards" / "2-of-2";
  std::filesystem::create_directories(begun);
  { const ResultStore store(begun, ResultStore::Mode::kResume); }
  const Outcome half = shell("merge runs/toy");
  CHECK(half.code == 1);
  CHECK_THAT(half.err,
             Contains("note: left out: runs/toy/shards/2-of-2/results.sqlite: no cells yet") &&
                 Contains("cells are missing"));
  std::filesystem::remove_all(shell.folder / "runs" / "toy" / "shards" / "1-of-2");
  const Outcome none = shell("merge other runs/toy/shards/2-of-2");
  CHECK(none.code == 3);
  CHECK_THAT(none.err, Contains("none of the runs to merge has cells yet"));
  CHECK_FALSE(std::filesystem::exists(shell.folder / "other"));
}

TEST_CASE("values that are too large are told with their file", "[cli][messages]") {
  const Shell shell;
  std::string rows = "y,a,b\n";
  for (int i = 0; i < 20; ++i)
    rows += std::to_string(i) + ",1e200,-1e" + std::to_string(200 + i) + "\n";
  write_text(shell.folder / "large.csv", rows);
  write_text(shell.folder / "l.json",
             R"({"problem": {"type": "regression"}, "learner": {"type": "rlsr"},
      "data": {"format": "csv", "train": "large.csv", "target": "y"}})");
  const Outcome outcome = shell("train l.json --model m.st");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("large.csv: ") && Contains("too large"));
}

TEST_CASE("text that is not UTF-8 is told once, with its line", "[cli]") {
  const Shell shell;
  const auto count = [](const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  // A word, a label and a cell of a table as Latin-1 has them.
  write_text(shell.folder / "train.conll", "uno N\nni\xf1o N\nse\xf1or N\n\nsi S\xcd\n\n");
  const Outcome trained = shell("train pos.json --model m.st");
  CHECK(trained.code == 0);
  CHECK(count(trained.err, "costruct: warning: ") == 1);
  CHECK_THAT(trained.err, Contains("train.conll:2: byte 0xf1 is not UTF-8") && Contains("iconv"));
  write_text(shell.folder / "new.conll", "uno\nse\xf1or\n\nsi\n");
  const Outcome predicted = shell("predict --model m.st --data new.conll --scores");
  CHECK(predicted.code == 0);
  CHECK_THAT(predicted.err, Contains("new.conll:2: byte 0xf1 is not UTF-8"));
  std::istringstream lines(predicted.out);  // JSON is UTF-8 whatever labels are
  for (std::string line; std::getline(lines, line);) {
    CHECK(first_not_utf8(line) == std::string::npos);
    CHECK(Json::accept(line));
  }
  // A table is read twice, for the types of its columns and for its rows.
  write_text(shell.folder / "train.csv", "word,y\nni\xf1o,a\ncasa,b\n");
  write_text(
      shell.folder / "table.json",
      R"({"problem": {"type": "multiclass"}, "data": {"format": "csv", "target": "y", "train": "train.csv"},
                 "learner": {"type": "perceptron"}})");
  const Outcome table = shell("train table.json --model t.st --quiet");
  CHECK(table.code == 0);
  CHECK(count(table.err, "train.csv:2: byte 0xf1 is not UTF-8") == 1);
  write_text(shell.folder / "train.conll", "uno N\nniño N\n\nsi S\n\n");
  CHECK_THAT(shell("train pos.json --model m.st").err, !Contains("UTF-8"));
}
