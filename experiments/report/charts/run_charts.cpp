#include "costruct/experiments/report/charts/run_charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/report/charts/report_selection.hpp"

namespace costruct::experiments {
namespace {

std::vector<Chart> metric_charts(const RunSummary& summary, std::size_t metric) {
  const std::string& name = summary.results.metrics[metric];
  // Ids become names of files; a metric we know has a good one.
  const std::string id = find_metric(name) ? name : fmt::format("metric-{}", metric);
  std::vector<ChartRow> rows;
  for (const CurvePoint& point : summary.curves) {
    if (point.metric != name) continue;
    rows.push_back({point.learner, point.labeled, point.unlabeled, point.value.mean,
                    point.value.standard_error, point.value.count});
  }
  return charts_of({id, name, summary.results.learners}, rows);
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
  // Over unlabeled sizes where there are several: disagreement is what unlabeled data is to lower.
  std::vector<Chart> charts = charts_of({"disagreement", "disagreement", summary.results.learners}, rows);
  const auto over_unlabeled = [](const Chart& chart) { return chart.id == "disagreement-over-unlabeled"; };
  if (std::any_of(charts.begin(), charts.end(), over_unlabeled)) {
    std::erase_if(charts, [&](const Chart& chart) { return !over_unlabeled(chart); });
  }
  return charts;
}

}  // namespace

RunCharts charts_of_run(const RunSummary& summary) {
  RunCharts charts;
  for (std::size_t i = 0; i < summary.results.metrics.size(); ++i) {
    charts.metrics.push_back(metric_charts(summary, i));
  }
  charts.times = time_charts(summary);
  charts.disagreement = disagreement_charts(summary);
  charts.selection = selection_charts(summary.results);
  return charts;
}

}  // namespace costruct::experiments
