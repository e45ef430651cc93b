// Fits one learner in one draw, for all its cells.
#pragma once

#include <map>
#include <memory>

#include "costruct/experiments/sweep/cell_runner.hpp"

namespace costruct::experiments {

/// Fits a learner for each cell, and reuses inputs and fits of earlier cells. This saves time and
/// changes no result.
///
/// Inputs are usually made once, for the largest sizes of the sweep. They are made for each cell in
/// these cases:
///   - With a kernel. They are made from the examples that the learner gets, or from all examples
///     of the cell if the kernel is transductive. Its CPU time counts as training.
///   - If examples are grouped into inputs.
///   - If inputs depend on the labels of the fit.
///   - If features are fitted: to all known examples of the cell. This counts as training too.
///
/// A learner is fitted once for each labeled size if neither it nor its kernel nor its features use
/// unlabeled examples. The result (with its seconds) is then in the cell of every unlabeled size.
class CellFits {
 public:
  /// The learner and the draw of the cells: the arguments of CellRunner, and its draw. What is
  /// referred to must outlive CellFits.
  struct Place {
    const Experiment& experiment;
    Phase phase;
    Index learner, repetition;
    const Draw& draw;
  };
  explicit CellFits(const Place& place);

  /// Whether the learner chooses its labeled examples (LearnerConfig::choice). It is false in the
  /// selection: `select` chooses options on random draws.
  bool chooses() const;
  /// The examples of a cell: those of the draw, unless the learner chooses.
  ///
  /// A learner with `choice` begins with the first labeled examples of the draw. At each size of
  /// the sweep it is fitted and rates all other examples with labels that are not held out. The
  /// most useful ones become labeled, up to the next size. Ties go to the example that comes first
  /// in the draw. With `diverse` near duplicates of better ones are passed over. The unlabeled
  /// examples are the first others of the draw.
  Split split_of(const CellSpec& cell);
  /// The learner fitted to a cell's examples, those of split_of(). The inputs include the scored
  /// examples of the cell. Valid until the next call.
  const Fit& fit(const CellSpec& cell, const Split& split);

 private:
  struct Made {
    Json problem;  ///< options of the problem
    KernelConfig kernel;
    Index labeled = 0;  ///< number of labeled examples, which are the first of `fit_on`
    std::vector<Index> fit_on, scored, fit_features_on;
    friend bool operator==(const Made&, const Made&) = default;
  };
  const LearnerConfig& config() const { return place_.experiment.config.learners[place_.learner]; }
  bool sees_unlabeled(const KernelConfig& kernel) const;
  Made examples_of(std::span<const Split> splits, const KernelConfig& kernel) const;
  void make_inputs(const CellSpec& cell, const Split& split);
  std::vector<Index> without_labels() const;
  Split split_with(const std::vector<Index>& labeled, Index unlabeled) const;
  std::vector<Index> pool() const;
  const std::vector<Index>& chosen_for(const CellSpec& cell);
  FitContext context(const CellSpec& cell) const;
  bool spreads_over_sets() const;
  SpreadLabels spread_over(const Split& split) const;

  Place place_;
  Made made_;
  bool fits_features_;  // some features of the views are fitted
  std::shared_ptr<const Inputs> inputs_;
  // The fits to the current inputs and number of labeled examples, by chosen options. If the
  // learner uses unlabeled examples, there is only one.
  std::map<std::string, std::unique_ptr<Fit>> fits_;
  CellSizes fits_sizes_ = {-1, -1};
  // The examples that are labeled so far, in the order of their choice, by the number of unlabeled
  // ones.
  std::map<Index, std::vector<Index>> chosen_;
};

/// The views of a learner in a repetition. Those of a training config are the same in all
/// repetitions.
ViewAssignment views_of(const Experiment& experiment, const LearnerConfig& learner, Phase phase,
                        Index repetition);

}  // namespace costruct::experiments
