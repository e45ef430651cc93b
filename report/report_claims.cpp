#include "costruct/report/report_claims.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"

namespace costruct::experiments {
namespace {

/// A column of the table of cells.
struct Column {
  const char* name;
  std::function<std::string(const ClaimCell&)> text;
};

Column number_column(const char* name, double ClaimCell::*field, const char* format) {
  return {name, [=](const ClaimCell& cell) { return number_text(cell.*field, format); }};
}

Column interval_column() {
  return {"interval", [](const ClaimCell& cell) {
            if (std::isnan(cell.low)) return std::string("–");
            return number_text(cell.low, "{:.4g}") + " to " + number_text(cell.high, "{:.4g}");
          }};
}

/// The names of the numbers of a cell, by the form of the claim.
struct Names {
  const char *first, *second, *difference;
};

Names names_of(const std::string& form) {
  if (form == "ratio") return {"first (geom.)", "second (geom.)", "ratio"};
  if (form == "monotone") return {"smallest size", "largest size", "difference"};
  if (form == "advantage_grows") return {"advantage", "versus", "difference"};
  return {"first", "second", "difference"};
}

std::vector<Column> columns_of(const std::string& form) {
  std::vector<Column> columns;
  if (form == "growth" || form == "value") {
    columns.push_back(
        number_column(form == "growth" ? "exponent" : "mean", &ClaimCell::first, "{:.4g}"));
    columns.push_back(number_column("std. error", &ClaimCell::standard_error, "{:.3g}"));
    columns.push_back(interval_column());
    return columns;
  }
  const Names names = names_of(form);
  columns.push_back(number_column(names.first, &ClaimCell::first, "{:.4g}"));
  columns.push_back(number_column(names.second, &ClaimCell::second, "{:.4g}"));
  columns.push_back(number_column(names.difference, &ClaimCell::difference, "{:.4g}"));
  columns.push_back(interval_column());
  columns.push_back(number_column(form == "ratio" ? "std. error (log)" : "std. error",
                                  &ClaimCell::standard_error, "{:.3g}"));
  columns.push_back(number_column("effect size", &ClaimCell::effect_size, "{:.2f}"));
  columns.push_back(number_column("statistic", &ClaimCell::statistic, "{:.2f}"));
  columns.push_back({"p", [](const ClaimCell& cell) { return p_text(cell.p); }});
  columns.push_back(
      {"corrected p", [](const ClaimCell& cell) { return p_text(cell.corrected_p); }});
  if (form != "ratio") columns.push_back(number_column("power", &ClaimCell::power, "{:.2f}"));
  return columns;
}

// `number` of the claim, from 1, because every region of a page needs its own name.
std::string caption_of(const ClaimVerdict& verdict, std::size_t number) {
  std::string caption = fmt::format("Claim {}: numbers of each cell, with {:g} % intervals", number,
                                    100 * verdict.confidence);
  if (!std::isnan(verdict.effect)) {
    caption += fmt::format("; power to see {:g} at level {:g}", verdict.effect, verdict.alpha);
  }
  return caption;
}

std::string claim_cells(const ClaimVerdict& verdict, std::size_t number) {
  const std::vector<Column> columns = columns_of(verdict.form);
  const bool pairs = !verdict.test.empty();
  std::vector<TableColumn> names = {
      text_column(verdict.form == "growth" || verdict.form == "monotone" ? "cells" : "cell"),
      pairs ? "pairs" : "repetitions", "left out"};
  for (const Column& column : columns) names.push_back(column.name);
  names.insert(names.end(),
               {text_column("verdict as published"), text_column("by the corrected test")});
  Table table{names, caption_of(verdict, number)};
  for (const ClaimCell& cell : verdict.cells) {
    TableRow row = {cell.where, cell.count, cell.left_out};
    for (const Column& column : columns) row.push_back(column.text(cell));
    row.push_back(cell.same
                      ? cell.note
                      : verdict_name(cell.verdict) + (cell.note.empty() ? "" : ": " + cell.note));
    row.push_back(cell.same        ? cell.note
                  : cell.corrected ? verdict_name(*cell.corrected)
                                   : "no corrected test");
    table.add(std::move(row));
  }
  return html_table(table);
}

const char* sign_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kReproduced:
      return "✓";
    case Verdict::kRefuted:
      return "✗";
    case Verdict::kUndecided:
      break;
  }
  return "?";
}

// A claim as one line, its verdict and text. Its statement, source and cells are folded below.
std::string folded_claim(const ClaimVerdict& verdict, std::size_t number) {
  const bool agree = verdict.corrected.value_or(verdict.verdict) == verdict.verdict;
  const Verdict shown = agree ? verdict.verdict : Verdict::kUndecided;
  std::string text = fmt::format(
      "<details class=\"claim {}\"><summary><span class=\"verdict\">{} {}</span><h3>{}</h3>"
      "</summary>\n",
      verdict_name(shown), sign_of(shown), html(verdict_text(verdict)),
      html(verdict.text.empty() ? verdict.statement : verdict.text));
  if (!verdict.text.empty()) text += "<p>" + html(verdict.statement) + "</p>\n";
  if (!verdict.source.empty()) text += "<p class=\"soft\">" + html(verdict.source) + "</p>\n";
  const std::string cells = counted(std::ssize(verdict.cells), "cell");
  const std::string allowed =
      verdict.allow == 0 ? "" : fmt::format(" ({} may fail)", verdict.allow);
  return text + fmt::format("<p>{}{}: {}</p>\n{}</details>\n", cells, allowed,
                            verdict.cell_words().text(), claim_cells(verdict, number));
}

}  // namespace

std::string claims_content(const std::vector<ClaimVerdict>& verdicts) {
  if (verdicts.empty()) return "";
  VerdictCounts counts;
  for (const ClaimVerdict& verdict : verdicts) counts.add(verdict.verdict, verdict.corrected);
  std::string text = fmt::format("<p>{}.</p>\n", counts.text());
  for (std::size_t i = 0; i < verdicts.size(); ++i) text += folded_claim(verdicts[i], i + 1);
  return text;
}

}  // namespace costruct::experiments
