// Judging claims: see judge_claims() in claims.hpp.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/experiments/results/claim_form.hpp"
#include "costruct/experiments/results/claims.hpp"
#include "costruct/experiments/results/paired_tests.hpp"
#include "costruct/experiments/results/pairing.hpp"
#include "costruct/experiments/results/statistics.hpp"

namespace costruct::experiments {
namespace {

/// What all claims are judged on.
struct Evidence {
  const RunResults& results;
  std::vector<CellGroup> groups;
  std::set<Sizes> sizes;

  const CellGroup* group(const std::string& learner, const Sizes& at) const {
    const auto& names = results.learners;
    const auto place = std::find(names.begin(), names.end(), learner) - names.begin();
    return find_group(groups, static_cast<std::size_t>(place), at.first, at.second);
  }
};

ClaimCell judge_comparison(const Evidence& evidence, const Claim& claim, const Sizes& at,
                           const Sizes& versus) {
  ClaimCell cell;
  cell.where = sizes_text(at);
  if (versus != at) cell.where += " versus " + sizes_text(versus);
  const CellGroup* first = evidence.group(claim.first, at);
  const CellGroup* second = evidence.group(claim.second, versus);
  if (!first || !second) {
    cell.note = "not in the results";
    return cell;
  }
  const Pairs pairs =
      pair_up(*first, *second, claim.quantity, at == versus ? Draw::kSame : Draw::kSameRepetition);
  cell.count = static_cast<Index>(pairs.first.size());
  cell.left_out = pairs.left_out;
  cell.first = mean_and_error(pairs.first).mean;
  cell.second = mean_and_error(pairs.second).mean;
  cell.difference = cell.first - cell.second;
  const bool less = claim.form == ClaimForm::kLess;
  const auto test = paired_t_test(pairs.first, pairs.second, less ? claim.by : -claim.by);
  if (!test) {
    cell.note = cell.count == 0 ? "no pair of finished repetitions" : "one pair: no test";
    return cell;
  }
  cell.standard_error = test->standard_error;
  cell.t = test->statistic;
  cell.p = less ? test->p_less : test->p_greater;
  const double p_of_opposite = less ? test->p_greater : test->p_less;
  if (cell.p < claim.alpha) cell.verdict = Verdict::kReproduced;
  if (p_of_opposite < claim.alpha) cell.verdict = Verdict::kRefuted;
  return cell;
}

/// The exponent of one repetition along a line of cells; nullopt where a cell is missing or failed.
std::optional<double> exponent(const std::vector<const CellGroup*>& line, const Claim& claim,
                               Index repetition) {
  std::vector<double> size, value;
  for (const CellGroup* group : line) {
    const CellResult* cell = at_repetition(*group, repetition);
    const auto seconds = cell ? measured(*cell, claim.quantity) : std::nullopt;
    if (!seconds) return std::nullopt;
    size.push_back(static_cast<double>(claim.along_unlabeled ? group->unlabeled : group->labeled));
    value.push_back(*seconds);
  }
  const auto law = fit_power_law(size, value);
  return law ? std::optional<double>(law->exponent) : std::nullopt;
}

ClaimCell judge_growth(const Evidence& evidence, const Claim& claim, const std::vector<Sizes>& line) {
  ClaimCell cell;
  const auto [labeled, unlabeled] = line.front();
  cell.where = claim.along_unlabeled
                   ? fmt::format("{} labeled, {} to {} unlabeled", labeled, unlabeled, line.back().second)
                   : fmt::format("{} to {} labeled, {} unlabeled", labeled, line.back().first, unlabeled);
  std::vector<const CellGroup*> groups;
  std::set<Index> repetitions;
  for (const Sizes& at : line) {
    const CellGroup* group = evidence.group(claim.first, at);
    if (!group) continue;
    groups.push_back(group);
    for (const CellResult* result : group->cells) repetitions.insert(result->repetition);
  }
  std::vector<double> exponents;
  for (const Index repetition : repetitions) {
    const auto slope = exponent(groups, claim, repetition);
    if (slope) exponents.push_back(*slope);
    cell.left_out += !slope;
  }
  const MeanAndError mean = mean_and_error(exponents);
  cell.count = mean.count;
  cell.first = mean.mean;
  cell.standard_error = mean.standard_error;
  const auto interval = confidence_interval(mean, 1 - claim.alpha);
  if (!interval) {
    cell.note = cell.count == 0 ? "no repetition with all sizes finished" : "one repetition: no interval";
    return cell;
  }
  cell.low = interval->low;
  cell.high = interval->high;
  if (claim.low <= cell.low && cell.high <= claim.high) cell.verdict = Verdict::kReproduced;
  if (cell.high < claim.low || claim.high < cell.low) cell.verdict = Verdict::kRefuted;
  return cell;
}

void conclude(ClaimVerdict& verdict) {
  for (const ClaimCell& cell : verdict.cells) {
    verdict.reproduced += cell.verdict == Verdict::kReproduced;
    verdict.refuted += cell.verdict == Verdict::kRefuted;
    verdict.undecided += cell.verdict == Verdict::kUndecided;
  }
  if (verdict.refuted > verdict.allow) {
    verdict.verdict = Verdict::kRefuted;
  } else if (verdict.reproduced > 0 && verdict.refuted + verdict.undecided <= verdict.allow) {
    verdict.verdict = Verdict::kReproduced;
  }
}

}  // namespace

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

std::vector<ClaimVerdict> judge_claims(const RunResults& results) {
  Evidence evidence{results, group_cells(results), {}};
  evidence.sizes = sizes_of(evidence.groups);
  std::vector<ClaimVerdict> verdicts;
  for (const Json& json : results.claims) {
    const Claim claim = read_claim(json, results.metrics.empty() ? "" : results.metrics.front());
    ClaimVerdict verdict;
    verdict.is_growth = claim.form == ClaimForm::kGrowth;
    verdict.statement = fmt::format("{} ({}, alpha {})", claim_statement(claim),
                                    verdict.is_growth ? "log-log fit" : "paired t", claim.alpha);
    verdict.source = claim.source;
    verdict.text = claim.text;
    verdict.alpha = claim.alpha;
    verdict.allow = claim.allow;
    if (verdict.is_growth) {
      for (const auto& line : growth_lines(claim, evidence.sizes)) {
        verdict.cells.push_back(judge_growth(evidence, claim, line));
      }
    } else {
      for (const auto& [at, versus] : compared_cells(claim, evidence.sizes)) {
        verdict.cells.push_back(judge_comparison(evidence, claim, at, versus));
      }
    }
    conclude(verdict);
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace costruct::experiments
