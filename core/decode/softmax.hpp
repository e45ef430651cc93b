// Probabilities that are proportional to exponentials of scores.
#pragma once

#include <algorithm>
#include <cmath>

#include "costruct/core/types.hpp"

namespace costruct {

/// Turns scores v, at least one, into the probabilities exp(v_i) / Z and returns log Z, Z = sum_i
/// exp(v_i). Shifted by the maximum, so large scores do no harm.
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
