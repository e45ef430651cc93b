#include "costruct/report/charts/report_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "costruct/report/charts/chart_style.hpp"
#include "costruct/report/charts/dodge.hpp"
#include "costruct/report/charts/drawn_once.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/statistics.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

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

/// Fitted laws by learner and panel (the size along the other axis).
using Laws = std::map<std::pair<std::string, Index>, GrowthLaw>;

std::string far_mark(Index draws) {
  return draws == 1 ? "!" : fmt::format("!{}", draws);
}

/// Whether the next learner above a point is closer than the next one below. A mark then fits
/// better below the point.
bool has_neighbour_above(const std::vector<ChartRow>& rows, const ChartRow& at) {
  double above = INFINITY, below = INFINITY;
  for (const ChartRow& row : rows) {
    if (row.learner == at.learner || row.labeled != at.labeled || row.unlabeled != at.unlabeled)
      continue;
    double& nearest = row.mean >= at.mean ? above : below;
    nearest = std::min(nearest, std::abs(row.mean - at.mean));
  }
  return above < below;
}

/// Cuts the error bars of a point to the values that the metric can have.
void cut_error_fields(Json& value, const MetricInfo* metric) {
  for (const auto& [low, high] : {std::pair("low", "high"), std::pair("low95", "high95")}) {
    if (!value.contains(low)) continue;
    const Interval cut =
        within_range({value[low].get<double>(), value[high].get<double>()}, metric);
    value[low] = cut.low;
    value[high] = cut.high;
  }
}

Json data_of(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  const LearnerNames names(subject.learners);
  Json values = Json::array();
  for (const ChartRow& row : rows) {
    Json value = {{"learner", row.learner}, {kLearnerName, names(row.learner)},
                  {"labeled", row.labeled}, {"unlabeled", row.unlabeled},
                  {"mean", row.mean},       {"count", row.count}};
    const auto learner = std::find(subject.learners.begin(), subject.learners.end(), row.learner);
    value["number"] = learner - subject.learners.begin();
    if (row.far > 0) value["far"] = far_mark(row.far);
    if (row.far > 0 && has_neighbour_above(rows, row)) value["far_below"] = true;
    add_error_fields({row.count, row.mean, row.standard_error}, value);
    cut_error_fields(value, subject.metric);
    values.push_back(std::move(value));
  }
  return {{"values", std::move(values)}};
}

bool has_far_draws(const std::vector<ChartRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const ChartRow& row) { return row.far > 0; });
}

/// Explains the marks of far draws, with the largest number as example; "" without marks.
std::string key_of_far_draws(const std::vector<ChartRow>& rows) {
  Index most = 0;
  for (const ChartRow& row : rows) most = std::max(most, row.far);
  if (most == 0) return "";
  return fmt::format(
      "{} beside a point, in the colour of its learner, says that {} of the draws "
      "behind this mean lie{} far from the others, as where a learner has collapsed. "
      "The learning curves name each draw",
      far_mark(most), most == 1 ? "one" : std::to_string(most), most == 1 ? "s" : "");
}

Json value_encoding(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  double lowest = INFINITY, highest = 0;
  for (const ChartRow& row : rows) {
    const double error = std::isnan(row.standard_error) ? 0 : row.standard_error;
    lowest = std::min(lowest, row.mean - error);
    highest = std::max(highest, row.mean + error);
  }
  Json encoding = {
      {"field", "mean"},
      {"type", "quantitative"},
      {"title", readable_name(subject.quantity)},
      {"scale", {{"zero", false}, {"nice", false}, {"padding", has_far_draws(rows) ? 20 : 10}}},
      {"axis", {{"tickCount", 6}}}};
  if (subject.logarithmic && lowest > 0 && highest / lowest >= 8) {
    encoding["scale"] = {{"type", "log"}, {"nice", false}, {"padding", 10}};
    encoding["axis"] = {
        {"values", log_ticks(lowest, highest)}, {"format", "~g"}, {"labelOverlap", "greedy"}};
  }
  return encoding;
}

