#include "costruct/results/text/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kGap = 2;  // between columns on the terminal

// Whether a spreadsheet would take a text for a formula. It would compute the formula, which can
// fetch or run other things.
bool starts_formula(std::string_view text) {
  if (text.empty() || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos)
    return false;
  const std::string_view digits = text.substr(text.front() == '+' ? 1 : 0);
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(number);
}

TableRow header_of(const Table& table) {
  TableRow header;
  for (const TableColumn& column : table.columns) header.emplace_back(column.name);
  return header;
}

/// Takes the first line from a text.
std::string_view next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

Index widest_line(std::string_view text) {
  Index widest = 0;
  while (!text.empty()) widest = std::max(widest, text_width(next_line(text)));
  return widest;
}

std::string spaces(Index count) {
  return std::string(static_cast<std::size_t>(std::max<Index>(0, count)), ' ');
}

/// A table on the terminal: its rows with the header, and the widths of its columns.
class Layout {
 public:
  explicit Layout(const Table& table) : table_(table), header_(header_of(table)) {
    const auto is_named = [](const TableColumn& column) { return !column.name.empty(); };
    if (std::any_of(table.columns.begin(), table.columns.end(), is_named)) rows_ = {&header_};
    for (const TableRow& row : table.rows) rows_.push_back(&row);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      Index width = table.columns[c].width;
      for (std::size_t r = 0; r < rows_.size() && table.columns[c].width == 0; ++r)
        width = std::max(width, widest_line((*rows_[r])[c].text));
      widths_.push_back(width);
    }
  }

  std::string text(Index width) const {
    std::vector<std::size_t> shown;
    Index used = -kGap;
    const auto show = [&](std::size_t column) {
      shown.push_back(column);
      used += kGap + widths_[column];
    };
    std::string text;
    for (std::size_t c = 0; c < widths_.size(); ++c) {
      if (shown.size() > table_.keys && used + kGap + widths_[c] > width) {
        append_block(text, shown);
        text += "\n";
        shown.clear();
        used = -kGap;
        for (std::size_t key = 0; key < table_.keys; ++key) show(key);
      }
      show(c);
    }
    append_block(text, shown);
    return text;
  }

 private:
  void append_block(std::string& text, const std::vector<std::size_t>& shown) const {
    for (const TableRow* row : rows_) {
      std::vector<std::string_view> rests;
      for (const std::size_t c : shown) rests.push_back((*row)[c].text);
      do {
        std::string line;
        for (std::size_t i = 0; i < shown.size(); ++i) {
          const std::string_view part = next_line(rests[i]);
          const Index missing = widths_[shown[i]] - text_width(part);
          if (table_.columns[shown[i]].numeric)
            line.append(spaces(missing)).append(part).append(spaces(kGap));
          else
            line.append(part).append(spaces(missing + kGap));
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      } while (std::any_of(rests.begin(), rests.end(),
                           [](std::string_view rest) { return !rest.empty(); }));
    }
  }

  const Table& table_;
  TableRow header_;
  std::vector<const TableRow*> rows_;
  std::vector<Index> widths_;
};

}  // namespace

TableColumn text_column(std::string name, Index width) {
  TableColumn column(std::move(name));
  column.numeric = false;
  column.width = width;
  return column;
}

TableCell::TableCell(double number) : text(csv_number(number)), kind(Kind::kNumber) {}

TableCell html_cell(std::string content) {
  TableCell cell(std::move(content));
  cell.kind = TableCell::Kind::kHtml;
  return cell;
}

void Table::add(TableRow row) {
  COSTRUCT_ASSERT(row.size() == columns.size(), "a row has a cell for each column");
  rows.push_back(std::move(row));
}

std::string terminal_text(const Table& table, Index width) {
  return Layout(table).text(width);
}

std::string csv_line(const TableRow& row) {
  std::string line;
  for (const TableCell& cell : row) {
    if (&cell != &row.front()) line += ',';
    line += cell.kind == TableCell::Kind::kNumber ? cell.text : csv_field(cell.text);
  }
  return line + "\n";
}

std::string csv_text(const Table& table) {
  std::string text = csv_line(header_of(table));
  for (const TableRow& row : table.rows) text += csv_line(row);
  return text;
}

std::string csv_field(std::string_view text) {
  std::string field = visible_text(text);
  if (starts_formula(text)) field.insert(0, "'");
  const bool edge_space = !field.empty() && (field.front() == ' ' || field.back() == ' ');
  if (field.find_first_of(",\"") == std::string::npos && !edge_space) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_number(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

}  // namespace costruct::experiments
