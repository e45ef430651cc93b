// The program as a user meets it: exit codes, messages, files. Runs the binary.
#include <catch2/catch.hpp>

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

TEST_CASE("run writes its files, prints the table and exits with 0", "[cli]") {
  const Shell shell;
  const Outcome run = shell("run toy.json");
  CHECK(run.code == 0);
  CHECK_THAT(run.out, Contains("token_error") && Contains("co_perceptron"));
  CHECK_THAT(run.err, Contains("runs/toy/report.html"));
  for (const char* file :
       {"curves.csv", "times.csv", "cells.csv", "report.html", "results.sqlite", "config.json"}) {
    CHECK(std::filesystem::file_size(shell.folder / "runs" / "toy" / file) > 0);
  }
  CHECK_THAT(read_text(shell.folder / "runs" / "toy" / "curves.csv"),
             Catch::StartsWith("learner,labeled,unlabeled,metric,mean,standard_error,count\n"));
  const Outcome plan = shell("run toy.json --dry-run");
  CHECK(plan.code == 0);
  CHECK_THAT(plan.err, Contains("36 cells: 36 done, 0 to do"));
  CHECK_THAT(shell("run toy.json --dry-run --fresh").err, Contains("36 cells: 0 done, 36 to do"));
  CHECK_THAT(shell("run toy.json --dry-run --set sweep.repetitions=4").err,
             Contains("48 cells: 36 done, 12 to do"));
  CHECK(shell("run toy.json --jobs 2 --out again").code == 0);
  CHECK(read_text(shell.folder / "again" / "curves.csv") ==
        read_text(shell.folder / "runs" / "toy" / "curves.csv"));
}

TEST_CASE("a signal ends a run with 130, and the same command ends it as if there had been none",
          "[cli]") {
  const Shell shell;
  const std::string run =
      "run toy.json --set sweep.repetitions=40 --set learners.2.epochs=300 --out ";
  const std::string cells = (shell.folder / "killed" / "results.sqlite-wal").string();
  const int signal = GENERATE(SIGINT, SIGTERM, SIGKILL);
  std::thread killer([&] {
    for (int i = 0; i < 3000; ++i) {  // until there are some cells; at most half a minute
      std::error_code failed;
      const auto size = std::filesystem::file_size(cells, failed);
      if (!failed && size > 60000) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const std::string pid = read_text(shell.folder / "pid");
    if (!pid.empty()) ::kill(std::stoi(pid), signal);
  });
  const std::string command = "cd '" + shell.folder.path().string() +
                              "' && sh -c 'echo $$ > pid; exec \"" COSTRUCT_BINARY "\" " + run +
                              "killed' > .out 2> .err";
  const int status = std::system(command.c_str());
  killer.join();
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == (signal == SIGKILL ? 128 + SIGKILL : 130));
  if (signal != SIGKILL) CHECK_THAT(read_text(shell.folder / ".err"), Contains("interrupted"));
  CHECK(shell(run + "killed").code == 0);
  CHECK(shell(run + "whole").code == 0);
  CHECK(read_text(shell.folder / "killed" / "curves.csv") ==
        read_text(shell.folder / "whole" / "curves.csv"));
}

TEST_CASE("train, predict and evaluate work together", "[cli]") {
  const Shell shell;
  const Outcome trained =
      shell("train pos.json --model m.st --report r.json --set data.test=test.conll");
  CHECK(trained.code == 0);
  CHECK_THAT(trained.err,
             Contains("Next: costruct predict --model m.st --data FILE labels new examples.\n"));
  const Outcome predicted = shell("predict --model m.st --data test.conll");
  CHECK(predicted.code == 0);
  CHECK(predicted.err.empty());
  CHECK(shell("predict --model m.st --data test.conll --output p.txt").out.empty());
  write_text(shell.folder / "none.conll", "\n");
  CHECK(shell("predict --model m.st --data none.conll").err ==
        "costruct: note: none.conll: there is nothing to predict\n");
  CHECK(read_text(shell.folder / "p.txt") == predicted.out);
  const Outcome evaluated = shell("evaluate --model m.st --data test.conll --report e.json");
  CHECK(evaluated.code == 0);
  CHECK_THAT(evaluated.out, Contains("token_error\t"));
  CHECK(Json::parse(read_text(shell.folder / "e.json"))["metrics"] ==
        Json::parse(read_text(shell.folder / "r.json"))["metrics"]);
}

