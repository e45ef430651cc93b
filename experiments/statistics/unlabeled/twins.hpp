// What unlabeled examples add to a learner: against its supervised twin, the same learner without them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "costruct/experiments/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// The learner of the run that `learner` is without unlabeled examples: itself where the run has it at 0 of
/// them; else one that sees none, or that the run has at 0 of them, of the type that its own becomes without
/// any: structural_svm for co_svm, the learner inside for self_training, a crf without unlabeled weight for
/// one with. Of several it is the one that shares most options, the first of equals. Nullopt where there is
/// none.
std::optional<std::string> supervised_twin(const RunResults& results, const std::string& learner);

/// The cells that twin_gains() compares: of a learner with its most unlabeled examples, and of its twin. They
/// point into `groups`.
std::vector<std::pair<const CellGroup*, const CellGroup*>> twin_cells(const RunResults& results,
                                                                      const std::vector<CellGroup>& groups,
                                                                      const std::string& metric);

/// As unlabeled_gains(), with each learner's twin as its reference: a row for each learner that sees
/// unlabeled examples and has a twin, at each labeled size where both have a result; Holm over these rows.
std::vector<UnlabeledGain> twin_gains(const RunResults& results, const std::string& metric);

}  // namespace costruct::experiments
