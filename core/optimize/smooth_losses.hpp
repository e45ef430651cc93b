// The differentiable losses of the gradient learners (Brefeld 2008, sections 7.1 and 7.2), as
// functions of the margin t = <w, Phi(x, y) - Phi(x, y_hat)>.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// A loss at a margin and its derivative there.
struct LossAt {
  double value = 0, slope = 0;
};

/// The Huber loss: the hinge max{target - t, 0}, made a parabola within epsilon of the target:
///   target - t                              t <= target - epsilon
///   (target + epsilon - t)^2 / (4 epsilon)  target - epsilon <= t <= target + epsilon
///   0                                       otherwise
/// Brefeld 2008, section 7.1. epsilon > 0.
LossAt huber_loss(double target, double epsilon, double t);

/// The loss of an output that nobody knows to be right: symmetric, 1 and flat about 0, so that w
/// can move either way:
///   1                                        |t| <= target - tau
///   1 - (|t| - target + tau)^2 / (2 tau^2)   target - tau <= |t| <= target
///   (|t| - target - tau)^2 / (2 tau^2)       target <= |t| <= target + tau
///   0                                        otherwise
/// Brefeld 2008, section 7.2. 0 < tau <= target.
LossAt symmetric_loss(double target, double tau, double t);

/// The softmax of values s >= 0, with constants that make rho -> 0 their sum and rho -> infinity
/// their maximum:  (1/rho) log(1 + sum_i (exp(rho s_i) - 1))          (Brefeld 2008, section 7.1)
/// `derivatives` gets those in each s_i. No overflow for any rho > 0 and finite s. 0 for no values.
double soft_maximum(ConstVectorRef s, double rho, VectorRef derivatives);

}  // namespace costruct
