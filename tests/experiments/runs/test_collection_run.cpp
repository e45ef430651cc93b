// Collections of data sets as a user meets them: run, report, claims, merge.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <array>

#include "costruct/experiments/describe/schema.hpp"
#include "costruct/io/json_file.hpp"
#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

constexpr std::array kMembers = {"a", "b", "c"};

Json toy_collection() {
  return {
      {"name", "toys"},
      {"problem", {{"type", "multiclass"}}},
      {"data", {{"format", "svmlight"}}},
      {"collection",
       {{{"name", "a"}, {"train", "a.svm"}},
        {{"name", "b"}, {"train", "b.svm"}, {"limit", 80}},
        {{"name", "c"}, {"train", "c.svm"}}}},
      {"views", {{"split", "random"}, {"count", 2}}},
      {"sweep",
       {{"protocol", "inverse_folds"}, {"k", 5}, {"holdout", "unlabeled"}, {"repetitions", 1}}},
      {"learners",
       {{{"type", "perceptron"}, {"epochs", 3}},
        {{"type", "co_perceptron"}, {"epochs", 3}, {"final", "sum"}}}},
      {"metrics", {"token_error"}},
      {"claims",
       {{{"less", {"co_perceptron", "perceptron"}}, {"over", "collection"}, {"source", "nowhere"}},
        {{"less", {"perceptron", "co_perceptron"}}, {"over", "collection"}, {"test", "count"}}}}};
}

/// The program beside three data sets of different sizes and a config that runs on all of them.
struct Toys : Shell {
  Toys() {
    int count = 60;
    for (const char* name : kMembers) {
      write_text(folder / (std::string(name) + ".svm"),
                 toy_rows(count, static_cast<std::uint64_t>(count)));
      count += 30;
    }
    write_text(folder / "toys.json", toy_collection().dump());
  }
  std::string text(const std::string& file) const { return read_text(folder / file); }
  bool exists(const std::string& file) const { return std::filesystem::exists(folder / file); }
};

}  // namespace

TEST_CASE("each data set of a collection is run as it would be by itself", "[cli][collection]") {
  const Toys toys;
  const Outcome outcome = toys("run toys.json --out r --jobs 2");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  for (const char* file : {"r/collection.csv", "r/report.html", "r/config.json", "r/a/report.html"})
    CHECK(toys.exists(file));
  CHECK_THAT(outcome.out,
             Contains("token_error: mean ± standard error over repetitions, * the lowest") &&
                 Contains("claims: "));
  Json alone = toy_collection();
  alone.erase("collection");
  alone.erase("claims");
  alone["data"]["train"] = "b.svm";
  alone["data"]["limit"] = 80;
  write_text(toys.folder / "alone.json", alone.dump());
  REQUIRE(toys("run alone.json --out alone").code == 0);
  CHECK(toys.text("r/b/curves.csv") == toys.text("alone/curves.csv"));
  CHECK(toys("run r/b/config.json --data-dir . --out r/b --reproduce 3").code == 0);
}

