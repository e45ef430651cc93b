#include "costruct/report/html/html_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/html/html.hpp"

namespace costruct::experiments {
namespace {

bool has_long_word(const std::string& text) {
  std::size_t length = 0;
  for (const char c : text) {
    length = c == ' ' ? 0 : length + 1;
    if (length > 20) return true;
  }
  return false;
}

/// The CSS classes of a column.
std::string classes(const Table& table, std::size_t column) {
  return std::string(table.columns[column].numeric ? "number" : "value") +
         (column < table.keys ? " key" : "");
}

}  // namespace

std::string html_table(const Table& table) {
  const bool tall = table.scrolls && table.rows.size() > 20;
  const std::size_t shown = std::min(table.rows.size(), kMostTableRows);
  std::string text = fmt::format(
      "<div class=\"table\">\n<p class=\"caption\">{0}</p>\n<p class=\"more\">More columns to the "
      "right: "
      "scroll the table.</p>\n"
      "<div class=\"scroll{1}\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\">\n<table "
      "aria-label=\"{0}\">\n"
      "<thead><tr>",
      html(table.title), tall ? " tall" : "");
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string& name = table.columns[c].name;
    text += fmt::format("<th scope=\"col\" class=\"{}\">{}</th>",
                        classes(table, c) + (has_long_word(name) ? " long" : ""), html(name));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < shown; ++r) {
    text += "<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const TableCell& cell = table.rows[r][c];
      text += fmt::format("<td class=\"{}\">{}</td>", classes(table, c),
                          cell.kind == TableCell::Kind::kHtml ? cell.text : html(cell.text));
    }
    text += "</tr>\n";
  }
  text += "</tbody>\n</table>\n</div>\n";
  if (tall)
    text += fmt::format("<p class=\"rest\">{}: scroll the table.</p>\n",
                        counted(static_cast<Index>(shown), "row"));
  text += "</div>\n";
  if (table.rows.size() > shown) {
    text += fmt::format(
        "<p class=\"soft\">The first {} of {} rows. The CSV files in the folder of the run have "
        "all.</p>\n",
        shown, table.rows.size());
  }
  return text;
}

std::string number_text(double value, const char* format) {
  return std::isnan(value) ? "–" : fmt::format(fmt::runtime(format), value);
}

std::string with_error(const MeanAndError& value, const char* format) {
  if (std::isnan(value.standard_error)) return number_text(value.mean, format);
  return number_text(value.mean, format) + " <span class=\"error\">± " +
         number_text(value.standard_error, format) + "</span>";
}

std::string p_text(double p) {
  if (std::isnan(p)) return "–";
  if (p < 1e-4) return p == 0 ? "0" : fmt::format("{:.1e}", p);
  return fmt::format("{:.4f}", p);
}

}  // namespace costruct::experiments
