#include "costruct/report/charts/report_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "costruct/report/charts/chart_style.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// {"C": 1, "Cu": 0.5} as "C = 1, Cu = 0.5".
std::string parameters_text(const Json& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.items()) {
    text += (text.empty() ? "" : ", ") + name + " = " +
            (value.is_string()         ? value.get<std::string>()
             : value.is_number_float() ? csv_number(value.get<double>())
                                       : dumped(value));
  }
  return text;
}

/// The parameter, if all rows have the same single one and all its values are numbers.
std::optional<std::string> only_number(const std::vector<const SelectionRow*>& rows) {
  std::set<std::string> names;
  std::set<double> values;
  for (const SelectionRow* row : rows) {
    if (!row->parameters.is_object() || row->parameters.size() != 1) return std::nullopt;
    const auto parameter = row->parameters.begin();
    if (!parameter.value().is_number()) return std::nullopt;
    names.insert(parameter.key());
    values.insert(parameter.value().get<double>());
  }
  if (names.size() != 1 || values.size() < 2) return std::nullopt;
  return *names.begin();
}

/// Whether each learner has one choice for all of its sizes. Rows then have the largest sizes, and
/// means over all of them.
bool is_of_all_sizes(const RunResults& results) {
  const Json::json_pointer per("/sweep/selection/per");
  return results.config.is_object() && results.config.contains(per) &&
         results.config.at(per) == "learner";
}

std::string panel_of(const SelectionRow& row, bool of_all_sizes) {
  return of_all_sizes ? "all sizes"
                      : fmt::format("{} labeled, {} unlabeled", row.labeled, row.unlabeled);
}

Json value_of(const SelectionRow& row, bool of_all_sizes) {
  Json value = {{"learner", row.learner},
                {"labeled", row.labeled},
                {"unlabeled", row.unlabeled},
                {"value", row.parameters.begin().value()},
                {"mean", row.mean},
                {"count", row.count},
                {"chosen", row.chosen ? "chosen" : ""},
                {"panel", panel_of(row, of_all_sizes)}};
  add_error_fields({row.count, row.mean, row.standard_error}, value);
  return value;
}

Json selection_tooltip(const std::string& parameter, const std::string& metric) {
  Json lines = Json::array();
  const auto add = [&](const char* field, const std::string& title, bool number) {
    Json line = {{"field", field}, {"type", number ? "quantitative" : "nominal"}, {"title", title}};
    if (number) line["format"] = ".4~g";
    lines.push_back(std::move(line));
  };
  add("panel", "at", false);
  add("value", parameter, false);
  add("mean", metric, true);
  add("error", "standard error", true);
  add("low95", "95 % interval from", true);
  add("high95", "to", true);
  add("count", "draws", false);
  add("chosen", "choice", false);
  return lines;
}

/// A Vega-Lite condition: one value for the chosen point and another for the other points.
Json if_chosen(const Json& chosen, const Json& other) {
  return {{"condition", {{"test", "datum.chosen === 'chosen'"}, {"value", chosen}}},
          {"value", other}};
}

Json selection_layers(const Json& position, const std::string& parameter,
                      const std::string& metric) {
  const auto layer = [&](const Json& mark) { return Json{{"mark", mark}, {"encoding", position}}; };
  Json rule =
      layer({{"type", "rule"}, {"strokeWidth", 1.5}, {"color", "#57606a"}, {"aria", false}});
  rule["transform"] = Json::array({{{"filter", "isValid(datum.low)"}}});
  rule["encoding"]["y"]["field"] = "low";
  rule["encoding"]["y2"] = {{"field", "high"}};
  const Json line =
      layer({{"type", "line"}, {"strokeWidth", 1.5}, {"color", "#0072B2"}, {"aria", false}});
  Json point = layer({{"type", "point"}, {"filled", true}, {"opacity", 1}});
  point["encoding"]["color"] = if_chosen("#D55E00", "#0072B2");
  point["encoding"]["shape"] = if_chosen("diamond", "circle");
  point["encoding"]["size"] = if_chosen(170, 50);
  point["encoding"]["tooltip"] = selection_tooltip(parameter, metric);
  return Json::array({rule, line, point});
}

/// The rows of at most kMostPanels evenly spread sizes.
std::vector<const SelectionRow*> spread_sizes(const std::vector<const SelectionRow*>& rows) {
  std::set<Sizes> all;
  for (const SelectionRow* row : rows) all.insert({row->labeled, row->unlabeled});
  const std::vector<Sizes> ordered(all.begin(), all.end());
  std::set<Sizes> kept;
  const std::size_t most = std::min(kMostPanels, ordered.size());
  for (std::size_t i = 0; i < most; ++i) {
    kept.insert(ordered[most < 2 ? 0 : i * (ordered.size() - 1) / (most - 1)]);
  }
  std::vector<const SelectionRow*> chosen;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen), [&](const SelectionRow* row) {
    return chosen.size() < kMostRows && kept.count({row->labeled, row->unlabeled}) > 0;
  });
  return chosen;
}

