#include "costruct/experiments/results/report_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace costruct::experiments {
namespace {

// Okabe and Ito's colours, which the colour-blind can tell apart, without the yellow that is lost on white
// paper. Dashes and shapes say the same once more, for black-and-white print.
constexpr std::array kColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                 "#000000", "#E69F00", "#56B4E9", "#7A7A7A"};
constexpr std::array kShapes = {"circle",        "square", "triangle-up",   "diamond",
                                "triangle-down", "cross",  "triangle-left", "triangle-right"};

const std::vector<std::vector<int>>& dashes() {
  static const std::vector<std::vector<int>> patterns = {{1, 0},  {6, 3},       {2, 2}, {8, 3, 2, 3},
                                                         {10, 4}, {4, 2, 1, 2}, {1, 3}, {12, 3, 2, 3, 2, 3}};
  return patterns;
}

/// Where a learner's shape and dash stand: colours repeat after eight learners, then in other company.
std::size_t shifted(std::size_t learner) {
  return (learner + learner / kColours.size()) % kColours.size();
}

/// Colour or shape (the mark of learner k by `mark`), with one legend for both.
template <class Mark>
Json learner_encoding(const ChartSubject& subject, const Mark& mark) {
  Json range = Json::array();
  for (std::size_t k = 0; k < subject.learners.size(); ++k) range.push_back(mark(k));
  const Json legend = {{"orient", "top"},     {"title", nullptr},    {"labelLimit", 320},
                       {"columns", 4},        {"symbolSize", 110},   {"symbolStrokeWidth", 1},
                       {"labelFontSize", 12}, {"columnPadding", 22}, {"rowPadding", 6}};
  return {{"field", "learner"},
          {"type", "nominal"},
          {"title", nullptr},
          {"scale", {{"domain", subject.learners}, {"range", range}}},
          {"legend", subject.learners.size() > 1 ? legend : Json(nullptr)}};
}

Json colour_encoding(const ChartSubject& subject) {
  return learner_encoding(subject, [](std::size_t k) { return kColours[k % kColours.size()]; });
}

Json shape_encoding(const ChartSubject& subject) {
  return learner_encoding(subject, [](std::size_t k) { return kShapes[shifted(k)]; });
}

/// Dashes go by the learner's number, so that Vega-Lite keeps them out of the legend, whose symbols they
/// would make ragged.
Json dash_encoding(const ChartSubject& subject) {
  Json domain = Json::array(), range = Json::array();
  for (std::size_t k = 0; k < subject.learners.size(); ++k) {
    domain.push_back(k);
    range.push_back(dashes()[shifted(k)]);
  }
  return {{"field", "number"},
          {"type", "nominal"},
          {"scale", {{"domain", domain}, {"range", range}}},
          {"legend", nullptr}};
}

enum class Axis { kLabeled, kUnlabeled };

const char* name_of(Axis axis) {
  return axis == Axis::kLabeled ? "labeled" : "unlabeled";
}
Axis other(Axis axis) {
  return axis == Axis::kLabeled ? Axis::kUnlabeled : Axis::kLabeled;
}
Index size_of(const ChartRow& row, Axis axis) {
  return axis == Axis::kLabeled ? row.labeled : row.unlabeled;
}

std::set<Index> sizes_along(const std::vector<ChartRow>& rows, Axis axis) {
  std::set<Index> sizes;
  for (const ChartRow& row : rows) sizes.insert(size_of(row, axis));
  return sizes;
}

std::string panel_name(Index size, Axis axis) {
  return fmt::format("{} {}", size, name_of(axis));
}

Json data_of(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  Json values = Json::array();
  for (const ChartRow& row : rows) {
    Json value = {{"learner", row.learner},
                  {"labeled", row.labeled},
                  {"unlabeled", row.unlabeled},
                  {"mean", row.mean},
                  {"count", row.count}};
    const auto learner = std::find(subject.learners.begin(), subject.learners.end(), row.learner);
    value["number"] = learner - subject.learners.begin();
    if (!std::isnan(row.standard_error)) {
      value["error"] = row.standard_error;
      value["low"] = row.mean - row.standard_error;
      value["high"] = row.mean + row.standard_error;
    }
    values.push_back(std::move(value));
  }
  return {{"values", std::move(values)}};
}

