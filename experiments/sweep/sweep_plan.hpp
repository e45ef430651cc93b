// The plan of a sweep: its cells, their order, and their distribution to shards.
#pragma once

#include <memory>
#include <vector>

#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/sweep/cell_runner.hpp"
#include "costruct/results/store/run_record.hpp"

namespace costruct::experiments {

/// The cells of one learner in one repetition. A worker takes one unit at a time.
struct Unit {
  Phase phase = Phase::kCurve;
  Index learner = 0, repetition = 0;
  std::vector<const CellSpec*> cells;  ///< owned by the plan
};

/// Part `index` (from 0) of `count` parts of a sweep that are run separately.
struct Shard {
  Index index = 0, count = 1;
};

/// Whether the learner, its features or its kernel use the unlabeled examples, with its own options
/// or others that `select` tries. If not, its cells with the same labeled examples share a fit.
bool sees_unlabeled(const Experiment& experiment, const LearnerConfig& learner);

/// What the cells of a phase are called: "cells of the selection", "cells of the curves"; "cells"
/// if the sweep has no selection.
std::string cells_of(Phase phase, bool has_selection);

/// All cells of a sweep.
class SweepPlan {
 public:
  /// `experiment` must outlive this.
  explicit SweepPlan(const Experiment& experiment);

  /// The cells by which `select` chooses, by learner; no cells for a learner without `select`.
  const std::vector<std::vector<CellSpec>>& selection_cells() const { return selection_; }
  /// The cells of the curves, by learner. Those of a learner with `select` have their options and
  /// identities only after choose_from().
  const std::vector<std::vector<CellSpec>>& curve_cells() const { return curves_; }

  /// Makes the choices from the finished cells of the selection. A choice whose cells failed or are
  /// missing stays open, and its curve cells are in no unit.
  void choose_from(const ResultStore& store);
  /// Whether some learner has a `select`.
  bool has_selection() const;
  /// The choices, one entry for each learner. The entry of a learner without `select` is empty. So
  /// are all entries before choose_from().
  const std::vector<Selection>& choices() const { return choices_; }

  /// All units of a phase that have cells, by repetition, then by learner. Before choose_from(),
  /// learners with `select` have no units of the curves.
  std::vector<Unit> units(Phase phase) const;
  /// Whether a unit belongs to a shard. Learners alternate, so that every shard gets units of each
  /// if there are at least as many repetitions as shards.
  static bool is_in(const Shard& shard, const Unit& unit);

  /// The record of the run, as the store keeps it.
  /// @param selected  whether choose_from() was called; choices that are still open have then
  ///                  failed (RunRecord::selected)
  RunRecord record(bool selected) const;

 private:
  bool is_open(const CellSpec& cell) const;

  const Experiment& experiment_;
  std::vector<std::vector<CellSpec>> selection_, curves_;  // by learner
  std::vector<Selection> choices_;                         // by learner
};

}  // namespace costruct::experiments
