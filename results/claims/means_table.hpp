// A table for the terminal: columns that describe the row, then one column for each learner.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/statistics.hpp"
#include "costruct/results/text/table.hpp"

namespace costruct::experiments {

/// The means of a row, by learner; nullopt where a learner has none.
using Means = std::vector<std::optional<MeanAndError>>;

/// Returns the best mean of a row, or nullopt if the row has no mean. It ignores NaN.
std::optional<double> best_mean(const Means& row, bool higher_is_better);

/// Returns a table without rows: columns for the keys, then one for each learner.
Table means_table(std::vector<TableColumn> keys, const std::vector<std::string>& learners);

/// Adds a row of the keys and the means. A cell shows the mean and, after "±", its standard error,
/// if that is known; "-" without a mean. If there are several learners, means that equal `best` up
/// to rounding get a "*".
/// @param format  format of the numbers for {fmt}, for example "{:.4f}"
void add_means(Table& table, TableRow keys, const Means& means, std::optional<double> best,
               const char* format);

}  // namespace costruct::experiments
