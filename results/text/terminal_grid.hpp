// A table for the terminal: what a row is of, then a column for each learner.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

struct TerminalGrid {
  std::vector<std::string> keys;  ///< headings of the columns that say what a row is of
  std::vector<std::vector<std::string>> rows;  ///< their texts, [row][key]
  std::vector<std::string> learners;
  std::vector<std::vector<std::optional<MeanAndError>>> cells;  ///< [row][learner]
  /// The mean that carries a "*", [row]. Empty: the best of each row.
  std::vector<std::optional<double>> best = {};
};

/// The best mean of a row, or nullopt where it has none.
std::optional<double> best_mean(const std::vector<std::optional<MeanAndError>>& row,
                                bool higher_is_better);

/// The grid in blocks of learners, each as wide as fits. Where there are several learners, the best
/// means carry a "*".
/// @param format  of the numbers, as {fmt} has it
std::string grid_text(const TerminalGrid& grid, bool higher_is_better, const char* format,
                      Index width);

}  // namespace costruct::experiments