Json tooltip(const ChartSubject& subject, const std::vector<ChartRow>& rows, bool fitted) {
  Json lines = Json::array();
  const auto text = [&](const char* field, const std::string& title) {
    lines.push_back({{"field", field}, {"type", "nominal"}, {"title", title}});
  };
  const auto number = [&](const char* field, const std::string& title) {
    lines.push_back(
        {{"field", field}, {"type", "quantitative"}, {"title", title}, {"format", ".4~g"}});
  };
  text(kLearnerName, "learner");
  const bool in_examples = subject.labeled_unit == "examples";
  text("labeled", in_examples ? "labeled" : "labeled " + subject.labeled_unit);
  if (in_examples) text("unlabeled", "unlabeled");
  number("mean", subject.quantity);
  number("error", "standard error");
  number("low95", "95 % interval from");
  number("high95", "to");
  if (fitted) number("fit", "fitted");
  text("count", "repetitions");
  if (has_far_draws(rows)) text("far", "draws far off");
  return lines;
}

bool has_error_bars(const std::vector<ChartRow>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const ChartRow& row) { return !std::isnan(row.standard_error); });
}

/// The layers of a chart besides its points.
struct Layers {
  bool error_bars = true, bands = false, lines = true, fits = false;
  bool levels =
      false;  ///< lines through the whole width, of learners that the x axis does not concern
};

constexpr double kBandOpacity = 0.16;

/// Standard errors as a band along the line, because bands of many lines can overlap.
Json band_layer(Json layer) {
  layer["mark"] = {{"type", "area"}, {"opacity", kBandOpacity}, {"aria", false}, {"line", false}};
  layer["transform"] = Json::array({{{"filter", "isValid(datum.low) && !datum.level"}}});
  layer["encoding"]["y"]["field"] = "low";
  layer["encoding"]["y2"] = {{"field", "high"}};
  return layer;
}

/// The band of a line through the whole width.
Json level_band_layer(Json layer) {
  layer["mark"] = {{"type", "rect"}, {"opacity", kBandOpacity}, {"aria", false}};
  layer["transform"] = Json::array({{{"filter", "isValid(datum.low) && datum.level"}}});
  layer["encoding"].erase("x");
  layer["encoding"]["y"]["field"] = "low";
  layer["encoding"]["y2"] = {{"field", "high"}};
  return layer;
}

/// The offset that separates points which would hide each other, and their lines.
const Json& dodged() {
  static const Json offset = {{"expr", "datum.dodge || 0"}};
  return offset;
}

/// The marks of far draws, in the colour of their learner. Every point has a text, often an empty
/// one, because a panel without any text would have no extent.
Json far_layer(Json layer) {
  layer["mark"] = {{"type", "text"},      {"aria", false},
                   {"fontSize", 12},      {"fontWeight", "bold"},
                   {"xOffset", dodged()}, {"dy", {{"expr", "datum.far_below ? 14 : -11"}}}};
  layer["transform"] = Json::array({{{"calculate", "datum.far || ''"}, {"as", "far_mark"}}});
  layer["encoding"]["text"] = {{"field", "far_mark"}, {"type", "nominal"}};
  return layer;
}

/// Names at the ends of lines. They are outside of the plot, because some lines run through its
/// whole width.
Json label_layer(const Json& position, Json labels) {
  Json layer = {{"data", {{"values", std::move(labels)}}},
                {"mark",
                 {{"type", "text"},
                  {"aria", false},
                  {"fontSize", 12},
                  {"dx", 18},
                  {"dy", {{"expr", "datum.dy"}}},
                  {"align", "left"},
                  {"baseline", "middle"}}},
                {"encoding", position}};
  layer["encoding"]["text"] = {{"field", "label"}, {"type", "nominal"}};
  return layer;
}

