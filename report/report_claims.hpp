// The claims section of a run's report.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/claims/claims.hpp"

namespace costruct::experiments {

/// The number of claims with each verdict, then an article for each claim: its verdict, its text
/// and a table of its cells. Empty if there are no claims.
std::string claims_content(const std::vector<ClaimVerdict>& verdicts);

}  // namespace costruct::experiments
