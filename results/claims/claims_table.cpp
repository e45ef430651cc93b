#include "costruct/results/claims/claims_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostCells = 4;  // of one claim in the terminal

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

void append_wrapped(std::vector<std::string>& lines, const std::string& text, Index width) {
  for (std::string& line : wrapped(visible_text(shortened(text, kLongestText), "\n\t"), width))
    lines.push_back(std::move(line));
}

std::string filled(const std::string& text, Index width) {
  return text +
         std::string(static_cast<std::size_t>(std::max<Index>(0, width - text_width(text))), ' ');
}

/// Appends one claim in three columns: verdict, source, claim with its numbers.
void append_claim(std::string& text, const ClaimVerdict& verdict, const std::string& run,
                  Index width) {
  constexpr Index kVerdict = 10, kSource = 24, kBetween = 2;
  const Index rest = std::max<Index>(20, width - kVerdict - kSource - 2 * kBetween);
  std::vector<std::string> first, second, third;
  append_wrapped(first, verdict_word(verdict.verdict, verdict.corrected), kVerdict);
  append_wrapped(second, verdict.source, kSource);
  if (!run.empty()) append_wrapped(second, "run " + run, kSource);
  for (const std::string& limit : verdict_limits(verdict)) append_wrapped(third, limit, rest);
  append_wrapped(third, verdict.text, rest);
  append_wrapped(third, verdict.statement, rest);
  for (const std::string& line : evidence_lines(verdict)) append_wrapped(third, line, rest);
  for (std::size_t i = 0; i < std::max({first.size(), second.size(), third.size()}); ++i) {
    const auto at = [i](const std::vector<std::string>& column) {
      return i < column.size() ? column[i] : "";
    };
    const std::string line =
        filled(at(first), kVerdict + kBetween) + filled(at(second), kSource + kBetween) + at(third);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
}

std::string corrected_name(std::optional<Verdict> corrected) {
  return corrected ? verdict_name(*corrected) : "none";
}

std::string number(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

void append_csv(std::string& text, const JudgedRun& run, const ClaimVerdict& verdict,
                const ClaimCell& cell) {
  const std::vector<std::string> fields = {csv_field(run.name),
                                           csv_field(verdict.source),
                                           csv_field(verdict.text),
                                           csv_field(verdict.statement),
                                           verdict.form,
                                           verdict.test,
                                           number(verdict.alpha),
                                           verdict_name(verdict.verdict),
                                           verdict.exploratory ? "true" : "false",
                                           csv_field(cell.where),
                                           std::to_string(cell.count),
                                           std::to_string(cell.left_out),
                                           number(cell.first),
                                           number(cell.second),
                                           number(cell.difference),
                                           number(cell.standard_error),
                                           number(cell.low),
                                           number(cell.high),
                                           number(verdict.confidence),
                                           number(cell.statistic),
                                           number(cell.p),
                                           number(cell.effect_size),
                                           number(verdict.effect),
                                           number(cell.power),
                                           verdict_name(cell.verdict),
                                           csv_field(cell.note),
                                           verdict.unfinished ? "true" : "false",
                                           number(cell.corrected_p),
                                           corrected_name(cell.corrected),
                                           cell.word(),
                                           corrected_name(verdict.corrected),
                                           verdict_word(verdict.verdict, verdict.corrected)};
  text += fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

std::vector<JudgedRun> judged(std::span<const RunResults> runs) {
  std::vector<JudgedRun> judged;
  for (const RunResults& run : runs) judged.push_back({run.name, judge_claims(run)});
  return judged;
}

std::string claims_table(std::span<const JudgedRun> runs, Index width) {
  std::string text;
  VerdictCounts counts;
  for (const JudgedRun& run : runs) {
    for (const ClaimVerdict& verdict : run.verdicts) {
      counts.add(verdict.verdict, verdict.corrected);
      append_claim(text, verdict, runs.size() > 1 ? run.name : "", width);
    }
  }
  return text.empty() ? "" : "claims: " + counts.text() + "\n" + text;
}

std::string claims_csv(std::span<const JudgedRun> runs) {
  std::string text =
      "run,source,text,claim,form,test,alpha,verdict,exploratory,cell,count,left_out,first,second,"
      "difference,"
      "standard_error,low,high,confidence,statistic,p,effect_size,effect,power,cell_verdict,note,"
      "unfinished,corrected_p,corrected_cell_verdict,cell_word,corrected_verdict,word\n";
  for (const JudgedRun& run : runs) {
    for (const ClaimVerdict& verdict : run.verdicts) {
      for (const ClaimCell& cell : verdict.cells) append_csv(text, run, verdict, cell);
      if (verdict.cells.empty()) append_csv(text, run, verdict, {});
    }
  }
  return text;
}

}  // namespace costruct::experiments
