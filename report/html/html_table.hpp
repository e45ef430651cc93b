// Builds the tables of the report and formats the numbers in their cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// A table has at most this number of rows. A longer table is shortened and says so.
inline constexpr std::size_t kMostTableRows = 500;

/// Builds one table, row by row, and stops at kMostTableRows.
class HtmlTable {
 public:
  /// @param numeric  which columns have numbers, by column
  /// @param keys     number of columns at the left that stay visible when the others are scrolled
  HtmlTable(const std::string& caption, const std::vector<std::string>& columns,
            const std::vector<bool>& numeric, std::size_t expected_rows, std::size_t keys = 1);

  bool full() const { return rows_ >= kMostTableRows; }

  void begin_row();
  /// Adds a cell whose content is already HTML.
  void cell(const std::string& content);
  /// Adds a cell with plain text.
  void text(std::string_view content);
  void end_row();

  /// The whole table. If rows are left out, it says so.
  std::string finish(std::size_t all_rows);

 private:
  std::string text_;
  std::vector<bool> numeric_;
  std::size_t keys_ = 1, column_ = 0, rows_ = 0;
  bool tall_ = false;  ///< the table scrolls within a frame

  /// The CSS classes of a cell in this column.
  std::string classes(std::size_t column) const;
};

/// A number in a {fmt} format; a dash for NaN.
std::string number_text(double value, const char* format);
/// Mean and standard error, as HTML.
std::string with_error(const MeanAndError& value, const char* format);
std::string p_text(double p);

}  // namespace costruct::experiments
