#include "costruct/experiments/results/summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/results/cell_groups.hpp"

namespace costruct::experiments {
namespace {

/// Mean and error of a quantity over the finished cells of a group.
MeanAndError summarize(const CellGroup& group, const std::string& quantity) {
  std::vector<double> values;
  for (const CellResult* cell : group.cells) {
    if (const auto value = measured(*cell, quantity)) values.push_back(*value);
  }
  return mean_and_error(values);
}

/// The shortest text that reads back to the same double; "nan" for all that are none.
std::string number(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

std::string cell_csv_header(const RunResults& results) {
  std::string line = "learner,labeled,unlabeled,repetition";
  for (const std::string& metric : results.metrics) line += "," + csv_field(metric);
  return line +
         ",train_seconds,predict_seconds,oracle_calls,converged,stopped_because,chosen,split_hash,redraws,"
         "error\n";
}

}  // namespace

std::vector<CurvePoint> curve_points(const RunResults& results) {
  std::vector<CurvePoint> points;
  for (const CellGroup& group : group_cells(results)) {
    for (const std::string& metric : results.metrics) {
      const MeanAndError value = summarize(group, metric);
      if (value.count == 0) continue;
      points.push_back({results.learners[group.learner], group.labeled, group.unlabeled, metric, value});
    }
  }
  return points;
}

std::vector<TimePoint> time_points(const RunResults& results) {
  std::vector<TimePoint> points;
  for (const CellGroup& group : group_cells(results)) {
    const MeanAndError train = summarize(group, "train_seconds");
    if (train.count == 0) continue;
    points.push_back({results.learners[group.learner], group.labeled, group.unlabeled, train,
                      summarize(group, "predict_seconds")});
  }
  return points;
}

std::string csv_field(std::string_view text) {
  const bool edge_space = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (text.find_first_of(",\"\r\n") == std::string_view::npos && !edge_space) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string curves_csv(const RunResults& results) {
  std::string csv = "learner,labeled,unlabeled,metric,mean,standard_error,count\n";
  for (const CurvePoint& point : curve_points(results)) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{}\n", csv_field(point.learner), point.labeled,
                   point.unlabeled, csv_field(point.metric), number(point.value.mean),
                   number(point.value.standard_error), point.value.count);
  }
  return csv;
}

std::string times_csv(const RunResults& results) {
  std::string csv =
      "learner,labeled,unlabeled,train_seconds_mean,train_seconds_standard_error,predict_seconds_mean,"
      "predict_seconds_standard_error,count\n";
  for (const TimePoint& point : time_points(results)) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{}\n", csv_field(point.learner),
                   point.labeled, point.unlabeled, number(point.train.mean),
                   number(point.train.standard_error), number(point.predict.mean),
                   number(point.predict.standard_error), point.train.count);
  }
  return csv;
}

void write_curves_csv(const std::filesystem::path& file, const RunResults& results) {
  write_file(file, curves_csv(results));
}

void write_times_csv(const std::filesystem::path& file, const RunResults& results) {
  write_file(file, times_csv(results));
}

void write_cells_csv(const std::filesystem::path& file, const RunResults& results) {
  std::string csv = cell_csv_header(results);
  for (const CellResult& cell : results.cells) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},{}", csv_field(cell.learner), cell.labeled,
                   cell.unlabeled, cell.repetition);
    for (const std::string& metric : results.metrics) {
      const auto value = cell.metrics.find(metric);
      csv += "," + (value == cell.metrics.end() ? "" : number(value->second));
    }
    const std::string chosen = cell.chosen.dump(-1, ' ', false, Json::error_handler_t::replace);
    fmt::format_to(std::back_inserter(csv), ",{},{},{},{},{},{},{},{},{}\n", number(cell.train_seconds),
                   number(cell.predict_seconds), cell.oracle_calls, cell.converged,
                   csv_field(cell.stopped_because), csv_field(chosen), csv_field(cell.split_hash),
                   cell.redraws, csv_field(cell.error));
  }
  write_file(file, csv);
}

}  // namespace costruct::experiments
