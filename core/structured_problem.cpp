#include "costruct/core/structured_problem.hpp"

#include <limits>

namespace costruct {

void StructuredProblem::margins(InputId x, const Output& y, std::span<const Output> outputs,
                                ConstVectorRef w, VectorRef margins) const {
  if (outputs.empty()) return;
  const double f_y = score(x, y, w);
  for (std::size_t j = 0; j < outputs.size(); ++j) margins[j] = f_y - score(x, outputs[j], w);
}

Decoded StructuredProblem::most_violated(InputId x, const Output& y, ConstVectorRef w,
                                         Augmentation augmentation, std::span<const Output> outputs,
                                         VectorRef margins) const {
  this->margins(x, y, outputs, w, margins);
  Decoded worst = loss_augmented_decode(x, y, w, augmentation);
  if (augmentation.rescaling == Rescaling::kMargin) worst.value -= score(x, y, w);
  return worst;
}

void StructuredProblem::add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                                        ConstVectorRef coefficients, VectorRef w) const {
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    if (coefficients[j] != 0) add_difference(x, y, outputs[j], coefficients[j], w);
  }
}

void StructuredProblem::difference_products(InputId x, const Output& y, const Output& y_hat,
                                            std::span<const Output> outputs,
                                            VectorRef products) const {
  const SparseVector phi = joint_feature(x, y);
  const SparseVector direction = difference(phi, joint_feature(x, y_hat));
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    products[j] = dot(direction, difference(phi, joint_feature(x, outputs[j])));
  }
}

double StructuredProblem::difference_norm_bound(InputId) const {
  return std::numeric_limits<double>::infinity();
}

}  // namespace costruct
