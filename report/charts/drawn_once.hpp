// Draws a supervised learner once. Such a learner has one result for each labeled size, and the
// rows of a chart repeat it at every unlabeled size.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"

namespace costruct::experiments {

/// For a chart over unlabeled sizes: keeps one point for each labeled size of the learners in
/// subject.levels, at the smallest unlabeled size, and removes their other rows. Returns whether
/// there are such points.
bool keep_one_level(const ChartSubject& subject, std::vector<ChartRow>& rows);

/// Keeps the line of each learner in subject.levels in its first panel only. The chart is over
/// labeled sizes, with one panel for each unlabeled size. Returns the learners whose line was
/// removed from other panels. A line that differs between panels stays in all.
std::set<std::string> keep_one_line(const ChartSubject& subject, std::vector<ChartRow>& rows);

}  // namespace costruct::experiments