/// Error bars (along the axis `bar`) or bands, lines, fitted lines and points, at `position`.
Json layers(const ChartSubject& subject, const std::vector<ChartRow>& rows, const Json& position,
            const std::string& bar, Layers with) {
  const auto layer = [&](const Json& mark) {
    Json made = {{"mark", mark}, {"encoding", position}};
    made["encoding"]["color"] = colour_encoding(subject.learners, subject.shown);
    return made;
  };
  Json all = Json::array();
  if (with.error_bars && with.bands) all.push_back(band_layer(layer(nullptr)));
  if (with.error_bars && with.bands && with.levels) all.push_back(level_band_layer(layer(nullptr)));
  if (with.error_bars && !with.bands) {
    Json rule = layer({{"type", "rule"}, {"strokeWidth", 1.5}, {"aria", false}});
    rule["transform"] = Json::array({{{"filter", "isValid(datum.low)"}}});
    rule["encoding"][bar]["field"] = "low";
    rule["encoding"][bar + "2"] = {{"field", "high"}};
    all.push_back(std::move(rule));
  }
  if (with.lines) {
    Json line =
        layer({{"type", "line"}, {"strokeWidth", 2}, {"aria", false}, {"xOffset", dodged()}});
    line["encoding"]["strokeDash"] = dash_encoding(subject.learners);
    all.push_back(std::move(line));
  }
  if (with.levels) {
    Json line = layer({{"type", "rule"}, {"strokeWidth", 2}, {"aria", false}});
    line["transform"] = Json::array({{{"filter", "isValid(datum.level)"}}});
    line["encoding"].erase("x");
    line["encoding"]["strokeDash"] = dash_encoding(subject.learners);
    all.push_back(std::move(line));
  }
  if (with.fits) {
    Json line = layer({{"type", "line"}, {"strokeWidth", 1}, {"aria", false}});
    line["transform"] = Json::array({{{"filter", "isValid(datum.fit)"}}});
    line["encoding"][bar]["field"] = "fit";
    line["encoding"]["strokeDash"] = dash_encoding(subject.learners);
    all.push_back(std::move(line));
  }
  Json point = layer(
      {{"type", "point"}, {"filled", true}, {"size", 64}, {"opacity", 1}, {"xOffset", dodged()}});
  point["encoding"]["shape"] = shape_encoding(subject.learners, subject.shown);
  point["encoding"]["tooltip"] = tooltip(subject, rows, with.fits);
  all.push_back(std::move(point));
  if (has_far_draws(rows)) all.push_back(far_layer(layer(nullptr)));
  return all;
}

/// At most `most` evenly spread members of a set, with the first and the last.
std::set<Index> spread(const std::set<Index>& sizes, std::size_t most) {
  if (sizes.size() <= most) return sizes;
  const std::vector<Index> all(sizes.begin(), sizes.end());
  std::set<Index> kept;
  for (std::size_t i = 0; i < most; ++i)
    kept.insert(all[most < 2 ? 0 : i * (all.size() - 1) / (most - 1)]);
  return kept;
}

/// Keeps rows of evenly spread sizes, so that a chart has at most kMostRows points and, with
/// panels, at most kMostPanels panels. Returns a sentence on what is left out.
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

/// Whether each size along the axis occurs with only one size of the other axis (a list of pairs).
bool is_one_line(const std::vector<ChartRow>& rows, Axis axis) {
  std::map<Index, Index> partner;
  return std::all_of(rows.begin(), rows.end(), [&](const ChartRow& row) {
    return partner.try_emplace(size_of(row, axis), size_of(row, other(axis))).first->second ==
           size_of(row, other(axis));
  });
}

/// The power law of each line of a chart: of a learner in a panel, or of a learner in a chart
/// without panels. A line with the same number everywhere has none: its learner has one result for
/// all sizes.
Laws fit_lines(const std::vector<ChartRow>& rows, Axis axis, bool panels) {
  std::map<std::pair<std::string, Index>, std::pair<std::vector<double>, std::vector<double>>>
      lines;
  for (const ChartRow& row : rows) {
    auto& [x, y] = lines[{row.learner, panels ? size_of(row, other(axis)) : 0}];
    x.push_back(static_cast<double>(size_of(row, axis)));
    y.push_back(row.mean);
  }
  Laws laws;
  for (const auto& [at, points] : lines) {
    const std::vector<double>& y = points.second;
    if (std::all_of(y.begin(), y.end(), [&](double each) { return each == y.front(); })) continue;
    if (const auto law = fit_growth(points.first, y)) laws[at] = *law;
  }
  return laws;
}

/// Adds the laws to the chart, and their values beside the points.
void add_fits(Chart& chart, const ChartSubject& subject, const Laws& laws, Axis axis, bool panels,
              const std::string& where) {
  for (Json& value : chart.spec["data"]["values"]) {
    const Index panel = panels ? value[name_of(other(axis))].get<Index>() : 0;
    const auto law = laws.find({value["learner"].get<std::string>(), panel});
    const double size = value[name_of(axis)].get<double>();
    if (law != laws.end() && size > 0) value["fit"] = law->second.at(size);
  }
  for (const std::string& learner : subject.learners) {
    for (auto at = laws.lower_bound({learner, 0}); at != laws.end() && at->first.first == learner;
         ++at) {
      chart.fits.push_back({learner, name_of(axis),
                            panels ? panel_name(at->first.second, other(axis)) : where,
                            at->second});
    }
  }
}

