// The noise that keeps the difficulty of a view constant when tokens move from the mean of their
// label towards a boundary.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The fraction of tokens, 0 to 1, that are nearest to the mean of a label that is not their own.
///
/// The means of the K = num_labels >= 2 labels are the corners of a regular simplex with edges of
/// length `separation`. With probability `cluster`, a token lies at the mean of its label.
/// Otherwise it lies t of the way to another mean, where t is uniform on [0, 1/2). White noise of
/// standard deviation `scale` > 0 is added.
///
/// With corner = separation / (sqrt 2 scale), the fraction of tokens nearest to their own mean is
///   int phi(z) Phi(z + corner u) Phi(z + corner (1 + u)/2)^(K-2) dz
/// at u = 1 - 2t (u = 1 at the mean), where phi and Phi are the density and the distribution
/// function of N(0, 1). It is computed by quadrature. `cluster` is in [0, 1].
double nearest_mean_error(double separation, double cluster, Index num_labels, double scale);

/// The scale at which nearest_mean_error() equals its value for cluster 1 and scale 1. It is at
/// most 1. The result is rounded to single precision, so that the last bits of a library's erfc do
/// not matter.
double noise_scale(double separation, double cluster, Index num_labels);

}  // namespace costruct::experiments
