// Claims on a collection of data sets. Each data set gives one pair of means; the data sets are the
// sample of the tests.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Checks the `claims` block of a config that has a `collection`, and adds all errors to `errors`.
/// `path` is the path of the block in the config.
void check_collection_claims(const Json& claims, const ClaimScope& scope, const std::string& path,
                             ConfigErrors& errors);

/// A sentence for each claim that this number of data sets is too small to decide. The smallest
/// one-sided p of wilcoxon and sign is 2^-sets, if all signs are equal. The claims must have passed
/// check_collection_claims().
std::vector<std::string> undecidable_claims(const Json& claims, Index sets);

/// The JSON schema of the `claims` block: a list of claims, each with "over": "collection".
Json collection_claims_schema();

/// Two learners and the metric by which a claim compares them.
struct ComparedLearners {
  std::string first, second, metric;
  friend auto operator<=>(const ComparedLearners&, const ComparedLearners&) = default;
};
/// The learners of all claims, each pair once, in the order of the claims.
std::vector<ComparedLearners> compared_learners(const CollectionResults& results);

/// The means of two learners at one place of the sizes (see point_at()), member by member. A member
/// counts if both learners have a mean there. The pointers refer to the CollectionResults.
struct MemberPairs {
  std::vector<const MemberResults*> members;
  std::vector<MeanAndError> first, second;
  std::vector<bool> same;  ///< are_the_same_at(): no test and no verdict counts the member
  std::vector<std::string> missing;  ///< names of the members without both means

  Index num_same() const { return std::count(same.begin(), same.end(), true); }
  /// The means of `first` or `second` in the members that tests compare.
  std::vector<double> tested(const std::vector<MeanAndError>& means) const;
};
/// Collects the means of two learners at a place.
MemberPairs pair_members(const CollectionResults& results, const ComparedLearners& learners,
                         std::size_t place);

/// Judges results.claims in their order, once for each place of the sizes. Each member counts with
/// the mean of each learner over its repetitions. docs/collections.md gives details.
///   wilcoxon, sign  The one-sided test decides. The claim is refuted if the opposite test is
///                   significant.
///   count           The claim is reproduced if more than half of the members have the claimed
///                   order, and refuted otherwise.
///
/// Members in which both learners have the same models are not counted. A place without other
/// members is the same (ClaimCell::same). A claim is reproduced if all its other places are. It is
/// refuted if a place is refuted, and otherwise undecided.
///
/// A cell of a verdict has the means over the members. Its statistic is the smaller rank sum
/// (wilcoxon) or the number of members with the claimed order (sign, count). Its note says how many
/// members each learner wins, and names the members without results.
std::vector<ClaimVerdict> judge_collection_claims(const CollectionResults& results);

}  // namespace costruct::experiments
