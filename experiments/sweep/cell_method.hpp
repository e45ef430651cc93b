// How a cell is computed once its examples are known: one way for labels, one for numbers.
#pragma once

#include <memory>

#include "costruct/experiments/sweep/cell_runner.hpp"

namespace costruct::experiments {

/// The cells of one learner in one draw. What a method keeps from cell to cell saves time and changes no
/// result.
class CellMethod {
 public:
  virtual ~CellMethod() = default;
  /// Fits the learner to a cell's examples and scores it on the held-out ones. Fills everything of `result`
  /// that depends on the fit; where a stop is requested on the way, what it leaves is not used.
  virtual void compute(const CellSpec& cell, const Split& split, CellResult& result) = 0;
  /// Those of the fit behind the cell computed last.
  const std::vector<std::string>& warnings() const { return warnings_; }

 protected:
  std::vector<std::string> warnings_;
};

/// Who computes what: the arguments of CellRunner, and its draw.
struct CellPlace {
  const Experiment& experiment;
  Phase phase;
  Index learner, repetition;
  const Draw& draw;

  const LearnerConfig& config() const { return experiment.config.learners[learner]; }
  /// The views of this learner in this repetition.
  ViewAssignment views() const;
  FitContext fit_context() const;
};

std::unique_ptr<CellMethod> structured_cells(const CellPlace& place);
std::unique_ptr<CellMethod> regression_cells(const CellPlace& place);

/// Seconds that this thread computed: a fit in a sweep has one thread, and is not slowed down by its
/// neighbours.
double thread_seconds();

/// Copies what a fit reports into its cell.
void report_fit(const FitReport& report, double seconds, CellResult& result);

}  // namespace costruct::experiments
