#include "costruct/report/charts/collection_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>

#include "costruct/report/charts/chart_style.hpp"
#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

constexpr int kSide = 440;  // pixels; both axes have the same scale

/// Keeps only letters, digits, _ and -, so that the text can name a file.
std::string as_id(std::string text) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = '-';
  }
  return text;
}

/// @param of  "first" or "second": which learner of the claim
void add_mean(Json& value, const std::string& of, const MeanAndError& mean) {
  value[of + "_mean"] = mean.mean;
  value[of + "_count"] = mean.count;
  if (std::isnan(mean.standard_error)) return;
  value[of + "_standard_error"] = mean.standard_error;
  value[of + "_low"] = mean.mean - mean.standard_error;
  value[of + "_high"] = mean.mean + mean.standard_error;
}

Json values_of(const MemberPairs& pairs) {
  Json values = Json::array();
  for (std::size_t i = 0; i < pairs.members.size(); ++i) {
    Json value = {{"member", pairs.members[i]->name}};
    add_mean(value, "first", pairs.first[i]);
    add_mean(value, "second", pairs.second[i]);
    values.push_back(std::move(value));
  }
  return values;
}

/// The range of both axes: all points with their errors and a margin; from zero if zero is near.
std::pair<double, double> domain_of(const MemberPairs& pairs) {
  double low = INFINITY, high = -INFINITY;
  for (const auto* means : {&pairs.first, &pairs.second}) {
    for (const MeanAndError& mean : *means) {
      const double error = std::isnan(mean.standard_error) ? 0 : mean.standard_error;
      low = std::min(low, mean.mean - error);
      high = std::max(high, mean.mean + error);
    }
  }
  const double margin = high > low ? 0.04 * (high - low) : std::max(0.04 * std::abs(high), 1e-9);
  if (low >= 0 && low < 0.3 * high) return {0, high + margin};
  return {low - margin, high + margin};
}

Json position(const char* field, const std::string& title,
              const std::pair<double, double>& domain) {
  return {{"field", field},
          {"type", "quantitative"},
          {"title", title},
          {"scale", {{"domain", {domain.first, domain.second}}, {"nice", false}, {"zero", false}}},
          {"axis", {{"tickCount", 6}}}};
}

/// The line of equal means, from one corner to the other.
Json diagonal(const Json& x, const Json& y, const std::pair<double, double>& domain) {
  const auto corner = [&](double at) { return Json{{"first_mean", at}, {"second_mean", at}}; };
  return {{"data", {{"values", Json::array({corner(domain.first), corner(domain.second)})}}},
          {"mark",
           {{"type", "line"},
            {"strokeDash", {6, 4}},
            {"color", "#57606a"},
            {"strokeWidth", 1.5},
            {"aria", false}}},
          {"encoding", {{"x", x}, {"y", y}}}};
}

/// The bars of the standard errors along an axis ("x" or "y"), which shows the learner `of`
/// ("first" or "second").
Json error_bars(const Json& x, const Json& y, const std::string& along, const std::string& of) {
  Json encoding = {{"x", x}, {"y", y}};
  encoding[along]["field"] = of + "_low";
  encoding[along + "2"] = {{"field", of + "_high"}};
  return {{"mark", {{"type", "rule"}, {"strokeWidth", 1.2}, {"color", "#7A7A7A"}, {"aria", false}}},
          {"transform", Json::array({{{"filter", fmt::format("isValid(datum.{}_low)", of)}}})},
          {"encoding", std::move(encoding)}};
}

/// A box in the plot, in pixels from its upper left corner.
struct Box {
  double left, top, right, bottom;
  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// The offset of a name from its point, in pixels: above the error bar of the point.
constexpr double kNameAside = 6, kNameUp = 2;

/// Places names beside their points on plots of increasing side lengths. A name that has room in a
/// small plot has room in a larger one. There points are further apart, and letters have the same
/// size.
class NamePlacer {
 public:
  NamePlacer(const MemberPairs& pairs, const std::pair<double, double>& domain, Json& values)
      : pairs_(pairs), domain_(domain), values_(values) {}

