// Judges claims in single cells, see docs/statistics.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/results/claims/claim_evidence.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

/// With this power, a difference that was not found is called absent (Cohen 1988).
constexpr double kEnoughPower = 0.8;

void settle(bool reproduced, bool refuted, ClaimCell& cell) {
  if (reproduced) cell.verdict = Verdict::kReproduced;
  if (refuted) cell.verdict = Verdict::kRefuted;
}

void judge_less_or_greater(const Claim& claim, const Pairs& pairs, std::optional<double> ratio,
                           ClaimCell& cell) {
  const bool less = claim.form == ClaimForm::kLess;
  const auto test = test_pairs(claim, pairs, less ? claim.by : -claim.by, ratio, Sides::kOne, cell);
  if (!test) return;
  cell.p = less ? test->p_less : test->p_greater;
  settle(cell.p < claim.alpha, (less ? test->p_greater : test->p_less) < claim.alpha, cell);
}

/// Two one-sided tests (Schuirmann 1987) show that the difference is less than the margin in both
/// directions.
void judge_equivalence(const Claim& claim, const Pairs& pairs, std::optional<double> ratio,
                       ClaimCell& cell) {
  const double within = *claim.within;
  const auto above = test_pairs(claim, pairs, within, ratio, Sides::kTwo, cell);
  const auto below = test_pairs(claim, pairs, -within, ratio, Sides::kTwo, cell);
  if (!above || !below) return;
  cell.p = std::max(above->p_greater, below->p_less);
  cell.statistic = above->p_greater > below->p_less ? above->statistic : below->statistic;
  const double p_outside = 2 * std::min(above->p_less, below->p_greater);
  settle(cell.p < claim.alpha, p_outside < claim.alpha, cell);
}

void judge_no_difference(const Claim& claim, const Pairs& pairs, std::optional<double> ratio,
                         ClaimCell& cell) {
  if (claim.within) return judge_equivalence(claim, pairs, ratio, cell);
  const auto test = test_pairs(claim, pairs, 0, ratio, Sides::kTwo, cell);
  if (!test) return;
  cell.p = test->p_two_sided;
  const bool significant = cell.p < claim.alpha;
  const bool same = test->mean_difference == 0 && claim_effect(claim) && cell.standard_error == 0 &&
                    enough_without_spread(claim, cell.count);
  settle(!significant && (same || cell.power >= kEnoughPower), significant, cell);
  if (cell.verdict != Verdict::kUndecided) return;
  if (claim_effect(claim) && cell.standard_error == 0) return;  // its note is no_spread_note()
  cell.note = claim_effect(claim)
                  ? fmt::format("not significant, but power below {}", kEnoughPower)
                  : "not significant; no effect is given, so the power is not known";
}

/// Tests log first - log second. Repetitions without positive values are left out.
void judge_ratio(const Claim& claim, const Pairs& pairs, std::optional<double> ratio,
                 ClaimCell& cell) {
  Pairs logs;
  logs.left_out = pairs.left_out;
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    if (!(pairs.first[i] > 0) || !(pairs.second[i] > 0)) {
      ++logs.left_out;
      continue;
    }
    logs.first.push_back(std::log(pairs.first[i]));
    logs.second.push_back(std::log(pairs.second[i]));
  }
  const double bound = claim.at_least ? *claim.at_least : claim.at_most.value_or(1);
  const auto test = test_pairs(claim, logs, -std::log(bound), ratio, Sides::kOne, cell);
  for (double* value : {&cell.first, &cell.second, &cell.difference, &cell.low, &cell.high}) {
    *value = std::exp(*value);
  }
  if (!test) return;
  cell.p = claim.at_least ? test->p_greater : test->p_less;
  settle(cell.p < claim.alpha, (claim.at_least ? test->p_less : test->p_greater) < claim.alpha,
         cell);
}

