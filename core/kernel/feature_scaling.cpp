#include "costruct/core/kernel/feature_scaling.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

/// Statistics of a feature over the parts that a scaling is made of.
struct Spread {
  double sum = 0, squares = 0;  ///< squares of differences from the mean, in the second pass
  double least = 0, most = 0;
  Index nonzero = 0;
};

// The value at a quantile of n values, of which `nonzero` are given in ascending order and the
// others are 0. Between two values it interpolates linearly.
double quantile(const Vector& nonzero, Index n, double q) {
  const auto negative =
      static_cast<Index>(std::lower_bound(nonzero.begin(), nonzero.end(), 0.0) - nonzero.begin());
  const Index zeros = n - static_cast<Index>(nonzero.size());
  const auto at = [&](Index rank) {
    if (rank < negative) return nonzero[static_cast<std::size_t>(rank)];
    return rank < negative + zeros ? 0.0 : nonzero[static_cast<std::size_t>(rank - zeros)];
  };
  const double place = q * static_cast<double>(n - 1);
  const auto below = static_cast<Index>(place);
  const double low = at(below), high = at(std::min(below + 1, n - 1));
  return low + (place - static_cast<double>(below)) * (high - low);
}

// Calls use(feature, value) for each value of the parts that is not 0.
template <class Use>
void for_each_value(const FeatureTable& table, Index num_parts, const Use& use) {
  Point point;
  for (Index part = 0; part < num_parts; ++part) {
    read_point(table, part, point);
    for (std::size_t e = 0; e < point.feature.size(); ++e)
      use(static_cast<std::size_t>(point.feature[e]), point.value[e]);
  }
}

std::vector<Spread> spreads_of(const FeatureTable& table, Index num_parts) {
  std::vector<Spread> spreads(static_cast<std::size_t>(table.num_features));
  for_each_value(table, num_parts, [&](std::size_t j, double x) {
    Spread& of = spreads[j];
    of.sum += x;
    of.least = of.nonzero == 0 ? x : std::min(of.least, x);
    of.most = of.nonzero == 0 ? x : std::max(of.most, x);
    ++of.nonzero;
  });
  const auto n = static_cast<double>(num_parts);
  for_each_value(table, num_parts, [&](std::size_t j, double x) {
    const double difference = x - spreads[j].sum / n;
    spreads[j].squares += difference * difference;
  });
  for (Spread& of : spreads) {
    if (of.nonzero == num_parts) continue;
    const double mean = of.sum / n;  // the other values are 0
    of.squares += static_cast<double>(num_parts - of.nonzero) * mean * mean;
    of.least = std::min(of.least, 0.0);
    of.most = std::max(of.most, 0.0);
  }
  return spreads;
}

// Median and distance of the quartiles of each feature, by feature.
template <class Stays>
void set_quartiles(const FeatureTable& table, Index num_parts, const Stays& stays,
                   FeatureScaling& scaling) {
  std::vector<Vector> values(scaling.factor.size());
  for_each_value(table, num_parts, [&](std::size_t j, double x) {
    if (!stays(j)) values[j].push_back(x);
  });
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (stays(j)) continue;
    std::sort(values[j].begin(), values[j].end());
    if (!scaling.shift.empty()) scaling.shift[j] = quantile(values[j], num_parts, .5);
    const double range = quantile(values[j], num_parts, .75) - quantile(values[j], num_parts, .25);
    if (range > 0) scaling.factor[j] = 1 / range;
  }
}

}  // namespace

double FeatureScaling::entries_of(const FeatureTable& table) const {
  const auto entries = static_cast<double>(table.num_entries());
  if (shift.empty()) return entries;
  const auto nonzero = [](const Vector& numbers) {
    return static_cast<double>(numbers.size()) -
           static_cast<double>(std::count(numbers.begin(), numbers.end(), 0.0));
  };
  const auto parts = static_cast<double>(table.num_parts());
  return std::min(parts * nonzero(factor), entries + parts * nonzero(shift));
}

