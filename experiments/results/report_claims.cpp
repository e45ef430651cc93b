#include "costruct/experiments/results/report_claims.hpp"

#include <fmt/format.h>

#include "costruct/experiments/results/html.hpp"
#include "costruct/experiments/results/html_table.hpp"

namespace costruct::experiments {
namespace {

std::string claim_cells(const ClaimVerdict& verdict) {
  const std::vector<std::string> comparison = {"cell",       "pairs",      "left out", "first", "second",
                                               "difference", "std. error", "t",        "p",     "verdict"};
  const std::vector<std::string> growth = {"cells",      "repetitions", "left out", "exponent",
                                           "std. error", "low",         "high",     "verdict"};
  const std::vector<std::string>& columns = verdict.is_growth ? growth : comparison;
  std::vector<bool> numeric(columns.size(), true);
  numeric.front() = numeric.back() = false;
  const std::string caption = verdict.is_growth ? fmt::format("Fitted exponents with their {:g} % intervals",
                                                              100 * (1 - verdict.alpha))
                                                : "One-sided paired t-tests in the claimed direction";
  HtmlTable table(caption, columns, numeric, verdict.cells.size());
  for (const ClaimCell& cell : verdict.cells) {
    if (table.full()) break;
    table.begin_row();
    table.text(cell.where);
    table.text(std::to_string(cell.count));
    table.text(std::to_string(cell.left_out));
    if (verdict.is_growth) {
      for (const double value : {cell.first, cell.standard_error, cell.low, cell.high}) {
        table.text(number_text(value, "{:.3f}"));
      }
    } else {
      for (const double value : {cell.first, cell.second, cell.difference, cell.standard_error}) {
        table.text(number_text(value, "{:.4g}"));
      }
      table.text(number_text(cell.t, "{:.2f}"));
      table.text(p_text(cell.p));
    }
    table.text(verdict_name(cell.verdict) + (cell.note.empty() ? "" : ": " + cell.note));
    table.end_row();
  }
  return table.finish(verdict.cells.size());
}

}  // namespace

std::string claim_section(const std::vector<ClaimVerdict>& verdicts) {
  std::string text;
  for (const ClaimVerdict& verdict : verdicts) {
    const std::string name = verdict_name(verdict.verdict);
    const char* sign = verdict.verdict == Verdict::kReproduced ? "✓"
                       : verdict.verdict == Verdict::kRefuted  ? "✗"
                                                               : "?";
    text += fmt::format("<article class=\"claim {}\">\n<h3><span class=\"verdict\">{} {}</span>{}</h3>\n",
                        name, sign, name, html(verdict.text.empty() ? verdict.statement : verdict.text));
    if (!verdict.text.empty()) text += "<p>" + html(verdict.statement) + "</p>\n";
    if (!verdict.source.empty()) text += "<p class=\"soft\">" + html(verdict.source) + "</p>\n";
    const std::string cells =
        verdict.cells.size() == 1 ? "1 cell" : fmt::format("{} cells", verdict.cells.size());
    const std::string allowed = verdict.allow == 0 ? "" : fmt::format(" ({} may fail)", verdict.allow);
    text += fmt::format(
        "<details{}><summary>{}{}: {} reproduced, {} refuted, {} "
        "undecided</summary>\n{}</details>\n</article>\n",
        verdict.cells.size() == 1 ? " open" : "", cells, allowed, verdict.reproduced, verdict.refuted,
        verdict.undecided, claim_cells(verdict));
  }
  return text;
}

}  // namespace costruct::experiments