void judge_value(const Claim& claim, const CellGroup& group, ClaimCell& cell) {
  std::vector<double> values;
  for (const CellResult* result : group.cells) {
    const auto value = measured(*result, claim.quantity);
    if (value && std::isfinite(*value)) {
      values.push_back(*value);
    } else {
      ++cell.left_out;
    }
  }
  const MeanAndError mean = mean_and_error(values);
  cell.count = mean.count;
  cell.first = mean.mean;
  cell.standard_error = mean.standard_error;
  const auto interval = confidence_interval(mean, claim_confidence(claim));
  if (!interval) {
    cell.note = cell.count == 0 ? "no finished repetition" : "one repetition: no interval";
    return;
  }
  cell.low = interval->low;
  cell.high = interval->high;
  if (cell.standard_error == 0 && !enough_without_spread(claim, cell.count)) return;
  settle(claim.low <= cell.low && cell.high <= claim.high,
         cell.high < claim.low || claim.high < cell.low, cell);
}

/// The advantage of the first learner over the second in each repetition: the difference of their
/// metrics, positive if the first is better.
struct Advantage {
  std::vector<Index> repetitions;
  std::vector<double> values;
};

Advantage advantage(const Pairs& pairs, const Claim& claim) {
  const double sign = claim.metric && claim.metric->higher_is_better ? 1 : -1;
  Advantage advantage{pairs.repetitions, {}};
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    advantage.values.push_back(sign * (pairs.first[i] - pairs.second[i]));
  }
  return advantage;
}

void judge_advantage(const Evidence& evidence, const Claim& claim, const Sizes& at,
                     const Sizes& versus, ClaimCell& cell) {
  const CellGroup* first_at = evidence.group(claim.first, at);
  const CellGroup* second_at = evidence.group(claim.second, at);
  const CellGroup* first_versus = evidence.group(claim.first, versus);
  const CellGroup* second_versus = evidence.group(claim.second, versus);
  if (!first_at || !second_at || !first_versus || !second_versus) {
    cell.note = "not in the results";
    return;
  }
  const Pairs here = pair_up(*first_at, *second_at, claim.quantity, PairBy::kDraw);
  const Pairs there = pair_up(*first_versus, *second_versus, claim.quantity, PairBy::kDraw);
  const Advantage large = advantage(here, claim), small = advantage(there, claim);
  std::set<Index> all;
  for (const CellGroup* group : {first_at, second_at, first_versus, second_versus}) {
    for (const CellResult* result : group->cells) all.insert(result->repetition);
  }
  Pairs pairs;
  for (std::size_t i = 0; i < large.values.size(); ++i) {
    const auto same =
        std::lower_bound(small.repetitions.begin(), small.repetitions.end(), large.repetitions[i]);
    if (same == small.repetitions.end() || *same != large.repetitions[i]) continue;
    pairs.first.push_back(large.values[i]);
    pairs.second.push_back(
        small.values[static_cast<std::size_t>(same - small.repetitions.begin())]);
  }
  pairs.left_out = static_cast<Index>(all.size()) - pairs.count();
  const bool no_advantage = are_the_same(here, *first_at, *second_at, PairBy::kDraw) &&
                            are_the_same(there, *first_versus, *second_versus, PairBy::kDraw);
  if (no_advantage ||
      (are_the_same(*first_at, *first_versus, claim.quantity, PairBy::kRepetition) &&
       are_the_same(*second_at, *second_versus, claim.quantity, PairBy::kRepetition))) {
    describe_the_same(pairs, cell);
    return;
  }
  const auto test =
      test_pairs(claim, pairs, -claim.by, larger_ratio(evidence, at, versus), Sides::kOne, cell);
  if (!test) return;
  cell.p = test->p_greater;
  settle(cell.p < claim.alpha, test->p_less < claim.alpha, cell);
}

}  // namespace

std::optional<PairedResult> test_pairs(const Claim& claim, const Pairs& pairs, double shift,
                                       std::optional<double> test_train_ratio, Sides sides,
                                       ClaimCell& cell) {
  cell.count = pairs.count();
  cell.left_out = pairs.left_out;
  cell.first = mean_and_error(pairs.first).mean;
  cell.second = mean_and_error(pairs.second).mean;
  cell.difference = cell.first - cell.second;
  const auto plain = paired_test(claim.test, pairs.first, pairs.second, 0, test_train_ratio);
  const auto shifted = paired_test(claim.test, pairs.first, pairs.second, shift, test_train_ratio);
  if (!plain || !shifted) {
    cell.note = cell.count == 0   ? "no pair of finished repetitions"
                : cell.count == 1 ? "one draw: a test needs two"
                                  : "how much the draws overlap is not known";
    return std::nullopt;
  }
  cell.difference = plain->mean_difference;
  cell.standard_error = plain->standard_error;
  cell.effect_size = plain->effect_size;
  cell.statistic = shifted->statistic;
  if (const auto interval = t_interval(cell.difference, cell.standard_error, cell.count - 1,
                                       claim_confidence(claim))) {
    cell.low = interval->low;
    cell.high = interval->high;
  }
  if (const auto effect = claim_effect(claim)) {
    cell.power = t_test_power(*effect, cell.standard_error, cell.count, claim.alpha, sides);
  }
  return shifted;
}

