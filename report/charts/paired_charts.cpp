#include "costruct/report/charts/paired_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "costruct/report/charts/chart_style.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/far_draws.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/significance.hpp"
#include "costruct/results/statistics/unlabeled/twins.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostPairedPanels = 6;
/// The largest number of draws shown for a learner at a size. More draws are thinned out evenly.
constexpr std::size_t kMostDraws = 200;

using ComparedCells = std::vector<std::pair<const CellGroup*, const CellGroup*>>;

/// Each learner at its largest unlabeled size, with the first learner in the same cell.
ComparedCells cells_against_first(const std::vector<CellGroup>& groups) {
  std::map<std::pair<std::size_t, Index>, std::pair<const CellGroup*, const CellGroup*>> largest;
  for (const CellGroup& group : groups) {
    const CellGroup* first = find_group(groups, 0, group.labeled, group.unlabeled);
    if (group.learner > 0 && first) largest[{group.learner, group.labeled}] = {&group, first};
  }
  ComparedCells cells;
  for (const auto& [key, pair] : largest) cells.push_back(pair);
  return cells;
}

std::set<Index> labeled_sizes(const ComparedCells& cells) {
  std::set<Index> sizes;
  for (const auto& [group, reference] : cells) sizes.insert(group->labeled);
  return sizes;
}

void keep_spread_sizes(ComparedCells& cells) {
  const std::set<Index> sizes = labeled_sizes(cells);
  const std::vector<Index> all(sizes.begin(), sizes.end());
  if (all.size() <= kMostPairedPanels) return;
  std::set<Index> kept;
  for (std::size_t i = 0; i < kMostPairedPanels; ++i)
    kept.insert(all[i * (all.size() - 1) / (kMostPairedPanels - 1)]);
  std::erase_if(cells, [&](const auto& pair) { return kept.count(pair.first->labeled) == 0; });
}

/// Says what a chart leaves out; "" if nothing.
std::string left_out(std::size_t sizes, std::size_t most_draws) {
  std::vector<std::string> parts;
  if (sizes > kMostPairedPanels)
    parts.push_back(fmt::format("{} of {} labeled sizes", kMostPairedPanels, sizes));
  if (most_draws > kMostDraws)
    parts.push_back(fmt::format("{} of {} draws of a learner at a size", kMostDraws, most_draws));
  return parts.empty() ? "" : "drawn: " + listed_in_words(parts) + ", evenly spread";
}

std::set<Index> far_repetitions(const std::vector<FarDraw>& draws, const CellGroup& group,
                                const std::string& learner) {
  std::set<Index> repetitions;
  for (const FarDraw& draw : draws) {
    if (draw.learner == learner && draw.labeled == group.labeled &&
        (draw.any_unlabeled || draw.unlabeled == group.unlabeled))
      repetitions.insert(draw.repetition);
  }
  return repetitions;
}

/// Appends the values of one learner at one size. Returns the number of draws, shown or not.
std::size_t append_draws(const RunSummary& summary, const CellGroup& group,
                         const CellGroup& reference, const std::string& metric,
                         const std::vector<FarDraw>& far, Json& values) {
  const RunResults& results = summary.results;
  const std::string test =
      results.tests.empty() ? default_test(protocol_of(results)) : results.tests.front();
  const PairBy by = group.unlabeled == reference.unlabeled ? PairBy::kDraw : PairBy::kRepetition;
  const Pairs pairs = pair_up(group, reference, metric, by);
  const Comparison comparison = compare(results, group, reference, metric, test);
  const std::set<Index> crosses = far_repetitions(far, group, results.learners[group.learner]);
  const LearnerNames names(results.learners);
  const std::size_t count = pairs.first.size(), drawn = std::min(count, kMostDraws);
  for (std::size_t i = 0; i < drawn; ++i) {
    const std::size_t at = i * count / drawn;
    const Index repetition = pairs.repetitions[at];
    Json value = {{"learner", results.learners[group.learner]},
                  {kLearnerName, names(results.learners[group.learner])},
                  {"reference", names(results.learners[reference.learner])},
                  {"labeled", group.labeled},
                  {"unlabeled", group.unlabeled},
                  {"repetition", repetition},
                  {"difference", pairs.first[at] - pairs.second[at]},
                  {"panel", fmt::format("{} labeled", group.labeled)},
                  {"draw", crosses.count(repetition) > 0 ? "outlier" : "draw"}};
    if (i == 0) value["mean_difference"] = comparison.difference;
    if (i == 0 && !std::isnan(comparison.interval_low)) {
      value["interval_low"] = comparison.interval_low;
      value["interval_high"] = comparison.interval_high;
    }
    values.push_back(std::move(value));
  }
  return count;
}

