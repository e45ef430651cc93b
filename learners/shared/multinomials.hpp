// Estimates of multinomial distributions. Their logarithms are weights.
#pragma once

#include <cmath>

#include "costruct/core/types.hpp"

namespace costruct {

/// Sets the weights of each group of K coordinates (core/interfaces/multinomial_groups.hpp) to the
/// maximum likelihood estimate with additive smoothing s:
///   w(e) = log p_e,   p_e = (count_e + s) / (sum of the group's counts + K s).
/// Coordinates in no group keep their values.
inline void set_log_probabilities(const std::vector<std::vector<Index>>& groups,
                                  ConstVectorRef counts, double smoothing, VectorRef w) {
  for (const std::vector<Index>& group : groups) {
    double total = 0;
    for (const Index event : group) total += counts[event] + smoothing;
    for (const Index event : group) w[event] = std::log((counts[event] + smoothing) / total);
  }
}

/// Returns -s sum_e w(e) over the coordinates of all groups. set_log_probabilities() minimises
/// smoothing_penalty() - <counts, w> over log-probabilities. The penalty is minus the logarithm of
/// Dirichlet priors with parameters 1 + s, up to a constant.
inline double smoothing_penalty(const std::vector<std::vector<Index>>& groups, ConstVectorRef w,
                                double smoothing) {
  double sum = 0;
  for (const std::vector<Index>& group : groups) {
    for (const Index event : group) sum -= w[event];
  }
  return smoothing * sum;
}

}  // namespace costruct
