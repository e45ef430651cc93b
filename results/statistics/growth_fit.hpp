// How something measured grows with a size: a power law through its means.
#pragma once

#include <optional>
#include <span>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// y = factor * x^exponent.
struct GrowthLaw {
  double factor = 0, exponent = 0;
  Interval interval;  ///< of the exponent: Student's with points - 2 degrees of freedom
  Index points = 0;   ///< it was fitted to

  double at(double x) const;
};

/// fit_power_law() over the points with x > 0 and y > 0. The interval speaks of the points as they
/// are: where they do not lie on a power law it is no statement about larger x. Nullopt for fewer
/// than three different x.
std::optional<GrowthLaw> fit_growth(std::span<const double> x, std::span<const double> y,
                                    double confidence = 0.95);

}  // namespace costruct::experiments
