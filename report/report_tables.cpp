#include "costruct/report/report_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/gaps.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

/// The means of a metric at one size, by learner.
using SizeRow = std::map<std::string, MeanAndError>;

/// The learner that is significantly better than each other one, by sizes.
std::map<Sizes, std::string> winners_by_sizes(const RunSummary& summary,
                                              const std::string& metric) {
  std::map<Sizes, std::string> winners;
  for (const Standing& standing : standings_by_sizes(summary.results, summary.groups, metric)) {
    if (standing.has_winner())
      winners[{standing.labeled, standing.unlabeled}] =
          summary.results.learners[standing.contenders.front().learner];
  }
  return winners;
}

std::string repetitions_text(const SizeRow& row) {
  const auto fewer = [](const auto& a, const auto& b) { return a.second.count < b.second.count; };
  const auto [fewest, most] = std::minmax_element(row.begin(), row.end(), fewer);
  if (fewest->second.count == most->second.count) return std::to_string(most->second.count);
  return fmt::format("{} to {}", fewest->second.count, most->second.count);
}

std::string interval_text(const MeanAndError& value, const Json& config,
                          const std::string& metric) {
  auto interval = confidence_interval(value);
  if (!interval) return "";
  interval = within_range(*interval, find_metric_of_run(config, metric));
  const char* format = metric_format(config, metric);
  return fmt::format("<br><span class=\"interval\">{} to {}</span>",
                     number_text(interval->low, format), number_text(interval->high, format));
}

std::string metric_caption(const std::string& metric, bool compared) {
  const std::string bold =
      compared
          ? fmt::format(
                "; in bold what is better than all others of its row (p after Holm below {:g})",
                kAnswerLevel)
          : "";
  return readable_name(metric) + ": mean ± standard error, below it the 95 % interval of the mean" +
         bold;
}

/// Seconds with as many decimals as two digits of their error need.
std::string seconds_text(const MeanAndError& value) {
  const double error = value.standard_error;
  if (std::isnan(error) || error <= 0 || !std::isfinite(error))
    return number_text(value.mean, "{:.3g}");
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 0, 9);
  return with_error(value, fmt::format("{{:.{}f}}", decimals).c_str());
}

std::string memory_text(std::int64_t bytes) {
  if (bytes <= 0) return "–";
  const double mebibytes = static_cast<double>(bytes) / (1 << 20);
  if (mebibytes < 10) return fmt::format("{:.1f} MiB", mebibytes);
  return mebibytes < 10240 ? fmt::format("{:.0f} MiB", mebibytes)
                           : fmt::format("{:.1f} GiB", mebibytes / 1024);
}

}  // namespace

std::string metric_table(const RunSummary& summary, const std::string& metric,
                         const CellMarks& marks) {
  const std::vector<std::string>& learners = summary.results.learners;
  std::map<Sizes, SizeRow> rows;
  for (const CurvePoint& point : summary.curves) {
    if (point.metric == metric) rows[{point.labeled, point.unlabeled}][point.learner] = point.value;
  }
  const bool compared = learners.size() > 1;
  const std::map<Sizes, std::string> winners = winners_by_sizes(summary, metric);
  const Json& config = summary.results.config;
  const char* format = metric_format(config, metric);
  std::vector<TableColumn> columns = {"labeled", "unlabeled"};
  const std::vector<std::string> names = readable_names(learners);
  columns.insert(columns.end(), names.begin(), names.end());
  columns.push_back("repetitions");
  Table table{columns, metric_caption(metric, compared), 2};
  for (const auto& [sizes, values] : rows) {
    const auto winner = winners.find(sizes);
    TableRow row = {sizes.first, sizes.second};
    for (const std::string& learner : learners) {
      const auto value = values.find(learner);
      if (value == values.end()) {
        row.push_back("–");
        continue;
      }
      const std::string mean = with_error(value->second, format);
      std::string below;
      for (const Index unlabeled : {sizes.second, kAnyUnlabeled}) {
        const auto mark = marks.find({learner, {sizes.first, unlabeled}});
        if (mark != marks.end()) below += "<br>" + mark->second;
      }
      row.push_back(html_cell((winner != winners.end() && winner->second == learner
                                   ? "<span class=\"best\">" + mean + "</span>"
                                   : mean) +
                              interval_text(value->second, config, metric) + below));
    }
    row.push_back(repetitions_text(values));
    table.add(std::move(row));
  }
  return html_table(table);
}

