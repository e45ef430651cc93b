// Estimates of the costs of cells, and of the time that a sweep has left.
#pragma once

#include <map>
#include <vector>

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// The measured cells of one learner, and the power law through them in the number of its inputs.
/// A learner that uses unlabeled examples has two laws: without them it is another, faster
/// algorithm. Unlabeled examples that only features are fitted to do not count, because they cost
/// very little compared with a fit.
class CellCosts {
 public:
  explicit CellCosts(const LearnerConfig& learner);

  /// The number of examples that a fit of these sizes uses.
  double examples_of(const CellSizes& sizes) const;
  /// @param seconds  of the fit and its predictions
  /// @param memory   of the process in bytes
  void add(const CellSizes& sizes, double seconds, std::int64_t memory);
  bool empty() const { return laws_[0].empty() && laws_[1].empty(); }
  /// The largest memory of a cell in bytes.
  std::int64_t memory() const { return memory_; }
  /// The estimate for a cell in seconds: least squares of logarithms, with an exponent between 0
  /// (only overhead) and 3. NaN if nothing was measured. If all measured cells are of the other
  /// law, it serves.
  double seconds(const CellSizes& sizes) const;
  /// Whether the cells of these sizes have the law with unlabeled examples.
  bool is_with_unlabeled(const CellSizes& sizes) const {
    return with_unlabeled_ && sizes.unlabeled > 0;
  }

 private:
  struct Law {
    std::vector<double> log_examples, log_seconds;

    bool empty() const { return log_seconds.empty(); }
    double seconds(double examples) const;
  };

  bool with_unlabeled_;
  Law laws_[2];  // without and with unlabeled examples
  std::int64_t memory_ = 0;
};

/// Predicts the time that the open cells of a sweep will take, from those that it has finished. A
/// cell costs the mean of those with its learner and sizes. If there is none it costs what
/// CellCosts estimates, or what the other learners cost on average.
class RemainingTime {
 public:
  explicit RemainingTime(const Config& config)
      : of_learner_(config.learners.begin(), config.learners.end()) {}

  /// Adds an open cell.
  void expect(Index learner, const CellSizes& sizes) { ++cells_[{learner, sizes}].open; }
  /// An open cell is finished. Pass 0 or NaN seconds for a cell that failed; it is not used for
  /// estimates.
  void finish(Index learner, const CellSizes& sizes, double seconds);
  /// Seconds left, for a sweep that has finished its cells in `elapsed` seconds, several at a time.
  /// NaN before the first one.
  double seconds_left(double elapsed) const;

 private:
  struct Cells {
    Index open = 0, finished = 0;
    double seconds = 0;  // of the finished ones
  };
  double cost(Index learner, const CellSizes& sizes, const Cells& cells) const;

  std::vector<CellCosts> of_learner_;
  std::map<std::pair<Index, CellSizes>, Cells> cells_;
};

}  // namespace costruct::experiments
