// Judges the cells and the lines of a claim. judge_claims() calls these functions.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "costruct/results/claims/claim_form.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/statistics/pairing.hpp"

namespace costruct::experiments {

/// The results that all claims are judged on. `results` must outlive it.
struct Evidence {
  const RunResults& results;
  std::vector<CellGroup> groups;  ///< group_cells(results)
  std::set<Sizes> sizes;          ///< sizes_of(groups)

  /// The repetitions of a learner at a pair of sizes; null if the results do not have them.
  const CellGroup* group(const std::string& learner, const Sizes& at) const;
};

/// The confidence of the intervals that the cells of a claim show. For the first two it is that of
/// the interval that decides the verdict:
///   growth, value           1 - alpha
///   no_difference `within`  1 - 2 alpha
///   other forms             0.95
double claim_confidence(const Claim& claim);

/// The effect for which the power is given: the claim's `effect`, or else one percentage point
/// (0.01). Without an `effect` it is nullopt for costs, and for metrics that count objects or have
/// the unit of the target. It is always nullopt for forms that have no `effect`. This holds also
/// for no_difference with `within`, because the power does not describe its test.
std::optional<double> claim_effect(const Claim& claim);

/// Judges one cell of compared_cells() by the test of the claim. The first learner is read at `at`,
/// the second at `versus`. For advantage_grows both learners are read at both.
ClaimCell judge_cell(const Evidence& evidence, const Claim& claim, const Sizes& at,
                     const Sizes& versus);

/// Judges one line of claim_lines() by the test of the claim.
ClaimCell judge_line(const Evidence& evidence, const Claim& claim, const std::vector<Sizes>& line);

/// Tests the paired differences first - second and writes their means, interval, effect size and
/// power into `cell`. If there is no test, the cell's note gives the reason. The caller sets the
/// p-value.
///
/// @param sides  of the test whose power is computed
/// @return the test of first - second + shift, or nullopt
std::optional<PairedResult> test_pairs(const Claim& claim, const Pairs& pairs, double shift,
                                       std::optional<double> test_train_ratio, Sides sides,
                                       ClaimCell& cell);

/// Fills in a cell whose learners have the same models (are_the_same()). Such a cell has no test.
void describe_the_same(const Pairs& pairs, ClaimCell& cell);

/// Cuts the interval of a cell to the values that the claim's metric can have. Call it after the
/// verdict is given.
void cut_shown_interval(const Claim& claim, ClaimCell& cell);

/// Whether values without any spread may decide a claim: true if a sign test could be significant,
/// 2^-count < alpha.
bool enough_without_spread(const Claim& claim, Index count);
/// "no spread in 3 repetitions"
std::string no_spread_note(Index count);

/// The larger test_train_ratio() of two cells, which gives the stronger correction; nullopt if one
/// of them is not known.
std::optional<double> larger_ratio(const Evidence& evidence, const Sizes& at, const Sizes& versus);

}  // namespace costruct::experiments
