// The provenance section of a run's report: how its numbers were computed.
#pragma once

#include <string>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// The program, machine, seeds, splits, the command that computes a cell again, the data with
/// checksums, and the effective config. All other entries of the provenance follow, with their keys
/// joined by dots.
std::string provenance_content(const RunResults& results);

}  // namespace costruct::experiments
