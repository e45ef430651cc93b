// Which differences are more than chance, and what unlabeled data is worth, in the report.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/report_tables.hpp"
#include "costruct/results/statistics/significance.hpp"

namespace costruct::experiments {

/// Better or worse than the first learner, for the table of the metric; nothing where that may be
/// chance.
CellMarks significance_marks(const std::vector<Comparison>& comparisons);
/// What the marks mean, and all comparisons to fold out; empty without any.
std::string significance_content(const std::vector<Comparison>& comparisons,
                                 const LearnerNames& names);
/// All comparisons by another test, to fold out; empty without any.
std::string comparisons_content(const std::vector<Comparison>& comparisons,
                                const LearnerNames& names);

/// Learners with unlabeled examples against their supervised twins, to fold out; empty without any.
std::string twins_content(const RunResults& results, const std::string& metric);

/// How many labeled examples the unlabeled ones are worth, to fold out; empty where nothing is
/// known of it. Left out, with a word, where working it out would take longer than the rest of the
/// report.
std::string worth_content(const RunSummary& summary, const std::string& metric);

}  // namespace costruct::experiments