  /// Names further points, in this order, if they have room in a plot with this side length.
  void place(const std::vector<std::size_t>& order, double side) {
    std::vector<Box> taken;
    for (const std::size_t i : order) {
      taken.push_back(point_box(i, side));
      for (const Box& bar : bar_boxes(i, side)) taken.push_back(bar);
    }
    for (const std::size_t i : order) {
      if (is_named(i)) taken.push_back(name_box(i, values_[i]["leftwards"].get<bool>(), side));
    }
    for (const std::size_t i : order) {
      for (const bool leftwards : {false, true}) {
        if (is_named(i) || named_ == kMostNames) break;
        const Box box = name_box(i, leftwards, side);
        const bool inside = box.left >= 0 && box.right <= side && box.top >= 0;
        if (!inside ||
            std::any_of(taken.begin(), taken.end(), [&](const Box& b) { return b.meets(box); }))
          continue;
        values_[i].update(
            {{"name", pairs_.members[i]->name}, {"leftwards", leftwards}, {"side", side}});
        taken.push_back(box);
        ++named_;
      }
    }
  }

 private:
  static constexpr std::size_t kMostNames = 12;
  static constexpr double kPoint = 5, kHeight = 12, kCharacter = 6.2;

  bool is_named(std::size_t i) const { return values_[i].contains("name"); }
  double pixel(double mean, double side) const {
    return side * (mean - domain_.first) / (domain_.second - domain_.first);
  }
  Box point_box(std::size_t i, double side) const {
    const double x = pixel(pairs_.second[i].mean, side),
                 y = side - pixel(pairs_.first[i].mean, side);
    return {x - kPoint, y - kPoint, x + kPoint, y + kPoint};
  }
  Box name_box(std::size_t i, bool leftwards, double side) const {
    const Box point = point_box(i, side);
    const double x = (point.left + point.right) / 2,
                 bottom = (point.top + point.bottom) / 2 - kNameUp;
    const double width = kCharacter * static_cast<double>(pairs_.members[i]->name.size());
    const double start = leftwards ? x - kNameAside - width : x + kNameAside;
    return {start, bottom - kHeight, start + width, bottom};
  }
  /// The boxes of a point's error bars.
  std::array<Box, 2> bar_boxes(std::size_t i, double side) const {
    const Box point = point_box(i, side);
    const double x = (point.left + point.right) / 2, y = (point.top + point.bottom) / 2;
    const double scale = side / (domain_.second - domain_.first);
    const double across = half_bar(pairs_.second[i]) * scale,
                 up = half_bar(pairs_.first[i]) * scale;
    return {Box{x - across, y - 1, x + across, y + 1}, Box{x - 1, y - up, x + 1, y + up}};
  }
  static double half_bar(const MeanAndError& mean) {
    return std::isnan(mean.standard_error) ? 0 : mean.standard_error;
  }

  const MemberPairs& pairs_;
  std::pair<double, double> domain_;
  Json& values_;
  std::size_t named_ = 0;
};

/// Names the data sets with the largest differences between both learners, if there is room beside
/// their points. Sets the fields `name`, `leftwards` and `side` (the smallest plot with room) of
/// their values.
void name_farthest(const MemberPairs& pairs, const std::pair<double, double>& domain,
                   Json& values) {
  std::vector<std::size_t> order(pairs.members.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(pairs.first[a].mean - pairs.second[a].mean) >
           std::abs(pairs.first[b].mean - pairs.second[b].mean);
  });
  NamePlacer placer(pairs, domain, values);
  for (const double side : {200.0, 240.0, 280.0, 340.0, static_cast<double>(kSide)})
    placer.place(order, side);
}

