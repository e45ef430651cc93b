// The table at the end of `run`: see terminal_table() in summary.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "costruct/experiments/results/cell_groups.hpp"
#include "costruct/experiments/results/claims_table.hpp"
#include "costruct/experiments/results/metrics.hpp"
#include "costruct/experiments/results/summary.hpp"
#include "costruct/experiments/results/terminal_text.hpp"

namespace costruct::experiments {
namespace {

/// One metric of a run as a grid: sizes by learners.
struct Grid {
  std::vector<Sizes> rows;
  std::vector<std::vector<std::optional<MeanAndError>>> cells;  // [row][learner]
};

Grid grid_of(const RunResults& results, const std::vector<CurvePoint>& points, const std::string& metric) {
  Grid grid;
  for (const CurvePoint& point : points) {
    if (point.metric == metric) grid.rows.push_back({point.labeled, point.unlabeled});
  }
  std::sort(grid.rows.begin(), grid.rows.end());
  grid.rows.erase(std::unique(grid.rows.begin(), grid.rows.end()), grid.rows.end());
  grid.cells.assign(grid.rows.size(), std::vector<std::optional<MeanAndError>>(results.learners.size()));
  for (const CurvePoint& point : points) {
    if (point.metric != metric) continue;
    const auto learner = std::find(results.learners.begin(), results.learners.end(), point.learner);
    const auto row =
        std::lower_bound(grid.rows.begin(), grid.rows.end(), Sizes{point.labeled, point.unlabeled});
    grid.cells[row - grid.rows.begin()][learner - results.learners.begin()] = point.value;
  }
  return grid;
}

std::optional<double> best_mean(const std::vector<std::optional<MeanAndError>>& row, bool higher_is_better) {
  std::optional<double> best;
  for (const auto& cell : row) {
    if (!cell || std::isnan(cell->mean)) continue;
    if (!best || (higher_is_better ? cell->mean > *best : cell->mean < *best)) best = cell->mean;
  }
  return best;
}

std::string value_text(const std::optional<MeanAndError>& cell, std::optional<double> best,
                       const char* format) {
  if (!cell) return "- ";
  const char mark = best && cell->mean == *best ? '*' : ' ';
  const auto number = [&](double value) { return fmt::format(fmt::runtime(format), value); };
  if (std::isnan(cell->standard_error)) return number(cell->mean) + mark;
  return number(cell->mean) + " ± " + number(cell->standard_error) + mark;
}

/// The grid in blocks of learners, each as wide as fits.
void append_grid(std::string& text, const RunResults& results, const Grid& grid, const MetricEntry& metric,
                 Index width) {
  constexpr Index kGap = 2;
  std::vector<std::vector<std::string>> cells;
  Index labeled_width = 7, unlabeled_width = 9;  // those of "labeled" and "unlabeled"
  for (std::size_t i = 0; i < grid.rows.size(); ++i) {
    labeled_width = std::max(labeled_width, text_width(std::to_string(grid.rows[i].first)));
    unlabeled_width = std::max(unlabeled_width, text_width(std::to_string(grid.rows[i].second)));
    const auto best = results.learners.size() > 1 ? best_mean(grid.cells[i], metric.higher_is_better)
                                                  : std::optional<double>();
    std::vector<std::string> row;
    for (const auto& cell : grid.cells[i]) row.push_back(value_text(cell, best, metric.format()));
    cells.push_back(std::move(row));
  }
  for (std::size_t begin = 0; begin < results.learners.size();) {
    std::vector<Index> columns;
    Index used = labeled_width + kGap + unlabeled_width;
    std::size_t end = begin;
    for (; end < results.learners.size(); ++end) {
      Index column = text_width(results.learners[end]) + 1;
      for (const auto& row : cells) column = std::max(column, text_width(row[end]));
      if (end > begin && used + kGap + column > width) break;
      columns.push_back(column);
      used += kGap + column;
    }
    std::string line = padded("labeled", labeled_width) + "  " + padded("unlabeled", unlabeled_width);
    for (std::size_t k = begin; k < end; ++k) {
      line += "  " + padded(printable(results.learners[k]) + " ", columns[k - begin]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      line = padded(std::to_string(grid.rows[i].first), labeled_width) + "  " +
             padded(std::to_string(grid.rows[i].second), unlabeled_width);
      for (std::size_t k = begin; k < end; ++k) line += "  " + padded(cells[i][k], columns[k - begin]);
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    if (end < results.learners.size()) text += "\n";
    begin = end;
  }
}

void append_failures(std::string& text, const RunResults& results) {
  Index failed = 0;
  const CellResult* first = nullptr;
  for (const CellResult& cell : results.cells) {
    if (cell.error.empty()) continue;
    if (!first) first = &cell;
    ++failed;
  }
  if (!first) return;
  text += fmt::format("{} of {} cells failed, the first: {}, {} labeled, {} unlabeled, repetition {}: {}\n",
                      failed, results.cells.size(), printable(first->learner), first->labeled,
                      first->unlabeled, first->repetition, printable(first->error));
}

}  // namespace

std::string terminal_table(const RunSummary& summary, Index width) {
  const RunResults& results = summary.results;
  std::string text;
  for (const std::string& metric : results.metrics) {
    const Grid grid = grid_of(results, summary.curves, metric);
    if (grid.rows.empty()) continue;
    const MetricEntry* found = find_metric(metric);
    const MetricEntry entry = found ? *found : MetricEntry();
    text += fmt::format("{}: mean ± standard error{}\n", metric,
                        results.learners.size() < 2 ? ""
                        : entry.higher_is_better    ? ", * the highest"
                                                    : ", * the lowest");
    append_grid(text, results, grid, entry, width);
    text += "\n";
  }
  if (results.unfinished()) {
    text += fmt::format("unfinished: {} of {} cells; verdicts are provisional\n", results.cells.size(),
                        results.planned);
  }
  text += claims_table(std::span(&results, 1), width);
  append_failures(text, results);
  return text;
}

}  // namespace costruct::experiments
