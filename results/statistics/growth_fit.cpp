#include "costruct/results/statistics/growth_fit.hpp"

#include <cmath>
#include <set>
#include <vector>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

double GrowthLaw::at(double x) const {
  return factor * std::pow(x, exponent);
}

std::optional<GrowthLaw> fit_growth(std::span<const double> x, std::span<const double> y,
                                    double confidence) {
  COSTRUCT_ASSERT(x.size() == y.size(), "points");
  std::vector<double> sizes, values, log_factors;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0 && y[i] > 0 && std::isfinite(x[i]) && std::isfinite(y[i]))) continue;
    sizes.push_back(x[i]);
    values.push_back(y[i]);
  }
  if (std::set<double>(sizes.begin(), sizes.end()).size() < 3) return std::nullopt;
  const auto law = fit_power_law(sizes, values);
  if (!law) return std::nullopt;
  const auto interval = t_interval(law->exponent, law->standard_error, law->points - 2, confidence);
  if (!interval) return std::nullopt;
  // The line passes through the mean of the logarithms.
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    log_factors.push_back(std::log(values[i]) - law->exponent * std::log(sizes[i]));
  }
  return GrowthLaw{std::exp(mean_and_error(log_factors).mean), law->exponent, *interval,
                   law->points};
}

}  // namespace costruct::experiments
