#include "costruct/core/optimize/smooth_losses.hpp"

#include <algorithm>
#include <cmath>

namespace costruct {

LossAt huber_loss(double target, double epsilon, double t) {
  if (t <= target - epsilon) return {target - t, -1};
  if (t >= target + epsilon) return {0, 0};
  const double left = target + epsilon - t;
  return {left * left / (4 * epsilon), -left / (2 * epsilon)};
}

LossAt symmetric_loss(double target, double tau, double t) {
  const double size = std::abs(t), sign = t < 0 ? -1 : 1;
  if (size <= target - tau) return {1, 0};
  if (size >= target + tau) return {0, 0};
  const double in = (size - target) / tau;  // in (-1, 1)
  if (in <= 0) return {1 - 0.5 * (in + 1) * (in + 1), -sign * (in + 1) / tau};
  return {0.5 * (1 - in) * (1 - in), -sign * (1 - in) / tau};
}

double soft_maximum(ConstVectorRef s, double rho, VectorRef derivatives) {
  if (s.empty()) return 0;
  const double largest = *std::max_element(s.begin(), s.end());
  const double shift = rho * largest;
  if (shift <= 1) {
    // The sum of the excesses over 1, exact for small rho.
    double excess = 0;
    for (const double each : s) excess += std::expm1(rho * each);
    for (std::size_t i = 0; i < s.size(); ++i) derivatives[i] = std::exp(rho * s[i]) / (1 + excess);
    // rho may be too small to divide by. Then log(1 + a) = a (1 - a / 2 ...), where a is rho times
    // the sum.
    if (excess > 1e-12) return std::log1p(excess) / rho;
    double sum = 0;
    for (const double each : s) sum += each;
    return sum;
  }
  // exp(-shift) (1 + sum_i (exp(rho s_i) - 1)) lies in [1, number of values].
  const double floor = std::exp(-shift);
  double total = floor;
  for (const double each : s) total += std::exp(rho * (each - largest)) - floor;
  for (std::size_t i = 0; i < s.size(); ++i)
    derivatives[i] = std::exp(rho * (s[i] - largest)) / total;
  return largest + std::log(total) / rho;
}

}  // namespace costruct
