#include "costruct/experiments/sweep/cell_costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

CellCosts::CellCosts(const LearnerConfig& learner)
    : with_unlabeled_(learner.uses_unlabeled() || learner.kernel.is_transductive()) {}

double CellCosts::examples_of(const CellSizes& sizes) const {
  return static_cast<double>(sizes.labeled + (with_unlabeled_ ? sizes.unlabeled : 0));
}

void CellCosts::add(const CellSizes& sizes, double seconds, std::int64_t memory) {
  Law& law = laws_[is_with_unlabeled(sizes) ? 1 : 0];
  law.log_examples.push_back(std::log(examples_of(sizes)));
  law.log_seconds.push_back(std::log(std::max(seconds, 1e-7)));
  memory_ = std::max(memory_, memory);
}

double CellCosts::Law::seconds(double examples) const {
  const double n = static_cast<double>(log_seconds.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (const double x : log_examples) mean_x += x / n;
  for (const double y : log_seconds) mean_y += y / n;
  for (std::size_t i = 0; i < log_seconds.size(); ++i) {
    xx += (log_examples[i] - mean_x) * (log_examples[i] - mean_x);
    xy += (log_examples[i] - mean_x) * (log_seconds[i] - mean_y);
  }
  const double exponent = xx > 0 ? std::clamp(xy / xx, 0.0, 3.0) : 1.0;
  return std::exp(mean_y + exponent * (std::log(examples) - mean_x));
}

double CellCosts::seconds(const CellSizes& sizes) const {
  if (empty()) return CellResult::kNone;
  const int own = is_with_unlabeled(sizes) ? 1 : 0;
  return laws_[laws_[own].empty() ? 1 - own : own].seconds(examples_of(sizes));
}

void RemainingTime::finish(Index learner, const CellSizes& sizes, double seconds) {
  Cells& cells = cells_[{learner, sizes}];
  --cells.open;
  if (!(seconds > 0)) return;
  ++cells.finished;
  cells.seconds += seconds;
  of_learner_[static_cast<std::size_t>(learner)].add(sizes, seconds, 0);
}

double RemainingTime::cost(Index learner, const CellSizes& sizes, const Cells& cells) const {
  if (cells.finished > 0) return cells.seconds / static_cast<double>(cells.finished);
  const CellCosts& own = of_learner_[static_cast<std::size_t>(learner)];
  if (!own.empty()) return own.seconds(sizes);
  double sum = 0;
  Index known = 0;
  for (const CellCosts& other : of_learner_) {
    if (other.empty()) continue;
    sum += other.seconds(sizes);
    ++known;
  }
  return sum / static_cast<double>(known);
}

double RemainingTime::seconds_left(double elapsed) const {
  double done = 0, open = 0;
  for (const auto& [place, cells] : cells_) {
    done += cells.seconds;
    if (cells.open > 0)
      open += static_cast<double>(cells.open) * cost(place.first, place.second, cells);
  }
  return done > 0 ? elapsed * open / done : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace costruct::experiments