Json difference_of(const char* field, const Json& title) {
  return {{"field", field},
          {"type", "quantitative"},
          {"title", title},
          {"scale", {{"zero", true}, {"nice", false}, {"padding", 12}}},
          {"axis", {{"tickCount", 5}, {"format", "~g"}}}};
}

Json paired_tooltip() {
  Json lines = Json::array({{{"field", kLearnerName}, {"type", "nominal"}, {"title", "learner"}}});
  for (const char* field : {"reference", "labeled", "unlabeled", "repetition", "draw"})
    lines.push_back({{"field", field}, {"type", "nominal"}});
  lines.push_back({{"field", "difference"}, {"type", "quantitative"}, {"format", ".4~g"}});
  return lines;
}

/// The layers: draws as dots, the line of no difference, and mean and interval over them.
/// @param intervals  whether there are intervals; a single draw has none
Json paired_layers(const std::vector<std::string>& learners, const std::vector<std::string>& shown,
                   const std::string& title, bool intervals) {
  const Json y = {{"field", "learner"},
                  {"type", "nominal"},
                  {"title", nullptr},
                  {"sort", shown},
                  {"axis",
                   {{"labelExpr", readable_label_expression(learners)},
                    {"labelLimit", 240},
                    {"labelFontSize", 12},
                    {"grid", true}}}};
  const Json zero = {
      {"data", {{"values", Json::array({{{"zero", 0}}})}}},
      {"mark", {{"type", "rule"}, {"color", "#57606a"}, {"strokeDash", {5, 3}}, {"aria", false}}},
      {"encoding", {{"x", difference_of("zero", title)}}}};
  Json color = colour_encoding(learners, shown);
  color["legend"] = nullptr;
  const Json draws = {
      {"mark",
       {{"type", "point"}, {"filled", true}, {"size", 34}, {"opacity", 0.6}, {"yOffset", -9}}},
      {"encoding",
       {{"x", difference_of("difference", title)},
        {"y", y},
        {"color", color},
        {"shape",
         {{"field", "draw"},
          {"type", "nominal"},
          {"scale", {{"domain", {"draw", "outlier"}}, {"range", {"circle", "cross"}}}},
          {"legend", nullptr}}},
        {"tooltip", paired_tooltip()}}}};
  const Json interval = {
      {"mark", {{"type", "rule"}, {"strokeWidth", 2}, {"color", "#000000"}, {"aria", false}}},
      {"transform", Json::array({{{"filter", "isValid(datum.interval_low)"}}})},
      {"encoding",
       {{"x", difference_of("interval_low", title)},
        {"x2", {{"field", "interval_high"}}},
        {"y", y}}}};
  const Json tick = {
      {"mark",
       {{"type", "tick"}, {"thickness", 3}, {"size", 16}, {"color", "#000000"}, {"aria", false}}},
      {"transform", Json::array({{{"filter", "isValid(datum.mean_difference)"}}})},
      {"encoding", {{"x", difference_of("mean_difference", title)}, {"y", y}}}};
  return intervals ? Json::array({zero, draws, interval, tick}) : Json::array({zero, draws, tick});
}

bool any_has(const Json& values, const char* field) {
  return std::any_of(values.begin(), values.end(),
                     [&](const Json& value) { return value.contains(field); });
}

/// Explains the marks that occur in the values.
std::string key_of_pairs(const Json& values) {
  std::string key = "A dot: the difference in one draw";
  const auto is_outlier = [](const Json& value) { return value["draw"] == "outlier"; };
  if (std::any_of(values.begin(), values.end(), is_outlier))
    key += "; a cross: a draw that lies far from the others";
  key += any_has(values, "interval_low")
             ? "; tick and bar: the mean difference and its 95 % interval"
             : "; a tick: the mean difference";
  return key + "; dashed: no difference";
}

/// "the most unlabeled examples (400)", without the number if it differs between cells. Empty if
/// there are none.
std::string most_unlabeled(const ComparedCells& cells) {
  std::set<Index> sizes;
  for (const auto& [group, reference] : cells) sizes.insert(group->unlabeled);
  if (sizes == std::set<Index>{0}) return "";
  const std::string most = "the most unlabeled examples";
  return sizes.size() == 1 ? fmt::format("{} ({})", most, *sizes.begin()) : most;
}

