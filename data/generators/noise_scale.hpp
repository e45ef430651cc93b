// The noise scale that keeps the error of a view constant while tokens move from their label's mean
// towards a class boundary.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The share of tokens that are nearer to the mean of another label than to their own.
///
/// The means of K = num_labels labels are the corners of a regular simplex, `separation` apart.
/// With probability `cluster` a token lies at its label's mean. Otherwise it lies at t of the way
/// to another mean, with t uniform on [0, 1/2). White noise of standard deviation `scale` > 0 is
/// added. With corner = separation / (sqrt 2 scale), the share of tokens nearest to their own mean
/// is
///   int phi(z) Phi(z + corner u) Phi(z + corner (1 + u)/2)^(K-2) dz
/// where u = 1 - 2t (u = 1 at the mean). The integral is computed by quadrature.
double nearest_mean_error(double separation, double cluster, Index num_labels, double scale);

/// The scale at which nearest_mean_error() equals its value for cluster 1 and scale 1. It is at
/// most 1. It is rounded to single precision, so that the last bits of a library's erfc do not
/// matter.
double noise_scale(double separation, double cluster, Index num_labels);

}  // namespace costruct::experiments
