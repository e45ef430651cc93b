// The provenance section of a run's report: how its numbers were computed.
#pragma once

#include <string>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// HTML with the program, machine, seeds, splits, the command that computes a cell again, all other
/// entries of the provenance, the data with checksums, and the effective config. Keys of nested
/// entries are joined by dots.
std::string provenance_content(const RunResults& results);

}  // namespace costruct::experiments
