// The sections of the report on significant differences and on the worth of unlabeled data.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/report_tables.hpp"
#include "costruct/results/statistics/significance.hpp"

namespace costruct::experiments {

/// Marks for the table of the metric: whether a learner is better or worse than the first one. A
/// difference with Holm's p of 0.05 or more has no mark; 0.01 is the level of the stronger mark.
/// @param comparisons  the result of compare_with_first()
CellMarks significance_marks(const std::vector<Comparison>& comparisons);
/// HTML with an explanation of the marks, and a folded table of all comparisons. Empty without
/// comparisons.
std::string significance_content(const std::vector<Comparison>& comparisons,
                                 const LearnerNames& names);
/// A folded table of all comparisons by another test. Empty without comparisons.
std::string comparisons_content(const std::vector<Comparison>& comparisons,
                                const LearnerNames& names);

/// A folded table that compares each semi-supervised learner with its supervised twin, the same
/// learner without unlabeled examples. Empty if no learner has a twin.
std::string twins_content(const RunResults& results, const std::string& metric);

/// A folded table of how many labeled examples the unlabeled ones are worth (unlabeled_worth()).
/// Empty if this is not known. If the bootstrap would take more than about two seconds, a sentence
/// replaces the table.
std::string worth_content(const RunSummary& summary, const std::string& metric);

}  // namespace costruct::experiments
