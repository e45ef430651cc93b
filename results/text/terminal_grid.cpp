#include "costruct/results/text/terminal_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kGap = 2;

std::string value_text(const std::optional<MeanAndError>& cell, std::optional<double> best,
                       const char* format) {
  if (!cell) return "- ";
  const char mark = best && is_same_mean(cell->mean, *best) ? '*' : ' ';
  const auto number = [&](double value) { return fmt::format(fmt::runtime(format), value); };
  if (std::isnan(cell->standard_error)) return number(cell->mean) + mark;
  return number(cell->mean) + " ± " + number(cell->standard_error) + mark;
}

/// Lines of the grid: their keys and the texts of the learners begin ... end, each padded.
class Lines {
 public:
  Lines(std::vector<Index> key_widths, std::size_t begin, std::vector<Index> column_widths)
      : key_widths_(std::move(key_widths)),
        begin_(begin),
        column_widths_(std::move(column_widths)) {}

  void append(std::string& text, const std::vector<std::string>& keys,
              const std::vector<std::string>& columns) const {
    std::string line;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      line += (k == 0 ? "" : "  ") + padded(keys[k], key_widths_[k]);
    }
    for (std::size_t k = 0; k < column_widths_.size(); ++k) {
      line += "  " + padded(columns[begin_ + k], column_widths_[k]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }

 private:
  std::vector<Index> key_widths_;
  std::size_t begin_;
  std::vector<Index> column_widths_;
};

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
  std::vector<std::vector<std::string>> cells;
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    const auto& row = grid.cells[i];
    std::optional<double> best;
    if (grid.learners.size() > 1)
      best = grid.best.empty() ? best_mean(row, higher_is_better) : grid.best[i];
    std::vector<std::string> texts;
    for (const auto& cell : row) texts.push_back(value_text(cell, best, format));
    cells.push_back(std::move(texts));
  }
  std::vector<std::string> names;
  for (const std::string& learner : grid.learners) names.push_back(shown_name(learner) + " ");
  std::vector<Index> key_widths;
  Index used_by_keys = -kGap;
  for (std::size_t k = 0; k < grid.keys.size(); ++k) {
    Index key = text_width(grid.keys[k]);
    for (const auto& row : grid.rows) key = std::max(key, text_width(row[k]));
    key_widths.push_back(key);
    used_by_keys += kGap + key;
  }
  std::string text;
  for (std::size_t begin = 0; begin < names.size();) {
    std::vector<Index> columns;
    Index used = used_by_keys;
    std::size_t end = begin;
    for (; end < names.size(); ++end) {
      Index column = text_width(names[end]);
      for (const auto& row : cells) column = std::max(column, text_width(row[end]));
      if (end > begin && used + kGap + column > width) break;
      columns.push_back(column);
      used += kGap + column;
    }
    const Lines lines(key_widths, begin, std::move(columns));
    lines.append(text, grid.keys, names);
    for (std::size_t i = 0; i < cells.size(); ++i) lines.append(text, grid.rows[i], cells[i]);
    if (end < names.size()) text += "\n";
    begin = end;
  }
  return text;
}

}  // namespace costruct::experiments
