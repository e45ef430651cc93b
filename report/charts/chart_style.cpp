#include "costruct/report/charts/chart_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

// The colours of Okabe and Ito, which colour-blind readers can distinguish; without the yellow,
// which is hard to see on white paper. Dashes and shapes distinguish learners in black-and-white
// print.
constexpr std::array kColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                 "#000000", "#E69F00", "#56B4E9", "#7A7A7A"};
constexpr std::array kShapes = {"circle",        "square", "triangle-up",   "diamond",
                                "triangle-down", "cross",  "triangle-left", "triangle-right"};

const std::vector<std::vector<int>>& dashes() {
  static const std::vector<std::vector<int>> patterns = {
      {1, 0}, {6, 3}, {2, 2}, {8, 3, 2, 3}, {10, 4}, {4, 2, 1, 2}, {1, 3}, {12, 3, 2, 3, 2, 3}};
  return patterns;
}

/// The index of a learner's shape and dash. Colours repeat after eight learners, then with other
/// shapes and dashes.
std::size_t shifted(std::size_t learner) {
  return (learner + learner / kColours.size()) % kColours.size();
}

/// The encoding of colour or shape (`mark` gives that of learner k), with one legend for both.
template <class Mark>
Json learner_encoding(const std::vector<std::string>& learners,
                      const std::vector<std::string>& shown, const Mark& mark) {
  Json range = Json::array();
  for (std::size_t k = 0; k < learners.size(); ++k) range.push_back(mark(k));
  const Json legend = {{"labelExpr", readable_label_expression(learners)},
                       {"orient", "top"},
                       {"symbolOpacity", 1},
                       {"title", nullptr},
                       {"values", shown},
                       {"labelLimit", 320},
                       {"columns", 4},
                       {"symbolSize", 110},
                       {"symbolStrokeWidth", 1},
                       {"labelFontSize", 12},
                       {"columnPadding", 22},
                       {"rowPadding", 6}};
  return {{"field", "learner"},
          {"type", "nominal"},
          {"title", nullptr},
          {"scale", {{"domain", learners}, {"range", range}}},
          {"legend", shown.size() > 1 ? legend : Json(nullptr)}};
}

}  // namespace

std::vector<std::string> learner_colours() {
  return {kColours.begin(), kColours.end()};
}

std::string readable_label_expression(const std::vector<std::string>& learners) {
  const std::vector<std::string> names = readable_names(learners);
  Json labels = Json::object();
  for (std::size_t k = 0; k < learners.size(); ++k) labels[learners[k]] = names[k];
  return labels.dump(-1, ' ', true, Json::error_handler_t::replace) + "[datum.label]";
}

Json colour_encoding(const std::vector<std::string>& learners,
                     const std::vector<std::string>& shown) {
  return learner_encoding(learners, shown,
                          [](std::size_t k) { return kColours[k % kColours.size()]; });
}

Json shape_encoding(const std::vector<std::string>& learners,
                    const std::vector<std::string>& shown) {
  return learner_encoding(learners, shown, [](std::size_t k) { return kShapes[shifted(k)]; });
}

// Dashes use the learner's number, so that Vega-Lite does not put them into the legend, where they
// would look irregular.
Json dash_encoding(const std::vector<std::string>& learners) {
  Json domain = Json::array(), range = Json::array();
  for (std::size_t k = 0; k < learners.size(); ++k) {
    domain.push_back(k);
    range.push_back(dashes()[shifted(k)]);
  }
  return {{"field", "number"},
          {"type", "nominal"},
          {"scale", {{"domain", domain}, {"range", range}}},
          {"legend", nullptr}};
}

void add_legend(Json& spec, const std::vector<std::string>& learners,
                const std::vector<std::string>& shown) {
  const std::vector<std::string> names = readable_names(learners);
  Json entries = Json::array();
  for (std::size_t k = 0; k < learners.size(); ++k) {
    if (std::find(shown.begin(), shown.end(), learners[k]) == shown.end()) continue;
    entries.push_back({{"name", learners[k]},
                       {"label", names[k]},
                       {"colour", kColours[k % kColours.size()]},
                       {"shape", kShapes[shifted(k)]},
                       {"dash", dashes()[shifted(k)]}});
  }
  spec["usermeta"] = {{"learners", std::move(entries)}};
}

Json axis_scale(const std::set<double>& values) {
  const auto positive = values.upper_bound(0);
  const double span = positive == values.end() ? 1 : *values.rbegin() / *positive;
  Json scale = {{"type", "linear"}, {"zero", false}, {"nice", false}, {"padding", 14}};
  if (values.empty() || *values.begin() < 0) return scale;
  if (*values.begin() > 0 && span >= 8) scale["type"] = "log";
  if (*values.begin() == 0 && span >= 4) {
    scale["type"] = "symlog";
    scale["constant"] = *positive;
  }
  if (scale["type"] != "linear") scale.erase("zero");
  return scale;
}

std::vector<double> log_ticks(double lowest, double highest) {
  const int first = static_cast<int>(std::floor(std::log10(lowest)));
  const int last = static_cast<int>(std::ceil(std::log10(highest)));
  std::vector<double> ticks;
  for (int power = first; power <= last; ++power) {
    for (const int times : {1, 2, 5}) {
      if (times == 1 || last - first <= 3) ticks.push_back(times * std::pow(10.0, power));
    }
  }
  return ticks;
}

void arrange_panels(Json& spec, std::size_t panels, PanelAxes axes) {
  const std::size_t columns = panels == 2 || panels == 4 ? 2 : 3;
  spec["columns"] = columns;
  spec["bounds"] = "flush";
  const bool filled = panels % columns == 0;
  spec["spacing"] = {{"row", filled ? 40 : 84}, {"column", axes == PanelAxes::kOwn ? 76 : 26}};
  if (!filled) spec["resolve"]["axis"] = {{"x", "independent"}};
  spec["spec"]["width"] = columns == 2 ? 430 : 262;
  spec["spec"]["height"] = columns == 2 ? 260 : 200;
}

void add_error_fields(const MeanAndError& mean, Json& point) {
  if (!std::isnan(mean.standard_error)) {
    point["error"] = mean.standard_error;
    point["low"] = mean.mean - mean.standard_error;
    point["high"] = mean.mean + mean.standard_error;
  }
  if (const auto interval = confidence_interval(mean)) {
    point["low95"] = interval->low;
    point["high95"] = interval->high;
  }
}

Json chart_style() {
  const char* font =
      "system-ui, 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', 'DejaVu Sans', sans-serif";
  return {
      {"font", font},
      {"background", "white"},
      {"view", {{"stroke", "#d0d7de"}}},
      // This aligns the titles of the axes. A label at the very end would push a panel's title up.
      {"axisY", {{"minExtent", 42}, {"labelBound", 2}}},
      {"axis",
       {{"labelFontSize", 11.5},
        {"titleFontSize", 12.5},
        {"titleFontWeight", 600},
        {"gridColor", "#e7ebef"},
        {"domainColor", "#8c959f"},
        {"tickColor", "#8c959f"},
        {"labelColor", "#32383f"},
        {"titleColor", "#1b1f24"},
        {"titlePadding", 8}}},
      {"header",
       {{"labelFontSize", 12.5},
        {"labelFontWeight", 600},
        {"labelColor", "#1b1f24"},
        {"titleFontSize", 12.5}}},
      {"legend", {{"labelColor", "#1b1f24"}, {"labelFontSize", 12}}}};
}

}  // namespace costruct::experiments
