// report.html of a collection: all data sets in one file that opens from disk without a network.
#pragma once

#include <string>

#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Verdicts, scatter plots, a table of members by learners with links to the members' own reports
/// (MEMBER/report.html, beside this file), provenance.
std::string collection_report_html(const CollectionResults& results);

}  // namespace costruct::experiments
