// Two learners over the data sets of a collection.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Two learners over the data sets that have both, by Wilcoxon's signed ranks of their means.
struct LearnersOverSets {
  std::string first, second;
  std::string where;  ///< ", 10 labeled ..." where there are several sizes, else empty
  std::size_t place = 0;
  Index sets = 0, first_better = 0, second_better = 0;
  Index same = 0;  ///< further data sets, in which both hold the same models: these are left out
  double p = std::numeric_limits<double>::quiet_NaN(), p_holm = p;  ///< two-sided
  bool first_ahead = false;  ///< by the sum of ranks, where the difference is shown the sign of it

  bool is_shown() const;
  bool all_same() const { return sets == 0 && same > 0; }
};

/// All pairs of learners at each place of the sizes; Holm's correction is over all.
std::vector<LearnersOverSets> compare_learners(const CollectionResults& results,
                                               const std::string& metric);

/// Each learner that sees unlabeled examples against what it is without them, which is the second
/// of a pair, at the largest labeled size of each data set. Holm's correction is over these.
std::vector<LearnersOverSets> compare_twins(const CollectionResults& results,
                                            const std::string& metric);

/// Whether the comparison of two learners at a place shows the first to be better.
bool shown_ahead(const std::vector<LearnersOverSets>& all, const std::string& learner,
                 const std::string& other, std::size_t place);

/// The comparison of two learners at a place, in the one order or the other; null where there is
/// none.
const LearnersOverSets* find_pair(const std::vector<LearnersOverSets>& all,
                                  const std::string& learner, const std::string& other,
                                  std::size_t place);

}  // namespace costruct::experiments
