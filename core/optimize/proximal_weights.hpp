// The weights of plain and accelerated ascent on the dual (see block_ascent.hpp):
//   w = (v + kappa z) / (1 + kappa),   v = w(alpha),
// where the centre z moves with momentum.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// Stores w, and z if kappa > 0; v follows from them. At first all are 0, and ascent is plain:
/// kappa = 0 and w = v.
class ProximalWeights {
 public:
  explicit ProximalWeights(Index dimension) : w_(dimension, 0.0) {}

  const Vector& w() const { return w_; }
  /// The weights, to be changed. To change v by d, add scale() * d to w.
  Vector& w() { return w_; }
  /// The change of w for a unit change of v: 1 / (1 + kappa).
  double scale() const { return 1 / (1 + kappa_); }

  /// Starts accelerated ascent with this kappa and the present v as its centre. kappa = 0: plain
  /// ascent.
  void accelerate(double kappa);
  /// Moves the centre z to w + momentum * (w - w at the last call). At the first call, w at
  /// accelerate() counts as the last one. v stays, so w changes as well. The momentum is
  /// (1 - q) / (1 + q) with q = (1 + kappa)^-1/2. Returns 1/2 |w - v|^2 from before the move. Does
  /// nothing and returns 0 if kappa = 0.
  double move_center();
  /// v <- factor * v
  void scale_v(double factor);
  /// Replaces v by the same vector, computed afresh to remove rounding errors.
  void reset(ConstVectorRef v);
  /// |v|^2
  double squared_norm_of_v() const;

 private:
  Vector w_, center_, last_;  // center_ and last_ are empty if kappa = 0
  double kappa_ = 0;
};

}  // namespace costruct
