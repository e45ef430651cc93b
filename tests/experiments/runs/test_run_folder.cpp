// The commands on folders of results: report, compare, merge, run --reproduce, as a user meets
// them.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

TEST_CASE("report writes again what run wrote, from the store alone", "[cli]") {
  const Shell shell;
  const Outcome run = shell("run toy.json --out r");
  REQUIRE(run.code == 0);
  const std::string curves = read_text(shell.folder / "r" / "curves.csv");
  for (const char* file : {"curves.csv", "times.csv", "cells.csv", "report.html", "config.json"})
    std::filesystem::remove(shell.folder / "r" / file);
  std::filesystem::remove(shell.folder / "train.conll");
  const Outcome report = shell("report r");
  CHECK(report.code == 0);
  CHECK(report.out == run.out);
  CHECK(read_text(shell.folder / "r" / "curves.csv") == curves);
  for (const char* file : {"times.csv", "cells.csv", "report.html", "config.json"})
    CHECK(std::filesystem::file_size(shell.folder / "r" / file) > 0);
}

TEST_CASE("run says how to train the learner with the best mean at the largest size", "[cli]") {
  const auto [metric, sign] =
      GENERATE(table<std::string, double>({{"token_error", 1}, {"accuracy", -1}}));
  CAPTURE(metric);
  const Shell shell;
  const Outcome run = shell("run toy.json --out r --set 'metrics=[\"" + metric + "\"]'");
  REQUIRE(run.code == 0);
  // By curves.csv: learner, labeled, unlabeled, metric, mean ...
  std::istringstream curves(read_text(shell.folder / "r" / "curves.csv"));
  std::string best, line;
  double most = -1, least = std::numeric_limits<double>::infinity();
  std::getline(curves, line);
  while (std::getline(curves, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    const double labeled = std::stod(row.at(1)), mean = sign * std::stod(row.at(4));
    if (labeled < most || (labeled == most && mean >= least)) continue;
    most = labeled;
    least = mean;
    best = row.at(0);
  }
  const std::string command = "train toy.json --learner " + best + " --set 'metrics=[\"" + metric +
                              "\"]' --model " + best + ".safetensors";
  CHECK_THAT(run.err, Contains(best +
                               " has the best mean with the most labeled examples. This command "
                               "trains it on all of them: costruct " +
                               command +
                               "\nThis one then labels new examples: costruct predict "
                               "--model " +
                               best + ".safetensors --data FILE\n"));
  CHECK_THAT(read_text(shell.folder / "r" / "report.html"),
             Contains("costruct train toy.json --learner " + best + " --set"));
  CHECK(shell(command).code == 0);
}

TEST_CASE("scores of files that were learned from are told", "[cli]") {
  const Shell shell;
  const Outcome train = shell("train pos.json --model m.st --set data.test=train.conll");
  REQUIRE(train.code == 0);
  CHECK_THAT(train.err, Contains("train.conll has the bytes of a training file"));
  CHECK_THAT(shell("train pos.json --model n.st --set data.test=test.conll").err,
             !Contains("has the bytes of"));
  CHECK_THAT(shell("evaluate --model m.st --data train.conll").err,
             Contains("the model was trained on this file"));
  CHECK_THAT(shell("evaluate --model m.st --data test.conll").err, !Contains("was trained on"));
}

TEST_CASE("a file of another format than the model's is told", "[cli]") {
  const Shell shell;
  REQUIRE(shell("train pos.json --model m.st").code == 0);
  write_text(shell.folder / "new.jsonl",
             "{\"text\": \"a b c\", \"label\": [[0, 1, \"X\"]]}\n"
             "{\"text\": \"a b\", \"label\": []}\n");
  write_text(shell.folder / "plain.txt", "All of these are words of a text.\nSo are all these.\n");
  const Outcome json = shell("evaluate --model m.st --data new.jsonl");
  CHECK(json.code == 3);
  CHECK_THAT(json.err, Contains("m.st reads conll, but new.jsonl looks like"));
  write_text(shell.folder / "raw.jsonl", "{\"text\": \"a b c\"}\n{\"text\": \"a b\"}\n");
  CHECK_THAT(shell("predict --model m.st --data raw.jsonl").err,
             Contains("m.st reads conll, but raw.jsonl looks like JSON objects, one a line"));
  const Outcome plain = shell("predict --model m.st --data plain.txt");
  CHECK(plain.code == 3);
  CHECK_THAT(plain.err, Contains("plain text: add --plain-text lines"));
}

TEST_CASE("compare puts the same cells side by side", "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out a").code == 0);
  REQUIRE(shell("run toy.json --out b --set learners.0.epochs=1").code == 0);
  REQUIRE(shell("run toy.json --out c --set sweep.seed=77").code == 0);
  const Outcome same = shell("compare a b");
  CHECK(same.code == 0);
  CHECK_THAT(same.out,
             Contains("A = a, B = b") && Contains("perceptron") && !Contains("splits differ"));
  const Outcome other = shell("compare a b c");
  CHECK_THAT(other.out, Contains("A = a, B = c") && Contains("splits differ"));
}