TEST_CASE("predictions stand on the lines of their tokens, however many lines are blank", "[cli]") {
  const Shell shell;
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  REQUIRE(shell("train pos.json --model k.st --set 'learner={\"type\": \"perceptron\", \"kernel\": "
                "{\"type\": \"polynomial\"}}'")
              .code == 0);
  const std::string model = GENERATE("m.st", "k.st");
  const auto predict = [&](const std::string& text) {
    write_text(shell.folder / "new.conll", text);
    return shell("predict --model " + model + " --data new.conll").out;
  };
  std::istringstream single(predict("w4\nW7\n\nw8\n\n"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(single, line);) lines.push_back(line);
  REQUIRE(lines.size() == 4);  // a blank line between, none behind
  CHECK(lines[2].empty());
  const std::string first = lines[0] + "\n" + lines[1] + "\n", second = lines[3] + "\n";
  CHECK(predict("\n\nw4\nW7\n\n \n\nw8\n\n\n") == "\n\n" + first + "\n\n\n" + second);
  std::string text, expected;
  for (int i = 0; i < 1500; ++i) {  // more than are read at a time
    text += "\nw4\nW7\n\n";
    expected += (i == 0 ? "\n" : "\n\n") + first;
  }
  CHECK(predict(text) == expected);
}

TEST_CASE("a column that no feature takes is named", "[cli]") {
  const Shell shell;
  const auto told = [&](const char* features) {
    Json json = toy_training();
    json["data"]["columns"] = {"word", "pos", "shape", "label"};
    json["data"]["features"] = Json::parse(features);
    if (json["data"]["features"].is_null()) json["data"].erase("features");
    json.erase("views");
    write_text(shell.folder / "columns.json", json.dump());
    const Outcome outcome = shell("validate columns.json");
    CHECK(outcome.code == 0);
    return outcome.err;
  };
  CHECK_THAT(told(R"([{"extractor": "token"}])"),
             Contains("data.columns: no extractor uses pos, shape; add {\"extractor\": \"token\", "
                      "\"column\": \"pos\"} to features"));
  CHECK_THAT(told("null"), Contains("uses pos, shape"));
  CHECK_THAT(told(R"([{"extractor": "template", "lines": ["U0:%x[0,0]/%x[0,1]", "U1:%x[0,2]"]}])"),
             !Contains("no extractor uses"));
  CHECK_THAT(told(R"([{"extractor": "affixes"}, {"extractor": "token", "column": "shape"},
                      {"extractor": "token", "column": "pos"}])"),
             !Contains("no extractor uses"));
}

TEST_CASE("a folder of runs is told from a run, with the names of those in it", "[cli]") {
  const Shell shell;
  const auto told = [&] { return shell("report runs").err; };
  REQUIRE(shell("run toy.json --out runs/b").code == 0);
  CHECK_THAT(told(), Contains("holds no results of `costruct run`; runs/b does\n"));
  for (const char* name : {"a", "c", "d"})
    std::filesystem::copy(shell.folder / "runs/b", shell.folder / "runs" / name);
  CHECK_THAT(told(), Contains("; runs/a, runs/b, runs/c and 1 more do\n"));
}

TEST_CASE("a run says where it takes the place of another experiment's report", "[cli]") {
  const Shell shell;
  CHECK_THAT(shell("run toy.json --out r").err, !Contains("another"));
  CHECK_THAT(shell("run toy.json --out r").err, !Contains("another"));
  CHECK_THAT(shell("run toy.json --out r --set sweep.repetitions=1").err, !Contains("another"));
  CHECK_THAT(shell("run toy.json --out r --set data.max_length=100").err,
             Contains("note: r: the folder has results of another data block"));
  CHECK_THAT(shell("run toy.json --out r --fresh").err, !Contains("another"));
}

