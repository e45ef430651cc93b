// The answer of a collection in words: which learner is best over its data sets?
//
// The data sets are the sample, as claims on collections have it (docs/collections.md): each gives one pair
// of means, all pairs of learners are tested by Wilcoxon's signed ranks, and Holm's correction is over all.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "costruct/experiments/claims/collection_results.hpp"
#include "costruct/experiments/report/answer/answer.hpp"

namespace costruct::experiments {

/// Two learners over the data sets that have both.
struct LearnersOverSets {
  std::string first, second;
  std::string where;  ///< ", 10 labeled ..." where there are several sizes, else empty
  std::size_t place = 0;
  Index sets = 0, first_better = 0, second_better = 0;
  double p = std::numeric_limits<double>::quiet_NaN(), p_holm = p;  ///< two-sided
  bool first_ahead = false;  ///< by the sum of ranks, where the difference is shown the sign of it
};

struct CollectionAnswer {
  Answer words;
  std::vector<LearnersOverSets> comparisons;  ///< by place of the sizes and pairs in the order of the config
};

/// By the first metric; no headline where no data set has results.
CollectionAnswer collection_answer(const CollectionResults& results);

}  // namespace costruct::experiments