TEST_CASE("each data set of a collection may have its own split file", "[cli][collection]") {
  const Toys toys;
  Json json = toy_collection();
  json["sweep"] = {{"protocol", "split_files"}, {"splits", "{name}.splits"}, {"seed", 1}};
  write_text(toys.folder / "toys.json", json.dump());
  write_text(toys.folder / "a.splits",
             "1 2 3 4 5 6 7 8 9 10 11 12\n13 14 15 16 17 18 19 20 21 22 23 24\n");
  write_text(toys.folder / "b.splits", "1 2 3 4 5 6 7 8 9 10 11 12 13\n");
  Outcome outcome = toys("run toys.json --out r --jobs 1");
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("c.splits"));
  const std::string means = toys.text("r/collection.csv");
  CHECK_THAT(means, Contains("a,perceptron,12,48,") && Contains("b,perceptron,13,67,"));
  write_text(toys.folder / "c.splits", "1 2 3 4 5 6 7 8 9 10 11 12\n");
  outcome = toys("run toys.json --out r --jobs 1");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("a collection killed between or within data sets goes on to the same bytes",
          "[cli][collection]") {
  const Toys toys;
  const std::string more = "run toys.json --set sweep.repetitions=30 ";
  REQUIRE(toys(more + "--out whole").code == 0);
  const std::string signal = GENERATE("KILL", "INT");
  // Ends the program once the first data set is done.
  const std::string command = "cd '" + toys.folder.path().string() +
                              "' && { '" COSTRUCT_BINARY "' " + more +
                              "--out parts >.out 2>.err & job=$!; until [ -s parts/a/curves.csv ]; "
                              "do sleep 0.005; done; kill -" +
                              signal + " $job; wait $job; }";

  write_text(toys.folder / "kill.sh", command);
  const int status =
      std::system(("bash '" + (toys.folder / "kill.sh").string() + "' 2>/dev/null").c_str());
  INFO(signal << " gave " << WEXITSTATUS(status));
  CHECK(toys.text("parts/collection.csv") != toys.text("whole/collection.csv"));
  if (signal == "INT") {
    CHECK(WEXITSTATUS(status) == 130);
    CHECK_THAT(toys.text(".out"), Contains("provisional"));
  }
  CHECK(toys("report parts").code == 0);
  const Outcome outcome = toys(more + "--out parts");
  CHECK(outcome.code == 0);
  CHECK(toys.text("parts/collection.csv") == toys.text("whole/collection.csv"));
}

TEST_CASE("a data set that cannot be read is named, and the others go on", "[cli][collection]") {
  const Toys toys;
  std::filesystem::remove(toys.folder / "b.svm");
  const Outcome outcome = toys("run toys.json --out r");
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("costruct: b: no results: b.svm"));
  CHECK_THAT(outcome.out, Contains("no result: b") && Contains("b: no results: "));
  CHECK_THAT(toys.text("r/collection.csv"), Contains("\nc,co_perceptron") && !Contains("\nb,"));
  const Outcome report = toys("report r");
  CHECK(report.code == 0);
  CHECK(report.out == outcome.out);
  write_text(toys.folder / "b.svm", toy_rows(90, 90));
  CHECK(toys("run toys.json --out r").code == 0);
  REQUIRE(toys("run toys.json --out whole").code == 0);
  CHECK(toys.text("r/collection.csv") == toys.text("whole/collection.csv"));
  std::filesystem::remove(toys.folder / "b.svm");
  CHECK(toys("run toys.json --out r").code == 1);
  CHECK_THAT(toys.text("r/collection.csv"), !Contains("\nb,"));
  const Outcome fast = toys("run toys.json --out fast --fail-fast");
  CHECK(fast.code == 1);
  CHECK(!toys.exists("fast/c"));
}

TEST_CASE("every data block of a collection is checked before anything runs", "[cli][collection]") {
  const Toys toys;
  const auto [change, message] = GENERATE(table<std::string, std::string>({
      {"collection.1.limt=5", "unknown key collection.1 (b).limt: did you mean limit?"},
      {"collection.2.format=\"svmligt\"",
       "collection.2 (c).format = \"svmligt\": did you mean svmlight?"},
      {"collection.2.format=\"conll\"", "collection.2 (c)"},
      {"collection.0.name=\"../a\"", "collection.0.name = \"../a\": must be letters"},
      {"collection.0.name=\"b\"", "collection.1.name = b: stands twice"},
      {"collection.0.name=\"figures\"", "a file of the collection has this name"},
      {"collection.0={\"train\": \"a.svm\"}", "collection.0: name is missing"},
      {"collection=[{\"name\": \"a\"}]", "must be a list of at least two data sets"},
      {"collection=7", "collection = 7: must be a list"},
      {"data=7", "data = 7: must be an object"},
      {"claims=[{\"less\": [\"co_perceptron\", \"perceptron\"]}]", "add \"over\": \"collection\""},
      {"colection=[]", "unknown key colection: did you mean collection?"},
  }));
  const Outcome outcome = toys("run toys.json --out r --set '" + change + "'");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains(message));
  CHECK(!toys.exists("r"));
}

