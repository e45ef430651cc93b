#include "costruct/data/generators/noise_scale.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace costruct::experiments {
namespace {

double normal_cdf(double x) {
  return std::erfc(-x / std::numbers::sqrt2) / 2;
}

/// The error of a token at a given u, by the trapezoidal rule. For a smooth integrand that
/// decreases like a normal density, the rule is exact up to rounding.
double error_at(double u, double corner, Index num_labels) {
  constexpr double kStep = 0.25, kReach = 9;
  double correct = 0;
  for (double z = -kReach; z <= kReach; z += kStep) {
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    correct += kStep * density * normal_cdf(z + corner * u) *
               std::pow(normal_cdf(z + corner * (1 + u) / 2), static_cast<double>(num_labels - 2));
  }
  return 1 - correct;
}

/// The mean of the error over u in [0, 1], by Simpson's rule up to the point where the error
/// vanishes.
double mean_error(double corner, Index num_labels) {
  constexpr int kPanels = 64;
  const double reach = std::min(1.0, 13 / corner);
  double sum = 0;
  for (int i = 0; i <= kPanels; ++i) {
    const double weight = i == 0 || i == kPanels ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * error_at(reach * i / kPanels, corner, num_labels);
  }
  return sum * reach / (3 * kPanels);
}

}  // namespace

double nearest_mean_error(double separation, double cluster, Index num_labels, double scale) {
  const double corner = separation / (std::numbers::sqrt2 * scale);
  return cluster * error_at(1, corner, num_labels) + (1 - cluster) * mean_error(corner, num_labels);
}

double noise_scale(double separation, double cluster, Index num_labels) {
  if (cluster == 1) return 1;
  if (separation < 1e-3) {  // the limit at 0, where the errors are too close to be compared
    const auto labels = static_cast<double>(num_labels);
    return cluster + (1 - cluster) * (3 * labels - 4) / (4 * labels - 4);
  }
  const double goal = nearest_mean_error(separation, 1, num_labels, 1);
  double low = 0, high = 1;  // the error grows with the scale
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (nearest_mean_error(separation, cluster, num_labels, middle) < goal ? low : high) = middle;
  }
  return static_cast<float>(high);
}

}  // namespace costruct::experiments
