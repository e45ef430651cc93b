// A gap that greedy decoding gives is called an estimate wherever the results of a sweep are read.
#include <catch2/catch.hpp>

#include "costruct/core/interfaces/violation_bounds.hpp"
#include "costruct/report/compare_runs.hpp"
#include "costruct/report/report.hpp"
#include "costruct/report/terminal_table.hpp"
#include "costruct/results/statistics/gaps.hpp"
#include "support/delegating_problem.hpp"
#include "support/sweep_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// The joint problem of some views, whose loss-augmented decoder says that it is greedy.
class Greedy final : public test::DelegatingProblem {
 public:
  explicit Greedy(std::shared_ptr<const Views> views)
      : DelegatingProblem(views->joint()), views_(std::move(views)) {}
  Exactness loss_augmented_exactness(Augmentation) const override { return Exactness::kGreedy; }

 private:
  std::shared_ptr<const Views> views_;
};

// A joint problem whose decoder says that it is greedy. The bound of every other input is twice the
// score of the best output, so that its gap is 1/2; that of the others is the score itself.
class Bounded final : public test::DelegatingProblem, public ViolationBounds {
 public:
  explicit Bounded(std::shared_ptr<const Views> views)
      : DelegatingProblem(views->joint()), views_(std::move(views)) {}
  Exactness decoding_exactness() const override { return Exactness::kGreedy; }
  std::optional<BoundedViolation> bounded_violation(InputId, const Output&, ConstVectorRef,
                                                    Augmentation) const override {
    return std::nullopt;
  }
  double score_bound(InputId x, ConstVectorRef w) const override {
    return (x % 2 == 0 ? 1 : 2) * decode(x, w).value;
  }

 private:
  std::shared_ptr<const Views> views_;
};

// Adds multiclass under another name, with a Problem in place of its views.
template <class Problem>
void add_changed_multiclass(const char* name) {
  const auto changed = [](Views views) {
    return Views(std::make_unique<Problem>(std::make_shared<const Views>(std::move(views))));
  };
  const ProblemEntry& exact = *find_problem("multiclass");
  ProblemEntry entry = exact;
  entry.name = name;
  entry.make = [=, make = exact.make](const Json& options,
                                      std::shared_ptr<const ProblemData> data) {
    return changed(make(options, std::move(data)));
  };
  entry.blank = [=, blank = exact.blank](const Json& options) { return changed(blank(options)); };
  add_problem(std::move(entry));
}

// The report without the libraries at its end.
std::string page_of(const RunResults& results) {
  const std::string page = report_html(results);
  return page.substr(0, page.find("<footer>"));
}

Json sweep_of(const char* problem) {
  return {
      {"name", "gaps"},
      {"problem", {{"type", problem}}},
      {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
      {"sweep", {{"labeled", {10, 20}}, {"unlabeled", {0}}, {"holdout", 20}, {"repetitions", 2}}},
      {"learners", {{{"type", "structural_svm"}, {"gap", 1e-3}}, {{"type", "perceptron"}}}},
      {"metrics", {"token_error"}}};
}

}  // namespace

