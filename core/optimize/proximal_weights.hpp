// The weights of plain and accelerated ascent on the dual (see block_ascent.hpp): w = (v + kappa z)
// / (1 + kappa), v = w(alpha), z a centre that moves with momentum.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

class ProximalWeights {
 public:
  explicit ProximalWeights(Index dimension) : w_(dimension, 0.0) {}

  const Vector& w() const { return w_; }
  /// A change of v by d changes w by scale() * d; whoever changes v does so through this.
  Vector& w() { return w_; }
  double scale() const { return 1 / (1 + kappa_); }

  /// Starts accelerated ascent around the present v, with this kappa from now on; 0: plain ascent.
  void accelerate(double kappa);
  /// Moves the centre to w + momentum * (w - w at the last call). Returns 1/2 |w - v|^2 as it was
  /// before.
  double move_center();
  /// v <- factor * v
  void scale_v(double factor);
  /// Replaces v by the same vector computed afresh.
  void reset(ConstVectorRef v);
  /// |v|^2
  double squared_norm_of_v() const;

 private:
  Vector w_, center_, last_;  // center_ and last_ are empty where kappa = 0
  double kappa_ = 0;
};

}  // namespace costruct
