// The claims of a run in its report.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/claims/claims.hpp"

namespace costruct::experiments {

/// How many claims have which verdict, then an article for each: its verdict, what it says, and a
/// table of its cells. Empty where there is no claim.
std::string claims_content(const std::vector<ClaimVerdict>& verdicts);

}  // namespace costruct::experiments