TEST_CASE("store, cells.csv, tables and report call a gap of greedy decoding an estimate",
          "[experiments][gaps]") {
  add_changed_multiclass<Greedy>("greedy_multiclass");
  const std::string told = "an estimate: decoding is greedy";
  const TemporaryFolder folder;
  write_text(folder / "train.svm", toy_rows(60, 5));
  const auto results_of = [&](const char* problem) {
    RunResults results = run_of(sweep_of(problem), folder);  // read back from the store
    for (const CellResult& cell : results.cells) {
      INFO(cell.error);
      CHECK(cell.error.empty());
    }
    return results;
  };
  const auto cells_csv = [&](const RunResults& results) {
    write_cells_csv(folder / "cells.csv", results);
    return read_text(folder / "cells.csv");
  };

  const RunResults exact = results_of("multiclass");
  for (const CellResult& cell : exact.cells) CHECK(!cell.gap_is_estimate);
  CHECK_THAT(cells_csv(exact), !Contains(",true,0."));
  CHECK_THAT(terminal_table(exact), !Contains("estimate"));
  CHECK_THAT(page_of(exact), Contains(">certificate</td>") && !Contains("is greedy"));

  const RunResults results = results_of("greedy_multiclass");
  REQUIRE(results.cells.size() == 8);
  for (const CellResult& cell : results.cells) {
    CHECK(cell.gap_is_estimate == (cell.learner == "structural_svm"));
    CHECK(cell_from_json(to_json(cell)).gap_is_estimate ==
          cell.gap_is_estimate);  // to another process
    if (cell.gap_is_estimate) CHECK(cell.gap <= 1e-3);
  }
  CHECK_THAT(cells_csv(results), Contains(",gap,gap_is_estimate,") && Contains(",nan,nan,false,"));
  CHECK_THAT(read_text(folder / "cells.csv"),
             Catch::Matches("[\\s\\S]*,\\d[^,\n]*,true,[\\s\\S]*"));
  CHECK_THAT(terminal_table(results),
             Contains("structural_svm: gap at most 0.00") && Contains(told));
  CHECK_THAT(page_of(results), Contains(">estimate: decoding is greedy</td>"));
  CHECK_THAT(comparison_table(compare_runs(exact, results), "a", "b"),
             Contains("structural_svm in the second run: gap at most 0.00") && Contains(told) &&
                 !Contains("in the first run:"));
}

TEST_CASE("store, tables and report tell the gaps of predictions", "[experiments][gaps]") {
  add_changed_multiclass<Bounded>("bounded_multiclass");
  const TemporaryFolder folder;
  write_text(folder / "train.svm", toy_rows(60, 5));
  const RunResults exact = run_of(sweep_of("multiclass"), folder);
  for (const CellResult& cell : exact.cells) CHECK(!cell.decoding_gaps);
  CHECK(decodings_of(exact).empty());
  CHECK_THAT(page_of(exact), !Contains("Gaps of predictions"));
  CHECK_THAT(terminal_table(exact), !Contains("decoding exact"));

  const RunResults results = run_of(sweep_of("bounded_multiclass"), folder);
  REQUIRE(results.cells.size() == 8);
  for (const CellResult& cell : results.cells) {
    INFO(cell.error);
    REQUIRE(cell.decoding_gaps);
    const DecodingGaps& gaps = *cell.decoding_gaps;
    CHECK(gaps.decodings == 20);
    // Inputs are numbered: every other one has a gap, unless all its scores are 0.
    CHECK(gaps.exact >= 10);
    CHECK(gaps.exact < 15);
    CHECK(gaps.largest == Approx(0.5));
    CHECK(gaps.sum == Approx(0.5 * static_cast<double>(20 - gaps.exact)));
    CHECK(to_json(*cell_from_json(to_json(cell)).decoding_gaps) == to_json(gaps));
  }
  const std::vector<LearnerDecodings> all = decodings_of(results);
  REQUIRE(all.size() == 2);
  for (const LearnerDecodings& learner : all) {
    CHECK(learner.gaps.decodings == 80);
    const std::string text = decodings_text(learner.gaps);
    CHECK_THAT(text, Contains("of 80 inputs, at most 50 % below the best output (mean "));
    CHECK_THAT(terminal_table(results),
               Contains(learner.learner + ": decoding exact for ") && Contains(text));
  }
  CHECK_THAT(page_of(results), Contains("Gaps of predictions") && Contains("largest gap"));
}

TEST_CASE("gaps of decodings are relative, and rounding is none", "[gaps]") {
  DecodingGaps gaps;
  gaps.add(3, 4);
  gaps.add(-4, -3);
  gaps.add(-1, 1);  // twice the larger one
  gaps.add(5, 5 + 1e-12);
  gaps.add(0, 0);
  CHECK(gaps.decodings == 5);
  CHECK(gaps.exact == 2);
  CHECK(gaps.sum == Approx(0.25 + 0.25 + 2));
  CHECK(gaps.largest == 2);
  CHECK(gaps.mean() == Approx(0.5));
  DecodingGaps twice = gaps;
  twice.add(gaps);
  CHECK(twice.decodings == 10);
  CHECK(twice.exact == 4);
  CHECK(twice.largest == 2);
  CHECK(twice.mean() == gaps.mean());
  CHECK(to_json(decoding_gaps_from_json(to_json(gaps))) == to_json(gaps));
}
