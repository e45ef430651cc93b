// Compares two learners over the data sets of a collection.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Two learners compared by Wilcoxon's signed-rank test of their means. The sample is the data sets
/// where both have a mean.
struct LearnersOverSets {
  std::string first, second;
  std::string where;      ///< ", 10 labeled ..." if there are several sizes, else empty
  std::size_t place = 0;  ///< of the sizes, see point_at()
  /// The number of data sets that are tested, and on how many of them each learner has the better
  /// mean.
  Index sets = 0, first_better = 0, second_better = 0;
  Index same = 0;  ///< further data sets, not tested: both learners have the same models
  double p = std::numeric_limits<double>::quiet_NaN(), p_holm = p;  ///< two-sided
  /// Whether the sum of ranks favours the first learner. If the difference is significant, the
  /// first learner is then the better one.
  bool first_ahead = false;

  /// Whether the difference is significant: p_holm < kAnswerLevel.
  bool is_shown() const;
  /// Whether both learners have the same models on all data sets.
  bool all_same() const { return sets == 0 && same > 0; }
};

/// Compares all pairs of learners at each place of the sizes, with Holm's correction over all.
std::vector<LearnersOverSets> compare_learners(const CollectionResults& results,
                                               const std::string& metric);

/// Compares each learner that uses unlabeled examples (`first`) with its supervised twin
/// (`second`, see twins.hpp), at the largest labeled size of each data set. Holm's correction is
/// over these comparisons. `place` is 0 and has no meaning.
/// @param metric  the first metric, which MemberResults::twins has
std::vector<LearnersOverSets> compare_twins(const CollectionResults& results,
                                            const std::string& metric);

/// Whether `learner` is significantly better than `other` at a place.
bool shown_ahead(const std::vector<LearnersOverSets>& all, const std::string& learner,
                 const std::string& other, std::size_t place);

/// The comparison of two learners at a place, in either order; null if it does not exist.
const LearnersOverSets* find_pair(const std::vector<LearnersOverSets>& all,
                                  const std::string& learner, const std::string& other,
                                  std::size_t place);

}  // namespace costruct::experiments
