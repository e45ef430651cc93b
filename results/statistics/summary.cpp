#include "costruct/results/statistics/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/io/output_file.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/table.hpp"

namespace costruct::experiments {
namespace {

/// The mean and its error of a quantity over the finished cells of a group.
MeanAndError summarize(const CellGroup& group, const std::string& quantity) {
  std::vector<double> values;
  for (const CellResult* cell : group.cells) {
    if (const auto value = measured(*cell, quantity)) values.push_back(*value);
  }
  return mean_and_error(values);
}

TimePoint time_point(const CellGroup& group, const std::string& learner) {
  TimePoint point{learner, group.labeled, group.unlabeled, summarize(group, "train_seconds"),
                  summarize(group, "predict_seconds")};
  for (const CellResult* cell : group.cells) {
    if (cell->error.empty()) point.peak_memory = std::max(point.peak_memory, cell->peak_memory);
  }
  return point;
}

ViewPoint view_point(const CellGroup& group, const std::string& learner) {
  std::vector<std::vector<double>> errors;
  std::vector<double> disagreements;
  for (const CellResult* cell : group.cells) {
    if (!cell->error.empty()) continue;
    if (cell->view_errors.size() > errors.size()) errors.resize(cell->view_errors.size());
    for (std::size_t v = 0; v < cell->view_errors.size(); ++v)
      errors[v].push_back(cell->view_errors[v]);
    if (!std::isnan(cell->disagreement)) disagreements.push_back(cell->disagreement);
  }
  ViewPoint point{learner, group.labeled, group.unlabeled, {}, mean_and_error(disagreements)};
  for (const auto& values : errors) point.errors.push_back(mean_and_error(values));
  return point;
}

std::size_t most_views(const RunResults& results) {
  std::size_t views = 0;
  for (const CellResult& cell : results.cells) views = std::max(views, cell.view_errors.size());
  return views;
}

TableRow cells_header(const RunResults& results, std::size_t views) {
  TableRow header = {"row", "learner", "labeled", "unlabeled", "repetition"};
  header.insert(header.end(), results.metrics.begin(), results.metrics.end());
  const std::string of_views = view_metric(results.config);
  for (std::size_t v = 0; v < views; ++v) header.push_back(fmt::format("view_{}_{}", v, of_views));
  header.insert(header.end(), {"disagreement", "primal", "dual", "gap", "gap_is_estimate",
                               "train_seconds", "predict_seconds", "peak_memory", "oracle_calls",
                               "iterations", "converged", "stopped_because", "chosen", "split_hash",
                               "redraws", "error", "warnings", "notes"});
  return header;
}

TableRow cells_row(const RunResults& results, std::size_t views, const CellResult& cell) {
  TableRow row = {cell.row, cell.learner, cell.labeled, cell.unlabeled, cell.repetition};
  for (const std::string& metric : results.metrics) {
    const auto value = cell.metrics.find(metric);
    row.push_back(value == cell.metrics.end() ? TableCell("") : value->second);
  }
  for (std::size_t v = 0; v < views; ++v)
    row.push_back(v < cell.view_errors.size() ? cell.view_errors[v] : TableCell(""));
  row.insert(row.end(),
             {cell.disagreement, cell.primal, cell.dual, cell.gap, cell.gap_is_estimate,
              cell.train_seconds, cell.predict_seconds, cell.peak_memory, cell.oracle_calls,
              cell.iterations, cell.converged, cell.stopped_because,
              cell.chosen.dump(-1, ' ', false, Json::error_handler_t::replace), cell.split_hash,
              cell.redraws, cell.error, fmt::format("{}", fmt::join(cell.warnings, "; ")),
              fmt::format("{}", fmt::join(cell.notes, "; "))});
  return row;
}

}  // namespace

RunSummary::RunSummary(const RunResults& run) : results(run), groups(group_cells(run)) {
  for (const CellGroup& group : groups) {
    const std::string& learner = results.learners[group.learner];
    for (const std::string& metric : results.metrics) {
      const MeanAndError value = summarize(group, metric);
      if (value.count > 0)
        curves.push_back({learner, group.labeled, group.unlabeled, metric, value});
    }
    if (TimePoint point = time_point(group, learner); point.train.count > 0) {
      times.push_back(std::move(point));
    }
    if (ViewPoint point = view_point(group, learner);
        !point.errors.empty() || point.disagreement.count > 0) {
      views.push_back(std::move(point));
    }
  }
}

std::string curves_csv(const RunSummary& summary) {
  Table table{{"learner", "labeled", "unlabeled", "metric", "mean", "standard_error", "count"}};
  for (const CurvePoint& point : summary.curves)
    table.add({point.learner, point.labeled, point.unlabeled, point.metric, point.value.mean,
               point.value.standard_error, point.value.count});
  return csv_text(table);
}

std::string times_csv(const RunSummary& summary) {
  Table table{{"learner", "labeled", "unlabeled", "train_seconds_mean",
               "train_seconds_standard_error", "predict_seconds_mean",
               "predict_seconds_standard_error", "count", "peak_memory_max"}};
  for (const TimePoint& point : summary.times)
    table.add({point.learner, point.labeled, point.unlabeled, point.train.mean,
               point.train.standard_error, point.predict.mean, point.predict.standard_error,
               point.train.count, point.peak_memory});
  return csv_text(table);
}

std::string views_csv(const RunSummary& summary) {
  Table table{{"learner", "labeled", "unlabeled", "view", "mean", "standard_error", "count"}};
  const auto add = [&](const ViewPoint& point, const std::string& view, const MeanAndError& value) {
    table.add({point.learner, point.labeled, point.unlabeled, view, value.mean,
               value.standard_error, value.count});
  };
  for (const ViewPoint& point : summary.views) {
    for (std::size_t v = 0; v < point.errors.size(); ++v)
      add(point, std::to_string(v), point.errors[v]);
    if (point.disagreement.count > 0) add(point, "disagreement", point.disagreement);
  }
  return csv_text(table);
}

void write_curves_csv(const std::filesystem::path& file, const RunSummary& summary) {
  write_file(file, curves_csv(summary));
}

void write_times_csv(const std::filesystem::path& file, const RunSummary& summary) {
  write_file(file, times_csv(summary));
}

void write_cells_csv(const std::filesystem::path& file, const RunResults& results) {
  const std::size_t views = most_views(results);
  OutputFile out(file);
  out.write(csv_line(cells_header(results, views)));
  for (const CellResult& cell : results.cells) out.write(csv_line(cells_row(results, views, cell)));
  out.commit();
}

}  // namespace costruct::experiments
