#include "costruct/report/charts/dodge.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace costruct::experiments {
namespace {

constexpr double kMarker = 6;   // pixels: points closer than this hide each other
constexpr double kWidest = 15;  // pixels from the first to the last of neighbouring points

struct Range {
  double low = INFINITY, high = -INFINITY;
};

std::string panel_in(const Json& value) {
  return value.value("panel", "");
}

/// Spaces points out in the order of learners, so that each learner is on the same side at all
/// sizes.
void space_out(std::vector<Json*> points) {
  if (points.size() < 2) return;
  std::sort(points.begin(), points.end(), [](const Json* a, const Json* b) {
    return (*a)["number"].get<Index>() < (*b)["number"].get<Index>();
  });
  const double gaps = static_cast<double>(points.size() - 1),
               step = std::min(kMarker, kWidest / gaps);
  for (std::size_t i = 0; i < points.size(); ++i)
    (*points[i])["dodge"] = (static_cast<double>(i) - gaps / 2) * step;
}

}  // namespace

void dodge_points(Json& values, const std::string& along, const PlotHeight& plot) {
  const auto height_of = [&](double mean) { return plot.logarithmic ? std::log(mean) : mean; };
  std::map<std::string, Range> ranges;
  std::map<std::pair<std::string, double>, std::vector<std::pair<double, Json*>>> places;
  for (Json& value : values) {
    const double mean = value["mean"].get<double>();
    Range& range = ranges[plot.own_axes ? panel_in(value) : ""];
    range.low = std::min({range.low, mean, value.value("low", mean)});
    range.high = std::max({range.high, mean, value.value("high", mean)});
    places[{panel_in(value), value[along].get<double>()}].emplace_back(height_of(mean), &value);
  }
  for (auto& [place, points] : places) {
    const Range& range = ranges[plot.own_axes ? place.first : ""];
    const double least = kMarker / plot.pixels * (height_of(range.high) - height_of(range.low));
    std::sort(points.begin(), points.end());
    std::vector<Json*> together;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i > 0 && points[i].first - points[i - 1].first > least)
        space_out(std::exchange(together, {}));
      together.push_back(points[i].second);
    }
    space_out(together);
  }
}

}  // namespace costruct::experiments