TEST_CASE("shards are merged into the run they are parts of", "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out whole").code == 0);
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const Outcome outcome = shell(std::string("run toy.json --out parts --shard ") + shard);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.err, Contains("this shard is done"));
  }
  const Outcome merged = shell("merge parts");
  CHECK(merged.code == 0);
  CHECK_THAT(merged.err, Contains("parts/shards/1-of-3: 12 cells new, 0 known"));
  CHECK(read_text(shell.folder / "parts" / "curves.csv") ==
        read_text(shell.folder / "whole" / "curves.csv"));
  CHECK_THAT(shell("merge parts").err, Contains("0 cells new, 12 known"));
  // More repetitions: shards that are not all done are told, then all is well.
  REQUIRE(shell("run toy.json --out whole --set sweep.repetitions=4").code == 0);
  for (const char* shard : {"1/3", "2/3"})
    shell(std::string("run toy.json --out parts --set sweep.repetitions=4 --shard ") + shard);
  const Outcome early = shell("merge parts");
  CHECK(early.code == 1);
  CHECK_THAT(early.err, Contains("4 of 48 cells are missing"));
  REQUIRE(shell("run toy.json --out parts --set sweep.repetitions=4 --shard 3/3").code == 0);
  CHECK(shell("merge parts").code == 0);
  CHECK(read_text(shell.folder / "parts" / "curves.csv") ==
        read_text(shell.folder / "whole" / "curves.csv"));
  // A shard that starts afresh forgets what the others have brought together.
  CHECK_THAT(
      shell("run toy.json --out parts --set sweep.repetitions=4 --shard 1/3 --fresh --dry-run").err,
      Contains("16 cells: 0 done"));
  REQUIRE(shell("run toy.json --out stranger --set sweep.seed=8").code == 0);
  const Outcome wrong = shell("merge parts whole stranger");
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("whole and stranger hold different experiments"));
  write_text(shell.folder / "train.conll",
             toy_sentences(60, 99));  // other data under the same config
  REQUIRE(shell("run toy.json --out other").code == 0);
  CHECK_THAT(shell("merge parts other").err, Contains("hold different experiments"));
  CHECK(read_text(shell.folder / "parts" / "curves.csv") ==
        read_text(shell.folder / "whole" / "curves.csv"));
}

TEST_CASE("shards of a selection are brought together before the curves", "[cli]") {
  const Shell shell;
  const std::string run =
      "run toy.json --set 'learners.2.select={\"average\": [true, false]}' --set "
      "sweep.selection.repetitions=2 ";
  REQUIRE(shell(run + "--out whole").code == 0);
  REQUIRE(shell(run + "--out parts --shard 1/2").code == 0);
  const Outcome half = shell("merge parts");
  CHECK(half.code == 1);
  CHECK_THAT(half.err, Contains("8 cells of the selection are missing"));
  CHECK_THAT(shell(run + "--out parts --shard 2/2").err,
             Contains("this shard is done"));  // the last one knows all
  CHECK(shell("merge parts").code == 1);
  REQUIRE(shell(run + "--out parts --shard 1/2").code == 0);
  REQUIRE(shell("merge parts").code == 0);
  CHECK(read_text(shell.folder / "parts" / "curves.csv") ==
        read_text(shell.folder / "whole" / "curves.csv"));
}

TEST_CASE("claims at sizes that the data decide are checked before anything runs", "[cli]") {
  const Shell shell;
  const Outcome outcome = shell(
      "run toy.json --set sweep.protocol=folds --set sweep.k=5 --set 'sweep={\"protocol\": "
      "\"folds\", \"k\": "
      "5}' --set "
      "'claims=[{\"less\": [\"perceptron\", \"hmm\"], \"at\": {\"labeled\": 7}}]'");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("claims.0.at.labeled = 7: the sweep has 48"));
}

