// Compares each semi-supervised learner with its supervised twin in the same run.
//
// If the run has the learner at 0 unlabeled examples, the twin is the learner itself. Otherwise the
// twin is another learner of the run, for example structural_svm for co_svm, or the inner learner
// of self_training. If several learners fit, the twin shares the most options with the learner.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// Returns the pairs that twin_gains() compares: the learner first, then its twin. There is one
/// pair for each learner that uses unlabeled examples and has a twin, and each labeled size. The
/// learner counts with the largest unlabeled size there. Both cells have a mean of the metric.
/// @param groups  the result of group_cells(results); the pairs point into it
std::vector<std::pair<const CellGroup*, const CellGroup*>> twin_cells(
    const RunResults& results, const std::vector<CellGroup>& groups, const std::string& metric);

/// Does the same as unlabeled_gains(), but the reference of each learner is its twin. There is one
/// row for each pair of twin_cells(). The rows are empty if there is no pair. Holm's correction is
/// over these rows.
std::vector<UnlabeledGain> twin_gains(const RunResults& results, const std::string& metric);

}  // namespace costruct::experiments
