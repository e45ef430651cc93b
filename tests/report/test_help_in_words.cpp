// What the answer of a report says of the gains from unlabeled examples where little is shown.
#include <catch2/catch.hpp>

#include "costruct/report/answer/answer.hpp"
#include "costruct/report/answer/gains_in_words.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using Catch::Contains;

/// Errors about one mean over 24 draws, whose differences are not constant; k is from 0 to 3.
double alternating(std::size_t k, Index r) {
  return k == 3 ? static_cast<double>(r % 3) - 1 : r % (2 << k) < (1 << k) ? 1.0 : -1.0;
}

/// Three learners of one mean error in 24 draws. Unlabeled examples change that of co_perceptron.
RunResults taught_by(double change) {
  test::RunShape shape;
  shape.learners = {"hmm", "perceptron", "co_perceptron"};
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {0, 100};
  shape.repetitions = 24;
  RunResults run = test::made_up_run(shape, [&](std::size_t k, Index, Index m, Index r) {
    const bool is_taught = k == 2 && m > 0;
    return 0.3 + 0.02 * alternating(is_taught ? 3 : k, r) + (is_taught ? change : 0);
  });
  run.supervised = {"hmm", "perceptron"};
  return run;
}

std::string help_on(const RunResults& run) {
  return answer_of(RunSummary(run), "token_error").help;
}

}  // namespace

TEST_CASE("where nothing is shown the largest gain is told, and no loss", "[answer]") {
  CHECK(help_on(taught_by(-0.005)) ==
        "No significant difference; the largest gain with 20 labeled is that of co-perceptron, "
        "whose token error is 0.0050 lower than without them");
  CHECK_THAT(help_on(taught_by(-0.00002)), Contains("is 2e-05 lower than"));
  CHECK(help_on(taught_by(0.005)) == "No significant difference");
}

TEST_CASE("a size that is not tested comes with the reason", "[answer]") {
  RunResults run = taught_by(-0.05);
  std::erase_if(run.cells,
                [](const CellResult& cell) { return cell.labeled == 20 && cell.repetition > 0; });
  const char* reason = "not tested at 1 of 3 labeled sizes (one draw: a test needs two)";
  CHECK_THAT(answer_of(RunSummary(run), "token_error").help_lines.at(0), Contains(reason));
  CHECK_THAT(gain_sentences(unlabeled_gains(run, "token_error")).at(0), Contains(reason));
}

}  // namespace costruct::experiments
