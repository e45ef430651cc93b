// The answer of a collection in words: which learner is best over its data sets?
//
// The data sets are the sample, as claims on collections have it (docs/collections.md): each gives
// one pair of means, all pairs of learners are tested by Wilcoxon's signed ranks, and Holm's
// correction is over all.
#pragma once

#include <vector>

#include "costruct/report/answer/answer.hpp"
#include "costruct/results/claims/over_sets.hpp"

namespace costruct::experiments {

struct CollectionAnswer {
  Answer words;
  std::vector<LearnersOverSets> comparisons;  ///< compare_learners()
  std::vector<LearnersOverSets> twins;        ///< compare_twins()
};

/// By the first metric; no headline where no data set has results.
CollectionAnswer collection_answer(const CollectionResults& results);

}  // namespace costruct::experiments