/// Shows the size along the other axis below each tick, if each size along this axis has only one.
void name_partners(Json& x, const std::vector<ChartRow>& rows, Axis axis) {
  if (!is_one_line(rows, axis) || sizes_along(rows, other(axis)).size() < 2) return;
  std::map<Index, Index> partners;
  for (const ChartRow& row : rows) partners[size_of(row, axis)] = size_of(row, other(axis));
  std::string expression;
  for (const auto& [size, partner] : partners)
    expression += fmt::format("datum.value == {0} ? ['{0}', '+ {1}'] : ", size, partner);
  x["axis"]["labelExpr"] = expression + "datum.label";
  x["title"] = fmt::format("{} + {} examples", name_of(axis), name_of(other(axis)));
}

Json positions(const ChartSubject& subject, const std::vector<ChartRow>& rows, Axis axis) {
  const std::set<Index> sizes = sizes_along(rows, axis);
  Json position = {{"x",
                    {{"field", name_of(axis)},
                     {"type", "quantitative"},
                     {"title", std::string(name_of(axis)) + " examples"},
                     {"scale", axis_scale({sizes.begin(), sizes.end()})},
                     {"axis",
                      {{"values", sizes},
                       {"grid", false},
                       {"labelOverlap", "greedy"},
                       {"labelSeparation", 4}}}}},
                   {"y", value_encoding(subject, rows)}};
  if (axis == Axis::kLabeled && subject.labeled_unit != "examples") {
    position["x"]["title"] = "labeled " + subject.labeled_unit;
    position["x"]["axis"].erase("values");  // sizes differ from learner to learner
    return position;
  }
  name_partners(position["x"], rows, axis);
  return position;
}

/// Turns a chart into small multiples, one for each size along the other axis.
void split_into_panels(Json& spec, Axis axis, const std::set<Index>& other_sizes) {
  Json order = Json::array();
  for (const Index size : other_sizes) order.push_back(panel_name(size, other(axis)));
  for (Json& value : spec["data"]["values"]) {
    value["panel"] = panel_name(value[name_of(other(axis))].get<Index>(), other(axis));
  }
  spec["facet"] = {
      {"field", "panel"}, {"type", "nominal"}, {"sort", order}, {"header", {{"title", nullptr}}}};
  spec["spec"]["layer"] = std::move(spec["layer"]);
  for (const char* moved : {"layer", "width", "height"}) spec.erase(moved);
  // Results differ far less along the unlabeled axis than between panels of labeled sizes.
  if (axis == Axis::kUnlabeled) spec["resolve"] = {{"scale", {{"y", "independent"}}}};
  arrange_panels(spec, other_sizes.size(),
                 axis == Axis::kUnlabeled ? PanelAxes::kOwn : PanelAxes::kShared);
}

/// Thin lines for comparison. They have data of their own and therefore appear in every panel.
Json reference_layer(const ChartSubject& subject, const std::vector<ChartRow>& rows,
                     const Json& position) {
  Json layer = {{"data", data_of(subject, rows)},
                {"mark", {{"type", "line"}, {"strokeWidth", 1}, {"opacity", 0.7}, {"aria", false}}},
                {"encoding", position}};
  layer["encoding"]["color"] = colour_encoding(subject.learners, subject.shown);
  layer["encoding"]["strokeDash"] = dash_encoding(subject.learners);
  return layer;
}

std::vector<ChartRow> rows_of_learners(const std::set<std::string>& learners,
                                       std::vector<ChartRow> rows) {
  std::erase_if(rows, [&](const ChartRow& row) { return learners.count(row.learner) == 0; });
  return rows;
}

/// Marks the points of lines through the whole width.
void mark_levels(Json& values, const ChartSubject& subject) {
  for (Json& value : values) {
    const auto level = std::find(subject.levels.begin(), subject.levels.end(), value["learner"]);
    if (level != subject.levels.end()) value["level"] = true;
  }
}

