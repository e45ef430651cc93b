// A problem that answers with another one, for tests to change a part of.
#pragma once

#include "costruct/core/structured_problem.hpp"

namespace costruct::test {

/// Only what every problem must have: all else is as the waist has it by default. The other problem
/// must live as long.
class DelegatingProblem : public StructuredProblem {
 public:
  explicit DelegatingProblem(const StructuredProblem& problem) : problem_(problem) {}
  Index dimension() const override { return problem_.dimension(); }
  Index num_inputs() const override { return problem_.num_inputs(); }
  SparseVector joint_feature(InputId x, const Output& y) const override {
    return problem_.joint_feature(x, y);
  }
  Decoded decode(InputId x, ConstVectorRef w) const override { return problem_.decode(x, w); }
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation a) const override {
    return problem_.loss_augmented_decode(x, y, w, a);
  }
  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    return problem_.loss(x, y, y_hat);
  }

 private:
  const StructuredProblem& problem_;
};

}  // namespace costruct::test
