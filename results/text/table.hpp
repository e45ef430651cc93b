// A table, and its text for the terminal and as CSV. html_table() of the report writes it as HTML.
#pragma once

#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A column of a table. A name alone makes a column of numbers.
struct TableColumn {
  template <std::convertible_to<std::string> Name>
  TableColumn(Name&& title) : name(std::forward<Name>(title)) {}

  std::string name;
  bool numeric = true;  ///< numbers end at the right, other text begins at the left
  Index width = 0;      ///< on the terminal, in characters; 0: that of the widest line
};

/// A column of text. `width` is that of TableColumn.
TableColumn text_column(std::string name, Index width = 0);

/// A cell of a table. The text may come from any source, because html_table() and csv_text() escape
/// it. terminal_text() does not: pass it the result of visible_text().
struct TableCell {
  enum class Kind { kText, kNumber, kHtml };

  template <std::convertible_to<std::string> Text>
  TableCell(Text&& content) : text(std::forward<Text>(content)) {}
  template <std::integral Number>
  TableCell(Number number) : text(std::to_string(number)), kind(Kind::kNumber) {}
  /// "true" or "false".
  TableCell(bool truth) : text(truth ? "true" : "false"), kind(Kind::kNumber) {}
  /// The text of csv_number().
  TableCell(double number);

  std::string text;
  Kind kind = Kind::kText;  ///< html_table() alone takes kHtml
};

/// A cell for html_table() whose content is HTML already.
TableCell html_cell(std::string content);

using TableRow = std::vector<TableCell>;

/// A table with one cell in each row for each column.
struct Table {
  std::vector<TableColumn> columns;
  std::string title = "";  ///< for html_table() alone
  /// Columns at the left that describe the row. A page keeps them in view, and every block on the
  /// terminal has them.
  std::size_t keys = 1;
  bool scrolls = true;  ///< a page shows many rows within a frame
  std::vector<TableRow> rows = {};

  /// Appends a row.
  /// @pre row.size() == columns.size()
  void add(TableRow row);
};

/// The table for the terminal. Two spaces separate the columns, and no line ends with a space. A
/// cell with line breaks takes several lines. The first line has the names of the columns, unless
/// all are empty. If the table is wider than `width` characters, it is split into blocks of
/// columns. Each block has the key columns and at least one other column.
std::string terminal_text(const Table& table, Index width = std::numeric_limits<Index>::max());

/// The table as CSV as in RFC 4180, with a header line and "\n" at line ends.
std::string csv_text(const Table& table);
/// One line of csv_text(), for a table of too many rows for the memory.
std::string csv_line(const TableRow& row);

/// A text as a field of a CSV file, in quotes if necessary. Control characters are made visible. If
/// a spreadsheet would run the text as a formula, an apostrophe is put in front.
std::string csv_field(std::string_view text);
/// The shortest text that reads back to the same double; "nan" for every NaN.
std::string csv_number(double value);

}  // namespace costruct::experiments
