#include "costruct/results/statistics/unlabeled/unlabeled_worth.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "costruct/core/random.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/pairing.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kWorthResamples = 2000;
constexpr std::size_t kFewestForInterval = 10;
constexpr double kEndless = std::numeric_limits<double>::infinity();

/// Values of the learner and of the reference's points in the same repetitions. Lower values are
/// better.
struct Curves {
  std::vector<double> sizes;                ///< labeled sizes of the reference, ascending
  std::vector<std::vector<double>> points;  ///< [size][repetition]
  std::vector<double> learner;              ///< [repetition]
};

struct Place {
  OnCurve on_curve = OnCurve::kWithin;
  double labeled = 0;
};

/// The smallest n at which the envelope of the curve is at most `value`.
Place place_on_curve(const std::vector<double>& sizes, const std::vector<double>& means,
                     double value) {
  if (value > means.front()) return {OnCurve::kBeforeStart, sizes.front()};
  double best = means.front();
  if (value == best) return {OnCurve::kWithin, sizes.front()};
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const double next = std::min(best, means[i]);
    if (next <= value) {
      const double share = (best - value) / (best - next);
      return {OnCurve::kWithin, sizes[i - 1] * std::pow(sizes[i] / sizes[i - 1], share)};
    }
    best = next;
  }
  return {OnCurve::kBeyondEnd, sizes.back()};
}

double mean_of(const std::vector<double>& values, const std::vector<Index>& chosen) {
  double sum = 0;
  for (const Index r : chosen) sum += values[static_cast<std::size_t>(r)];
  return sum / static_cast<double>(chosen.size());
}

Place place_in(const Curves& curves, const std::vector<Index>& chosen) {
  std::vector<double> means;
  for (const auto& point : curves.points) means.push_back(mean_of(point, chosen));
  return place_on_curve(curves.sizes, means, mean_of(curves.learner, chosen));
}

/// The value of a group in the repetition of another cell.
std::optional<double> value_at(const CellGroup& group, const CellResult& other,
                               const std::string& metric, double sign) {
  const CellResult* cell = at_repetition(group, other.repetition);
  const bool common = cell && cell->drawn_by == other.drawn_by;
  const auto value = common ? measured(*cell, metric) : std::nullopt;
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return sign * *value;
}

/// The groups of a learner at an unlabeled size that have a result, by labeled size.
std::vector<const CellGroup*> curve_of(const std::vector<CellGroup>& groups, std::size_t learner,
                                       Index unlabeled, const std::string& metric) {
  std::vector<const CellGroup*> curve;
  for (const CellGroup& group : groups) {
    if (group.learner != learner || group.unlabeled != unlabeled || group.labeled <= 0) continue;
    const bool any = std::any_of(
        group.cells.begin(), group.cells.end(),
        [&](const CellResult* cell) { return value_at(group, *cell, metric, 1).has_value(); });
    if (any) curve.push_back(&group);
  }
  return curve;
}

Curves common_repetitions(const CellGroup& learner, const std::vector<const CellGroup*>& curve,
                          const std::string& metric, double sign) {
  Curves curves;
  for (const CellGroup* point : curve) curves.sizes.push_back(static_cast<double>(point->labeled));
  curves.points.resize(curve.size());
  for (const CellResult* cell : learner.cells) {
    std::vector<double> row;
    for (const CellGroup* point : curve) {
      const auto value = value_at(*point, *cell, metric, sign);
      if (value) row.push_back(*value);
    }
    const auto own = value_at(learner, *cell, metric, sign);
    if (!own || row.size() < curve.size()) continue;
    curves.learner.push_back(*own);
    for (std::size_t i = 0; i < curve.size(); ++i) curves.points[i].push_back(row[i]);
  }
  return curves;
}

