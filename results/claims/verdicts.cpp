// Judges claims, see judge_claims() in claims.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "costruct/results/claims/claim_evidence.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

bool has_test(ClaimForm form) {
  return form != ClaimForm::kGrowth && form != ClaimForm::kValue;
}

/// "paired t", "log-log fit"
std::string method_text(const Claim& claim) {
  if (claim.form == ClaimForm::kGrowth) return "log-log fit";
  if (claim.form == ClaimForm::kValue) return "interval of the mean";
  std::string name = test_name(claim.test);
  std::replace(name.begin(), name.end(), '_', ' ');
  const bool two = claim.form == ClaimForm::kNoDifference && claim.within;
  return two ? "two one-sided " + name : name;
}

bool is_exploratory(const RunResults& results) {
  return results.config.is_object() && results.config.contains("exploratory") &&
         results.config.at("exploratory") == true;
}

/// Whether all learners of a claim have one result for each labeled size. Cells that differ only in
/// the unlabeled size are then the same.
bool says_the_same_at_all_unlabeled(const RunResults& results, const Claim& claim) {
  return is_supervised(results, claim.first) &&
         (claim.second.empty() || is_supervised(results, claim.second));
}

/// Judges a cell or a line by the claim's own test and by the corrected one, which needs a ratio.
template <class JudgeBy>
ClaimCell judge_by_both(const Claim& claim, std::optional<double> ratio, const JudgeBy& judge_by) {
  ClaimCell cell = judge_by(claim);
  if (!has_test(claim.form) || !ratio) return cell;
  Claim corrected = claim;
  corrected.test = PairedTest::kCorrectedResampledT;
  const ClaimCell by_corrected = claim.test == corrected.test ? cell : judge_by(corrected);
  cell.corrected_p = by_corrected.p;
  cell.corrected = by_corrected.verdict;
  return cell;
}

Verdict verdict_of_cells(const std::vector<Verdict>& cells, Index allow) {
  const auto number = [&](Verdict verdict) {
    return std::count(cells.begin(), cells.end(), verdict);
  };
  const Index reproduced = number(Verdict::kReproduced), refuted = number(Verdict::kRefuted);
  if (refuted > allow) return Verdict::kRefuted;
  const bool enough = reproduced > 0 && std::ssize(cells) - reproduced <= allow;
  return enough ? Verdict::kReproduced : Verdict::kUndecided;
}

void conclude(ClaimVerdict& verdict) {
  std::vector<Verdict> published, corrected;
  bool any_corrected = false;
  for (const ClaimCell& cell : verdict.cells) {
    if (cell.same) continue;
    published.push_back(cell.verdict);
    corrected.push_back(cell.corrected.value_or(cell.verdict));
    any_corrected = any_corrected || cell.corrected;
    verdict.reproduced += cell.verdict == Verdict::kReproduced;
    verdict.refuted += cell.verdict == Verdict::kRefuted;
    verdict.undecided += cell.verdict == Verdict::kUndecided;
  }
  verdict.verdict = verdict_of_cells(published, verdict.allow);
  if (any_corrected) verdict.corrected = verdict_of_cells(corrected, verdict.allow);
}

ClaimVerdict judge(const Evidence& evidence, const Claim& claim) {
  ClaimVerdict verdict;
  verdict.form = form_name(claim.form);
  verdict.statement =
      fmt::format("{} ({}, alpha {})", claim_statement(claim), method_text(claim), claim.alpha);
  verdict.source = claim.source;
  verdict.text = claim.text;
  if (has_test(claim.form)) verdict.test = test_name(claim.test);
  verdict.alpha = claim.alpha;
  verdict.confidence = claim_confidence(claim);
  verdict.effect = claim_effect(claim).value_or(ClaimCell::kNone);
  verdict.allow = claim.allow;
  verdict.exploratory = is_exploratory(evidence.results);
  verdict.unfinished = evidence.results.unfinished();
  verdict.finished = static_cast<Index>(evidence.results.cells.size());
  verdict.planned = evidence.results.planned;
  std::set<std::pair<Index, Index>> judged;  // labeled sizes
  const bool repeats = says_the_same_at_all_unlabeled(evidence.results, claim);
  const auto is_new = [&](const Sizes& at, const Sizes& versus) {
    return !repeats || judged.insert({at.first, versus.first}).second;
  };
  if (reads_lines(claim.form)) {
    for (const auto& line : claim_lines(claim, evidence.sizes)) {
      if (!is_new(line.front(), line.back())) continue;
      verdict.cells.push_back(
          judge_by_both(claim, larger_ratio(evidence, line.front(), line.back()),
                        [&](const Claim& by) { return judge_line(evidence, by, line); }));
    }
  } else {
    for (const auto& cells : compared_cells(claim, evidence.sizes)) {
      const Sizes &at = cells.first, &versus = cells.second;
      if (!is_new(at, versus)) continue;
      verdict.cells.push_back(
          judge_by_both(claim, larger_ratio(evidence, at, versus),
                        [&](const Claim& by) { return judge_cell(evidence, by, at, versus); }));
      if (repeats && at.second == versus.second)
        verdict.cells.back().where = fmt::format(
            "{} labeled{}, any number unlabeled", at.first,
            versus.first == at.first ? "" : fmt::format(" versus {} labeled", versus.first));
    }
  }
  conclude(verdict);
  return verdict;
}

}  // namespace

