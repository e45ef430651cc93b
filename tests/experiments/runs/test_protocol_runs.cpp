// Whole runs under every protocol.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/experiments/runs/run.hpp"
#include "costruct/experiments/runs/run_folder.hpp"
#include "support/sweep_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

Json experiment_over_rows(const Json& sweep) {
  return {{"problem", {{"type", "multiclass"}}},
          {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
          {"views", {{"split", "odd_even"}}},
          {"sweep", sweep},
          {"learners",
           {{{"type", "perceptron"}, {"epochs", 2}},
            {{"type", "co_perceptron"}, {"epochs", 2}, {"select", {{"Cu", {0.1, 1}}}}}}},
          {"metrics", {"token_error"}}};
}

// Runs an experiment over 40 rows in a folder, and returns its cells.
std::vector<CellResult> cells_of(const TemporaryFolder& folder, const Json& sweep,
                                 const std::string& out, int jobs = 1) {
  write_text(folder / "train.svm", toy_rows(40, 5));
  RunRequest request;
  request.config = write_text(folder / "c.json", experiment_over_rows(sweep).dump());
  request.out = folder / out;
  request.jobs = jobs;
  REQUIRE(run_experiment(request) == kDone);
  return load_run(request.out).cells;
}

}  // namespace

TEST_CASE("a run under folds has k cells for every partition, all learners on the same split",
          "[experiments][protocols]") {
  const TemporaryFolder folder;
  const Json sweep = {{"protocol", "folds"},
                      {"k", 4},
                      {"repetitions", 2},
                      {"labeled", {10, 20}},
                      {"unlabeled", {0, 10}}};
  const auto cells = cells_of(folder, sweep, "one");
  REQUIRE(cells.size() == 2 * 4 * 8);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CHECK(cells[i].error.empty());
    CHECK(cells[i].repetition == static_cast<Index>(i % 8));
    CHECK(cells[i].split_hash == cells[i % 32].split_hash);
  }
  cells_of(folder, sweep, "two", 2);
  CHECK(read_text(folder / "one" / "curves.csv") == read_text(folder / "two" / "curves.csv"));
}

TEST_CASE("a run under inverse folds takes its sizes from the data", "[experiments][protocols]") {
  const TemporaryFolder folder;
  const auto cells = cells_of(folder, {{"protocol", "inverse_folds"}, {"k", 4}}, "r");
  REQUIRE(cells.size() == 2 * 4);
  for (const CellResult& cell : cells) {
    CHECK(cell.error.empty());
    CHECK(cell.labeled == 10);
    CHECK(cell.unlabeled == 30);
  }
}

TEST_CASE("a run over split files has a cell for every line, and learns of a line that changed",
          "[experiments][protocols]") {
  const TemporaryFolder folder;
  write_text(folder / "s.txt", "1 2 3 4 5 6 7 8 9 10\n11 12 13 14 15 16 17 18 19 20\n");
  const Json sweep = {{"protocol", "split_files"}, {"splits", "s.txt"}};
  const auto cells = cells_of(folder, sweep, "r");
  REQUIRE(cells.size() == 2 * 2);
  for (const CellResult& cell : cells) {
    CHECK(cell.error.empty());
    CHECK(cell.labeled == 10);
    CHECK(cell.unlabeled == 30);
  }
  write_text(folder / "s.txt", "1 2 3 4 5 6 7 8 9 10\n11 12 13 14 15 16 17 18 19 21\n");
  const auto again = cells_of(folder, sweep, "r");
  CHECK(again[0].split_hash == cells[0].split_hash);
  CHECK(again[1].split_hash != cells[1].split_hash);
}

TEST_CASE("resampling may score the unlabeled, all that are left", "[experiments][protocols]") {
  const TemporaryFolder folder;
  const Json sweep = {
      {"labeled", {8, 16}}, {"unlabeled", "all"}, {"holdout", "unlabeled"}, {"repetitions", 2}};
  const auto cells = cells_of(folder, sweep, "r");
  REQUIRE(cells.size() == 2 * 2 * 2);
  for (const CellResult& cell : cells) {
    CHECK(cell.error.empty());
    CHECK(cell.labeled + cell.unlabeled == 40);
  }
}

