// Judges claims along lines of cells, see docs/statistics.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/results/claims/claim_evidence.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

Index size_along(const Claim& claim, const CellGroup& group) {
  return claim.along_unlabeled ? group.unlabeled : group.labeled;
}

std::string line_text(const Claim& claim, const std::vector<Sizes>& line) {
  const auto [labeled, unlabeled] = line.front();
  return claim.along_unlabeled
             ? fmt::format("{} labeled, {} to {} unlabeled", labeled, unlabeled, line.back().second)
             : fmt::format("{} to {} labeled, {} unlabeled", labeled, line.back().first, unlabeled);
}

/// The power law of one repetition along a line of cells. Nullopt if a cell is missing or has
/// failed.
std::optional<PowerLaw> power_law(const std::vector<const CellGroup*>& line, const Claim& claim,
                                  Index repetition) {
  std::vector<double> size, value;
  for (const CellGroup* group : line) {
    const CellResult* cell = at_repetition(*group, repetition);
    const auto cost = cell ? measured(*cell, claim.quantity) : std::nullopt;
    if (!cost) return std::nullopt;
    size.push_back(static_cast<double>(size_along(claim, *group)));
    value.push_back(*cost);
  }
  return fit_power_law(size, value);
}

void judge_growth(const Claim& claim, const std::vector<const CellGroup*>& line, ClaimCell& cell) {
  std::set<Index> repetitions;
  for (const CellGroup* group : line) {
    for (const CellResult* result : group->cells) repetitions.insert(result->repetition);
  }
  std::vector<double> exponents;
  std::optional<PowerLaw> last;
  for (const Index repetition : repetitions) {
    const auto law = power_law(line, claim, repetition);
    cell.left_out += !law;
    if (!law) continue;
    last = law;
    exponents.push_back(law->exponent);
  }
  const MeanAndError mean = mean_and_error(exponents);
  cell.count = mean.count;
  cell.first = mean.mean;
  cell.standard_error = mean.standard_error;
  auto interval = confidence_interval(mean, claim_confidence(claim));
  if (cell.count == 1 && last->points > 2) {
    cell.standard_error = last->standard_error;
    interval =
        t_interval(last->exponent, last->standard_error, last->points - 2, claim_confidence(claim));
    cell.note = "one repetition: interval of the fit";
  }
  if (!interval) {
    cell.note =
        cell.count == 0 ? "no repetition with all sizes finished" : "one repetition: no interval";
    return;
  }
  cell.low = interval->low;
  cell.high = interval->high;
  // Logarithms and least squares have rounding errors: equal exponents can differ in their last
  // bits.
  constexpr double kRoundings = 64 * std::numeric_limits<double>::epsilon();
  const Index values = cell.count == 1 ? last->points : cell.count;
  if (cell.standard_error <= kRoundings * std::max(1.0, std::abs(cell.first)) &&
      !enough_without_spread(claim, values)) {
    cell.note = cell.count == 1
                    ? fmt::format("one repetition: no spread around the fit of {} sizes", values)
                    : no_spread_note(values);
    return;
  }
  if (claim.low <= cell.low && cell.high <= claim.high) cell.verdict = Verdict::kReproduced;
  if (cell.high < claim.low || claim.high < cell.low) cell.verdict = Verdict::kRefuted;
}

/// A step from one size to the next: whether it reverses the trend, and whether it may reverse it
/// by more than the margin.
struct Step {
  Index from = 0, to = 0;
  double p_reversed = std::numeric_limits<double>::quiet_NaN();
  double p_bounded =
      std::numeric_limits<double>::quiet_NaN();  ///< against a reversal by the margin or more
  bool same = false;                             ///< are_the_same(): no reversal, and no test
};

Step judge_step(const Evidence& evidence, const Claim& claim, const CellGroup& from,
                const CellGroup& to, double margin) {
  Step step;
  step.from = size_along(claim, from);
  step.to = size_along(claim, to);
  const Pairs pairs = pair_up(from, to, claim.quantity, PairBy::kRepetition);
  step.same = are_the_same(pairs, from, to, PairBy::kRepetition);
  if (step.same) return step;
  const auto ratio =
      larger_ratio(evidence, {from.labeled, from.unlabeled}, {to.labeled, to.unlabeled});
  const double shift = claim.falls ? margin : -margin;
  const auto plain = paired_test(claim.test, pairs.first, pairs.second, 0, ratio);
  const auto moved = paired_test(claim.test, pairs.first, pairs.second, shift, ratio);
  if (!plain || !moved) return step;
  step.p_reversed = claim.falls ? plain->p_less : plain->p_greater;
  step.p_bounded = claim.falls ? moved->p_greater : moved->p_less;
  return step;
}