const CellGroup* Evidence::group(const std::string& learner, const Sizes& at) const {
  const auto& names = results.learners;
  const auto place = std::find(names.begin(), names.end(), learner) - names.begin();
  return find_group(groups, static_cast<std::size_t>(place), at.first, at.second);
}

double claim_confidence(const Claim& claim) {
  if (claim.form == ClaimForm::kGrowth || claim.form == ClaimForm::kValue) return 1 - claim.alpha;
  if (claim.form == ClaimForm::kNoDifference && claim.within) return 1 - 2 * claim.alpha;
  return 0.95;
}

std::optional<double> claim_effect(const Claim& claim) {
  constexpr double kOnePoint = 0.01;
  if (!has_test(claim.form) || claim.form == ClaimForm::kRatio) return std::nullopt;
  if (claim.form == ClaimForm::kNoDifference && claim.within) return std::nullopt;
  if (claim.effect) return claim.effect;
  const auto& costs = measured_quantities();
  const bool is_share = claim.quantity == "disagreement" ||
                        (std::find(costs.begin(), costs.end(), claim.quantity) == costs.end() &&
                         !(claim.metric && (claim.metric->scale == MetricScale::kCount ||
                                            claim.metric->scale == MetricScale::kUnit)));
  return is_share ? std::optional<double>(kOnePoint) : std::nullopt;
}

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kReproduced:
      return "reproduced";
    case Verdict::kRefuted:
      return "refuted";
    case Verdict::kUndecided:
      break;
  }
  return "undecided";
}

std::string verdict_word(Verdict published, std::optional<Verdict> corrected) {
  const std::string name = verdict_name(published);
  const bool agree = published == Verdict::kUndecided || corrected.value_or(published) == published;
  return agree ? name : name + " as published only";
}

void VerdictCounts::add(Verdict published, std::optional<Verdict> corrected) {
  if (published == Verdict::kUndecided) {
    ++undecided;
  } else if (corrected.value_or(published) != published) {
    ++as_published;
  } else {
    ++(published == Verdict::kReproduced ? reproduced : refuted);
  }
}

std::string VerdictCounts::text() const {
  const std::string only =
      as_published == 0 ? "" : fmt::format("{} as published only, ", as_published);
  const std::string equal = same == 0 ? "" : fmt::format(", {} the same", same);
  return fmt::format("{} reproduced, {} refuted, {}{} undecided{}", reproduced, refuted, only,
                     undecided, equal);
}

VerdictCounts ClaimVerdict::cell_words() const {
  VerdictCounts counts;
  for (const ClaimCell& cell : cells) {
    if (cell.same) {
      ++counts.same;
    } else {
      counts.add(cell.verdict, cell.corrected);
    }
  }
  return counts;
}

std::string ClaimCell::word() const {
  return same ? kTheSame : verdict_word(verdict, corrected);
}

std::vector<std::string> verdict_limits(const ClaimVerdict& verdict) {
  std::vector<std::string> limits;
  if (verdict.exploratory) limits.push_back("exploratory: decides no claim");
  if (verdict.unfinished) {
    limits.push_back(fmt::format("provisional, the run is not finished: {} of {} {}",
                                 verdict.finished, verdict.planned, verdict.counted));
  }
  const bool all_same = std::all_of(verdict.cells.begin(), verdict.cells.end(),
                                    [](const ClaimCell& cell) { return cell.same; });
  if (!verdict.cells.empty() && all_same) {
    limits.push_back("all cells are the same");
  } else if (!verdict.cells.empty() && !verdict.corrected) {
    limits.push_back("no corrected test");
  }
  return limits;
}

std::string verdict_text(const ClaimVerdict& verdict) {
  const std::vector<std::string> limits = verdict_limits(verdict);
  const std::string word = verdict_word(verdict.verdict, verdict.corrected);
  return limits.empty() ? word : fmt::format("{} ({})", word, fmt::join(limits, "; "));
}

std::vector<ClaimVerdict> judge_claims(const RunResults& results) {
  Evidence evidence{results, group_cells(results), {}};
  evidence.sizes = sizes_of(evidence.groups);
  std::vector<ClaimVerdict> verdicts;
  for (const Json& json : results.claims) {
    const Claim claim = read_claim(json, results.metrics.empty() ? "" : results.metrics.front(),
                                   problem_type_of(results.config));
    verdicts.push_back(judge(evidence, claim));
  }
  return verdicts;
}

}  // namespace costruct::experiments
