// Claims on a collection of data sets: each set gives one pair of means, and the sets are what is
// tested over.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Adds everything that is wrong with the `claims` block of a config that has a `collection`.
void check_collection_claims(const Json& claims, const ClaimScope& scope, const std::string& path,
                             ConfigErrors& errors);

/// Says of claims that passed check_collection_claims() which of them so few data sets cannot
/// decide, whatever comes out: all signs alike have a one-sided p of 2^-sets under wilcoxon and
/// sign.
std::vector<std::string> undecidable_claims(const Json& claims, Index sets);

/// The JSON schema of the block: a list of claims, each with "over": "collection".
Json collection_claims_schema();

/// The two learners of a claim and what they are compared in.
struct ComparedLearners {
  std::string first, second, metric;
  friend auto operator<=>(const ComparedLearners&, const ComparedLearners&) = default;
};
/// Those that claims name, each once, in their order.
std::vector<ComparedLearners> compared_learners(const CollectionResults& results);

/// The members in which both learners have a mean at a place of the sizes, and the names of the
/// others.
struct MemberPairs {
  std::vector<const MemberResults*> members;
  std::vector<MeanAndError> first, second;
  std::vector<bool> same;  ///< are_the_same_at(): the member counts in no test and no verdict
  std::vector<std::string> missing;

  Index num_same() const { return std::count(same.begin(), same.end(), true); }
  /// The means of `first` or `second` in the members that tests compare.
  std::vector<double> tested(const std::vector<MeanAndError>& means) const;
};
MemberPairs pair_members(const CollectionResults& results, const ComparedLearners& learners,
                         std::size_t place);

/// Judges results.claims in their order, once for each place of the sizes. Each member counts with
/// the mean of either learner over its repetitions. Under `wilcoxon` and `sign` the one-sided test
/// decides, refuting where the opposite one is significant; under `count` the claim is reproduced
/// where more than half of the members have the claimed order, else refuted. docs/collections.md
/// says more.
///
/// Members in which both learners hold the same models count nowhere. A place that has no others is
/// the same.
///
/// A cell of a verdict carries the means over members; its statistic is the smaller rank sum
/// (wilcoxon), or the number of members with the claimed order (sign, count). Its note counts the
/// members won by either, and names those without results.
std::vector<ClaimVerdict> judge_collection_claims(const CollectionResults& results);

}  // namespace costruct::experiments
