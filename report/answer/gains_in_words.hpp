// Says in words which learners gain from unlabeled examples.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {

/// A sentence for each learner that uses unlabeled examples, as plain text. It says at how many
/// labeled sizes the learner is significantly better, or worse, than the best without unlabeled
/// examples (p after Holm below 0.01). It also says how many labeled examples the unlabeled ones
/// are worth. Empty without such learners.
std::vector<std::string> gain_sentences(const std::vector<UnlabeledGain>& gains);

/// Whether all gains have the same number of unlabeled examples.
bool one_unlabeled_size(const std::vector<const UnlabeledGain*>& gains);

/// How many of the comparisons of a learner have no test, for example "not tested at 1 of 4 labeled
/// sizes (one draw: a test needs two)". The reason is left out if they have several. Empty if all
/// have a test.
std::string untested_sizes_text(const std::vector<const UnlabeledGain*>& gains);

/// UnlabeledWorth::labeled_equivalent as text: "60". It is "at least 160" at the end of the
/// reference's learning curve, and "at most 5" at its start. If this says no more than the
/// learner's own labeled size, it is "more than tested" or "fewer than tested".
/// @param format  the {fmt} format of the number, for example "{:.0f}"
std::string equivalent_text(const UnlabeledWorth& worth, const char* format);
/// UnlabeledWorth::worth as text: the number of additional labeled examples, with "at least " or
/// "at most " as above. It is "–" if the curve does not tell.
std::string worth_text(const UnlabeledWorth& worth, const char* format);

/// All comparisons as an HTML table; empty without any.
/// @param config  the effective config of the run
/// @param metric  the metric of the gains
/// @param title   what is compared with what
std::string gains_table(const std::vector<UnlabeledGain>& gains, const LearnerNames& names,
                        const Json& config, const std::string& metric, const std::string& title);

}  // namespace costruct::experiments
