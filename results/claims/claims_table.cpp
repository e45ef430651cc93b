#include "costruct/results/claims/claims_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/text/table.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostCells = 4;         // of one claim in the terminal
constexpr Index kVerdict = 10, kSource = 24;  // widths of the columns before the claim

const char* number_name(const std::string& form) {
  if (form == "ratio") return "ratio";
  if (form == "growth") return "exponent";
  if (form == "value") return "mean";
  return "difference";
}

bool is_fit(const std::string& form) {
  return form == "growth" || form == "value";
}

std::string short_number(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

/// Whether the corrected test has a result other than that of the claim's own test.
bool has_other_test(const ClaimVerdict& verdict) {
  return verdict.test != test_name(PairedTest::kCorrectedResampledT);
}

/// "difference -0.02 [-0.03, -0.01], p = 0.004, 100 pairs, power 0.3 for 0.01: the note"
std::string numbers_text(const ClaimVerdict& verdict, const ClaimCell& cell) {
  if (cell.count == 0) return cell.note;
  const double value = is_fit(verdict.form) ? cell.first : cell.difference;
  std::string text = fmt::format("{} {}", number_name(verdict.form), short_number(value));
  if (!std::isnan(cell.low))
    text += fmt::format(" [{}, {}]", short_number(cell.low), short_number(cell.high));
  if (!std::isnan(cell.p)) text += fmt::format(", p = {:.2g}", cell.p);
  if (has_other_test(verdict) && !std::isnan(cell.corrected_p))
    text += fmt::format(", corrected p = {:.2g}", cell.corrected_p);
  text += fmt::format(", {} {}", cell.count, is_fit(verdict.form) ? "repetitions" : "pairs");
  if (cell.verdict == Verdict::kUndecided && !std::isnan(cell.power)) {
    text += fmt::format(", power {:.2f} for {:g}", cell.power, verdict.effect);
  }
  return cell.note.empty() ? text : text + ": " + cell.note;
}

std::string range_text(double low, double high, const std::string& low_text,
                       const std::string& high_text) {
  return low == high ? low_text : low_text + " to " + high_text;
}

/// "difference -0.05 to -0.02, p at most 0.004, 98 to 100 pairs": the ranges over all cells that
/// have numbers.
std::string ranges_text(const ClaimVerdict& verdict) {
  std::vector<double> values, counts;
  double largest_p = std::nan(""), largest_corrected_p = std::nan("");
  for (const ClaimCell& cell : verdict.cells) {
    if (cell.count == 0 || cell.same) continue;
    values.push_back(is_fit(verdict.form) ? cell.first : cell.difference);
    counts.push_back(static_cast<double>(cell.count));
    largest_p = std::fmax(largest_p, cell.p);
    largest_corrected_p = std::fmax(largest_corrected_p, cell.corrected_p);
  }
  if (values.empty()) return "no finished repetitions";
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
  std::string text = fmt::format("{} {}", number_name(verdict.form),
                                 range_text(*low, *high, short_number(*low), short_number(*high)));
  if (!std::isnan(largest_p)) text += fmt::format(", p at most {:.2g}", largest_p);
  if (has_other_test(verdict) && !std::isnan(largest_corrected_p))
    text += fmt::format(", corrected p at most {:.2g}", largest_corrected_p);
  return text + fmt::format(", {} {}",
                            range_text(*fewest, *most, fmt::format("{}", *fewest),
                                       fmt::format("{}", *most)),
                            is_fit(verdict.form) ? "repetitions" : "pairs");
}

/// The evidence for the verdict, one text for each line.
std::vector<std::string> evidence_lines(const ClaimVerdict& verdict) {
  if (verdict.cells.empty()) return {"no cell of the results fits"};
  if (verdict.cells.size() == 1) return {numbers_text(verdict, verdict.cells.front())};
  std::vector<std::string> lines = {
      fmt::format("{} cells: {}{}", verdict.cells.size(), verdict.cell_words().text(),
                  verdict.allow == 0 ? "" : fmt::format("; {} may fail", verdict.allow))};
  lines.push_back(ranges_text(verdict));
  std::size_t open = 0;
  const std::string kept = verdict_name(Verdict::kReproduced);
  for (const Verdict kind : {Verdict::kRefuted, Verdict::kUndecided, Verdict::kReproduced}) {
    for (const ClaimCell& cell : verdict.cells) {
      const std::string word = cell.word();
      if (cell.same || cell.verdict != kind || word == kept || ++open > kMostCells) continue;
      lines.push_back(fmt::format("{} at {}: {}", word, cell.where, numbers_text(verdict, cell)));
    }
  }
  if (open > kMostCells) {
    lines.push_back(fmt::format("and {} more that are not reproduced", open - kMostCells));
  }
  return lines;
}

void append_wrapped(std::string& text, const std::string& content, Index width) {
  for (const std::string& line :
       wrapped(visible_text(shortened(content, kLongestText), "\n\t"), width))
    text += (text.empty() ? "" : "\n") + line;
}

/// Adds one claim in three columns: verdict, source, claim with its numbers.
void add_claim(Table& table, const ClaimVerdict& verdict, const std::string& run, Index width) {
  const Index rest = std::max<Index>(20, width - kVerdict - kSource - 4);
  std::string first, second, third;
  append_wrapped(first, verdict_word(verdict.verdict, verdict.corrected), kVerdict);
  append_wrapped(second, verdict.source, kSource);
  if (!run.empty()) append_wrapped(second, "run " + run, kSource);
  for (const std::string& limit : verdict_limits(verdict)) append_wrapped(third, limit, rest);
  append_wrapped(third, verdict.text, rest);
  append_wrapped(third, verdict.statement, rest);
  for (const std::string& line : evidence_lines(verdict)) append_wrapped(third, line, rest);
  table.add({first, second, third});
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// The limits that all verdicts of a run share.
std::vector<std::string> limits_of_all(const std::vector<ClaimVerdict>& verdicts) {
  std::vector<std::string> shared = verdict_limits(verdicts.front());
  for (const ClaimVerdict& verdict : verdicts) {
    const std::vector<std::string> own = verdict_limits(verdict);
    std::erase_if(shared, [&](const std::string& limit) { return !contains(own, limit); });
  }
  return shared;
}

std::string corrected_name(std::optional<Verdict> corrected) {
  return corrected ? verdict_name(*corrected) : "none";
}

/// The columns of the CSV with the cells of a line.
std::vector<std::pair<const char*, TableCell>> csv_cells(const JudgedRun& run,
                                                         const ClaimVerdict& verdict,
                                                         const ClaimCell& cell) {
  return {{"run", run.name},
          {"source", verdict.source},
          {"text", verdict.text},
          {"claim", verdict.statement},
          {"form", verdict.form},
          {"test", verdict.test},
          {"alpha", verdict.alpha},
          {"verdict", verdict_name(verdict.verdict)},
          {"exploratory", verdict.exploratory},
          {"cell", cell.where},
          {"count", cell.count},
          {"left_out", cell.left_out},
          {"first", cell.first},
          {"second", cell.second},
          {"difference", cell.difference},
          {"standard_error", cell.standard_error},
          {"low", cell.low},
          {"high", cell.high},
          {"confidence", verdict.confidence},
          {"statistic", cell.statistic},
          {"p", cell.p},
          {"effect_size", cell.effect_size},
          {"effect", verdict.effect},
          {"power", cell.power},
          {"cell_verdict", verdict_name(cell.verdict)},
          {"note", cell.note},
          {"unfinished", verdict.unfinished},
          {"corrected_p", cell.corrected_p},
          {"corrected_cell_verdict", corrected_name(cell.corrected)},
          {"cell_word", cell.word()},
          {"corrected_verdict", corrected_name(verdict.corrected)},
          {"word", verdict_word(verdict.verdict, verdict.corrected)}};
}

}  // namespace

std::vector<JudgedRun> judged(std::span<const RunResults> runs) {
  std::vector<JudgedRun> judged;
  for (const RunResults& run : runs) judged.push_back({run.name, judge_claims(run)});
  return judged;
}

std::string claims_lines(std::span<const JudgedRun> runs, Index width) {
  VerdictCounts counts;
  Index widest = 0;
  for (const JudgedRun& run : runs) {
    for (const ClaimVerdict& verdict : run.verdicts) {
      counts.add(verdict.verdict, verdict.corrected);
      widest = std::max(widest, text_width(verdict_word(verdict.verdict, verdict.corrected)));
    }
  }
  if (widest == 0) return "";
  std::string text = "claims: " + counts.text() + "\n";
  for (const JudgedRun& run : runs) {
    if (run.verdicts.empty()) continue;
    if (runs.size() > 1) text += shown_name(run.name) + ":\n";
    const std::vector<std::string> shared = limits_of_all(run.verdicts);
    for (const std::string& limit : shared) text += limit + "\n";
    for (const ClaimVerdict& verdict : run.verdicts) {
      std::vector<std::string> limits = verdict_limits(verdict);
      std::erase_if(limits, [&](const std::string& limit) { return contains(shared, limit); });
      const std::string& said = verdict.text.empty() ? verdict.statement : verdict.text;
      const std::string line =
          fmt::format("  {:<{}}  {}{}", verdict_word(verdict.verdict, verdict.corrected), widest,
                      limits.empty() ? "" : fmt::format("({}) ", fmt::join(limits, "; ")),
                      visible_line(said, kLongestText));
      text += cut_to_width(line, width) + "\n";
    }
  }
  return text + "numbers: report.html, or costruct claims DIR --details\n";
}

std::string claims_table(std::span<const JudgedRun> runs, Index width) {
  Table table{{text_column("", kVerdict), text_column("", kSource), text_column("")}};
  VerdictCounts counts;
  for (const JudgedRun& run : runs) {
    for (const ClaimVerdict& verdict : run.verdicts) {
      counts.add(verdict.verdict, verdict.corrected);
      add_claim(table, verdict, runs.size() > 1 ? run.name : "", width);
    }
  }
  return table.rows.empty() ? "" : "claims: " + counts.text() + "\n" + terminal_text(table);
}

std::string claims_csv(std::span<const JudgedRun> runs) {
  Table table;
  for (const auto& [name, cell] : csv_cells({}, {}, {})) table.columns.push_back(name);
  const auto add = [&](const JudgedRun& run, const ClaimVerdict& verdict, const ClaimCell& cell) {
    TableRow row;
    for (auto& [name, text] : csv_cells(run, verdict, cell)) row.push_back(std::move(text));
    table.add(std::move(row));
  };
  for (const JudgedRun& run : runs) {
    for (const ClaimVerdict& verdict : run.verdicts) {
      for (const ClaimCell& cell : verdict.cells) add(run, verdict, cell);
      if (verdict.cells.empty()) add(run, verdict, {});
    }
  }
  return csv_text(table);
}

}  // namespace costruct::experiments
