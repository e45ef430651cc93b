// Tables of the report, and numbers in their cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// Rows beyond this are left out of a table, which says so.
inline constexpr std::size_t kMostTableRows = 500;

/// Builds one table, row by row, and stops at kMostTableRows.
class HtmlTable {
 public:
  /// @param numeric  which columns hold numbers, by column
  /// @param keys     columns at the left that stay in sight when the others are scrolled
  HtmlTable(const std::string& caption, const std::vector<std::string>& columns,
            const std::vector<bool>& numeric, std::size_t expected_rows, std::size_t keys = 1);

  bool full() const { return rows_ >= kMostTableRows; }

  void begin_row();
  /// A cell whose content is HTML already.
  void cell(const std::string& content);
  void text(std::string_view content);
  void end_row();

  /// The whole table; where it has fewer than all rows it says so.
  std::string finish(std::size_t all_rows);

 private:
  std::string text_;
  std::vector<bool> numeric_;
  std::size_t keys_ = 1, column_ = 0, rows_ = 0;
  bool tall_ = false;  ///< scrolled within a frame

  /// The classes of a cell in the column.
  std::string classes(std::size_t column) const;
};

/// A number in a format of {fmt}, a dash for none.
std::string number_text(double value, const char* format);
/// Mean and standard error, as HTML.
std::string with_error(const MeanAndError& value, const char* format);
std::string p_text(double p);

}  // namespace costruct::experiments