/// Log where sizes span much, symlog (linear around zero) where zero is among them, else linear.
Json size_scale(const std::set<Index>& sizes) {
  const auto positive = sizes.upper_bound(0);
  const double span =
      positive == sizes.end() ? 1 : static_cast<double>(*sizes.rbegin()) / static_cast<double>(*positive);
  Json scale = {{"type", "linear"}, {"zero", false}, {"nice", false}, {"padding", 14}};
  if (*sizes.begin() > 0 && span >= 8) scale["type"] = "log";
  if (*sizes.begin() == 0 && span >= 4) {
    scale["type"] = "symlog";
    scale["constant"] = *positive;
  }
  if (scale["type"] != "linear") scale.erase("zero");
  return scale;
}

Json value_scale(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  double lowest = INFINITY, highest = 0;
  for (const ChartRow& row : rows) {
    const double error = std::isnan(row.standard_error) ? 0 : row.standard_error;
    lowest = std::min(lowest, row.mean - error);
    highest = std::max(highest, row.mean + error);
  }
  if (subject.logarithmic && lowest > 0 && highest / lowest >= 8) return {{"type", "log"}};
  return {{"zero", false}, {"nice", true}};
}

Json tooltip(const ChartSubject& subject) {
  const auto line = [](const char* field, const char* type, const std::string& title) {
    return Json{{"field", field}, {"type", type}, {"title", title}};
  };
  return Json::array(
      {line("learner", "nominal", "learner"), line("labeled", "quantitative", "labeled"),
       line("unlabeled", "quantitative", "unlabeled"), line("mean", "quantitative", subject.quantity),
       line("error", "quantitative", "standard error"), line("count", "quantitative", "repetitions")});
}

Json faded_unless_chosen() {
  return {{"condition", {{"param", "chosen"}, {"value", 1}}}, {"value", 0.12}};
}

bool has_error_bars(const std::vector<ChartRow>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const ChartRow& row) { return !std::isnan(row.standard_error); });
}

/// What stands in a chart besides its points.
struct Layers {
  bool error_bars = true, lines = true;
};

/// Error bars (along the axis `bar`), lines and points; `position` places them.
Json layers(const ChartSubject& subject, const Json& position, const std::string& bar, Layers with) {
  const std::string bar_end = bar + "2";
  Json rule = {{"mark", {{"type", "rule"}, {"strokeWidth", 1.5}, {"aria", false}}},
               {"transform", Json::array({{{"filter", "isValid(datum.low)"}}})},
               {"encoding", position}};
  rule["encoding"][bar]["field"] = "low";
  rule["encoding"][bar_end] = {{"field", "high"}};
  rule["encoding"]["color"] = colour_encoding(subject);
  rule["encoding"]["opacity"] = faded_unless_chosen();
  Json line = {{"mark", {{"type", "line"}, {"strokeWidth", 2}, {"aria", false}}}, {"encoding", position}};
  line["encoding"]["color"] = colour_encoding(subject);
  line["encoding"]["strokeDash"] = dash_encoding(subject);
  line["encoding"]["opacity"] = faded_unless_chosen();
  Json point = {{"mark", {{"type", "point"}, {"filled", true}, {"size", 64}, {"opacity", 1}}},
                {"encoding", position}};
  point["encoding"]["color"] = colour_encoding(subject);
  point["encoding"]["shape"] = shape_encoding(subject);
  point["encoding"]["opacity"] = faded_unless_chosen();
  point["encoding"]["tooltip"] = tooltip(subject);
  point["params"] = Json::array({{{"name", "chosen"},
                                  {"select", {{"type", "point"}, {"fields", Json::array({"learner"})}}},
                                  {"bind", "legend"}}});
  Json all = Json::array();
  if (with.error_bars) all.push_back(std::move(rule));
  if (with.lines) all.push_back(std::move(line));
  all.push_back(std::move(point));
  return all;
}

