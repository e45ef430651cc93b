#include "costruct/core/structured_problem.hpp"

namespace costruct {

void StructuredProblem::scores(InputId x, std::span<const Output> outputs, ConstVectorRef w,
                               VectorRef f) const {
  for (std::size_t j = 0; j < outputs.size(); ++j) f[j] = score(x, outputs[j], w);
}

Decoded StructuredProblem::loss_augmented_decode_and_scores(InputId x, const Output& y, ConstVectorRef w,
                                                            Augmentation augmentation,
                                                            std::span<const Output> outputs,
                                                            VectorRef f) const {
  scores(x, outputs, w, f);
  return loss_augmented_decode(x, y, w, augmentation);
}

void StructuredProblem::add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                                        ConstVectorRef coefficients, VectorRef w) const {
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    if (coefficients[j] != 0) add_difference(x, y, outputs[j], coefficients[j], w);
  }
}

void StructuredProblem::difference_products(InputId x, const Output& y, const Output& y_hat,
                                            std::span<const Output> outputs, VectorRef products) const {
  const SparseVector phi = joint_feature(x, y);
  const SparseVector direction = difference(phi, joint_feature(x, y_hat));
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    products[j] = dot(direction, difference(phi, joint_feature(x, outputs[j])));
  }
}

}  // namespace costruct
