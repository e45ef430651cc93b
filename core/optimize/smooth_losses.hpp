// The differentiable losses of the gradient learners (Brefeld 2008, sections 7.1 and 7.2). They are
// functions of the margin t = <w, Phi(x, y) - Phi(x, y_hat)>.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// A loss at a margin and its derivative there.
struct LossAt {
  double value = 0, slope = 0;
};

/// The Huber loss: the hinge loss max{target - t, 0}, with a parabola within epsilon of the target.
/// epsilon > 0. Brefeld 2008, section 7.1.
///   target - t                              t <= target - epsilon
///   (target + epsilon - t)^2 / (4 epsilon)  target - epsilon <= t <= target + epsilon
///   0                                       otherwise
LossAt huber_loss(double target, double epsilon, double t);

/// The symmetric loss, for references that may be wrong. It is 1 and flat around 0, so that w can
/// move either way. 0 < tau <= target. Brefeld 2008, section 7.2.
///   1                                        |t| <= target - tau
///   1 - (|t| - target + tau)^2 / (2 tau^2)   target - tau <= |t| <= target
///   (|t| - target - tau)^2 / (2 tau^2)       target <= |t| <= target + tau
///   0                                        otherwise
LossAt symmetric_loss(double target, double tau, double t);

/// A smooth maximum of values s >= 0 (Brefeld 2008, section 7.1):
///   (1/rho) log(1 + sum_i (exp(rho s_i) - 1))
/// For rho -> 0 it is the sum of the values, for rho -> infinity their maximum. Writes the
/// derivatives in each s_i to `derivatives`. No overflow for any rho > 0 and finite s. 0 for no
/// values.
double soft_maximum(ConstVectorRef s, double rho, VectorRef derivatives);

}  // namespace costruct
