// The differentiable losses of the gradient learners (Brefeld 2008, sections 7.1 and 7.2). They are
// functions of the margin t = <w, Phi(x, y) - Phi(x, y_hat)> that (x, y) has over y_hat. The target
// is the margin that t should reach. It is the loss Delta(y, y_hat) for margin rescaling, and 1 for
// slack rescaling.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// The value of a loss at a margin t, and its derivative in t.
struct LossAt {
  double value = 0, slope = 0;
};

/// The Huber loss: the hinge loss max{target - t, 0}, with a parabola within epsilon of the target.
/// Requires epsilon > 0. Source: Brefeld 2008, section 7.1.
///   target - t                              t <= target - epsilon
///   (target + epsilon - t)^2 / (4 epsilon)  target - epsilon <= t <= target + epsilon
///   0                                       otherwise
LossAt huber_loss(double target, double epsilon, double t);

/// The symmetric loss, for references that may be wrong. It is 1 and flat around t = 0, so that w
/// can move either way. Requires 0 < tau <= target. Source: Brefeld 2008, section 7.2.
///   1                                        |t| <= target - tau
///   1 - (|t| - target + tau)^2 / (2 tau^2)   target - tau <= |t| <= target
///   (|t| - target - tau)^2 / (2 tau^2)       target <= |t| <= target + tau
///   0                                        otherwise
LossAt symmetric_loss(double target, double tau, double t);

/// A smooth maximum of values s >= 0 (Brefeld 2008, section 7.1):
///   (1/rho) log(1 + sum_i (exp(rho s_i) - 1))
/// For rho -> 0 it is the sum of the values, for rho -> infinity their maximum. Without values it
/// is 0. Writes the derivative in each s_i to derivatives[i]. Nothing overflows for any rho > 0 and
/// finite s.
double soft_maximum(ConstVectorRef s, double rho, VectorRef derivatives);

}  // namespace costruct