/// Refuted by Holm's test over all steps and the two ends. Reproduced if the ends differ as claimed
/// and every step is shown not to reverse the trend by the margin.
void conclude_monotone(const Claim& claim, const std::vector<Step>& steps, double p_ends_reversed,
                       double margin, ClaimCell& cell) {
  const char* reversal = claim.falls ? "rises" : "falls";
  const char* size = claim.along_unlabeled ? "unlabeled" : "labeled";
  std::vector<double> reversed;
  for (const Step& step : steps) reversed.push_back(step.p_reversed);
  if (steps.size() > 1) reversed.push_back(p_ends_reversed);  // a single step has the same ends
  const std::vector<double> adjusted = holm(reversed);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    if (!(adjusted[i] < claim.alpha)) continue;
    const Index from = i < steps.size() ? steps[i].from : steps.front().from;
    const Index to = i < steps.size() ? steps[i].to : steps.back().to;
    cell.verdict = Verdict::kRefuted;
    cell.note = fmt::format("{} from {} to {} {} (p = {:.2g} after Holm)", reversal, from, to, size,
                            adjusted[i]);
    return;
  }
  if (!(cell.p < claim.alpha)) {
    cell.note = fmt::format("{} and {} {} {}", steps.front().from, steps.back().to, size,
                            std::isnan(cell.p) ? "are the same" : "do not differ significantly");
    return;
  }
  for (const Step& step : steps) {
    if (step.same || step.p_bounded < claim.alpha) continue;
    if (std::isnan(step.p_bounded)) {
      cell.note = fmt::format("no pairs to compare {} and {} {}", step.from, step.to, size);
      return;
    }
    cell.note = fmt::format("from {} to {} {} it may turn back by {} or more (p = {:.2g})",
                            step.from, step.to, size, margin, step.p_bounded);
    return;
  }
  cell.verdict = Verdict::kReproduced;
}

void judge_monotone(const Evidence& evidence, const Claim& claim,
                    const std::vector<const CellGroup*>& line, ClaimCell& cell) {
  const std::optional<double> margin = claim.within ? claim.within : claim_effect(claim);
  if (!margin) {  // only in configs of older builds
    cell.note = fmt::format("no margin: monotone in {} needs within", claim.quantity);
    return;
  }
  const CellGroup &smallest = *line.front(), &largest = *line.back();
  const Pairs ends = pair_up(smallest, largest, claim.quantity, PairBy::kRepetition);
  std::vector<Step> steps;
  for (std::size_t i = 1; i < line.size(); ++i) {
    steps.push_back(judge_step(evidence, claim, *line[i - 1], *line[i], *margin));
  }
  if (std::all_of(steps.begin(), steps.end(), [](const Step& step) { return step.same; })) {
    describe_the_same(ends, cell);
    return;
  }
  const auto ratio = larger_ratio(evidence, {smallest.labeled, smallest.unlabeled},
                                  {largest.labeled, largest.unlabeled});
  const auto test = test_pairs(claim, ends, 0, ratio, Sides::kOne, cell);
  if (!test) return;
  double p_ends_reversed = ClaimCell::kNone;
  if (!are_the_same(ends, smallest, largest, PairBy::kRepetition)) {
    cell.p = claim.falls ? test->p_greater : test->p_less;
    p_ends_reversed = claim.falls ? test->p_less : test->p_greater;
  }
  conclude_monotone(claim, steps, p_ends_reversed, *margin, cell);
}

}  // namespace

ClaimCell judge_line(const Evidence& evidence, const Claim& claim, const std::vector<Sizes>& line) {
  ClaimCell cell;
  cell.where = line_text(claim, line);
  std::vector<const CellGroup*> groups;
  for (const Sizes& at : line) {
    if (const CellGroup* group = evidence.group(claim.first, at)) groups.push_back(group);
  }
  if (groups.size() < 2) {
    cell.note = "not in the results";
  } else if (claim.form == ClaimForm::kGrowth) {
    judge_growth(claim, groups, cell);
  } else {
    judge_monotone(evidence, claim, groups, cell);
  }
  cut_shown_interval(claim, cell);
  return cell;
}

}  // namespace costruct::experiments