PlotHeight height_of(const Json& spec, const Json& position, Axis axis) {
  const bool several = spec.contains("facet");
  const double pixels = (several ? spec["spec"] : spec)["height"];
  const Json& scale = position["y"]["scale"];
  return {pixels, several && axis == Axis::kUnlabeled, scale.value("type", "") == "log",
          scale["padding"].get<double>()};
}

Chart chart_over(const ChartSubject& subject, std::vector<ChartRow> rows, Axis axis) {
  const std::set<std::string> repeated = axis == Axis::kLabeled && !subject.growth
                                             ? keep_one_line(subject, rows)
                                             : std::set<std::string>();
  const bool panels = !is_one_line(rows, axis);
  const bool levels = axis == Axis::kUnlabeled && !subject.growth && keep_one_level(subject, rows);
  const Laws laws = subject.growth ? fit_lines(rows, axis, panels) : Laws();
  Chart chart;
  chart.id = subject.id + "-over-" + name_of(axis);
  chart.remark = thin(rows, axis, panels);
  chart.rows = static_cast<Index>(rows.size());
  const std::set<Index> other_sizes = sizes_along(rows, other(axis));
  const bool several = panels && other_sizes.size() > 1;
  chart.label = fmt::format("over {} {}", name_of(axis),
                            axis == Axis::kLabeled ? subject.labeled_unit : "examples");
  chart.title = fmt::format("{} {}", readable_name(subject.quantity), chart.label);
  if (panels)
    chart.title += fmt::format(", one panel for each number of {} examples", name_of(other(axis)));
  const std::string where =
      other_sizes.size() == 1 ? panel_name(*other_sizes.begin(), other(axis)) : "";
  if (!where.empty() && subject.labeled_unit == "examples") chart.title += ", " + where;

  std::vector<ChartRow> references;
  if (several) references = rows_of_learners(repeated, rows);
  if (!references.empty()) chart.title += "; learners without any are drawn once, thin elsewhere";
  if (!panels && axis == Axis::kLabeled) references = subject.thin;
  if (!panels && !references.empty())
    chart.title += "; thin lines: the same learners without unlabeled examples";
  chart.key = key_of_far_draws(rows);

  const Json position = positions(subject, rows, axis);
  const Layers with{has_error_bars(rows), laws.empty(), laws.empty(), !laws.empty(), levels};
  chart.spec = {
      {"description",
       chart.title + (with.fits ? ", with standard errors and fitted power laws as thin lines"
                                : ", with standard errors")},
      {"data", data_of(subject, rows)},
      {"config", chart_style()},
      {"width", 720},
      {"height", 340},
      {"layer", layers(subject, rows, position, "y", with)}};
  Json& drawn = chart.spec["layer"];
  if (!references.empty())
    drawn.insert(drawn.begin(), reference_layer(subject, references, position));
  if (levels) mark_levels(chart.spec["data"]["values"], subject);
  add_fits(chart, subject, laws, axis, panels, where);
  add_legend(chart.spec, subject.learners, subject.shown);
  if (several) {
    split_into_panels(chart.spec, axis, other_sizes);
  } else if (Json names = names_at_ends(chart.spec["data"]["values"], subject.learners,
                                        name_of(axis), height_of(chart.spec, position, axis));
             !names.empty()) {
    drawn.push_back(label_layer(position, std::move(names)));
  }
  if (several && axis == Axis::kUnlabeled) chart.title += ", each with a scale of its own";
  if (!subject.growth)
    dodge_points(chart.spec["data"]["values"], name_of(axis),
                 height_of(chart.spec, position, axis));
  return chart;
}

/// The chart for a single pair of sizes: the learners one below the other.
Chart chart_of_learners(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  Chart chart;
  chart.id = subject.id + "-of-learners";
  chart.label = "means";
  chart.title =
      fmt::format("{} at {} labeled and {} unlabeled examples", readable_name(subject.quantity),
                  rows.front().labeled, rows.front().unlabeled);
  chart.rows = static_cast<Index>(rows.size());
  const Json position = {{"x",
                          {{"field", "mean"},
                           {"type", "quantitative"},
                           {"title", readable_name(subject.quantity)},
                           {"scale", {{"zero", false}, {"padding", 30}}},
                           {"axis", {{"tickCount", 6}}}}},
                         {"y",
                          {{"field", "learner"},
                           {"type", "nominal"},
                           {"title", nullptr},
                           {"sort", subject.shown},
                           {"axis",
                            {{"labelExpr", readable_label_expression(subject.learners)},
                             {"labelLimit", 320},
                             {"labelFontSize", 12.5},
                             {"grid", true}}}}}};
  Json layered = layers(subject, rows, position, "x", {has_error_bars(rows), false, false});
  for (Json& layer : layered) {
    for (const char* channel : {"color", "shape"}) {
      if (layer["encoding"].contains(channel)) layer["encoding"][channel]["legend"] = nullptr;
    }
  }
  chart.spec = {{"description", chart.title + ", with standard errors"},
                {"data", data_of(subject, rows)},
                {"config", chart_style()},
                {"width", 620},
                {"height", {{"step", 40}}},
                {"layer", layered}};
  add_legend(chart.spec, subject.learners, {});
  return chart;
}