TEST_CASE("every learner copes with draws that lack labels", "[experiments][protocols]") {
  // Ten labels that a sentence in fourteen has, each another one; no draw of four sentences has
  // them all.
  std::string sentences;
  for (const char letter : std::string("abcdefghij")) {
    const std::string rare(1, letter);
    sentences +=
        toy_sentences(13, static_cast<std::uint64_t>(letter)) + rare + "x rare-" + rare + "\n\n";
  }
  Json json = toy_experiment();
  json["sweep"] = {
      {"labeled", {1, 4}}, {"unlabeled", {0, 12}}, {"holdout", 20}, {"repetitions", 2}};
  json["learners"] = Json::array();
  for (const LearnerEntry& entry : learner_catalog()) {
    if (entry.predicts_numbers || entry.name == "pcfg") continue;
    if (entry.name == "pair_hmm" || entry.name == "substitution_matrix")
      continue;                                    // alignment alone
    if (entry.name == "retrieval_rule") continue;  // diversification alone
    if (entry.name == "pairwise" || entry.name == "sequential_svm") continue;  // clustering alone
    if (entry.name == "tsvm_ova" || entry.name == "naive_bayes")
      continue;  // multiclass alone: below
    json["learners"].push_back({{"type", entry.name}});
  }
  for (const char* inner : {"hmm", "crf", "structural_svm"}) {
    for (const std::string outer : {"self_training", "co_training"}) {
      const std::string name = outer + "_of_" + inner;
      json["learners"].push_back({{"type", outer}, {"name", name}, {"learner", {{"type", inner}}}});
    }
  }
  json["sweep"]["every_label"] = false;
  const auto cells = cells_of(json, 2, sentences);
  CHECK(cells.size() == json["learners"].size() * 8);
  for (const auto& [name, cell] : cells) CHECK(cell.at("redraws") == 0);

  json["sweep"]["every_label"] = true;
  CHECK_THAT(message_of<ConfigError>([&] { cells_of(json, 1, sentences); }),
             Contains("sweep.labeled: no 1 labeled example") && Contains("every_label"));
}

TEST_CASE("every learner of single labels copes with draws that lack some",
          "[experiments][protocols]") {
  const TemporaryFolder folder;
  std::string rows;
  for (int i = 0; i < 60; ++i)
    rows += std::to_string(i % 12) + " " + std::to_string(1 + i % 12) +
            ":1 13:" + std::to_string(1 + i % 5) + "\n";
  write_text(folder / "rows.svm", rows);
  Json json = {{"problem", {{"type", "multiclass"}}},
               {"data", {{"format", "svmlight"}, {"train", "rows.svm"}}},
               {"views", {{"split", "odd_even"}}},
               {"sweep",
                {{"labeled", {3}},
                 {"unlabeled", {0, 20}},
                 {"holdout", 20},
                 {"repetitions", 2},
                 {"every_label", false}}},
               {"metrics", {"loss", "token_error"}},
               {"learners", Json::array()}};
  for (const LearnerEntry& entry : learner_catalog()) {
    if (entry.predicts_numbers || entry.name == "pcfg") continue;
    if (entry.name == "pair_hmm" || entry.name == "substitution_matrix")
      continue;                                    // alignment alone
    if (entry.name == "hmm") continue;             // indicators alone
    if (entry.name == "retrieval_rule") continue;  // diversification alone
    if (entry.name == "pairwise" || entry.name == "sequential_svm") continue;  // clustering alone
    json["learners"].push_back({{"type", entry.name}});
  }
  const RunResults results = run_of(json, folder);
  CHECK(results.cells.size() == json["learners"].size() * 4);
  for (const CellResult& cell : results.cells) {
    INFO(cell.learner << ": " << cell.error);
    CHECK(cell.error.empty());
    CHECK(std::isfinite(cell.metrics.at("token_error")));
    CHECK(cell.metrics.at("loss") ==
          Approx(cell.metrics.at("token_error")));  // its own loss is zero_one
    CHECK(cell.metrics.count("accuracy") == 0);     // nobody asked for it
  }
}