TEST_CASE("the labels of a file without a column word are learned and predicted", "[cli]") {
  const Shell shell;
  Json json = toy_training();
  json["data"]["columns"] = {"token", "label"};
  json["data"].erase("features");
  json.erase("views");
  write_text(shell.folder / "token.json", json.dump());
  CHECK(shell("validate token.json").code == 0);
  CHECK(shell("train token.json --model m.st").code == 0);
  const Outcome predicted = shell("predict --model m.st --data test.conll");
  CHECK(predicted.code == 0);
  json["data"]["columns"] = {"word", "label"};
  write_text(shell.folder / "word.json", json.dump());
  CHECK(shell("train word.json --model w.st").code == 0);
  CHECK(shell("predict --model w.st --data test.conll").out == predicted.out);
  json["sweep"] = {{"labeled", {5}}, {"holdout", 10}, {"repetitions", 1}};
  json["learners"] = Json::array({json["learner"]});
  json["data"]["columns"] = {"token", "label"};
  json.erase("learner");
  write_text(shell.folder / "sweep.json", json.dump());
  CHECK(shell("run sweep.json").code == 0);
}

TEST_CASE("borders of documents are told, and left out where the config says so", "[cli]") {
  const Shell shell;
  write_text(shell.folder / "train.conll",
             "-DOCSTART- A\n\n" + toy_sentences(30, 5) + "-DOCSTART- A\n\nw4 A\n");
  const Outcome told = shell("train pos.json --model m.st");
  CHECK(told.code == 0);
  CHECK_THAT(
      told.err,
      Contains("costruct: note: ./train.conll: 2 of 33 sentences are a line -DOCSTART- alone (the "
               "first in line 1)"));
  const Outcome skipped = shell("train pos.json --model m.st --set 'data.skip=[\"-DOCSTART-\"]'");
  CHECK_THAT(skipped.err, !Contains("DOCSTART"));
  std::istringstream labels(shell("predict --model m.st --data train.conll").out);
  std::string first, second, third;
  std::getline(labels, first);
  std::getline(labels, second);
  std::getline(labels, third);
  CHECK((first.empty() && second.empty() && !third.empty()));
}

TEST_CASE("standard output is a file like any other to predict", "[cli]") {
  const Shell shell;
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  CHECK(shell("predict --model m.st --data test.conll --output -").out ==
        shell("predict --model m.st --data test.conll").out);
  CHECK_FALSE(std::filesystem::exists(shell.folder / "-"));
}

