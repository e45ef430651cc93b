#include "costruct/report/charts/labeled_chart.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {

MeanAndError labeled_parts(const CellGroup& group) {
  std::vector<double> parts;
  for (const CellResult* cell : group.cells) {
    if (cell->error.empty() && cell->labeled_sample)
      parts.push_back(static_cast<double>(cell->labeled_sample->parts));
  }
  return mean_and_error(parts);
}

std::vector<Chart> labeled_charts(const RunSummary& summary) {
  const RunResults& results = summary.results;
  if (results.metrics.empty()) return {};
  const std::string& metric = results.metrics.front();
  std::map<std::string, Index> most;  // the largest unlabeled size
  std::map<std::pair<std::string, Sizes>, Index> parts;
  for (const CellGroup& group : summary.groups) {
    const MeanAndError mean = labeled_parts(group);
    if (mean.count == 0) continue;
    const std::string& learner = results.learners[group.learner];
    parts[{learner, {group.labeled, group.unlabeled}}] =
        static_cast<Index>(std::llround(mean.mean));
    most[learner] = std::max(most[learner], group.unlabeled);
  }
  std::vector<ChartRow> rows;
  std::set<Index> sizes;
  for (const CurvePoint& point : summary.curves) {
    const auto at = parts.find({point.learner, {point.labeled, point.unlabeled}});
    if (point.metric != metric || at == parts.end() || point.unlabeled != most[point.learner])
      continue;
    // One unlabeled size for all: the axis of the other sizes is not drawn.
    rows.push_back({point.learner, at->second, 0, point.value.mean, point.value.standard_error,
                    point.value.count});
    sizes.insert(point.labeled);
  }
  if (sizes.size() < 2) return {};
  ChartSubject subject{"labeled-parts", metric, results.learners,
                       find_metric_of_run(results.config, metric)};
  subject.labeled_unit = "parts";
  return charts_of(subject, rows);
}

}  // namespace costruct::experiments
