// Multiclass classification: one label.
#pragma once

#include "costruct/problems/catalog.hpp"
#include "costruct/problems/label_problem.hpp"

namespace costruct {

/// The entry of the problem `multiclass` in the catalog. Its data are PartData with one part for
/// each example.
ProblemEntry multiclass_problem();

/// Makes the views of the problem with this loss. `loss` must be defined for all labels of the
/// data. `bias` adds a weight for each label that needs no feature.
Views multiclass_views(const std::shared_ptr<const PartData>& data,
                       const std::shared_ptr<const LabelLoss>& loss, bool bias = false);

}  // namespace costruct
