#include "costruct/results/claims/means_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/text/table.hpp"

namespace costruct::experiments {
namespace {

std::string value_text(const std::optional<MeanAndError>& cell, std::optional<double> best,
                       const char* format) {
  if (!cell) return "- ";
  const char mark = best && is_same_mean(cell->mean, *best) ? '*' : ' ';
  const auto number = [&](double value) { return fmt::format(fmt::runtime(format), value); };
  if (std::isnan(cell->standard_error)) return number(cell->mean) + mark;
  return number(cell->mean) + " ± " + number(cell->standard_error) + mark;
}

}  // namespace

std::optional<double> best_mean(const Means& row, bool higher_is_better) {
  std::optional<double> best;
  for (const auto& cell : row) {
    if (!cell || std::isnan(cell->mean)) continue;
    if (!best || (higher_is_better ? cell->mean > *best : cell->mean < *best)) best = cell->mean;
  }
  return best;
}

Table means_table(std::vector<TableColumn> keys, const std::vector<std::string>& learners) {
  Table table{std::move(keys)};
  table.keys = table.columns.size();
  for (const std::string& learner : learners) table.columns.push_back(shown_name(learner) + " ");
  return table;
}

void add_means(Table& table, TableRow keys, const Means& means, std::optional<double> best,
               const char* format) {
  if (means.size() < 2) best.reset();
  for (const auto& mean : means) keys.push_back(value_text(mean, best, format));
  table.add(std::move(keys));
}

}  // namespace costruct::experiments
