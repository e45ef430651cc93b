// Where the numbers of a run come from, in its report.
#pragma once

#include <string>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// Program, machine, seeds, splits, how to compute a cell again, data with checksums, the effective
/// config. What the provenance holds besides is listed too, its keys joined by dots.
std::string provenance_content(const RunResults& results);

}  // namespace costruct::experiments