TEST_CASE("bad usage and bad configs exit with 2 and one clear message", "[cli]") {
  const Shell shell;
  const auto [arguments, message] = GENERATE(table<std::string, std::string>({
      {"", "a command is required; try costruct --help"},
      {"--vesion", "unknown option --vesion: did you mean --version?"},
      {"rum toy.json", "unknown command rum: did you mean run?"},
      {"run", "CONFIG is required"},
      {"-q train pos.json", "-q stands behind the command, as in costruct train -q"},
      {"--verbose run toy.json",
       "--verbose stands behind the command, as in costruct run --verbose"},
      {"-q", "-q stands behind the command, as in costruct init -q"},
      {"--jobs=2 run toy.json", "--jobs stands behind the command, as in costruct run --jobs"},
      {"--jobs 2 list", "unexpected arguments: --jobs 2"},
      {"validate toy.json pos.json", "unexpected argument: pos.json"},
      {"validate toy.json --jobs 3", "validate has no option --jobs"},
      {"train pos.json --mdoel m.st", "train has no option --mdoel: did you mean --model?"},
      {"train pos.json --out m.st",
       "train has no option --out: did you mean --model? The model file is named by --model."},
      {"run toy.json --repetitions 3",
       "run has no option --repetitions: the config has it: --set sweep.repetitions=VALUE"},
      {"train pos.json --model m.st --C=3",
       "train has no option --C: the config has it: --set learner.C=VALUE"},
      {"describe learner hmm --weights 3", "--weights is for describe model"},
      {"train pos.json --set --mdoel=1", "--model is required"},
      {"train pos.json --model ''", "--model: must not be empty"},
      {"train pos.json --model m.st --report ''", "--report: must not be empty"},
      {"train ''", "CONFIG: must not be empty"},
      {"predict --model m.st --data ''", "--data: must not be empty"},
      {"predict --model m.st --data test.conll --output ''", "--output: must not be empty"},
      {"claims runs --csv ''", "--csv: must not be empty"},
      {"train pos.json --model -", "--model: must name a file"},
      {"train pos.json --model m.st --report -", "--report: must name a file"},
      {"--versoin", "did you mean --version?"},
      {"run toy.json --job 2", "did you mean --jobs?"},
      {"run toy.json --jobs 0", "not in range 1 to 1024; try costruct help run"},
      {"rnu toy.json", "unknown command rnu: did you mean run?"},
      {"train pos.json", "--model is required; try costruct help train"},
      {"predict --model m --data d --report r",
       "predict has no option --report; try costruct help predict"},
      {"run toys.json", "toys.json: no such file: did you mean toy.json?"},
      {"run toy.json --set sweep", "expected path=value"},
      {"run toy.json --set sweep.holdot=3",
       "toy.json: unknown key sweep.holdot: did you mean holdout?"},
      {"run missing.json", "missing.json: no such file"},
      {"run .", "a folder, not a config"},
      {"run pos.json", "run takes an experiment"},
      {"train toy.json --model m", "name it: --learner perceptron|hmm|co_perceptron"},
      {"train pos.json", "--model is required"},
      {"run toy.json --set sweep.holdout=1000", "1000 are held out, and the data has 60 examples"},
      {"run toy.json --set 'metrics=[\"token_error\", \"chunk_f1\"]' --dry-run",
       "metrics.1 = chunk_f1: needs labels"},
      {"validate toy.json --set 'metrics=[\"token_error\", \"constraints_added\"]'",
       "no learner of this config"},
      {"run toy.json --shard 3/2", "--shard 3/2: must be i/n with 1 <= i <= n, as in 2/4"},
      {"run toy.json --shard two", "must be i/n"},
      {"run toy.json --shard ''", "--shard: must not be empty"},
      {"run toy.json --out ''", "--out: must not be empty"},
      {"merge nowhere", "no shards in it"},
      {"compare runs", "At least 2 required"},
      {"run toy.json --set 'views={\"split\": \"named\", \"groups\": [[\"tokn\"]]}'",
       "did you mean token?"},
      {"list learner_s", "did you mean learners?"},
      {"list nonsense", "unknown kind nonsense"},
      {"describe learner percepton", "did you mean perceptron?"},
      {"validate toy.json --set learners.0.epochs=x",
       "learners.0.epochs = \"x\": must be an integer"},
  }));
  const Outcome outcome = shell(arguments);
  CAPTURE(arguments, outcome.err);
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Catch::StartsWith("costruct: error: ") && Contains(message));
}

TEST_CASE("bad data and model files exit with 3", "[cli]") {
  const Shell shell;
  for (const char* command :
       {"report nowhere", "compare nowhere there", "run toy.json --reproduce 1"}) {
    const Outcome outcome = shell(command);
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.err, Contains("results.sqlite: no such file: the folder holds no results"));
  }
  write_text(shell.folder / "junk", "junk");
  write_text(shell.folder / "empty.conll", "");
  write_text(shell.folder / "bad.conll", "a b c d\n");
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  const auto [arguments, message] = GENERATE(table<std::string, std::string>({
      {"run toy.json --set data.train=nowhere.conll --data-dir some",
       "looked for\n  ./nowhere.conll\n  some/nowhere.conll\n  data/nowhere.conll"},
      {"run toy.json --set 'data={\"dataset\": \"conll2002-es\"}'", "data set conll2002-es: "},
      {"run toy.json --set data.train=empty.conll", "empty.conll"},
      {"run toy.json --set data.train=bad.conll", "bad.conll:1:"},
      {"predict --model junk --data test.conll", "junk"},
      {"predict --model nowhere --data test.conll", "nowhere"},
      {"predict --model m.st --data nowhere", "nowhere"},
      {"evaluate --model m.st --data empty.conll", "empty.conll"},
  }));
  const Outcome outcome = shell(arguments);
  CAPTURE(arguments, outcome.err);
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Catch::StartsWith("costruct: error: ") && Contains(message));
}