/// Whether every labeled size occurs with every unlabeled size.
bool is_product(const std::vector<ChartRow>& rows) {
  std::set<std::pair<Index, Index>> cells;
  for (const ChartRow& row : rows) cells.insert({row.labeled, row.unlabeled});
  return cells.size() ==
         sizes_along(rows, Axis::kLabeled).size() * sizes_along(rows, Axis::kUnlabeled).size();
}

/// Finds lines of constant proportion (the same number of unlabeled examples for each labeled one),
/// which lists of pairs often have. Returns the rows of each such line with three sizes or more, by
/// the proportion in lowest terms.
std::map<std::pair<Index, Index>, std::vector<ChartRow>> proportional_lines(
    const std::vector<ChartRow>& rows) {
  std::map<std::pair<Index, Index>, std::vector<ChartRow>> lines;
  for (const ChartRow& row : rows) {
    if (row.labeled == 0 || row.unlabeled == 0) continue;
    const Index divisor = std::gcd(row.labeled, row.unlabeled);
    lines[{row.unlabeled / divisor, row.labeled / divisor}].push_back(row);
  }
  std::erase_if(
      lines, [](const auto& line) { return sizes_along(line.second, Axis::kLabeled).size() < 3; });
  return lines;
}

/// The rows of panels with several sizes along the axis. A panel with one point has no information.
std::vector<ChartRow> without_lone_points(std::vector<ChartRow> rows, Axis axis) {
  std::map<Index, std::set<Index>> sizes;
  for (const ChartRow& row : rows) sizes[size_of(row, other(axis))].insert(size_of(row, axis));
  std::erase_if(rows,
                [&](const ChartRow& row) { return sizes[size_of(row, other(axis))].size() < 2; });
  return rows;
}

/// The charts of a list of pairs that is not one line: its proportional lines, then panels of what
/// varies along one axis.
std::vector<Chart> charts_of_pairs(const ChartSubject& subject, const std::vector<ChartRow>& rows) {
  std::vector<Chart> charts;
  const auto lines = proportional_lines(rows);
  for (const auto& [proportion, line] : lines) {
    Chart chart = chart_over(subject, line, Axis::kLabeled);
    chart.id += fmt::format("-{}-to-{}", proportion.first, proportion.second);
    const std::string where =
        fmt::format("{} unlabeled for {} labeled", proportion.first, proportion.second);
    chart.title += ", " + where;
    chart.label += ", " + where;
    for (GrowthFit& fit : chart.fits) fit.where = where;
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

std::vector<Chart> charts_of(ChartSubject subject, const std::vector<ChartRow>& rows) {
  std::vector<Chart> charts;
  if (rows.empty()) return charts;
  std::set<std::string> present;
  for (const ChartRow& row : rows) present.insert(row.learner);
  for (const std::string& learner : subject.learners) {
    if (present.count(learner)) subject.shown.push_back(learner);
  }
  const bool several_labeled = sizes_along(rows, Axis::kLabeled).size() > 1;
  const bool several_unlabeled = sizes_along(rows, Axis::kUnlabeled).size() > 1;
  if (!is_product(rows) && !is_one_line(rows, Axis::kLabeled))
    charts = charts_of_pairs(subject, rows);
  if (!charts.empty()) return charts;
  if (several_labeled) charts.push_back(chart_over(subject, rows, Axis::kLabeled));
  if (several_unlabeled) charts.push_back(chart_over(subject, rows, Axis::kUnlabeled));
  if (charts.empty()) charts.push_back(chart_of_learners(subject, rows));
  return charts;
}

}  // namespace costruct::experiments
