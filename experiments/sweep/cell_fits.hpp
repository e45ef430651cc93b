// The fits behind the cells of one learner in one draw.
#pragma once

#include <map>
#include <memory>

#include "costruct/experiments/sweep/cell_runner.hpp"

namespace costruct::experiments {

/// What it keeps from cell to cell saves time and changes no result. Inputs are made once, for the
/// largest sizes of the sweep; but for each cell, from the examples that its learner is given (or
/// all of the cell if it is transductive), with a kernel, whose CPU time then counts as training,
/// and where examples go together, inputs go by the labels of the fit, or features are fitted: to
/// all known examples of the cell, which counts as training too. A learner that uses no unlabeled
/// examples, nor its kernel or features, is fitted once for each labeled size, and the fit (its
/// seconds included) stands in the cell of every unlabeled size.
class CellFits {
 public:
  /// Who computes what: the arguments of CellRunner, and its draw.
  struct Place {
    const Experiment& experiment;
    Phase phase;
    Index learner, repetition;
    const Draw& draw;
  };
  explicit CellFits(const Place& place);

  /// The learner fitted to a cell's examples; over inputs that hold the cell's scored ones as well.
  /// Valid until the next call.
  const Fit& fit(const CellSpec& cell, const Split& split);

 private:
  struct Made {
    Json problem;  ///< its options
    KernelConfig kernel;
    Index labeled = 0;  ///< the first of `fit_on`
    std::vector<Index> fit_on, scored, fit_features_on;
    friend bool operator==(const Made&, const Made&) = default;
  };
  const LearnerConfig& config() const { return place_.experiment.config.learners[place_.learner]; }
  bool sees_unlabeled(const KernelConfig& kernel) const;
  Made examples_of(std::span<const CellSizes> sizes, const KernelConfig& kernel) const;
  void make_inputs(const CellSpec& cell);
  FitContext context(const CellSpec& cell) const;

  Place place_;
  Made made_;
  bool fits_features_;  // some features of the views are fitted
  std::shared_ptr<const Inputs> inputs_;
  // The fits to the current inputs and number of labeled examples, by chosen options: one where the
  // learner sees unlabeled examples.
  std::map<std::string, std::unique_ptr<Fit>> fits_;
  Index fits_labeled_ = -1;
};

/// The views of a learner in a repetition.
ViewAssignment views_of(const Experiment& experiment, const LearnerConfig& learner, Phase phase,
                        Index repetition);

}  // namespace costruct::experiments
