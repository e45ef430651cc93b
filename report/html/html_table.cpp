#include "costruct/report/html/html_table.hpp"

#include <fmt/format.h>

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

}  // namespace

HtmlTable::HtmlTable(const std::string& caption, const std::vector<std::string>& columns,
                     const std::vector<bool>& numeric, std::size_t expected_rows, std::size_t keys)
    : numeric_(numeric), keys_(keys), tall_(expected_rows > 20) {
  text_ = fmt::format(
      "<div class=\"table\">\n<p class=\"caption\">{0}</p>\n<p class=\"more\">More columns to the "
      "right: "
      "scroll the table.</p>\n"
      "<div class=\"scroll{1}\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\">\n<table "
      "aria-label=\"{0}\">\n"
      "<thead><tr>",
      html(caption), tall_ ? " tall" : "");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    text_ += fmt::format("<th scope=\"col\" class=\"{}\">{}</th>",
                         classes(i) + (has_long_word(columns[i]) ? " long" : ""), html(columns[i]));
  }
  text_ += "</tr></thead>\n<tbody>\n";
}

std::string HtmlTable::classes(std::size_t column) const {
  return std::string(numeric_[column] ? "number" : "value") + (column < keys_ ? " key" : "");
}

void HtmlTable::begin_row() {
  text_ += "<tr>";
  column_ = 0;
  ++rows_;
}

void HtmlTable::cell(const std::string& content) {
  text_ += fmt::format("<td class=\"{}\">{}</td>", classes(column_), content);
  ++column_;
}

void HtmlTable::text(std::string_view content) {
  cell(html(content));
}

void HtmlTable::end_row() {
  text_ += "</tr>\n";
}

std::string HtmlTable::finish(std::size_t all_rows) {
  text_ += "</tbody>\n</table>\n</div>\n";
  if (tall_)
    text_ += fmt::format("<p class=\"rest\">{}: scroll the table.</p>\n",
                         counted(static_cast<Index>(rows_), "row"));
  text_ += "</div>\n";
  if (all_rows > rows_) {
    text_ += fmt::format(
        "<p class=\"soft\">The first {} of {} rows. The CSV files in the folder of the run have "
        "all.</p>\n",
        rows_, all_rows);
  }
  return std::move(text_);
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
