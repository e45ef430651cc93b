// Estimates of multinomial distributions, as weights.
#pragma once

#include <cmath>

#include "costruct/core/types.hpp"

namespace costruct {

/// Maximum likelihood with additive smoothing s for each group of K coordinates
/// (core/interfaces/multinomial_groups.hpp):
///   w(e) = log p_e,   p_e = (count_e + s) / (sum of the group's counts + K s).
/// Coordinates in no group stay as they are.
inline void set_log_probabilities(const std::vector<std::vector<Index>>& groups,
                                  ConstVectorRef counts, double smoothing, VectorRef w) {
  for (const std::vector<Index>& group : groups) {
    double total = 0;
    for (const Index event : group) total += counts[event] + smoothing;
    for (const Index event : group) w[event] = std::log((counts[event] + smoothing) / total);
  }
}

/// -s sum_e w(e) over the coordinates of all groups: what set_log_probabilities() minimises, among
/// log-probabilities, is smoothing_penalty() - <counts, w>. It is minus the logarithm, up to a
/// constant, of Dirichlet priors with parameters 1 + s.
inline double smoothing_penalty(const std::vector<std::vector<Index>>& groups, ConstVectorRef w,
                                double smoothing) {
  double sum = 0;
  for (const std::vector<Index>& group : groups) {
    for (const Index event : group) sum -= w[event];
  }
  return smoothing * sum;
}

}  // namespace costruct
