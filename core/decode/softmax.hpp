// The softmax function: probabilities that are proportional to exponentials of scores.
#pragma once

#include <algorithm>
#include <cmath>

#include "costruct/core/types.hpp"

namespace costruct {

/// Replaces the scores v (at least one) by the probabilities exp(v_i) / Z, and returns log Z, where
/// Z = sum_i exp(v_i). Scores are shifted by their maximum, so that large ones do not overflow.
inline double softmax(VectorRef v) {
  const double top = *std::max_element(v.begin(), v.end());
  double sum = 0;
  for (double& each : v) {
    each = std::exp(each - top);
    sum += each;
  }
  for (double& each : v) each /= sum;
  return top + std::log(sum);
}

}  // namespace costruct
