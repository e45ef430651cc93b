// Learners that are given no unlabeled examples have one result for each labeled size, which stands
// at every unlabeled size: charts draw it once.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"

namespace costruct::experiments {

/// Over unlabeled sizes: keeps one point for each labeled size of the learners in subject.levels,
/// at the least unlabeled size. Whether there are any.
bool keep_one_level(const ChartSubject& subject, std::vector<ChartRow>& rows);

/// Over labeled sizes, with a panel for each unlabeled one: keeps the line of the learners in
/// subject.levels in their first panel only. Returns whose line that was; a line that is not the
/// same in every panel stays.
std::set<std::string> keep_one_line(const ChartSubject& subject, std::vector<ChartRow>& rows);

}  // namespace costruct::experiments
