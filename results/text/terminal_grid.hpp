// A table for the terminal: columns that describe the row, then one column for each learner.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// The content of the table. Every row has a text for each key and a cell for each learner.
struct TerminalGrid {
  std::vector<std::string> keys;               ///< headings of the columns that describe the row
  std::vector<std::vector<std::string>> rows;  ///< their texts, [row][key]
  std::vector<std::string> learners;           ///< names, the headings of the other columns
  /// The cells at [row][learner]. nullopt is shown as "-".
  std::vector<std::vector<std::optional<MeanAndError>>> cells;
  /// For each row, the mean that gets a "*". If the vector is empty, the best mean of each row gets
  /// it.
  std::vector<std::optional<double>> best = {};
};

/// Returns the best mean of a row, or nullopt if the row has no mean. It ignores NaN.
std::optional<double> best_mean(const std::vector<std::optional<MeanAndError>>& row,
                                bool higher_is_better);

/// Returns the table as text. If it is wider than `width`, it is split into blocks of as many
/// learners as fit, at least one. A cell shows the mean and, after "±", its standard error, if that
/// is known. If there are several learners, the best means get a "*".
/// @param format  format of the numbers for {fmt}, for example "{:.4f}"
/// @param width   in characters
std::string grid_text(const TerminalGrid& grid, bool higher_is_better, const char* format,
                      Index width);

}  // namespace costruct::experiments
