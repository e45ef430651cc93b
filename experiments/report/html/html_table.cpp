#include "costruct/experiments/report/html/html_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "costruct/experiments/report/html/html.hpp"

namespace costruct::experiments {

HtmlTable::HtmlTable(const std::string& caption, const std::vector<std::string>& columns,
                     const std::vector<bool>& numeric, std::size_t expected_rows)
    : numeric_(numeric) {
  const bool tall = expected_rows > 20;
  text_ = fmt::format("<div class=\"scroll{}\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n<table>\n",
                      tall ? " tall" : "", html(caption));
  text_ += "<caption>" + html(caption) + "</caption>\n<thead><tr>";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    text_ +=
        fmt::format("<th scope=\"col\"{}>{}</th>", numeric[i] ? " class=\"number\"" : "", html(columns[i]));
  }
  text_ += "</tr></thead>\n<tbody>\n";
}

void HtmlTable::begin_row() {
  text_ += "<tr>";
  column_ = 0;
  ++rows_;
}

void HtmlTable::cell(const std::string& content) {
  text_ += fmt::format("<td class=\"{}\">{}</td>", numeric_[column_] ? "number" : "value", content);
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
  if (all_rows > rows_) {
    text_ += fmt::format(
        "<p class=\"soft\">The first {} of {} rows. The CSV files in the folder of the run have all.</p>\n",
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
