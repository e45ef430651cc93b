#include "costruct/report/charts/dodge.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "costruct/results/text/readable_names.hpp"

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

// A name, and the height of the end of its line in pixels from the top.
struct Name {
  Json label;
  double height = 0;
};

// Names below each other, without gaps. Their middle is the mean of their lines' ends.
struct Block {
  std::vector<Name> names;

  double middle() const {
    double sum = 0;
    for (const Name& name : names) sum += name.height;
    return sum / static_cast<double>(names.size());
  }
  double half() const { return kNameHeight * static_cast<double>(names.size()) / 2; }
  double place(std::size_t i) const {
    return middle() - half() + kNameHeight * (static_cast<double>(i) + 0.5);
  }
};

// Joins names that would overlap. The names are ordered from the top.
std::vector<Block> blocks_of(std::vector<Name> names) {
  std::vector<Block> blocks;
  for (Name& name : names) {
    blocks.push_back({{std::move(name)}});
    while (blocks.size() > 1) {
      Block& last = blocks.back();
      Block& before = blocks[blocks.size() - 2];
      if (before.middle() + before.half() <= last.middle() - last.half()) break;
      std::move(last.names.begin(), last.names.end(), std::back_inserter(before.names));
      blocks.pop_back();
    }
  }
  return blocks;
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
    const double least = kMarker / plot.marks() * (height_of(range.high) - height_of(range.low));
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

Json names_at_ends(const Json& values, const std::vector<std::string>& learners,
                   const std::string& along, const PlotHeight& plot) {
  const auto on_axis = [&](double mean) { return plot.logarithmic ? std::log(mean) : mean; };
  double low = INFINITY, high = -INFINITY, last = -INFINITY;
  std::map<std::string, const Json*> ends;
  for (const Json& value : values) {
    const double mean = value["mean"].get<double>();
    low = std::min({low, on_axis(mean), on_axis(value.value("low", mean))});
    high = std::max({high, on_axis(mean), on_axis(value.value("high", mean))});
    last = std::max(last, value[along].get<double>());
    const Json*& end = ends[value["learner"].get<std::string>()];
    if (end == nullptr || value[along].get<double>() > (*end)[along].get<double>()) end = &value;
  }
  const std::vector<std::string> shown = readable_names(learners);
  const double pixels = high > low ? plot.marks() / (high - low) : 0;
  std::vector<Name> names;
  for (std::size_t k = 0; k < learners.size() && ends.size() > 1; ++k) {
    const auto end = ends.find(learners[k]);
    if (end == ends.end()) continue;
    const bool is_level = end->second->contains("level");
    if ((*end->second)[along].get<double>() < last && !is_level) continue;
    const double mean = (*end->second)["mean"].get<double>();
    const Json label = {
        {"learner", learners[k]}, {along, last}, {"mean", mean}, {"label", shown[k]}};
    names.push_back({label, pixels * (high - on_axis(mean))});
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const Name& a, const Name& b) { return a.height < b.height; });
  Json labels = Json::array();
  for (Block& block : blocks_of(std::move(names))) {
    std::vector<double> moved;
    for (std::size_t i = 0; i < block.names.size(); ++i)
      moved.push_back(block.place(i) - block.names[i].height);
    if (std::any_of(moved.begin(), moved.end(),
                    [](double dy) { return std::abs(dy) > kMostMoved; }))
      continue;
    for (std::size_t i = 0; i < block.names.size(); ++i) {
      block.names[i].label["dy"] = std::round(moved[i]);
      labels.push_back(std::move(block.names[i].label));
    }
  }
  return labels;
}

}  // namespace costruct::experiments