std::string time_table(const RunSummary& summary) {
  const std::vector<TimePoint>& points = summary.times;
  const LearnerNames names(summary.results.learners);
  Table table{
      {text_column("learner"), "labeled", "unlabeled", "training", "prediction", "peak memory",
       "repetitions"},
      "Seconds, mean ± standard error; the most memory the process held meanwhile, cells beside "
      "it included"};
  for (const TimePoint& point : points)
    table.add({names(point.learner), point.labeled, point.unlabeled,
               html_cell(seconds_text(point.train)), html_cell(seconds_text(point.predict)),
               memory_text(point.peak_memory), point.train.count});
  return html_table(table);
}

std::string growth_table(const std::vector<Chart>& charts, const LearnerNames& names) {
  std::size_t fits = 0;
  for (const Chart& chart : charts) fits += chart.fits.size();
  if (fits == 0) return "";
  Table table{
      {text_column("learner"), text_column("size"), text_column("at"), "points", "a", "exponent b",
       "95 % interval of b"},
      "Power laws through the means, seconds = a · size^b, by least squares in the logarithms"};
  for (const Chart& chart : charts) {
    for (const GrowthFit& fit : chart.fits)
      table.add({names(fit.learner), fit.along, fit.where.empty() ? "–" : fit.where, fit.law.points,
                 number_text(fit.law.factor, "{:.2g}"), number_text(fit.law.exponent, "{:.2f}"),
                 fmt::format("{:.2f} to {:.2f}", fit.law.interval.low, fit.law.interval.high)});
  }
  return html_table(table);
}

std::string views_table(const RunSummary& summary, const std::string& metric) {
  const std::vector<ViewPoint>& points = summary.views;
  if (points.empty()) return "";
  const LearnerNames names(summary.results.learners);
  std::size_t views = 0;
  for (const ViewPoint& point : points) views = std::max(views, point.errors.size());
  std::vector<TableColumn> columns = {text_column("learner"), "labeled", "unlabeled"};
  for (std::size_t v = 0; v < views; ++v) columns.push_back(fmt::format("view {}", v));
  columns.push_back("disagreement");
  const std::string what =
      metric +
      " of each view alone, and by how much two views differ on unlabeled examples: the "
      "share of parts, of numbers the scaled root mean square";
  Table table{columns, what + "; mean ± standard error"};
  for (const ViewPoint& point : points) {
    TableRow row = {names(point.learner), point.labeled, point.unlabeled};
    for (std::size_t v = 0; v < views; ++v)
      row.push_back(
          html_cell(v < point.errors.size() ? with_error(point.errors[v], "{:.4f}") : "–"));
    row.push_back(html_cell(with_error(point.disagreement, "{:.4f}")));
    table.add(std::move(row));
  }
  return html_table(table);
}

std::string gap_table(const RunResults& results) {
  const std::vector<LearnerGaps> all = gaps_of(results);
  if (all.empty()) return "";
  const LearnerNames names(results.learners);
  Table table{{text_column("learner"), "cells", "converged", "largest gap", text_column("worth")},
              "Relative duality gaps of the fits, (primal - dual) / |primal|"};
  for (const LearnerGaps& gaps : all)
    table.add({names(gaps.learner), gaps.cells, gaps.converged, number_text(gaps.largest, "{:.2g}"),
               gaps.estimates == 0 ? "certificate" : estimate_text(gaps)});
  return html_table(table);
}

std::string decodings_table(const RunResults& results) {
  const std::vector<LearnerDecodings> all = decodings_of(results);
  if (all.empty()) return "";
  const LearnerNames names(results.learners);
  Table table{{text_column("learner"), "predictions", "exact", "mean gap", "largest gap"},
              "Gaps of the scored predictions: (bound - score) / max(|bound|, |score|). No output "
              "scores above the bound. A prediction without a gap is the best output"};
  for (const auto& [learner, gaps] : all)
    table.add({names(learner), gaps.decodings, gaps.exact, number_text(gaps.mean(), "{:.2g}"),
               number_text(gaps.largest, "{:.2g}")});
  return html_table(table);
}

std::string failure_table(const RunResults& results) {
  std::vector<const CellResult*> failed;
  for (const CellResult& cell : results.cells) {
    if (!cell.error.empty()) failed.push_back(&cell);
  }
  const LearnerNames names(results.learners);
  Table table{
      {"row", text_column("learner"), "labeled", "unlabeled", "repetition", text_column("error")},
      "Cells that failed"};
  for (const CellResult* cell : failed)
    table.add({cell->row > 0 ? std::to_string(cell->row) : "–", names(cell->learner), cell->labeled,
               cell->unlabeled, cell->repetition, cell->error});
  return html_table(table);
}

}  // namespace costruct::experiments
