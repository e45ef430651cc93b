// The claims of a run in its report.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/results/claims.hpp"

namespace costruct::experiments {

/// An article for each claim: its verdict, what it says, and a table of its cells.
std::string claim_section(const std::vector<ClaimVerdict>& verdicts);

}  // namespace costruct::experiments