/// Sets the percentiles of the bootstrap. A place outside the curve counts as infinitely far.
void add_interval(const Curves& curves, std::uint64_t seed, UnlabeledWorth& worth) {
  const Index repetitions = static_cast<Index>(curves.learner.size());
  std::vector<double> places;
  std::vector<Index> chosen(curves.learner.size());
  for (Index resample = 0; resample < kWorthResamples; ++resample) {
    RandomStream stream(seed, static_cast<std::uint64_t>(resample), "unlabeled_worth");
    for (Index& r : chosen) r = stream.below(repetitions);
    const Place place = place_in(curves, chosen);
    places.push_back(place.on_curve == OnCurve::kBeforeStart ? -kEndless
                     : place.on_curve == OnCurve::kBeyondEnd ? kEndless
                                                             : place.labeled);
  }
  std::sort(places.begin(), places.end());
  const std::size_t tail = kWorthResamples / 40;  // 2.5 %
  worth.low = places[tail] - static_cast<double>(worth.labeled);
  worth.high = places[kWorthResamples - 1 - tail] - static_cast<double>(worth.labeled);
}

std::uint64_t seed_of(const RunResults& results) {
  constexpr std::uint64_t kDefault = 1;
  if (!results.config.is_object() || !results.config.contains("sweep")) return kDefault;
  const Json& sweep = results.config.at("sweep");
  if (!sweep.is_object() || !sweep.contains("seed") || !sweep.at("seed").is_number_integer())
    return kDefault;
  return sweep.at("seed").get<std::uint64_t>();
}

/// The reference with its curve at an unlabeled size.
struct Reference {
  std::size_t learner = 0;
  Index unlabeled = 0;
  std::vector<const CellGroup*> curve;
};

std::optional<UnlabeledWorth> worth_on(const Reference& reference, const CellGroup& group,
                                       const RunResults& results, const std::string& metric,
                                       bool with_interval) {
  const double sign = better_sign(results.config, metric);
  const Curves curves = common_repetitions(group, reference.curve, metric, sign);
  if (reference.curve.size() < 2 || curves.learner.empty()) return std::nullopt;
  std::vector<Index> all(curves.learner.size());
  std::iota(all.begin(), all.end(), 0);
  const Place place = place_in(curves, all);
  UnlabeledWorth worth;
  worth.learner = results.learners[group.learner];
  worth.reference = results.learners[reference.learner];
  worth.labeled = group.labeled;
  worth.unlabeled = group.unlabeled;
  worth.reference_unlabeled = reference.unlabeled;
  worth.metric = metric;
  worth.count = static_cast<Index>(all.size());
  worth.mean = sign * mean_of(curves.learner, all);
  worth.on_curve = place.on_curve;
  worth.labeled_equivalent = place.labeled;
  worth.worth = place.labeled - static_cast<double>(group.labeled);
  if (with_interval && all.size() >= kFewestForInterval)
    add_interval(curves, seed_of(results), worth);
  return worth;
}

}  // namespace

std::vector<UnlabeledWorth> unlabeled_worth(const RunResults& results, const std::string& metric) {
  const std::vector<CellGroup> groups = group_cells(results);
  std::vector<UnlabeledWorth> rows;
  for (const CellGroup& group : groups) {
    if (group.learner == 0 || group.unlabeled == 0 || group.labeled <= 0) continue;
    if (is_supervised(results, results.learners[group.learner])) continue;
    Reference first{0, 0, curve_of(groups, 0, 0, metric)};
    if (first.curve.size() < 2) {
      first = {0, group.unlabeled, curve_of(groups, 0, group.unlabeled, metric)};
    }
    const Reference itself{group.learner, 0, curve_of(groups, group.learner, 0, metric)};
    for (const Reference& reference : {first, itself}) {
      if (auto worth = worth_on(reference, group, results, metric, true))
        rows.push_back(std::move(*worth));
    }
  }
  return rows;
}

std::optional<UnlabeledWorth> worth_against(const RunResults& results,
                                            const std::vector<CellGroup>& groups,
                                            const CellGroup& group, const CellGroup& reference,
                                            const std::string& metric) {
  return worth_on({reference.learner, reference.unlabeled,
                   curve_of(groups, reference.learner, reference.unlabeled, metric)},
                  group, results, metric, false);
}

}  // namespace costruct::experiments
