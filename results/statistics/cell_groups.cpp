#include "costruct/results/statistics/cell_groups.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

auto key(const CellGroup& group) {
  return std::tuple(group.learner, group.labeled, group.unlabeled);
}

std::optional<double> if_any(double value) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value);
}

}  // namespace

std::vector<CellGroup> group_cells(const RunResults& results) {
  std::map<std::string, std::size_t> number;
  for (const std::string& learner : results.learners) number.try_emplace(learner, number.size());
  std::map<std::tuple<std::size_t, Index, Index>, std::vector<const CellResult*>> cells;
  const CellResult* last = nullptr;  // cells of one group follow each other: no look-up is needed
  std::vector<const CellResult*>* members = nullptr;
  for (const CellResult& cell : results.cells) {
    if (!last || cell.labeled != last->labeled || cell.unlabeled != last->unlabeled ||
        cell.learner != last->learner) {
      const auto learner = number.find(cell.learner);
      if (learner == number.end()) continue;
      members = &cells[{learner->second, cell.labeled, cell.unlabeled}];
      last = &cell;
    }
    members->push_back(&cell);
  }
  std::vector<CellGroup> groups;
  for (auto& [at, found] : cells) {
    std::stable_sort(found.begin(), found.end(), [](const CellResult* a, const CellResult* b) {
      return a->repetition < b->repetition;
    });
    groups.push_back({std::get<0>(at), std::get<1>(at), std::get<2>(at), std::move(found)});
  }
  return groups;
}

const CellGroup* find_group(const std::vector<CellGroup>& groups, std::size_t learner,
                            Index labeled, Index unlabeled) {
  const auto wanted = std::tuple(learner, labeled, unlabeled);
  const auto at =
      std::lower_bound(groups.begin(), groups.end(), wanted,
                       [](const CellGroup& group, const auto& k) { return key(group) < k; });
  return at != groups.end() && key(*at) == wanted ? &*at : nullptr;
}

std::set<std::pair<Index, Index>> sizes_of(const std::vector<CellGroup>& groups) {
  std::set<std::pair<Index, Index>> sizes;
  for (const CellGroup& group : groups) sizes.insert({group.labeled, group.unlabeled});
  return sizes;
}

std::optional<double> measured(const CellResult& cell, const std::string& quantity) {
  if (!cell.error.empty()) return std::nullopt;
  if (const auto metric = cell.metrics.find(quantity); metric != cell.metrics.end()) {
    return if_any(metric->second);
  }
  if (quantity == "train_seconds") return cell.train_seconds;
  if (quantity == "predict_seconds") return cell.predict_seconds;
  if (quantity == "oracle_calls") return static_cast<double>(cell.oracle_calls);
  if (quantity == "peak_memory" && cell.peak_memory > 0)
    return static_cast<double>(cell.peak_memory);
  if (quantity == "disagreement") return if_any(cell.disagreement);
  return std::nullopt;
}

std::optional<double> group_mean(const CellGroup& group, const std::string& quantity) {
  std::vector<double> values;
  for (const CellResult* cell : group.cells) {
    const auto value = measured(*cell, quantity);
    if (value && std::isfinite(*value)) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  return mean_and_error(values).mean;
}

const std::vector<std::string>& measured_quantities() {
  static const std::vector<std::string> names = {"train_seconds", "predict_seconds", "oracle_calls",
                                                 "peak_memory", "disagreement"};
  return names;
}

}  // namespace costruct::experiments