Json style() {
  const char* font = "system-ui, 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', 'DejaVu Sans', sans-serif";
  return {{"font", font},
          {"background", "white"},
          {"view", {{"stroke", "#d0d7de"}}},
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

/// Evenly spread members of a set, the first and the last among them.
std::set<Index> spread(const std::set<Index>& sizes, std::size_t most) {
  if (sizes.size() <= most) return sizes;
  const std::vector<Index> all(sizes.begin(), sizes.end());
  std::set<Index> kept;
  for (std::size_t i = 0; i < most; ++i) kept.insert(all[most < 2 ? 0 : i * (all.size() - 1) / (most - 1)]);
  return kept;
}

/// Keeps rows of evenly spread sizes so that a chart has no more than kMostRows points and, where there are
/// panels, kMostPanels of them. Says what is left out.
std::string thin(std::vector<ChartRow>& rows, Axis axis, bool panels) {
  const std::size_t before = rows.size();
  const auto keep = [&](Axis along, std::size_t most) {
    const std::set<Index> kept = spread(sizes_along(rows, along), most);
    std::erase_if(rows, [&](const ChartRow& row) { return kept.count(size_of(row, along)) == 0; });
  };
  if (panels) keep(other(axis), kMostPanels);
  if (rows.size() > kMostRows) {
    const std::size_t rows_a_size = (rows.size() - 1) / sizes_along(rows, axis).size() + 1;
    keep(axis, std::max<std::size_t>(2, kMostRows / rows_a_size));
  }
  if (rows.size() == before) return "";
  return fmt::format("drawn: {} of {} points, evenly spread; all are in curves.csv and times.csv",
                     rows.size(), before);
}

/// Whether each size along the axis stands with one size of the other axis only (a list of pairs).
bool is_one_line(const std::vector<ChartRow>& rows, Axis axis) {
  std::map<Index, Index> partner;
  return std::all_of(rows.begin(), rows.end(), [&](const ChartRow& row) {
    return partner.try_emplace(size_of(row, axis), size_of(row, other(axis))).first->second ==
           size_of(row, other(axis));
  });
}

Chart chart_over(const ChartSubject& subject, std::vector<ChartRow> rows, Axis axis) {
  const bool panels = !is_one_line(rows, axis);
  Chart chart;
  chart.id = subject.id + "-over-" + name_of(axis);
  chart.remark = thin(rows, axis, panels);
  chart.rows = static_cast<Index>(rows.size());
  const std::set<Index> sizes = sizes_along(rows, axis);
  const std::set<Index> other_sizes = sizes_along(rows, other(axis));
  chart.title = fmt::format("{} over {} examples", subject.quantity, name_of(axis));
  if (panels) chart.title += fmt::format(", one panel for each number of {} examples", name_of(other(axis)));
  if (other_sizes.size() == 1)
    chart.title += fmt::format(", {} {}", *other_sizes.begin(), name_of(other(axis)));

  const Json position = {
      {"x",
       {{"field", name_of(axis)},
        {"type", "quantitative"},
        {"title", std::string(name_of(axis)) + " examples"},
        {"scale", size_scale(sizes)},
        {"axis", {{"values", sizes}, {"grid", false}, {"labelOverlap", "greedy"}, {"labelSeparation", 4}}}}},
      {"y",
       {{"field", "mean"},
        {"type", "quantitative"},
        {"title", subject.quantity},
        {"scale", value_scale(subject, rows)},
        {"axis", {{"tickCount", 6}}}}}};
  const Json layered = layers(subject, position, "y", {has_error_bars(rows), true});
  Json spec = {{"description", chart.title + ", with standard errors"},
               {"data", data_of(subject, rows)},
               {"config", style()}};
  if (panels && other_sizes.size() > 1) {
    const int columns = other_sizes.size() == 2 || other_sizes.size() == 4 ? 2 : 3;
    spec["columns"] = columns;
    spec["spacing"] = 24;
    Json order = Json::array();
    for (const Index size : other_sizes) order.push_back(panel_name(size, other(axis)));
    spec["facet"] = {
        {"field", "panel"}, {"type", "nominal"}, {"sort", order}, {"header", {{"title", nullptr}}}};
    for (Json& value : spec["data"]["values"]) {
      value["panel"] = panel_name(value[name_of(other(axis))].get<Index>(), other(axis));
    }
    if (axis == Axis::kUnlabeled) {
      // Learners differ far less along the unlabeled axis than panels of different labeled sizes do.
      spec["resolve"] = {{"scale", {{"y", "independent"}}}};
      chart.title += ", each with a scale of its own";
    }
    spec["spec"] = {
        {"width", columns == 2 ? 430 : 278}, {"height", columns == 2 ? 260 : 200}, {"layer", layered}};
  } else {
    spec["width"] = 720;
    spec["height"] = 340;
    spec["layer"] = layered;
  }
  chart.spec = std::move(spec);
  return chart;
}

/// One size only: the learners under each other.
Chart chart_of_learners(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  Chart chart;
  chart.id = subject.id + "-of-learners";
  chart.title = fmt::format("{} at {} labeled and {} unlabeled examples", subject.quantity,
                            rows.front().labeled, rows.front().unlabeled);
  chart.rows = static_cast<Index>(rows.size());
  const Json position = {{"x",
                          {{"field", "mean"},
                           {"type", "quantitative"},
                           {"title", subject.quantity},
                           {"scale", {{"zero", false}, {"padding", 30}}},
                           {"axis", {{"tickCount", 6}}}}},
                         {"y",
                          {{"field", "learner"},
                           {"type", "nominal"},
                           {"title", nullptr},
                           {"sort", subject.learners},
                           {"axis", {{"labelLimit", 320}, {"labelFontSize", 12.5}, {"grid", true}}}}}};
  Json layered = layers(subject, position, "x", {has_error_bars(rows), false});
  for (Json& layer : layered) {
    for (const char* channel : {"color", "shape"}) {
      if (layer["encoding"].contains(channel)) layer["encoding"][channel]["legend"] = nullptr;
    }
    layer["encoding"].erase("opacity");
    layer.erase("params");
  }
  chart.spec = {{"description", chart.title + ", with standard errors"},
                {"data", data_of(subject, rows)},
                {"config", style()},
                {"width", 620},
                {"height", {{"step", 40}}},
                {"layer", layered}};
  return chart;
}

/// Whether every labeled size stands with every unlabeled one.
bool is_product(const std::vector<ChartRow>& rows) {
  std::set<std::pair<Index, Index>> cells;
  for (const ChartRow& row : rows) cells.insert({row.labeled, row.unlabeled});
  return cells.size() ==
         sizes_along(rows, Axis::kLabeled).size() * sizes_along(rows, Axis::kUnlabeled).size();
}

/// Lists of pairs often hold a line of constant proportion, so many unlabeled examples for each labeled one:
/// the rows of each such line of three sizes or more, by the proportion in lowest terms.
std::map<std::pair<Index, Index>, std::vector<ChartRow>> proportional_lines(
    const std::vector<ChartRow>& rows) {
  std::map<std::pair<Index, Index>, std::vector<ChartRow>> lines;
  for (const ChartRow& row : rows) {
    if (row.labeled == 0 || row.unlabeled == 0) continue;
    const Index divisor = std::gcd(row.labeled, row.unlabeled);
    lines[{row.unlabeled / divisor, row.labeled / divisor}].push_back(row);
  }
  std::erase_if(lines, [](const auto& line) { return sizes_along(line.second, Axis::kLabeled).size() < 3; });
  return lines;
}

/// The rows of panels with several sizes along the axis; a panel of one point says nothing.
std::vector<ChartRow> without_lone_points(std::vector<ChartRow> rows, Axis axis) {
  std::map<Index, std::set<Index>> sizes;
  for (const ChartRow& row : rows) sizes[size_of(row, other(axis))].insert(size_of(row, axis));
  std::erase_if(rows, [&](const ChartRow& row) { return sizes[size_of(row, other(axis))].size() < 2; });
  return rows;
}

/// A list of pairs that is no single line: its proportional lines, then panels of what varies along one axis.
std::vector<Chart> charts_of_pairs(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  std::vector<Chart> charts;
  const auto lines = proportional_lines(rows);
  for (const auto& [proportion, line] : lines) {
    Chart chart = chart_over(subject, line, Axis::kLabeled);
    chart.id += fmt::format("-{}-to-{}", proportion.first, proportion.second);
    chart.title += fmt::format(", {} unlabeled for {} labeled", proportion.first, proportion.second);
    charts.push_back(std::move(chart));
  }
  for (const Axis axis : {Axis::kLabeled, Axis::kUnlabeled}) {
    if (axis == Axis::kLabeled && !lines.empty()) continue;
    const std::vector<ChartRow> kept = without_lone_points(rows, axis);
    if (!kept.empty()) charts.push_back(chart_over(subject, kept, axis));
  }
  return charts;
}

}  // namespace

std::vector<Chart> charts_of(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  std::vector<Chart> charts;
  if (rows.empty()) return charts;
  const bool several_labeled = sizes_along(rows, Axis::kLabeled).size() > 1;
  const bool several_unlabeled = sizes_along(rows, Axis::kUnlabeled).size() > 1;
  if (!is_product(rows) && !is_one_line(rows, Axis::kLabeled)) charts = charts_of_pairs(subject, rows);
  if (!charts.empty()) return charts;
  if (several_labeled) charts.push_back(chart_over(subject, rows, Axis::kLabeled));
  if (several_unlabeled) charts.push_back(chart_over(subject, rows, Axis::kUnlabeled));
  if (charts.empty()) charts.push_back(chart_of_learners(subject, rows));
  return charts;
}

}  // namespace costruct::experiments