Chart selection_chart(const std::string& id, const std::string& learner,
                      const std::vector<const SelectionRow*>& all, const std::string& parameter,
                      bool of_all_sizes) {
  const std::vector<const SelectionRow*> rows = spread_sizes(all);
  const std::string metric = readable_name(rows.front()->metric);
  std::set<double> tried;
  std::vector<std::string> panels;
  Json values = Json::array();
  for (const SelectionRow* row : rows) {
    tried.insert(row->parameters.begin().value().get<double>());
    values.push_back(value_of(*row, of_all_sizes));
    const std::string panel = panel_of(*row, of_all_sizes);
    if (std::find(panels.begin(), panels.end(), panel) == panels.end()) panels.push_back(panel);
  }
  const Json position = {
      {"x",
       {{"field", "value"},
        {"type", "quantitative"},
        {"title", parameter},
        {"scale", axis_scale(tried)},
        {"axis",
         {{"values", tried}, {"grid", false}, {"format", "~g"}, {"labelOverlap", "greedy"}}}}},
      {"y",
       {{"field", "mean"},
        {"type", "quantitative"},
        {"title", metric},
        {"scale", {{"zero", false}, {"nice", false}, {"padding", 12}}},
        {"axis", {{"tickCount", 5}}}}}};
  Chart chart;
  chart.id = id;
  chart.label = learner;
  chart.title =
      fmt::format("{} over {} of {}, the diamond marks the choice", metric, parameter, learner);
  chart.rows = static_cast<Index>(rows.size());
  if (rows.size() < all.size()) {
    chart.remark = fmt::format("drawn: {} of {} points, evenly spread", rows.size(), all.size());
  }
  chart.spec = {{"description", chart.title + ", with standard errors"},
                {"data", {{"values", std::move(values)}}},
                {"config", chart_style()}};
  const Json layered = selection_layers(position, parameter, metric);
  if (panels.size() == 1) {
    chart.title += ", " + panels.front();
    chart.spec.update({{"width", 720}, {"height", 300}, {"layer", layered}});
    return chart;
  }
  chart.spec.update({{"facet",
                      {{"field", "panel"},
                       {"type", "nominal"},
                       {"sort", panels},
                       {"header", {{"title", nullptr}}}}},
                     {"resolve", {{"scale", {{"y", "independent"}}}}},
                     {"spec", {{"layer", layered}}}});
  arrange_panels(chart.spec, panels.size(), PanelAxes::kOwn);
  return chart;
}

}  // namespace

std::vector<Chart> selection_charts(const RunResults& results) {
  std::map<std::string, std::vector<const SelectionRow*>> by_learner;
  for (const SelectionRow& row : results.selection) by_learner[row.learner].push_back(&row);
  const std::vector<std::string> names = readable_names(results.learners);
  std::vector<Chart> charts;
  for (std::size_t k = 0; k < results.learners.size(); ++k) {
    const auto rows = by_learner.find(results.learners[k]);
    if (rows == by_learner.end()) continue;
    const auto parameter = only_number(rows->second);
    if (parameter)
      charts.push_back(selection_chart(fmt::format("selection-{}", k), names[k], rows->second,
                                       *parameter, is_of_all_sizes(results)));
  }
  return charts;
}

std::string selection_table(const RunResults& results) {
  const std::vector<SelectionRow>& selection = results.selection;
  const LearnerNames names(results.learners);
  const bool choices_only = selection.size() > kMostTableRows;
  std::map<std::string, std::size_t> learners;  // in the order of their first row
  std::vector<const SelectionRow*> rows;
  for (const SelectionRow& row : selection) {
    learners.try_emplace(row.learner, learners.size());
    if (row.chosen || !choices_only) rows.push_back(&row);
  }
  const auto key = [&](const SelectionRow* row) {
    return std::tuple(learners.at(row->learner), row->labeled, row->unlabeled, !row->chosen);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const SelectionRow* a, const SelectionRow* b) { return key(a) < key(b); });
  Table table{
      {text_column("learner"), "labeled", "unlabeled", text_column("parameters"),
       text_column("metric"), "mean", "draws", text_column("chosen")},
      choices_only
          ? "The values chosen, on draws of their own; selection.csv has all that were tried"
          : "Mean ± standard error of the metric for each value tried, on draws of their "
            "own; the choice first, in bold"};
  const bool of_all_sizes = is_of_all_sizes(results);
  if (of_all_sizes)
    table.title += ". Each learner has one choice for all sizes, by its mean over them";
  for (const SelectionRow* row : rows) {
    const std::string value = with_error({row->count, row->mean, row->standard_error}, "{:.4f}");
    const auto size = [&](Index n) { return of_all_sizes ? TableCell("all") : TableCell(n); };
    table.add({names(row->learner), size(row->labeled), size(row->unlabeled),
               parameters_text(row->parameters), row->metric,
               html_cell(row->chosen ? "<span class=\"best\">" + value + "</span>" : value),
               row->count, row->chosen ? "✓ chosen" : ""});
  }
  return html_table(table);
}

std::string selection_csv(const std::vector<SelectionRow>& selection) {
  Table table{{"learner", "labeled", "unlabeled", "parameters", "metric", "mean", "standard_error",
               "count", "chosen"}};
  for (const SelectionRow& row : selection)
    table.add({row.learner, row.labeled, row.unlabeled, dumped(row.parameters), row.metric,
               row.mean, row.standard_error, row.count, row.chosen});
  return csv_text(table);
}

}  // namespace costruct::experiments
