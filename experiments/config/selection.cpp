#include "costruct/experiments/config/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

// The sizes that share one choice.
std::vector<std::vector<CellSizes>> groups_of(const SweepConfig& sweep) {
  if (sweep.selection_scope == SelectionScope::kLearner) return {sweep.sizes};
  std::vector<std::vector<CellSizes>> groups;
  for (const CellSizes& sizes : sweep.sizes) groups.push_back({sizes});
  return groups;
}

// Whether a mean is lower by more than rounding errors. Means of the same numbers in another order
// count as equal, and the first of equal means is taken.
bool is_lower(double value, double best) {
  constexpr double kRoundings = 16 * std::numeric_limits<double>::epsilon();
  return value < best - kRoundings * std::max(std::abs(value), std::abs(best));
}

}  // namespace

std::vector<Json> selection_grid(const Json& select) {
  std::vector<Json> grid = {Json::object()};
  for (const auto& [key, values] : select.items()) {
    std::vector<Json> longer;
    for (const Json& candidate : grid) {
      for (const Json& value : values) {
        longer.push_back(candidate);
        longer.back()[key] = value;
      }
    }
    grid = std::move(longer);
  }
  return grid;
}

Json options_with(const Json& chosen, const LearnerConfig& learner) {
  Json options = learner.options;
  for (const auto& [key, value] : chosen.items()) {
    if (key.starts_with(kOfProblem)) continue;
    if (key != "kernel" || learner.entry->has_own_kernel) value_at(options, key) = value;
  }
  return with_defaults(learner.entry->options, options);
}

Json problem_with(const Json& chosen, const LearnerConfig& learner) {
  Json problem = learner.problem;
  for (const auto& [key, value] : chosen.items()) {
    if (key.starts_with(kOfProblem)) problem[key.substr(kOfProblem.size())] = value;
  }
  return problem;
}

KernelConfig kernel_with(const Json& chosen, const LearnerConfig& learner) {
  const auto kernel = chosen.find("kernel");
  if (kernel == chosen.end() || learner.entry->has_own_kernel) return learner.kernel;
  return read_kernel(*kernel);
}

std::string choice_text(const Json& chosen) {
  std::string text;
  for (const auto& [name, value] : chosen.items())
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, shown(value));
  return text;
}

Selection choose(const LearnerConfig& learner, const SweepConfig& sweep, const MetricInfo& metric,
                 const std::function<std::optional<CellResult>(CellSizes, std::size_t candidate,
                                                               Index repetition)>& find) {
  const std::vector<Json> grid = selection_grid(learner.select);
  const double sign = metric.higher_is_better ? -1 : 1;
  Selection selection;
  for (const std::vector<CellSizes>& group : groups_of(sweep)) {
    std::size_t best = grid.size();
    double best_value = 0;
    const std::size_t first_row = selection.table.size();
    for (std::size_t candidate = 0; candidate < grid.size(); ++candidate) {
      std::vector<double> values;
      std::map<Index, std::vector<double>>
          of_draw;  // the values at all sizes of a repetition, which share its draw
      for (const CellSizes& sizes : group) {
        for (Index repetition = 0; repetition < sweep.selection_repetitions; ++repetition) {
          const std::optional<CellResult> cell = find(sizes, candidate, repetition);
          if (cell && selection.first_error.empty()) selection.first_error = cell->error;
          if (!cell || !cell->error.empty()) continue;
          if (const auto value = cell->metrics.find(metric.name); value != cell->metrics.end()) {
            values.push_back(value->second);
            of_draw[repetition].push_back(value->second);
          }
        }
      }
      const MeanAndError mean = mean_and_error(values);
      std::vector<double> draws;
      for (const auto& [repetition, of_sizes] : of_draw)
        draws.push_back(mean_and_error(of_sizes).mean);
      const MeanAndError over_draws = mean_and_error(draws);
      SelectionRow row;
      row.learner = learner.name;
      // A choice for the whole sweep is listed under its largest sizes.
      row.labeled = group.back().labeled;
      row.unlabeled = group.back().unlabeled;
      row.parameters = grid[candidate];
      row.metric = metric.name;
      row.mean = mean.mean;
      row.standard_error = over_draws.standard_error;
      row.count = over_draws.count;
      selection.table.push_back(row);
      const bool complete =
          mean.count == static_cast<Index>(group.size()) * sweep.selection_repetitions;
      if (complete && (best == grid.size() || is_lower(sign * mean.mean, best_value))) {
        best = candidate;
        best_value = sign * mean.mean;
      }
    }
    if (best == grid.size()) continue;
    selection.table[first_row + best].chosen = true;
    for (const CellSizes& sizes : group) selection.chosen[sizes] = grid[best];
  }
  return selection;
}

}  // namespace costruct::experiments