TEST_CASE("a folder or file that cannot be written exits with 1 and says so", "[cli]") {
  const Shell shell;
  write_text(shell.folder / "file", "");
  const auto arguments =
      GENERATE(std::string("run toy.json --out file/sub"), "train pos.json --model no/such/m.st");
  const Outcome outcome = shell(arguments);
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("cannot be"));
}

TEST_CASE("figures of several runs are those of their page", "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out a --set sweep.repetitions=2").code == 0);
  REQUIRE(shell("run toy.json --out b --set sweep.repetitions=2 --set sweep.seed=9").code == 0);
  const Outcome both = shell("report a b --output both.html --figures");
  CHECK(both.code == 0);
  CHECK_THAT(both.err, Contains("both-figures"));
  CHECK(std::filesystem::exists(shell.folder / "both.html"));
  CHECK(!std::filesystem::exists(shell.folder / "a" / "figures"));
  if (both.err.find("note:") != std::string::npos) return;  // no Node.js, or no rsvg-convert
  const std::string drawing = read_text(shell.folder / "both-figures" / "answer-over-labeled.svg");
  CHECK_THAT(drawing, Contains("<svg"));
  CHECK_THAT(shell("report a b --output both.html --figures").err, Contains("figures: 0 drawn"));
}

TEST_CASE("failed cells exit with 1 and are counted", "[cli]") {
  const Shell shell;
  const Outcome outcome =
      shell("run toy.json --set problem.eta=2");  // hmm sets eta itself: nothing fails
  CHECK(outcome.code == 0);
  const Outcome failed = shell(
      "run toy.json " + failing_learner(1) +
      " --set sweep.labeled=[3] --set sweep.unlabeled=[0] --set sweep.repetitions=3 --out failed");
  CHECK(failed.code == 1);
  CHECK_THAT(failed.err, Contains("3 cells failed"));
}

TEST_CASE("a learner of indicators is told of other values before any cell runs", "[cli]") {
  const Shell shell;
  write_text(shell.folder / "values.svmhmm",
             "1 qid:1 1:1\n2 qid:1 2:0.5\n1 qid:2 1:1\n2 qid:2 2:1\n");
  write_text(shell.folder / "twice.crfsuite", "1\ta\n2\tb\n\n1\ta\ta\n2\tb\n\n");
  const std::string run =
      "run toy.json --set views={} --set learners.2.views.count=2 --set sweep.labeled=[1] "
      "--set sweep.unlabeled=[0] --set sweep.holdout=1 --out refused "
      "--set 'data={\"format\": \"svmhmm\", \"train\": \"";
  const Outcome values = shell(run + "values.svmhmm\"}'");
  CHECK(values.code == 3);
  CHECK_THAT(
      values.err,
      Contains("values.svmhmm:1: \"2\" is 0.5 in part 2 of this example, but learner hmm needs"));
  CHECK(!std::filesystem::exists(shell.folder / "refused" / "results.sqlite"));
  const Outcome twice = shell(
      "run toy.json --set views={} --set learners.2.views.count=2 --set sweep.labeled=[1] "
      "--set sweep.unlabeled=[0] --set sweep.holdout=1 --out refused --set "
      "'data={\"format\": \"crfsuite\", \"train\": \"twice.crfsuite\"}'");
  CHECK(twice.code == 3);
  CHECK_THAT(twice.err, Contains("\"a\" stands twice in part 1"));
  CHECK(shell(run + "values.svmhmm\"}' --set 'learners=[{\"type\": \"perceptron\"}]'").code == 0);
}

