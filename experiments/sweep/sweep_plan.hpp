// The plan of a sweep: which cells there are, in which order, and which of them are still to do.
#pragma once

#include <memory>
#include <vector>

#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/sweep/cell_runner.hpp"
#include "costruct/results/store/run_record.hpp"

namespace costruct::experiments {

/// The cells of one learner in one repetition: what a worker takes at a time.
struct Unit {
  Phase phase = Phase::kCurve;
  Index learner = 0, repetition = 0;
  std::vector<const CellSpec*> cells;  ///< owned by the plan
};

/// Part `index` of `count` of a sweep, the parts being run apart; index counts from 0.
struct Shard {
  Index index = 0, count = 1;
};

class SweepPlan {
 public:
  explicit SweepPlan(const Experiment& experiment);

  /// Cells by which `select` chooses, learner by learner; then those of the curves, which know
  /// their options only after choose_from().
  const std::vector<std::vector<CellSpec>>& selection_cells() const { return selection_; }
  const std::vector<std::vector<CellSpec>>& curve_cells() const { return curves_; }

  /// Takes the choices from the finished cells of the selection; a choice whose cells failed or are
  /// missing stays open, and its cells stand in no unit.
  void choose_from(const ResultStore& store);
  bool has_selection() const;
  /// What was chosen, by learner; empty where nothing is selected.
  const std::vector<Selection>& choices() const { return choices_; }

  /// All units of a phase, repetition by repetition.
  std::vector<Unit> units(Phase phase) const;
  /// Whether a unit belongs to a shard: learners take turns, so that every shard gets some of each.
  static bool is_in(const Shard& shard, const Unit& unit);

  /// The run as it is written down; `selected` says whether open choices are final.
  RunRecord record(bool selected) const;

 private:
  bool is_open(const CellSpec& cell) const;

  const Experiment& experiment_;
  std::vector<std::vector<CellSpec>> selection_, curves_;  // by learner
  std::vector<Selection> choices_;                         // by learner
};

}  // namespace costruct::experiments
