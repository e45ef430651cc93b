// Writes the tables of the report and formats the numbers in their cells.
#pragma once

#include <string>

#include "costruct/results/statistics/statistics.hpp"
#include "costruct/results/text/table.hpp"

namespace costruct::experiments {

/// A page shows at most this number of rows of a table.
inline constexpr std::size_t kMostTableRows = 500;

/// The table as HTML, with its title as the caption. It has the first kMostTableRows rows. If
/// others are left out, a sentence below the table says so.
std::string html_table(const Table& table);

/// A number in a {fmt} format; a dash for NaN.
std::string number_text(double value, const char* format);
/// Mean and standard error in a {fmt} format, as HTML; the mean alone if the error is NaN.
std::string with_error(const MeanAndError& value, const char* format);
/// A p-value with four decimals; "1.2e-05" if it is below 0.0001, and a dash for NaN.
std::string p_text(double p);

}  // namespace costruct::experiments
