// A table for the terminal: columns that describe the row, then one column for each learner.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// The content of the table.
struct TerminalGrid {
  std::vector<std::string> keys;               ///< headings of the columns that describe the row
  std::vector<std::vector<std::string>> rows;  ///< their texts, [row][key]
  std::vector<std::string> learners;
  std::vector<std::vector<std::optional<MeanAndError>>> cells;  ///< [row][learner]
  /// The mean that gets a "*", [row]. Empty: the best of each row.
  std::vector<std::optional<double>> best = {};
};

/// The best mean of a row, or nullopt if the row has no mean.
std::optional<double> best_mean(const std::vector<std::optional<MeanAndError>>& row,
                                bool higher_is_better);

/// The table as text, in blocks of as many learners as fit into `width`. If there are several
/// learners, the best means get a "*".
/// @param format  of the numbers, for {fmt}
std::string grid_text(const TerminalGrid& grid, bool higher_is_better, const char* format,
                      Index width);

}  // namespace costruct::experiments
