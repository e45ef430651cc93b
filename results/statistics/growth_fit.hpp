// Fits how a measured quantity grows with a size: a power law through its means.
#pragma once

#include <optional>
#include <span>

#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// y = factor * x^exponent.
struct GrowthLaw {
  double factor = 0, exponent = 0;
  Interval interval;  ///< Student's interval of the exponent, points - 2 degrees of freedom
  Index points = 0;   ///< number of points in the fit

  double at(double x) const;
};

/// Fits a power law to the points with x > 0 and y > 0 by fit_power_law(). Nullopt for fewer than
/// three different x. The interval assumes that the points lie on a power law. Otherwise it says
/// nothing about larger x.
std::optional<GrowthLaw> fit_growth(std::span<const double> x, std::span<const double> y,
                                    double confidence = 0.95);

}  // namespace costruct::experiments