FeatureScaling feature_scaling(Scaling kind, const FeatureTable& table, Index num_parts,
                               const std::vector<bool>& keeps_scale) {
  const auto d = static_cast<std::size_t>(table.num_features);
  FeatureScaling scaling{kind, {}, Vector(d, 0.0)};
  COSTRUCT_ASSERT(keeps_scale.empty() || keeps_scale.size() == d, "an entry for each feature");
  const auto stays = [&](std::size_t j) { return !keeps_scale.empty() && keeps_scale[j]; };
  for (std::size_t j = 0; j < d; ++j) {
    if (stays(j)) scaling.factor[j] = 1;
  }
  if (num_parts == 0) return scaling;
  const std::vector<Spread> spreads = spreads_of(table, num_parts);
  double nonzero = 0, to_scale = 0;
  for (std::size_t j = 0; j < d; ++j) {
    if (stays(j)) continue;
    nonzero += static_cast<double>(spreads[j].nonzero);
    ++to_scale;
  }
  const auto n = static_cast<double>(num_parts);
  const bool shifts = 2 * nonzero > n * to_scale;
  if (shifts) scaling.shift.assign(d, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    const Spread& of = spreads[j];
    if (stays(j) || !(of.most > of.least)) continue;  // constant
    if (kind == Scaling::kMinmax) {
      if (shifts) scaling.shift[j] = of.least;
      scaling.factor[j] =
          1 / (shifts ? of.most - of.least : std::max(std::abs(of.least), std::abs(of.most)));
    } else {
      if (shifts) scaling.shift[j] = of.sum / n;
      scaling.factor[j] = 1 / std::sqrt(of.squares / n);
    }
  }
  if (kind == Scaling::kRobust) set_quartiles(table, num_parts, stays, scaling);
  for (const Vector* numbers : {&scaling.shift, &scaling.factor}) {
    if (!std::all_of(numbers->begin(), numbers->end(), [](double x) { return std::isfinite(x); }))
      throw DataError(
          "kernel.scaling: the values of a feature are too large or too close together");
  }
  return scaling;
}

ScaledFeatures::ScaledFeatures(FeatureScaling scaling, std::shared_ptr<const KernelFeatures> inner)
    : scaling_(std::move(scaling)), inner_(std::move(inner)) {
  for (std::size_t j = 0; j < scaling_.shift.size(); ++j) {
    if (scaling_.shift[j] != 0) shifted_.push_back(static_cast<std::int32_t>(j));
  }
}

// The features of the point, and the shifted ones, which are not 0 where the point has none.
void ScaledFeatures::scale(PointView point, Point& scaled) const {
  scaled.feature.clear();
  scaled.value.clear();
  const auto add = [&](std::int32_t j, double x) {
    const auto at = static_cast<std::size_t>(j);
    const double shift = scaling_.shift.empty() ? 0 : scaling_.shift[at];
    const double value = (x - shift) * scaling_.factor[at];
    if (value == 0) return;
    scaled.feature.push_back(j);
    scaled.value.push_back(value);
  };
  std::size_t next = 0;  // of the shifted features
  for (std::size_t e = 0; e < point.feature.size(); ++e) {
    const std::int32_t j = point.feature[e];
    for (; next < shifted_.size() && shifted_[next] < j; ++next) add(shifted_[next], 0);
    next += next < shifted_.size() && shifted_[next] == j;
    add(j, point.value[e]);
  }
  for (; next < shifted_.size(); ++next) add(shifted_[next], 0);
}

void ScaledFeatures::append(PointView point, FeatureTable& table) const {
  Point scaled;
  scale(point, scaled);
  if (inner_) return inner_->append(scaled, table);
  table.feature.insert(table.feature.end(), scaled.feature.begin(), scaled.feature.end());
  table.value.insert(table.value.end(), scaled.value.begin(), scaled.value.end());
}

}  // namespace costruct
