// How much noise keeps the difficulty of a view when tokens move from their label's mean towards a
// boundary.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The share of tokens nearest to the mean of another label than their own. The means of K =
/// num_labels labels are corners of a regular simplex, any two `separation` apart; a token lies,
/// with probability `cluster`, at its label's mean, else t of the way to another mean, t uniform on
/// [0, 1/2); to that comes white noise of standard deviation `scale` > 0. With corner = separation
/// / (sqrt 2 scale), the share of right ones is
///   int phi(z) Phi(z + corner u) Phi(z + corner (1 + u)/2)^(K-2) dz
/// at u = 1 - 2t (u = 1 at the mean), here by quadrature.
double nearest_mean_error(double separation, double cluster, Index num_labels, double scale);

/// The scale at which nearest_mean_error() is what it is at cluster 1 with scale 1; at most 1.
/// Rounded to single precision, so that the last bits of a library's erfc do not matter.
double noise_scale(double separation, double cluster, Index num_labels);

}  // namespace costruct::experiments
