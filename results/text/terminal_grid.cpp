#include "costruct/results/text/terminal_grid.hpp"

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

std::optional<double> best_mean(const std::vector<std::optional<MeanAndError>>& row,
                                bool higher_is_better) {
  std::optional<double> best;
  for (const auto& cell : row) {
    if (!cell || std::isnan(cell->mean)) continue;
    if (!best || (higher_is_better ? cell->mean > *best : cell->mean < *best)) best = cell->mean;
  }
  return best;
}

std::string grid_text(const TerminalGrid& grid, bool higher_is_better, const char* format,
                      Index width) {
  Table table{"", {grid.keys.begin(), grid.keys.end()}, grid.keys.size()};
  for (const std::string& learner : grid.learners)
    table.columns.push_back(shown_name(learner) + " ");
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    std::optional<double> best;
    if (grid.learners.size() > 1)
      best = grid.best.empty() ? best_mean(grid.cells[i], higher_is_better) : grid.best[i];
    TableRow row(grid.rows[i].begin(), grid.rows[i].end());
    for (const auto& cell : grid.cells[i]) row.push_back(value_text(cell, best, format));
    table.add(std::move(row));
  }
  return terminal_text(table, width);
}

}  // namespace costruct::experiments
