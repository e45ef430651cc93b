// Writes report.html of a collection: all data sets in one file that you can open without a
// network.
#pragma once

#include <string>

#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// The page as HTML, with these parts:
///   - the answer: which learner is best, and whether unlabeled examples help
///   - scatter plots of pairs of learners
///   - the verdicts on the claims
///   - a table of members by learners, with links to the members' own reports (MEMBER/report.html,
///     beside this file)
///   - what is missing
///   - the provenance
std::string collection_report_html(const CollectionResults& results);

}  // namespace costruct::experiments