TEST_CASE("predict, which has nothing to finish, ends at the first interrupt", "[cli]") {
  const Shell shell;
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  const std::string wait_for_data =
      "cd '" + shell.folder.path().string() +
      "' && mkfifo pipe && timeout --foreground --preserve-status -k 20 -s INT 0.3 "
      "'" COSTRUCT_BINARY "' predict --model m.st --data pipe > .out 2> .err";
  const int status = std::system(wait_for_data.c_str());
  CHECK(WEXITSTATUS(status) == 130);
}

TEST_CASE("train keeps the best weights so far when interrupted", "[cli]") {
  const Shell shell;
  // In the foreground, or timeout signals its process group too, and a second signal ends a program
  // at once.
  const std::string endless =
      R"( --set 'learner={"type": "structural_svm", "solver": "one_slack", "gap": 1e-300}')";
  const std::string train =
      "cd '" + shell.folder.path().string() +
      "' && timeout --foreground --preserve-status -k 20 -s INT 1 '" COSTRUCT_BINARY
      "' train pos.json --model m.st --report r.json" +
      endless + " > .out 2> .err";
  CHECK(WEXITSTATUS(std::system(train.c_str())) == 130);
  CHECK_THAT(
      read_text(shell.folder / ".err"),
      Contains(
          "costruct: interrupted: ending with the weights so far, if there are any; again to end"));
  const Json report = Json::parse(read_text(shell.folder / "r.json"));
  CHECK(report["stopped_because"] == "interrupted");
  CHECK(report["objective"]["gap"].get<double>() >= 0);
  CHECK(shell("predict --model m.st --data test.conll").code == 0);
  const std::string model = read_text(shell.folder / "m.st");
  CHECK(WEXITSTATUS(std::system(train.c_str())) == 130);  // a model that is there is not lost
  CHECK(read_text(shell.folder / "m.st") == model);
  CHECK_THAT(read_text(shell.folder / ".err"),
             Contains("m.st stays as it was") && Contains("model in m.st.interrupted"));
  CHECK_THAT(shell("predict --model m.st.interrupted --data test.conll").err,
             Contains("note: m.st.interrupted: its training was interrupted"));
}

TEST_CASE("a training that is interrupted within its kernel ends soon, and leaves no model",
          "[cli]") {
  const Shell shell;
  // A kernel that is all but the identity: all of its 20,000 pivots are wanted.
  Json config = toy_training();
  config["data"] = {{"generate", {{"type", "galaxy"}, {"sequences", 1000}, {"length", 20}}}};
  config["learner"] = {{"type", "perceptron"},
                       {"kernel", {{"type", "gaussian"}, {"sigma2", 1e-9}}}};
  write_text(shell.folder / "kernel.json", config.dump());
  const Outcome outcome =
      shell("train kernel.json -v --model m.st & sleep 2; kill -INT $!; wait $!");
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err, Contains("kernel: ") && Contains("there is no model yet"));
  CHECK_FALSE(std::filesystem::exists(shell.folder / "m.st"));
}

TEST_CASE("the second signal ends at once, though it is another one", "[cli]") {
  const Shell shell;
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  // Nobody writes to the pipe: after one signal alone the program ends by itself two seconds later.
  write_text(
      shell.folder / "signals.sh",
      "mkfifo pipe\n'" COSTRUCT_BINARY
      "' predict --model m.st --data pipe > .out 2> .err &\nsleep 1\nkill -INT $!\nsleep 0.5\n"
      "kill -TERM $!\nwait $!\n");
  const int status =
      std::system(("cd '" + shell.folder.path().string() + "' && bash signals.sh").c_str());
  CHECK(WEXITSTATUS(status) == 128 + SIGTERM);
}

