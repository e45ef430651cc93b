#include "costruct/report/charts/run_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "costruct/report/charts/paired_charts.hpp"
#include "costruct/report/charts/report_labeled.hpp"
#include "costruct/report/charts/report_selection.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/far_draws.hpp"
#include "costruct/results/statistics/pairing.hpp"

namespace costruct::experiments {
namespace {

/// The means of a metric, with the number of far draws in each.
std::vector<ChartRow> rows_of_metric(const RunSummary& summary, const std::string& metric) {
  std::map<std::pair<std::string, Sizes>, Index> far;
  for (const FarDraw& draw : far_draws(summary.results, summary.groups, metric))
    ++far[{draw.learner, {draw.labeled, draw.unlabeled}}];
  std::vector<ChartRow> rows;
  for (const CurvePoint& point : summary.curves) {
    if (point.metric != metric) continue;
    const auto hidden = far.find({point.learner, {point.labeled, point.unlabeled}});
    rows.push_back({point.learner, point.labeled, point.unlabeled, point.value.mean,
                    point.value.standard_error, point.value.count,
                    hidden == far.end() ? 0 : hidden->second});
  }
  return rows;
}

ChartSubject subject_of(const RunSummary& summary, const std::string& id,
                        const std::string& metric) {
  ChartSubject subject{id, metric, summary.results.learners,
                       find_metric_of_run(summary.results.config, metric)};
  subject.levels = summary.results.supervised;
  return subject;
}

std::vector<Chart> metric_charts(const RunSummary& summary, std::size_t metric) {
  const std::string& name = summary.results.metrics[metric];
  // Ids become file names; known metrics have suitable names.
  const std::string id =
      find_metric_of_run(summary.results.config, name) ? name : fmt::format("metric-{}", metric);
  std::vector<Chart> charts =
      charts_of(subject_of(summary, id, name), rows_of_metric(summary, name));
  for (Chart& chart : paired_charts(summary, name, id)) charts.push_back(std::move(chart));
  return charts;
}

/// Whether every labeled size occurs with every unlabeled size.
bool is_grid(const std::vector<ChartRow>& rows) {
  std::set<Sizes> sizes;
  std::set<Index> labeled, unlabeled;
  for (const ChartRow& row : rows) {
    sizes.insert({row.labeled, row.unlabeled});
    labeled.insert(row.labeled);
    unlabeled.insert(row.unlabeled);
  }
  return sizes.size() == labeled.size() * unlabeled.size();
}

/// A metric in one picture that fits a screen. It shows each learner once over the labeled sizes,
/// with its most unlabeled examples. If there is one labeled size, it is over the unlabeled sizes.
/// Pairs of sizes that form no grid have one picture for each of the lines that charts_of() finds.
std::vector<Chart> answer_charts(const RunSummary& summary) {
  if (summary.results.metrics.empty()) return {};
  const std::string& metric = summary.results.metrics.front();
  std::map<std::pair<std::string, Index>, ChartRow> largest;
  const std::vector<ChartRow> all = rows_of_metric(summary, metric);
  std::set<Index> labeled;
  for (const ChartRow& row : all) {
    largest[{row.learner, row.labeled}] = row;  // sizes ascend
    labeled.insert(row.labeled);
  }
  std::vector<ChartRow> rows;
  for (const auto& [key, row] : largest) rows.push_back(row);
  ChartSubject subject = subject_of(summary, "answer", metric);
  for (const ChartRow& row : all) {
    const bool has_more = largest.at({row.learner, row.labeled}).unlabeled > 0;
    if (row.unlabeled == 0 && has_more && is_given_unlabeled(summary.results, row.learner))
      subject.thin.push_back(row);
  }
  const bool grid = is_grid(all);
  if (!grid) subject.thin.clear();
  std::vector<Chart> charts = charts_of(subject, labeled.size() > 1 && grid ? rows : all);
  if (charts.size() > 1 && grid) charts.resize(1);
  for (Chart& chart : charts) {
    if (chart.spec.contains("width")) chart.spec["width"] = 560;
  }
  return charts;
}

std::vector<Chart> time_charts(const RunSummary& summary) {
  std::vector<ChartRow> rows;
  for (const TimePoint& point : summary.times) {
    rows.push_back({point.learner, point.labeled, point.unlabeled, point.train.mean,
                    point.train.standard_error, point.train.count});
  }
  ChartSubject subject{"train-seconds", "training seconds", summary.results.learners};
  subject.logarithmic = subject.growth = true;
  return charts_of(subject, rows);
}

std::vector<Chart> disagreement_charts(const RunSummary& summary) {
  std::vector<ChartRow> rows;
  for (const ViewPoint& point : summary.views) {
    if (point.disagreement.count == 0) continue;
    rows.push_back({point.learner, point.labeled, point.unlabeled, point.disagreement.mean,
                    point.disagreement.standard_error, point.disagreement.count});
  }
  // Over unlabeled sizes if there are several, because unlabeled data should lower disagreement.
  std::vector<Chart> charts =
      charts_of({"disagreement", "disagreement", summary.results.learners}, rows);
  const auto over_unlabeled = [](const Chart& chart) {
    return chart.id == "disagreement-over-unlabeled";
  };
  if (std::any_of(charts.begin(), charts.end(), over_unlabeled)) {
    std::erase_if(charts, [&](const Chart& chart) { return !over_unlabeled(chart); });
  }
  return charts;
}

}  // namespace

RunCharts charts_of_run(const RunSummary& summary) {
  RunCharts charts;
  charts.answer = answer_charts(summary);
  for (std::size_t i = 0; i < summary.results.metrics.size(); ++i) {
    charts.metrics.push_back(metric_charts(summary, i));
  }
  charts.times = time_charts(summary);
  charts.disagreement = disagreement_charts(summary);
  charts.selection = selection_charts(summary.results);
  charts.labeled = labeled_charts(summary);
  return charts;
}

}  // namespace costruct::experiments
