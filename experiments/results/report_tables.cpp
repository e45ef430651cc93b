#include "costruct/experiments/results/report_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "costruct/experiments/results/html.hpp"
#include "costruct/experiments/results/html_table.hpp"
#include "costruct/experiments/results/metrics.hpp"

namespace costruct::experiments {
namespace {

std::string compact(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void flatten(const Json& json, const std::string& path,
             std::vector<std::pair<std::string, std::string>>& rows) {
  if (json.is_object() && !json.empty()) {
    for (const auto& [key, value] : json.items()) flatten(value, path.empty() ? key : path + "." + key, rows);
    return;
  }
  rows.push_back({path, compact(json)});
}

}  // namespace

std::string metric_table(const RunResults& results, const std::vector<CurvePoint>& points,
                         const std::string& metric) {
  std::map<Sizes, std::map<std::string, MeanAndError>> rows;
  for (const CurvePoint& point : points) {
    if (point.metric == metric) rows[{point.labeled, point.unlabeled}][point.learner] = point.value;
  }
  const MetricEntry* entry = find_metric(metric);
  const bool higher_is_better = entry && entry->higher_is_better;
  std::vector<std::string> columns = {"labeled", "unlabeled"};
  columns.insert(columns.end(), results.learners.begin(), results.learners.end());
  columns.push_back("repetitions");
  HtmlTable table(metric + ", mean ± standard error" +
                      (results.learners.size() > 1
                           ? std::string(higher_is_better ? ", the highest in bold" : ", the lowest in bold")
                           : ""),
                  columns, std::vector<bool>(columns.size(), true), rows.size());
  for (const auto& [sizes, values] : rows) {
    if (table.full()) break;
    double best = NAN;
    Index fewest = 0, most = 0;
    for (const auto& [learner, value] : values) {
      if (std::isnan(best) || (higher_is_better ? value.mean > best : value.mean < best)) best = value.mean;
      fewest = most == 0 ? value.count : std::min(fewest, value.count);
      most = std::max(most, value.count);
    }
    table.begin_row();
    table.text(std::to_string(sizes.first));
    table.text(std::to_string(sizes.second));
    for (const std::string& learner : results.learners) {
      const auto value = values.find(learner);
      if (value == values.end()) {
        table.text("–");
      } else if (results.learners.size() > 1 && value->second.mean == best) {
        table.cell("<span class=\"best\">" + with_error(value->second, "{:.4f}") + "</span>");
      } else {
        table.cell(with_error(value->second, "{:.4f}"));
      }
    }
    table.text(fewest == most ? std::to_string(most) : fmt::format("{} to {}", fewest, most));
    table.end_row();
  }
  return table.finish(rows.size());
}

std::string time_table(const std::vector<TimePoint>& points) {
  HtmlTable table("Seconds, mean ± standard error",
                  {"learner", "labeled", "unlabeled", "training", "prediction", "repetitions"},
                  {false, true, true, true, true, true}, points.size());
  for (const TimePoint& point : points) {
    if (table.full()) break;
    table.begin_row();
    table.text(point.learner);
    table.text(std::to_string(point.labeled));
    table.text(std::to_string(point.unlabeled));
    table.cell(with_error(point.train, "{:.3g}"));
    table.cell(with_error(point.predict, "{:.3g}"));
    table.text(std::to_string(point.train.count));
    table.end_row();
  }
  return table.finish(points.size());
}

std::string selection_table(const std::vector<SelectionRow>& selection) {
  HtmlTable table(
      "Mean of the metric for each value tried, on draws of their own; the choice in bold",
      {"learner", "labeled", "unlabeled", "parameters", "metric", "mean ± std. error", "draws", "chosen"},
      {false, true, true, false, false, true, true, false}, selection.size());
  for (const SelectionRow& row : selection) {
    if (table.full()) break;
    table.begin_row();
    table.text(row.learner);
    table.text(std::to_string(row.labeled));
    table.text(std::to_string(row.unlabeled));
    table.text(compact(row.parameters));
    table.text(row.metric);
    const std::string value = with_error({row.count, row.mean, row.standard_error}, "{:.4f}");
    table.cell(row.chosen ? "<span class=\"best\">" + value + "</span>" : value);
    table.text(std::to_string(row.count));
    table.text(row.chosen ? "chosen" : "");
    table.end_row();
  }
  return table.finish(selection.size());
}

std::string failure_table(const RunResults& results) {
  std::vector<const CellResult*> failed;
  for (const CellResult& cell : results.cells) {
    if (!cell.error.empty()) failed.push_back(&cell);
  }
  HtmlTable table("Cells that failed", {"learner", "labeled", "unlabeled", "repetition", "error"},
                  {false, true, true, true, false}, failed.size());
  for (const CellResult* cell : failed) {
    if (table.full()) break;
    table.begin_row();
    table.text(cell->learner);
    table.text(std::to_string(cell->labeled));
    table.text(std::to_string(cell->unlabeled));
    table.text(std::to_string(cell->repetition));
    table.text(cell->error);
    table.end_row();
  }
  return table.finish(failed.size());
}

std::string provenance_table(const Json& provenance) {
  std::vector<std::pair<std::string, std::string>> rows;
  flatten(provenance, "", rows);
  HtmlTable table("Where the numbers come from", {"what", "value"}, {false, false}, 0);
  for (const auto& [key, value] : rows) {
    if (table.full()) break;
    table.begin_row();
    table.text(key);
    table.text(value);
    table.end_row();
  }
  return table.finish(rows.size());
}

}  // namespace costruct::experiments