void describe_the_same(const Pairs& pairs, ClaimCell& cell) {
  cell.same = true;
  cell.note = kTheSame;
  cell.count = pairs.count();
  cell.left_out = pairs.left_out;
  cell.first = cell.second = mean_and_error(pairs.first).mean;
  cell.difference = 0;
}

void cut_shown_interval(const Claim& claim, ClaimCell& cell) {
  const bool fits = claim.form == ClaimForm::kRatio || claim.form == ClaimForm::kGrowth;
  if (fits || std::isnan(cell.low)) return;
  Interval cut{cell.low, cell.high};
  if (claim.form == ClaimForm::kValue) {
    cut = within_range(cut, claim.metric);
  } else if (claim.form == ClaimForm::kAdvantageGrows) {  // a difference of two differences
    cut = difference_within_range({cut.low / 2, cut.high / 2}, claim.metric);
    cut = {2 * cut.low, 2 * cut.high};
  } else {
    cut = difference_within_range(cut, claim.metric);
  }
  cell.low = cut.low;
  cell.high = cut.high;
}

std::optional<double> larger_ratio(const Evidence& evidence, const Sizes& at, const Sizes& versus) {
  const auto first = test_train_ratio(evidence.results, at),
             second = test_train_ratio(evidence.results, versus);
  if (!first || !second) return std::nullopt;
  return std::max(*first, *second);
}

bool enough_without_spread(const Claim& claim, Index count) {
  return std::ldexp(1.0, -static_cast<int>(count)) < claim.alpha;
}

std::string no_spread_note(Index count) {
  return "no spread in " + counted(count, "repetition");
}

namespace {

ClaimCell judge_numbers(const Evidence& evidence, const Claim& claim, const Sizes& at,
                        const Sizes& versus) {
  ClaimCell cell;
  cell.where = sizes_text(at);
  if (versus != at) cell.where += " versus " + sizes_text(versus);
  if (claim.form == ClaimForm::kAdvantageGrows) {
    judge_advantage(evidence, claim, at, versus, cell);
    return cell;
  }
  const bool one = claim.form == ClaimForm::kValue;
  const CellGroup* first = evidence.group(claim.first, at);
  const CellGroup* second = one ? first : evidence.group(claim.second, versus);
  if (!first || !second) {
    cell.note = "not in the results";
    return cell;
  }
  if (one) {
    judge_value(claim, *first, cell);
    return cell;
  }
  const PairBy by = at == versus ? PairBy::kDraw : PairBy::kRepetition;
  const Pairs pairs = pair_up(*first, *second, claim.quantity, by);
  if (are_the_same(pairs, *first, *second, by)) {
    describe_the_same(pairs, cell);
    if (claim.form == ClaimForm::kRatio) cell.difference = 1;
    return cell;
  }
  const auto ratio = larger_ratio(evidence, at, versus);
  if (claim.form == ClaimForm::kRatio) {
    judge_ratio(claim, pairs, ratio, cell);
  } else if (claim.form == ClaimForm::kNoDifference) {
    judge_no_difference(claim, pairs, ratio, cell);
  } else {
    judge_less_or_greater(claim, pairs, ratio, cell);
  }
  return cell;
}

}  // namespace

ClaimCell judge_cell(const Evidence& evidence, const Claim& claim, const Sizes& at,
                     const Sizes& versus) {
  ClaimCell cell = judge_numbers(evidence, claim, at, versus);
  const bool open = cell.verdict == Verdict::kUndecided && cell.note.empty();
  if (open && cell.standard_error == 0) cell.note = no_spread_note(cell.count);
  cut_shown_interval(claim, cell);
  return cell;
}

}  // namespace costruct::experiments
