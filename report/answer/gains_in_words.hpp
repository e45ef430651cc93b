// The first question of a reader: do unlabeled examples help here, and whom?
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {

/// A sentence for each learner that sees unlabeled examples: at how many labeled sizes it is
/// better, or worse, than the best without them beyond chance (p after Holm below 0.01), and what
/// its unlabeled examples are worth in labeled ones. Plain text. Empty without any such learner.
std::vector<std::string> gain_sentences(const std::vector<UnlabeledGain>& gains);

/// Whether all of them have the same number of unlabeled examples.
bool one_unlabeled_size(const std::vector<const UnlabeledGain*>& gains);

/// "60", or "at least 160" where the reference's curve ends, or "beyond its curve" where that says
/// no more than the learner's own labeled size.
/// @param format  of the number, as "{:.0f}"
std::string equivalent_text(const UnlabeledWorth& worth, const char* format);
/// The same of how many more labeled examples that is, "–" where the curve does not say.
std::string worth_text(const UnlabeledWorth& worth, const char* format);

/// All comparisons as a table of HTML; empty without any.
/// @param title  what is compared with what
std::string gains_table(const std::vector<UnlabeledGain>& gains, const LearnerNames& names,
                        const Json& config, const std::string& metric, const std::string& title);

}  // namespace costruct::experiments
