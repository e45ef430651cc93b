// Says in words whether unlabeled examples help over the data sets of a collection.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/answer.hpp"
#include "costruct/results/claims/over_sets.hpp"

namespace costruct::experiments {

inline constexpr const char* kNoDifferenceOverSets = "no difference that these data sets can show";

/// Sets `help` and `help_lines`. Each learner that uses unlabeled examples is compared with its
/// supervised twin, and with the learners that use none at the last place, which has the largest
/// sizes.
/// @param all    compare_learners()
/// @param twins  compare_twins()
void answer_help_over_sets(const CollectionResults& results,
                           const std::vector<LearnersOverSets>& all,
                           const std::vector<LearnersOverSets>& twins, Answer& answer);

}  // namespace costruct::experiments
