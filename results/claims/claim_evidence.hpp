// Judging claims cell by cell and line by line: the parts of judge_claims().
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "costruct/results/claims/claim_form.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/statistics/pairing.hpp"

namespace costruct::experiments {

/// What all claims are judged on.
struct Evidence {
  const RunResults& results;
  std::vector<CellGroup> groups;
  std::set<Sizes> sizes;

  /// The cells of a learner at a size, or null.
  const CellGroup* group(const std::string& learner, const Sizes& at) const;
};

/// The confidence of the intervals that the cells of a claim carry: the one that decides where an
/// interval does (growth, value: 1 - alpha; no_difference `within`: 1 - 2 alpha), else 95 %.
double claim_confidence(const Claim& claim);

/// The effect for which power is given: the claim's own, or one percentage point where the quantity
/// is a metric or a share. Nullopt for costs, for forms that have no `effect`, and for
/// no_difference `within`, whose test is not the one that the power speaks of.
std::optional<double> claim_effect(const Claim& claim);

/// Cell by cell: where the first learner is read, and where the second is.
ClaimCell judge_cell(const Evidence& evidence, const Claim& claim, const Sizes& at,
                     const Sizes& versus);

/// Along a line of claim_lines().
ClaimCell judge_line(const Evidence& evidence, const Claim& claim, const std::vector<Sizes>& line);

/// Fills in what a test says of the differences first - second, its interval and its power
/// included; says why there is none. The p-values are left to the caller.
///
/// @return the test of first - second + shift, or nullopt
std::optional<PairedResult> test_pairs(const Claim& claim, const Pairs& pairs, double shift,
                                       std::optional<double> test_train_ratio, Sides sides,
                                       ClaimCell& cell);

/// The numbers of cells that are the same (are_the_same()), which no test is made of.
void describe_the_same(const Pairs& pairs, ClaimCell& cell);

/// Cuts the interval of a judged cell to what the claim's metric can have. Verdicts are given
/// before.
void cut_shown_interval(const Claim& claim, ClaimCell& cell);

/// Whether values without any spread may decide a claim: where the sign test could, 2^-count <
/// alpha.
bool enough_without_spread(const Claim& claim, Index count);
/// "no spread in 3 repetitions"
std::string no_spread_note(Index count);

/// The test_train_ratio() of two cells: the larger, which corrects more.
std::optional<double> larger_ratio(const Evidence& evidence, const Sizes& at, const Sizes& versus);

}  // namespace costruct::experiments