TEST_CASE("everything listed can be described", "[cli]") {
  const Shell shell;
  const Outcome kinds = shell("list");
  CHECK(kinds.code == 0);
  std::istringstream kind_lines(kinds.out);
  int described = 0;
  for (std::string kind; kind_lines >> kind; std::getline(kind_lines, kind)) {
    std::istringstream names(shell("list " + kind).out);
    for (std::string name; names >> name; std::getline(names, name)) {
      const Outcome description = shell("describe " + kind + " " + name);
      CHECK(description.code == 0);
      CHECK_THAT(description.out, Contains(name));
      ++described;
    }
  }
  CHECK(described > 25);
  CHECK_THAT(shell("describe learners co_perceptron").out,
             Contains("Cu (number >= 0 and <= 1; default 0.01"));
  CHECK_THAT(shell("describe dataset brown").out, Contains("licence") && Contains("how to get it"));
}

TEST_CASE("list and describe have JSON for programs", "[cli]") {
  const Shell shell;
  const Json kinds = Json::parse(shell("list --output json").out);
  CHECK(kinds.at(0) == Json{{"kind", "problem"},
                            {"plural", "problems"},
                            {"summary", "joint feature map, loss and decoders"}});
  for (const Json& kind : kinds) {
    const std::string plural = kind.at("plural").get<std::string>();
    const Json things = Json::parse(shell("list " + plural + " --output json").out);
    INFO(plural);
    REQUIRE(!things.empty());
    const Json& first = things.front();
    CHECK(Json::parse(shell("describe " + plural + " " + first.at("name").get<std::string>() +
                            " --output json")
                          .out) == first);
  }
  const Json learner = Json::parse(shell("describe learner perceptron --output json").out);
  const auto named = [&](const std::string& title) {
    for (const Json& fact : learner.at("facts"))
      if (fact.at("title") == title) return fact;
    return Json();
  };
  CHECK(named("source").at("text") == "Brefeld 2008, Algorithm 5.1");
  CHECK(named("problems").at("kind") == "problem");
  CHECK(named("problems").at("names").front() == "multiclass");
  CHECK(!named("cost").is_null());
  const Json& option = learner.at("options").front();
  CHECK(option.contains("name"));
  CHECK(option.contains("values"));
  CHECK(option.contains("meaning"));
}

TEST_CASE("learners and problems name each other where they go together", "[cli]") {
  const Shell shell;
  CHECK_THAT(shell("describe learner pcfg").out, Contains("\nproblems: parsing, alignment\n"));
  CHECK_THAT(shell("describe learner co_rlsr").out, Contains("\nproblems: regression\n"));
  CHECK_THAT(shell("describe problem regression").out, Contains("\nlearners: rlsr, co_rlsr\n"));
  CHECK_THAT(shell("describe problem parsing").out, Contains("\nformats: ptb\n"));
  CHECK_THAT(shell("describe loss hamming").out, Contains("of sequence: number of wrong labels"));
}