TEST_CASE("why no candidate of a selection could be chosen is told", "[cli]") {
  const Shell shell;
  const Outcome outcome = shell(
      "run toy.json --out r --set 'learners=[{\"type\": \"perceptron\", \"select\": {\"epochs\": "
      "[1, 2]}, "
      "\"kernel\": {\"type\": \"graph\", \"rho\": 1e-320}}]'");
  CHECK(outcome.code == 1);
  CHECK_THAT(read_text(shell.folder / "r" / "cells.csv"),
             Contains("every candidate has a failed cell, the first: ") && Contains("kernel.rho"));
}

TEST_CASE("a row is computed again and compared", "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out r").code == 0);
  const Outcome again = shell("run toy.json --out r --reproduce 7");
  CHECK(again.code == 0);
  CHECK_THAT(again.out,
             Contains("split_hash\t") && Contains("token_error\t") && !Contains("different"));
  CHECK_THAT(again.err, Contains("row 7: the same to the last bit"));
  const Outcome unknown = shell("run toy.json --out r --reproduce 700");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("has no such row"));
  const Outcome stranger = shell("run toy.json --out r --set sweep.seed=9 --reproduce 7");
  CHECK(stranger.code == 2);
  CHECK_THAT(stranger.err, Contains("is no cell of this config and data"));
}

TEST_CASE("a dry run estimates and writes nothing", "[cli]") {
  const Shell shell;
  const Outcome plan = shell("run toy.json --dry-run --jobs 2");
  CHECK(plan.code == 0);
  CHECK_THAT(plan.out,
             Catch::StartsWith("phase\tlearner\tlabeled\tunlabeled\tchosen\tcells\tdone\tto_do"));
  CHECK_THAT(plan.err,
             Contains("36 cells: 0 done, 36 to do; about ") && Contains(" with 2 at a time, "));
  CHECK_THAT(plan.err, Catch::Matches("[\\s\\S]*about [0-9]+ seconds? with 2[\\s\\S]*"));
  CHECK(!std::filesystem::exists(shell.folder / "runs"));
}

TEST_CASE("fail-fast ends a run at the first failed cell, retry-failed takes it up", "[cli]") {
  const Shell shell;
  const std::string config = "run toy.json --out r " + failing_learner(1);
  const Outcome fast = shell(config + " --fail-fast");
  CHECK(fast.code == 1);
  CHECK_THAT(fast.err, Contains("--fail-fast ended the run"));
  CHECK_THAT(fast.out, Contains("1 of "));
  const Outcome rest = shell(config);
  CHECK(rest.code == 1);
  CHECK_THAT(rest.err, Contains("12 cells failed"));
  CHECK_THAT(shell(config + " --dry-run --retry-failed").err,
             Contains("36 cells: 24 done, 12 to do"));
}

TEST_CASE("claims prints the claims of several runs with exit code 0 whatever they come to",
          "[cli]") {
  const Shell shell;
  REQUIRE(shell("run toy.json --out none").code == 0);
  const Outcome nothing = shell("claims none");
  CHECK(nothing.code == 0);
  CHECK(nothing.out.empty());
  CHECK_THAT(nothing.err, Contains("no run of these has claims"));
  for (const char* learner : {"perceptron", "hmm"}) {
    const std::string other = learner == std::string("hmm") ? "perceptron" : "hmm";
    REQUIRE(
        shell(fmt::format("run toy.json --out {0} --set 'claims=[{{\"less\": [\"{0}\", \"{1}\"], "
                          "\"source\": \"Row {0}\"}}]'",
                          learner, other))
            .code == 0);
  }
  const Outcome folded = shell("claims perceptron hmm");
  CHECK_THAT(folded.out, Contains("hmm < perceptron in token_error") &&
                             Contains("costruct claims DIR --details") && !Contains("Row hmm"));
  const Outcome both = shell("claims perceptron hmm --details --csv claims.csv");
  CHECK(both.code == 0);
  CHECK_THAT(both.out, Contains("Row hmm") && Contains("Row perceptron"));
  CHECK_THAT(read_text(shell.folder / "claims.csv"), Catch::StartsWith("run,source,text,claim"));
}
