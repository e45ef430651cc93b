// The answer of a collection in words: which learner is best over its data sets?
//
// The data sets are the sample, as in claims on collections (docs/collections.md). For two
// learners, each data set gives one pair of means. All pairs of learners are tested by Wilcoxon's
// signed-rank test, and Holm's correction is over all pairs.
#pragma once

#include <vector>

#include "costruct/report/answer/answer.hpp"
#include "costruct/results/claims/over_sets.hpp"

namespace costruct::experiments {

/// The answer, and the comparisons that it is based on.
struct CollectionAnswer {
  Answer words;
  std::vector<LearnersOverSets> comparisons;  ///< compare_learners()
  std::vector<LearnersOverSets> twins;        ///< compare_twins()
};

/// The answer by the first metric. The headlines are empty if no data set has results.
CollectionAnswer collection_answer(const CollectionResults& results);

}  // namespace costruct::experiments
