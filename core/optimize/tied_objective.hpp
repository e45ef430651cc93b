// An objective with tied weights: some weights are affine functions of the others.
#pragma once

#include "costruct/core/optimize/minimize.hpp"

namespace costruct {

/// A tied variable: x[variable] = offset - sum_i value[i] x[at[i]]. `at` and `value` have the same
/// size, and `at` must not contain tied variables.
struct TiedVariable {
  Index variable = 0;
  double offset = 0;
  std::vector<Index> at;
  Vector value;
};

/// The function P(x) - 1/2 sum of x_j^2 over the tied variables j. P is `base`, which contains the
/// term 1/2 |x|^2. Tied variables are not free: they follow the others, and their size is not
/// penalised. So value() and line() ignore the given entries of tied variables. Their gradient
/// entries are 0. After a minimisation, call tie() to set them.
class TiedObjective final : public SmoothFunction {
 public:
  /// Both arguments must outlive this object.
  TiedObjective(const SmoothFunction& base, const std::vector<TiedVariable>& tied)
      : base_(base), tied_(tied) {}

  /// Sets the tied variables in x to their values.
  void tie(VectorRef x) const;

  Index dimension() const override { return base_.dimension(); }
  double value(ConstVectorRef x, VectorRef gradient) const override;
  Line line(ConstVectorRef x, ConstVectorRef d) const override;

 private:
  const SmoothFunction& base_;
  const std::vector<TiedVariable>& tied_;
};

}  // namespace costruct
