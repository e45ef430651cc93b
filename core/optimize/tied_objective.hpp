// A function of weights of which some are affine functions of the others.
#pragma once

#include "costruct/core/optimize/minimize.hpp"

namespace costruct {

/// x[variable] = offset - sum_i value_i x[at_i]; no tied variable stands on the right of another's.
struct TiedVariable {
  Index variable = 0;
  double offset = 0;
  std::vector<Index> at;
  Vector value;
};

/// P(x) - 1/2 sum of the tied x^2, where P holds 1/2 |x|^2 and tied variables follow the others:
/// they are not free, and count nothing by their size. Entries of the gradient that belong to tied
/// variables are 0.
class TiedObjective final : public SmoothFunction {
 public:
  /// Both must live as long.
  TiedObjective(const SmoothFunction& base, const std::vector<TiedVariable>& tied)
      : base_(base), tied_(tied) {}

  /// Gives the tied variables their values.
  void tie(VectorRef x) const;

  Index dimension() const override { return base_.dimension(); }
  double value(ConstVectorRef x, VectorRef gradient) const override;
  Line line(ConstVectorRef x, ConstVectorRef d) const override;

 private:
  const SmoothFunction& base_;
  const std::vector<TiedVariable>& tied_;
};

}  // namespace costruct