/// "co-perceptron minus perceptron, ...", in the order of the learners; "itself" if a learner is
/// its own twin.
std::string differences_in_words(const RunResults& results, const ComparedCells& cells) {
  const std::vector<std::string> names = readable_names(results.learners);
  std::map<std::size_t, std::size_t> twins;
  for (const auto& [group, reference] : cells) twins[group->learner] = reference->learner;
  std::vector<std::string> parts;
  for (const auto& [learner, twin] : twins)
    parts.push_back(names[learner] + " minus " + (twin == learner ? "itself" : names[twin]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Chart paired_chart(const RunSummary& summary, const std::string& metric, ComparedCells cells,
                   Chart chart) {
  const RunResults& results = summary.results;
  const std::size_t all_sizes = labeled_sizes(cells).size();
  keep_spread_sizes(cells);
  const std::vector<FarDraw> far = far_draws(results, summary.groups, metric);
  Json values = Json::array();
  std::set<std::size_t> learners;
  std::set<Index> sizes;
  std::size_t most = 0;  // largest number of draws of a learner at a size
  for (const auto& [group, reference] : cells) {
    const std::size_t before = values.size();
    most = std::max(most, append_draws(summary, *group, *reference, metric, far, values));
    if (values.size() == before) continue;
    learners.insert(group->learner);
    sizes.insert(group->labeled);
  }
  chart.rows = static_cast<Index>(values.size());
  if (chart.rows == 0) return chart;
  chart.remark = left_out(all_sizes, most);
  std::vector<std::string> shown, panels;
  for (const std::size_t k : learners) shown.push_back(results.learners[k]);
  for (const Index size : sizes) panels.push_back(fmt::format("{} labeled", size));
  const MetricEntry* entry = find_metric_of_run(results.config, metric);
  const std::string title = entry && entry->higher_is_better ? "difference, better to the right"
                                                             : "difference, better to the left";
  chart.spec = {{"description", chart.title + ", each draw a dot, with mean and 95 % interval"},
                {"data", {{"values", values}}},
                {"config", chart_style()}};
  chart.key = key_of_pairs(values);
  const Json layered =
      paired_layers(results.learners, shown, title, any_has(values, "interval_low"));
  if (panels.size() == 1) {
    chart.title += ", " + panels.front();
    chart.spec.update({{"width", 620}, {"height", {{"step", 40}}}, {"layer", layered}});
  } else {
    chart.spec.update({{"facet",
                        {{"field", "panel"},
                         {"type", "nominal"},
                         {"sort", panels},
                         {"header", {{"title", nullptr}}}}},
                       {"spec", {{"layer", layered}}}});
    arrange_panels(chart.spec, panels.size(), PanelAxes::kShared);
    chart.spec["spec"]["height"] = {{"step", 38}};
  }
  add_legend(chart.spec, results.learners, shown);
  return chart;
}

}  // namespace

std::vector<Chart> paired_charts(const RunSummary& summary, const std::string& metric,
                                 const std::string& id) {
  std::vector<Chart> charts;
  if (summary.results.learners.empty()) return charts;
  const std::string reference = readable_names(summary.results.learners).front();
  Chart first, twins;
  first.id = id + "-pairs";
  first.label = "draw by draw against " + reference;
  const ComparedCells against_first = cells_against_first(summary.groups),
                      against_twins = twin_cells(summary.results, summary.groups, metric);
  first.title = fmt::format("{} minus that of {}", readable_name(metric), reference);
  const std::string most = most_unlabeled(against_first);
  if (!most.empty()) first.title += ", each learner with " + most;
  twins.id = id + "-pairs-of-twins";
  twins.label = "draw by draw against supervised twins";
  twins.title = fmt::format("{} with {} minus that without: {}", readable_name(metric),
                            most_unlabeled(against_twins),
                            differences_in_words(summary.results, against_twins));
  for (const Chart& chart :
       std::vector<Chart>{paired_chart(summary, metric, against_first, first),
                          paired_chart(summary, metric, against_twins, twins)}) {
    if (chart.rows > 0) charts.push_back(chart);
  }
  return charts;
}

}  // namespace costruct::experiments
