// Says in words whether unlabeled examples help over the data sets of a collection.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/answer.hpp"
#include "costruct/results/claims/over_sets.hpp"

namespace costruct::experiments {

/// The headline if no difference between learners and their twins is significant.
inline constexpr const char* kNoDifferenceOverSets = "no difference that these data sets can show";

/// Sets answer.help and answer.help_lines; the rest of `answer` stays as it is.
///
/// Each learner that uses unlabeled examples gets a line. The line compares it with its supervised
/// twin (twins.hpp), and with each learner that uses no unlabeled examples. The latter comparisons
/// are those at the last, largest sizes of the data sets. A learner without any comparison gets no
/// line. If no learner uses unlabeled examples, answer.help says so.
/// @param all    the result of compare_learners() for the metric
/// @param twins  the result of compare_twins() for the same metric
void answer_help_over_sets(const CollectionResults& results,
                           const std::vector<LearnersOverSets>& all,
                           const std::vector<LearnersOverSets>& twins, Answer& answer);

}  // namespace costruct::experiments
