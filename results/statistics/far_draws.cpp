#include "costruct/results/statistics/far_draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <set>

#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

constexpr double kOutlierLevel = 0.01;
constexpr std::size_t kValuesPerOutlier = 4, kMostOutliers = 100;
constexpr double kScoringDeviations = 5;

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return *std::max_element(values.begin(), middle) / 2 + *middle / 2;
}

/// The value that |x - mean| / s of the most extreme of n normal values exceeds with probability
/// kOutlierLevel.
double critical_deviate(std::size_t n) {
  const double count = static_cast<double>(n);
  const boost::math::students_t_distribution<double> distribution(count - 2);
  const double t =
      boost::math::quantile(boost::math::complement(distribution, kOutlierLevel / (2 * count)));
  return (count - 1) * t / std::sqrt((count - 2 + t * t) * count);
}

/// Mean and standard deviation. The deviation of equal values is 0.
struct Spread {
  double mean = 0, deviation = 0;
};
Spread spread_of(std::span<const double> values) {
  const MeanAndError error = mean_and_error(values);
  return {error.mean, error.standard_error * std::sqrt(static_cast<double>(values.size()))};
}

/// Rosner's test removes the most extreme value again and again. The outliers are all values up to
/// the last one that was too extreme among the remaining ones. So two outliers do not hide each
/// other.
std::vector<std::size_t> outliers_of(std::span<const double> values) {
  const std::size_t most = std::min(values.size() / kValuesPerOutlier, kMostOutliers);
  if (most == 0) return {};
  std::vector<std::size_t> order(values.size()), aside;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  const int exponent =
      safe_exponent(std::max(std::abs(values[order.front()]), std::abs(values[order.back()])));
  std::vector<double> sorted;
  for (const std::size_t i : order) sorted.push_back(std::ldexp(values[i], exponent));
  std::size_t found = 0, begin = 0, end = sorted.size();
  while (aside.size() < most) {
    const Spread spread = spread_of(std::span(sorted).subspan(begin, end - begin));
    if (!(spread.deviation > 0)) break;  // all remaining values are equal
    const double below = spread.mean - sorted[begin], above = sorted[end - 1] - spread.mean;
    const double critical = critical_deviate(end - begin);
    aside.push_back(below > above ? order[begin++] : order[--end]);
    if (std::max(below, above) / spread.deviation > critical) found = aside.size();
  }
  aside.resize(found);
  return aside;
}

/// An upper bound of the standard deviation of the mean of n numbers between 0 and 1 with this
/// expectation. One success and one failure are added to the observations, so that a median of 0 is
/// not taken as certain.
double scoring_deviation(double median, Index scored) {
  const double n = static_cast<double>(scored);
  const double p = (std::clamp(median, 0.0, 1.0) * n + 1) / (n + 2);
  return std::sqrt(p * (1 - p) / n);
}

double least_distance(double median, const LeastDistance& least) {
  if (!least.is_share) return std::abs(median) / 2;
  const double half = std::max(0.0, std::min(median, 1 - median)) / 2;
  return least.scored
             ? std::max(half, kScoringDeviations * scoring_deviation(median, *least.scored))
             : half;
}

double median_of_others(std::span<const double> values, std::size_t but) {
  std::vector<double> others(values.begin(), values.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(but));
  return median_of(std::move(others));
}

std::optional<Index> scored_in(const RunResults& results, const CellGroup& group) {
  if (results.holdout > 0) return results.holdout;
  return held_out(results, {group.labeled, group.unlabeled});
}

}  // namespace

std::vector<std::size_t> far_values(std::span<const double> values, const LeastDistance& least) {
  std::vector<std::size_t> far;
  for (const std::size_t i : outliers_of(values)) {
    const double median = median_of_others(values, i);
    const double distance = std::abs(values[i] - median);
    if (distance > 0 && distance >= least_distance(median, least)) far.push_back(i);
  }
  std::sort(far.begin(), far.end());
  return far;
}

std::vector<FarDraw> far_draws(const RunResults& results, const std::vector<CellGroup>& groups,
                               const std::string& metric) {
  std::vector<FarDraw> draws;
  const MetricEntry* entry = find_metric_of_run(results.config, metric);
  if (entry && entry->of_fit) return draws;
  std::set<std::pair<std::size_t, Index>> seen;  // supervised learners and their labeled sizes
  for (const CellGroup& group : groups) {
    const std::string& learner = results.learners[group.learner];
    const bool supervised = is_supervised(results, learner);
    if (supervised && !seen.insert({group.learner, group.labeled}).second) continue;
    std::vector<double> values;
    std::vector<const CellResult*> cells;
    for (const CellResult* cell : group.cells) {
      const auto value = measured(*cell, metric);
      if (!value || !std::isfinite(*value)) continue;
      values.push_back(*value);
      cells.push_back(cell);
    }
    const bool is_share = !entry || entry->scale == MetricScale::kShare;
    for (const std::size_t i : far_values(values, {is_share, scored_in(results, group)})) {
      draws.push_back({learner, metric, group.labeled, group.unlabeled, supervised,
                       cells[i]->repetition, cells[i]->row, values[i], median_of_others(values, i),
                       static_cast<Index>(values.size()) - 1,
                       metric_format(results.config, metric)});
    }
  }
  return draws;
}

std::string far_draw_text(const FarDraw& draw) {
  const auto number = [&](double value) { return fmt::format(fmt::runtime(draw.format), value); };
  return fmt::format(
      "{}, {} labeled, {} unlabeled, repetition {}: {}; the median of the other {} is {}",
      draw.learner, draw.labeled,
      draw.any_unlabeled ? "any number" : std::to_string(draw.unlabeled), draw.repetition,
      number(draw.value), draw.others, number(draw.median));
}

}  // namespace costruct::experiments