TEST_CASE("help, version and schema go to stdout", "[cli]") {
  const Shell shell;
  CHECK_THAT(shell("--help").out, Contains("Examples:") && Contains("predict"));
  CHECK_THAT(shell("--version").out, Catch::StartsWith("costruct "));
  const Outcome schema = shell("schema");
  CHECK(schema.code == 0);
  CHECK(Json::parse(schema.out)["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  const Outcome valid = shell("validate toy.json");
  CHECK(valid.code == 0);
  CHECK(Json::parse(valid.out)["sweep"]["protocol"] == "resample");
}

TEST_CASE("training from a pipe or a device is refused at once, predicting from a pipe works",
          "[cli]") {
  const Shell shell;
  for (const char* file : {"/dev/zero", "/dev/null"}) {
    const Outcome train =
        shell(std::string("train pos.json --model pos.st --set data.train=") + file);
    CHECK(train.code == 3);
    CHECK_THAT(train.err, Contains(file) && Contains("expected a regular file"));
    CHECK_FALSE(std::filesystem::exists(shell.folder / "pos.st"));
  }
  REQUIRE(shell("train pos.json --model pos.st").code == 0);
  const Outcome from_file = shell("predict --model pos.st --data test.conll");
  const std::string in_folder = "cd '" + shell.folder.path().string() + "' && ";
  REQUIRE(std::system((in_folder + "mkfifo pipe && (cat test.conll > pipe &)").c_str()) == 0);
  const Outcome from_pipe = shell("predict --model pos.st --data pipe");
  CHECK(from_pipe.code == 0);
  CHECK(from_pipe.out == from_file.out);
}

TEST_CASE("a co-learner with one view is told by every command that looks at it", "[cli]") {
  const Shell shell;
  const std::string note =
      "costruct: note: co_perceptron has one view and is without a peer: it is the perceptron";
  for (const char* command : {"validate pos.json", "train pos.json --model m.safetensors"}) {
    INFO(command);
    const Outcome apart = shell(command + std::string(" --set 'views={\"split\": \"none\"}'"));
    CHECK(apart.code == 0);
    CHECK_THAT(apart.err, Contains(note));
    CHECK_THAT(shell(command).err, !Contains("has one view"));
  }
  const std::string one =
      " --set 'learners.2.views={\"split\": \"none\"}' --set sweep.repetitions=1";
  for (const char* command : {"validate toy.json", "run toy.json --dry-run", "run toy.json"}) {
    INFO(command);
    const Outcome apart = shell(command + one);
    CHECK(apart.code == 0);
    CHECK_THAT(apart.err, Contains(note));
  }
}

TEST_CASE("train says where a chosen value stands at an end of its list", "[cli]") {
  const Shell shell;
  const auto train = [&](const std::string& learner) {
    const Outcome outcome = shell("train pos.json --set 'learner=" + learner +
                                  "' --model m.safetensors --report r.json");
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return outcome.err;
  };
  const std::string two = train(R"({"type": "perceptron", "select": {"epochs": [1, 6]}})");
  const int chosen = Json::parse(read_text(shell.folder / "r.json")).at("selected").at("epochs");
  CHECK_THAT(
      two, Contains(chosen == 6 ? "note: epochs = 6 is the largest value tried. To try larger"
                                : "note: epochs = 1 is the smallest value tried. To try smaller"));
  CHECK_THAT(two, !Contains(chosen == 6 ? "smallest value" : "largest value"));
  // Without unlabeled data all values of Cu give one model: the first of equals is at no end.
  for (const char* without_ends :
       {R"({"type": "co_perceptron", "select": {"Cu": [1]}})",
        R"({"type": "co_perceptron", "select": {"Cu": [0.1, 1]}})",
        R"({"type": "perceptron", "select": {"average": [true, false]}})"})
    CHECK_THAT(train(without_ends), !Contains("value tried"));
}

TEST_CASE("train prints what it chose, and its report has the table", "[cli]") {
  const Shell shell;
  const Outcome outcome = shell(
      "train pos.json --set 'learner.select={\"Cu\": [0.1, 1]}' --model m.safetensors --report "
      "r.json");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("co_perceptron: select by loss in 5 folds:") &&
                              Contains("<- chosen") && Contains("Cu = 0.1: ") && Contains("+- 0."));
  const Json report = Json::parse(read_text(shell.folder / "r.json"));
  CHECK(report.at("selected").contains("Cu"));
  CHECK(report.at("selection").at("table").size() == 2);
  CHECK(shell("predict --model m.safetensors --data test.conll").code == 0);
  const Outcome too_many = shell(
      "train pos.json --set 'learner.select={\"Cu\": [1]}' --set selection.k=1000 "
      "--model other.safetensors");
  CHECK(too_many.code == 2);
  CHECK_THAT(too_many.err, Contains("selection.k = 1000: there are 60 labeled examples"));
  CHECK(!std::filesystem::exists(shell.folder / "other.safetensors"));
}
