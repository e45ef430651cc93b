// The claims of runs with their verdicts, for the terminal.
#pragma once

#include <string>

#include "costruct/experiments/results/run_results.hpp"

namespace costruct::experiments {

/// The claims of one run, a line each, under a heading; empty where it has none.
std::string claims_text(const RunResults& results);

}  // namespace costruct::experiments