Json names_of_points(const Json& x, const Json& y, bool leftwards) {
  return {
      {"mark",
       {{"type", "text"},
        {"align", leftwards ? "right" : "left"},
        {"baseline", "bottom"},
        {"dx", leftwards ? -kNameAside : kNameAside},
        {"dy", -kNameUp},
        {"fontSize", 10.5},
        {"color", "#57606a"},
        {"aria", false}}},
      {"transform", Json::array({{{"filter", fmt::format("datum.side <= width && {}datum.leftwards",
                                                         leftwards ? "" : "!")}}})},
      {"encoding", {{"x", x}, {"y", y}, {"text", {{"field", "name"}, {"type", "nominal"}}}}}};
}

/// @param names  of both learners
Json collection_tooltip(const std::vector<std::string>& names) {
  Json lines = Json::array({{{"field", "member"}, {"type", "nominal"}, {"title", "data set"}}});
  const auto number = [&](const char* field, const std::string& title) {
    lines.push_back(
        {{"field", field}, {"type", "quantitative"}, {"title", title}, {"format", ".4~g"}});
  };
  number("first_mean", names[0]);
  number("first_standard_error", "standard error");
  number("second_mean", names[1]);
  number("second_standard_error", "standard error");
  return lines;
}

Chart scatter(const CollectionResults& results, const ComparedLearners& learners,
              std::size_t place) {
  const MemberPairs pairs = pair_members(results, learners, place);
  Chart chart;
  chart.id =
      as_id(fmt::format("{}-{}-against-{}", learners.metric, learners.first, learners.second));
  const std::string metric = readable_name(learners.metric);
  const LearnerNames spelled(results.learners);
  const std::vector<std::string> names = {spelled(learners.first), spelled(learners.second)};
  chart.title =
      fmt::format("{} of {} against {}, a point for each data set", metric, names[0], names[1]);
  chart.label = fmt::format("{} against {}", names[0], names[1]);
  if (num_places(results) > 1) {
    chart.id += fmt::format("-{}", place + 1);
    chart.title += ", " + place_text(results, place);
    chart.label += ", " + place_text(results, place);
  }
  chart.rows = static_cast<Index>(pairs.members.size());
  if (!pairs.missing.empty())
    chart.remark = fmt::format("no result: {}", fmt::join(pairs.missing, ", "));
  if (chart.rows == 0) return chart;
  Json values = values_of(pairs);
  const auto domain = domain_of(pairs);
  name_farthest(pairs, domain, values);
  const Json x = position("second_mean", fmt::format("{} of {}", metric, names[1]), domain);
  const Json y = position("first_mean", fmt::format("{} of {}", metric, names[0]), domain);
  const Json points = {
      {"mark",
       {{"type", "point"}, {"filled", true}, {"size", 56}, {"opacity", 1}, {"color", "#0072B2"}}},
      {"encoding", {{"x", x}, {"y", y}, {"tooltip", collection_tooltip(names)}}}};
  chart.spec = {
      {"description", chart.title + ", with standard errors; equal means on the dashed line"},
      {"data", {{"values", values}}},
      {"config", chart_style()},
      {"width", kSide},
      {"height", kSide},
      {"layer", Json::array({diagonal(x, y, domain), error_bars(x, y, "x", "second"),
                             error_bars(x, y, "y", "first"), points, names_of_points(x, y, false),
                             names_of_points(x, y, true)})}};
  return chart;
}

}  // namespace

std::vector<Chart> collection_charts(const CollectionResults& results) {
  std::vector<Chart> charts;
  const std::size_t places = num_places(results);
  for (const ComparedLearners& learners : compared_learners(results)) {
    for (std::size_t place = 0; place < places; ++place) {
      Chart chart = scatter(results, learners, place);
      if (chart.rows == 0) continue;
      const auto same = [&](const Chart& other) { return other.id == chart.id; };
      if (std::any_of(charts.begin(), charts.end(), same))
        chart.id += fmt::format("-{}", charts.size());
      charts.push_back(std::move(chart));
    }
  }
  return charts;
}

}  // namespace costruct::experiments
