#include "costruct/experiments/tasks/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "costruct/core/random.hpp"

namespace costruct::experiments {
namespace {

// Draws n of the items 0..n-1 with replacement, in ascending order. Counts instead of sorting.
void draw_items(Index n, RandomStream& random, std::vector<Index>& drawn) {
  std::vector<Index> times(static_cast<std::size_t>(n), 0);
  for (Index i = 0; i < n; ++i) ++times[static_cast<std::size_t>(random.below(n))];
  drawn.clear();
  for (Index i = 0; i < n; ++i) drawn.insert(drawn.end(), static_cast<std::size_t>(times[i]), i);
}

double quantile_of(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::map<std::string, Interval> percentile_intervals(
    Index n, Resampling resampling,
    const std::function<std::map<std::string, double>(std::span<const Index> drawn)>& metrics_of) {
  std::map<std::string, std::vector<double>> values;
  std::vector<Index> drawn;
  for (Index k = 0; k < resampling.count; ++k) {
    RandomStream random(resampling.seed, static_cast<std::uint64_t>(k), "bootstrap");
    draw_items(n, random, drawn);
    for (const auto& [name, value] : metrics_of(drawn)) {
      if (!std::isnan(value)) values[name].push_back(value);
    }
  }
  std::map<std::string, Interval> intervals;
  for (auto& [name, of_metric] : values) {
    std::sort(of_metric.begin(), of_metric.end());
    intervals[name] = {quantile_of(of_metric, 0.025), quantile_of(of_metric, 0.975)};
  }
  return intervals;
}

}  // namespace costruct::experiments
