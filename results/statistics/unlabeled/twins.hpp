// What unlabeled examples add to a learner: against its supervised twin, the same learner without
// them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// The cells that twin_gains() compares: of a learner with its most unlabeled examples, and of its
/// twin. They point into `groups`.
std::vector<std::pair<const CellGroup*, const CellGroup*>> twin_cells(
    const RunResults& results, const std::vector<CellGroup>& groups, const std::string& metric);

/// As unlabeled_gains(), with each learner's twin as its reference: a row for each learner that
/// sees unlabeled examples and has a twin, at each labeled size where both have a result; Holm over
/// these rows.
std::vector<UnlabeledGain> twin_gains(const RunResults& results, const std::string& metric);

}  // namespace costruct::experiments