TEST_CASE("a claim over a collection needs one", "[cli][collection]") {
  const Shell shell;
  const Outcome outcome = shell(
      "validate toy.json --set 'claims=[{\"less\": [\"hmm\", \"perceptron\"], \"over\": "
      "\"collection\"}]'");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("claims.0.over: the config has no `collection`"));
}

TEST_CASE("validate prints a collection that is valid again", "[cli][collection]") {
  const Toys toys;
  const Outcome first = toys("validate toys.json");
  REQUIRE(first.code == 0);
  write_text(toys.folder / "again.json", first.out);
  const Outcome second = toys("validate again.json");
  CHECK(second.code == 0);
  CHECK(second.out == first.out);
}

TEST_CASE("a dry run of a collection plans every data set and writes nothing",
          "[cli][collection]") {
  const Toys toys;
  const Outcome plan = toys("run toys.json --out r --dry-run");
  CHECK(plan.code == 0);
  for (const char* name : kMembers)
    CHECK_THAT(plan.out, Contains(fmt::format("data set {}\n", name)));
  CHECK(!toys.exists("r"));
}

TEST_CASE("shards of a collection are merged data set by data set", "[cli][collection]") {
  const Toys toys;
  REQUIRE(toys("run toys.json --out whole").code == 0);
  REQUIRE(toys("run toys.json --out parts --shard 1/2").code == 0);
  const Outcome early = toys("merge parts");
  CHECK(early.code == 1);
  CHECK_THAT(early.out, Contains("provisional"));
  const Outcome shard = toys("run toys.json --out parts --shard 2/2");
  CHECK(shard.code == 0);
  CHECK_THAT(shard.err, Contains("`costruct merge` brings them together"));
  const Outcome merged = toys("merge parts");
  CHECK(merged.code == 0);
  CHECK(toys.text("parts/collection.csv") == toys.text("whole/collection.csv"));
  CHECK(toys("merge parts whole").code == 2);
}

TEST_CASE("claims and report take the folder of a collection, compare takes those within",
          "[cli][collection]") {
  const Toys toys;
  const Outcome run = toys("run toys.json --out r");
  REQUIRE(run.code == 0);
  const Outcome claims = toys("claims r --details --csv claims.csv");
  CHECK(claims.code == 0);
  CHECK_THAT(claims.out, Contains("co_perceptron < perceptron in token_error") &&
                             Contains("W = ") && Contains("on more than half"));
  CHECK_THAT(toys.text("claims.csv"),
             Contains("toys,nowhere,") && Contains(",wilcoxon,") && Contains(",count,nan,"));
  for (const char* name : kMembers)
    std::filesystem::remove(toys.folder / (std::string(name) + ".svm"));
  CHECK(toys("report r").out == run.out);
  const Outcome compare = toys("compare r r");
  CHECK(compare.code == 3);
  CHECK_THAT(compare.err, Contains("a collection of data sets"));
  CHECK(toys("compare r/a r/b").code == 0);
}

TEST_CASE("results of another config are not taken for those of a data set", "[cli][collection]") {
  const Toys toys;
  REQUIRE(toys("run toys.json --out r").code == 0);
  std::filesystem::remove(toys.folder / "a.svm");
  const Outcome outcome = toys("run toys.json --out r --fail-fast --set sweep.seed=9");
  CHECK(outcome.code == 1);
  CHECK(toys.text("r/collection.csv") ==
        "member,learner,labeled,unlabeled,metric,mean,standard_error,count\n");
}

TEST_CASE("a record of a collection with fewer learners than its data sets have crashes nothing",
          "[cli][collection]") {
  const Toys toys;
  REQUIRE(toys("run toys.json --out r").code == 0);
  Json record = Json::parse(toys.text("r/collection.json"));
  record["config"]["learners"].erase(1);
  record["config"]["claims"] = Json::array();
  write_text(toys.folder / "r" / "collection.json", record.dump());
  CHECK(toys("report r").code == 0);
  CHECK(toys.text("r/collection_tests.csv") ==
        "member,labeled,unlabeled,metric,learner,mean,best,test,p_holm,behind\n");
}
