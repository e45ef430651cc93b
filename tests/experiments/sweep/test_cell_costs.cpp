// What cells cost: the time that a sweep has left, and that a dry run estimates.
#include <catch2/catch.hpp>

#include <set>

#include "costruct/experiments/runs/dry_run.hpp"
#include "costruct/experiments/sweep/cell_costs.hpp"
#include "experiments/sweep/toy_sweep.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

TEST_CASE("the time left knows which learners and sizes are open", "[experiments][sweep]") {
  Toy toy(toy_experiment());
  RemainingTime left(toy.config);
  REQUIRE(toy.config.learners.size() >= 2);
  for (const Index learner : {0, 1}) {
    for (const Index labeled : {10, 20}) {
      for (int repetition = 0; repetition < 2; ++repetition) left.expect(learner, {labeled, 0});
    }
  }
  CHECK(std::isnan(left.seconds_left(1)));
  left.finish(0, {10, 0}, 1);  // 1 of 8 cells; a law of one point is linear
  CHECK(left.seconds_left(1) == Approx(1 + 2 * 2 + (2 * 1 + 2 * 2)));  // learner 1 costs as much
  left.finish(0, {20, 0}, 3);
  left.finish(1, {10, 0}, 100);
  CHECK(left.seconds_left(52) == Approx(0.5 * (1 + 3 + 100 + 2 * 200)));  // two at a time
  left.finish(1, {20, 0}, 0);                                             // failed
  CHECK(left.seconds_left(52) == Approx(0.5 * (1 + 3 + 100 + 200)));
  for (const Index learner : {0, 1}) {
    for (const Index labeled : {10, 20}) left.finish(learner, {labeled, 0}, 1);
  }
  CHECK(left.seconds_left(60) == 0);
}

TEST_CASE("a dry run knows all cells and estimates their time from pilots, keeping nothing",
          "[experiments][sweep]") {
  Toy toy(with_selection());
  const ResultStore store(toy.folder.path(), ResultStore::Mode::kInMemory);
  const auto plan = plan_cells(*toy.experiment, store, {}, 5);
  Index selection = 0, curve = 0;
  for (const PlannedCells& planned : plan) {
    (planned.cell.phase == Phase::kCurve ? curve : selection) += planned.total;
    CHECK(planned.done == 0);
    CHECK(planned.seconds > 0);
    CHECK(planned.peak_memory > 0);
  }
  CHECK(curve == 36);
  CHECK(selection == 4 * 4 * 2);
  CHECK(store.num_cells() == 0);
  CHECK_THAT(plan_summary(plan, 2),
             Contains("68 cells: 0 done, 68 to do (32 cells of the selection and 36 cells of the "
                      "curves); about "));
  CHECK(cells_of(Phase::kSelection, true) == "cells of the selection");
  CHECK(cells_of(Phase::kCurve, true) == "cells of the curves");
  CHECK(cells_of(Phase::kCurve, false) == "cells");
}

TEST_CASE("an estimate counts a fit once that cells share", "[experiments][sweep]") {
  Toy toy(toy_experiment());
  const ResultStore store(toy.folder.path(), ResultStore::Mode::kInMemory);
  const auto plan = plan_cells(*toy.experiment, store, {}, 5);
  double once = 0, all = 0;
  for (const PlannedCells& planned : plan) {
    const double seconds = static_cast<double>(planned.total) * planned.seconds;
    const bool is_supervised = toy.config.learners[planned.cell.learner].name != "co_perceptron";
    all += seconds;
    once += is_supervised && planned.cell.sizes.unlabeled > 0 ? 0 : seconds;
  }
  CHECK(planned_seconds(plan) == Approx(once));
  CHECK(planned_seconds(plan) < all);
}

TEST_CASE("a finished cell spares no fit to the cells that are to do", "[experiments][sweep]") {
  Json json = toy_experiment();
  json["sweep"]["unlabeled"] = {0};
  Toy small(json);
  small.run("r");
  json["sweep"]["unlabeled"] = {0, 6, 12};
  Toy large(json);
  std::filesystem::copy(small.folder / "r", large.folder / "r");
  const ResultStore store(large.folder / "r", ResultStore::Mode::kReadOnly);
  const auto plan = plan_cells(*large.experiment, store, {}, 0);
  for (const PlannedCells& planned : plan) {
    const bool supervised = large.config.learners[planned.cell.learner].name != "co_perceptron";
    const Index unlabeled = planned.cell.sizes.unlabeled;
    INFO(large.config.learners[planned.cell.learner].name << " " << unlabeled);
    CHECK(planned.done == (unlabeled == 0 ? planned.total : 0));
    CHECK(planned.fits == (unlabeled == 0 || (supervised && unlabeled == 12) ? 0 : planned.total));
  }
  CHECK(planned_seconds(plan) > 0);
}

TEST_CASE("a learner has a law of its own for cells with unlabeled examples",
          "[experiments][sweep]") {
  Toy toy(toy_experiment());
  CellCosts co_perceptron(toy.config.learners[2]), perceptron(toy.config.learners[0]);
  for (CellCosts* costs : {&co_perceptron, &perceptron}) costs->add({10, 0}, 1, 0);
  CHECK(co_perceptron.seconds({10, 100}) == Approx(11));  // the other law serves, by all examples
  co_perceptron.add({10, 100}, 50, 0);
  CHECK(co_perceptron.seconds({20, 0}) == Approx(2));
  CHECK(co_perceptron.seconds({20, 200}) == Approx(100));
  CHECK(perceptron.seconds({20, 200}) == Approx(2));
}
