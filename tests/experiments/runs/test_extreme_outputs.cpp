// The worst and the best output of a cell: kept where the format draws outputs, in the first
// repetition, and drawn in the report.
#include <catch2/catch.hpp>

#include <set>

#include "costruct/data/formats/format.hpp"
#include "costruct/report/report.hpp"
#include "support/sweep_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

constexpr const char* kTrees =
    "( (S (NP (DT the) (NN cat)) (VP (VBZ sees) (NP (DT a) (NN dog)))) )\n"
    "( (S (NP (PRP she)) (VP (VBZ sleeps))) )\n"
    "( (S (NP (PRP he)) (VP (VBZ sleeps) (PP (IN in) (NP (DT the) (NN house))))) )\n"
    "( (S (NP (NP (DT the) (NN cat)) (PP (IN in) (NP (DT the) (NN house)))) (VP (VBZ sleeps))) )\n"
    "( (S (NP (DT the) (NN man)) (VP (VBZ sees) (NP (NP (DT a) (NN dog)) (PP (IN in) (NP (DT a) "
    "(NN "
    "box)))))) )\n"
    "( (S (NP (DT the) (NN man)) (VP (VBZ sees) (NP (PRP her)) (PP (IN with) (NP (NN joy))))) )\n"
    "( (S (NP (NP (NN tea)) (CC and) (NP (NN milk))) (VP (VBZ sleeps))) )\n"
    "( (S (NP (PRP she)) (VP (VBZ sees) (NP (NP (DT the) (NN dog)) (CC and) (NP (DT the) (NN "
    "cat))))) )\n";

Json sweep_of(Index holdout) {
  return {{"problem", {{"type", "parsing"}}},
          {"data", {{"format", "ptb"}, {"train", "train.mrg"}}},
          {"sweep",
           {{"labeled", {2, 4}}, {"unlabeled", {0}}, {"holdout", holdout}, {"repetitions", 2}}},
          {"learners", {{{"type", "perceptron"}}, {{"type", "pcfg"}}}},
          {"metrics", {"loss", "exact_match"}}};
}

RunResults treebank_run(Index holdout, int jobs = 1) {
  const TemporaryFolder folder;
  write_text(folder / "train.mrg", kTrees);
  RunResults results = run_of(sweep_of(holdout), folder, jobs);  // read back from the store
  CHECK(results.cells.size() == 8);
  for (const CellResult& cell : results.cells) {
    INFO(cell.error);
    CHECK(cell.error.empty());
  }
  return results;
}

// The report without the libraries at its end.
std::string page_of(const RunResults& results, const OutputDrawing& drawing) {
  const std::string page = report_html(results, drawing);
  return page.substr(0, page.find("<footer>"));
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

}  // namespace

TEST_CASE("the first repetition keeps its worst and its best tree", "[experiments][outputs]") {
  const RunResults results = treebank_run(4);
  for (const CellResult& cell : results.cells) {
    REQUIRE(static_cast<bool>(cell.extremes) == (cell.repetition == 0));
    if (!cell.extremes) continue;
    const ScoredOutput &worst = cell.extremes->worst, &best = cell.extremes->best;
    CHECK(worst.loss >= cell.metrics.at("loss"));
    CHECK(best.loss <= cell.metrics.at("loss"));
    for (const ScoredOutput* output : {&worst, &best}) {
      CHECK_THAT(output->place, Catch::Matches(".*train\\.mrg:[1-8]"));
      CHECK_THAT(output->truth, Catch::StartsWith("(S (NP ") && Catch::EndsWith(")))\n"));
      CHECK((output->loss == 0) == (output->truth == output->predicted));
    }
    const CellResult sent = cell_from_json(to_json(cell));  // to another process
    REQUIRE(sent.extremes);
    CHECK(to_json(*sent.extremes) == to_json(*cell.extremes));
  }
}

TEST_CASE("of one scored tree the loss of the cell is its own", "[experiments][outputs]") {
  for (const CellResult& cell : treebank_run(1).cells) {
    if (!cell.extremes) continue;
    CHECK(cell.extremes->worst.loss == cell.metrics.at("loss"));
    CHECK(to_json(*cell.extremes)["worst"] == to_json(*cell.extremes)["best"]);
  }
}

TEST_CASE("the report draws a worst and a best tree for each learner", "[experiments][outputs]") {
  const RunResults results = treebank_run(4);
  const std::string page = page_of(results, find_format("ptb")->drawing);
  CHECK_THAT(page, Contains("Best and worst outputs</h2>") && Contains("4 labeled, 0 unlabeled") &&
                       !Contains("2 labeled, 0 unlabeled</p>"));
  CHECK(count(page, "<h4>Worst: ") == 2);
  CHECK(count(page, "<h4>Best: ") == 2);
  CHECK(count(page, "class=\"tree\"") == 8);  // each with the truth beside it
  CHECK_THAT(page_of(results, {}), !Contains("Best and worst"));
  // What cannot be drawn is shown as text.
  const std::string damaged = page_of(
      results,
      [](std::string_view, std::string_view) -> std::string { throw DataError("no tree"); });
  CHECK(count(damaged, "class=\"tree\"") == 0);
  CHECK(count(damaged, "<pre tabindex=\"0\">(S (NP ") >= 8);
}

TEST_CASE("a run of outputs without a drawing keeps none", "[experiments][outputs]") {
  const TemporaryFolder folder;
  write_text(folder / "train.svm", toy_rows(60, 5));
  const Json sweep = {
      {"problem", {{"type", "multiclass"}}},
      {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
      {"sweep", {{"labeled", {10}}, {"unlabeled", {0}}, {"holdout", 20}, {"repetitions", 2}}},
      {"learners", {{{"type", "perceptron"}}}}};
  for (const CellResult& cell : run_of(sweep, folder).cells) {
    CHECK(!cell.extremes);
    CHECK(!to_json(cell).contains("extremes"));
  }
}
