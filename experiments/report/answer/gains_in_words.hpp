// The first question of a reader: do unlabeled examples help here, and whom?
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// A sentence for each learner that sees unlabeled examples: at how many labeled sizes it is better, or
/// worse, than the best without them beyond chance (p after Holm below 0.01), and what its unlabeled examples
/// are worth in labeled ones. Plain text. Empty without any such learner.
std::vector<std::string> gain_sentences(const std::vector<UnlabeledGain>& gains);

/// "at least 160": a value of a worth, which is a bound where the reference's curve ends.
/// @param format  of the number, as "{:.0f}"
std::string bounded_text(const UnlabeledWorth& worth, double value, const char* format);

/// All comparisons as a table of HTML; empty without any.
/// @param title  what is compared with what
std::string gains_table(const std::vector<UnlabeledGain>& gains, const std::string& metric,
                        const std::string& title);

}  // namespace costruct::experiments
