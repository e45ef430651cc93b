// The claims section of a run's report.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/claims/claims.hpp"

namespace costruct::experiments {

/// HTML with the number of claims with each verdict, then a line for each claim with its verdict
/// and text. Its statement, its source and a table of its cells are folded below. Empty without
/// claims.
std::string claims_content(const std::vector<ClaimVerdict>& verdicts);

}  // namespace costruct::experiments
