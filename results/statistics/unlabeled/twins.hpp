// Compares each semi-supervised learner with its supervised twin, the same learner without
// unlabeled examples.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// The pairs of cells that twin_gains() compares: a learner with its most unlabeled examples, and
/// its twin. They point into `groups`.
std::vector<std::pair<const CellGroup*, const CellGroup*>> twin_cells(
    const RunResults& results, const std::vector<CellGroup>& groups, const std::string& metric);

/// As unlabeled_gains(), but the reference of each learner is its twin. One row for each learner
/// that uses unlabeled examples and has a twin, at each labeled size where both have a result.
/// Holm's correction is over these rows.
std::vector<UnlabeledGain> twin_gains(const RunResults& results, const std::string& metric);

}  // namespace costruct::experiments
