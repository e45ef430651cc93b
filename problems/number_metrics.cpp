#include "costruct/problems/number_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace costruct {
namespace {

double largest_size(ConstVectorRef y) {
  double largest = 0;
  for (const double value : y) largest = std::max(largest, std::abs(value));
  return largest;
}

// Returns the root mean square of the differences, each divided by `unit`. Division comes before
// squaring, so that large values do not overflow if `unit` has their size.
double root_mean_square(ConstVectorRef a, ConstVectorRef b, double unit) {
  if (a.empty()) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = (a[i] - b[i]) / unit;
    sum += difference * difference;
  }
  return std::sqrt(sum / static_cast<double>(a.size()));
}

double scaled(ConstVectorRef y, ConstVectorRef f) {
  const double largest = largest_size(y);
  return root_mean_square(f, y, largest > 0 ? largest : 1);
}

double mean_absolute_error(ConstVectorRef y, ConstVectorRef f) {
  if (y.empty()) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += std::abs(f[i] - y[i]);
  return sum / static_cast<double>(y.size());
}

double root_mean_squared_error(ConstVectorRef truth, ConstVectorRef predicted) {
  const double largest = largest_size(truth);
  return largest > 0 ? scaled(truth, predicted) * largest : root_mean_square(predicted, truth, 1);
}

}  // namespace

std::vector<NumberMetric> number_metrics() {
  constexpr const char* kNumbers = "targets that are numbers";
  return {
      {{"rmse_scaled", "root mean squared error, divided by the largest |target|", false,
        MetricScale::kRatio, kNumbers},
       scaled},
      {{"rmse", "root mean squared error", false, MetricScale::kUnit, kNumbers},
       root_mean_squared_error},
      {{"mae", "mean absolute error", false, MetricScale::kUnit, kNumbers}, mean_absolute_error},
  };
}

double number_disagreement(const std::vector<Vector>& by_view, ConstVectorRef truth) {
  const double largest = largest_size(truth), unit = largest > 0 ? largest : 1;
  double sum = 0, all = 0;
  for (std::size_t u = 0; u < by_view.size(); ++u) {
    for (std::size_t v = u + 1; v < by_view.size(); ++v) {
      for (std::size_t i = 0; i < by_view[u].size(); ++i) {
        const double difference = (by_view[u][i] - by_view[v][i]) / unit;
        sum += difference * difference;
      }
      all += static_cast<double>(by_view[u].size());
    }
  }
  return all == 0 ? 0 : std::sqrt(sum / all);
}

}  // namespace costruct
