// Multiclass classification: one label.
#pragma once

#include "costruct/problems/catalog.hpp"
#include "costruct/problems/label_problem.hpp"

namespace costruct {

ProblemEntry multiclass_problem();

/// The views of the problem with this loss, which knows the labels of the data, with or without
/// biases.
Views multiclass_views(const std::shared_ptr<const PartData>& data,
                       const std::shared_ptr<const LabelLoss>& loss, bool bias = false);

}  // namespace costruct
