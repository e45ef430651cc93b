// Multiclass classification: one label.
#pragma once

#include "costruct/problems/catalog.hpp"
#include "costruct/problems/label_problem.hpp"

namespace costruct {

ProblemEntry multiclass_problem();

/// Makes the views of the problem with this loss, which must know the labels of the data. `bias`
/// adds a bias for each label.
Views multiclass_views(const std::shared_ptr<const PartData>& data,
                       const std::shared_ptr<const LabelLoss>& loss, bool bias = false);

}  // namespace costruct
