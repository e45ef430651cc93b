#include "costruct/results/statistics/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/measures/metrics.hpp"

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

std::string cell_csv_header(const RunResults& results, std::size_t views) {
  std::string line = "row,learner,labeled,unlabeled,repetition";
  for (const std::string& metric : results.metrics) line += "," + csv_field(metric);
  const std::string of_views = view_metric(results.config);
  for (std::size_t v = 0; v < views; ++v) line += fmt::format(",view_{}_{}", v, of_views);
  return line +
         ",disagreement,primal,dual,gap,gap_is_estimate,train_seconds,predict_seconds,peak_memory,"
         "oracle_"
         "calls,iterations,"
         "converged,stopped_because,chosen,split_hash,redraws,error\n";
}

// Whether a spreadsheet would take a text for a formula. It would compute the formula, which can
// fetch or run other things.
bool starts_formula(std::string_view text) {
  if (text.empty() || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos)
    return false;
  const std::string_view digits = text.substr(text.front() == '+' ? 1 : 0);
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(number);
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

std::string csv_number(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

std::string csv_field(std::string_view text) {
  std::string field = visible_text(text);
  if (starts_formula(text)) field.insert(0, "'");
  const bool edge_space = !field.empty() && (field.front() == ' ' || field.back() == ' ');
  if (field.find_first_of(",\"") == std::string::npos && !edge_space) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string curves_csv(const RunSummary& summary) {
  std::string csv = "learner,labeled,unlabeled,metric,mean,standard_error,count\n";
  for (const CurvePoint& point : summary.curves) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{}\n", csv_field(point.learner),
                   point.labeled, point.unlabeled, csv_field(point.metric),
                   csv_number(point.value.mean), csv_number(point.value.standard_error),
                   point.value.count);
  }
  return csv;
}

std::string times_csv(const RunSummary& summary) {
  std::string csv =
      "learner,labeled,unlabeled,train_seconds_mean,train_seconds_standard_error,predict_seconds_"
      "mean,"
      "predict_seconds_standard_error,count,peak_memory_max\n";
  for (const TimePoint& point : summary.times) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{},{}\n",
                   csv_field(point.learner), point.labeled, point.unlabeled,
                   csv_number(point.train.mean), csv_number(point.train.standard_error),
                   csv_number(point.predict.mean), csv_number(point.predict.standard_error),
                   point.train.count, point.peak_memory);
  }
  return csv;
}

std::string views_csv(const RunSummary& summary) {
  std::string csv = "learner,labeled,unlabeled,view,mean,standard_error,count\n";
  const auto add = [&](const ViewPoint& point, const std::string& view, const MeanAndError& value) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{}\n", csv_field(point.learner),
                   point.labeled, point.unlabeled, view, csv_number(value.mean),
                   csv_number(value.standard_error), value.count);
  };
  for (const ViewPoint& point : summary.views) {
    for (std::size_t v = 0; v < point.errors.size(); ++v)
      add(point, std::to_string(v), point.errors[v]);
    if (point.disagreement.count > 0) add(point, "disagreement", point.disagreement);
  }
  return csv;
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
  out.write(cell_csv_header(results, views));
  std::string line;
  const auto end = std::back_inserter(line);
  for (const CellResult& cell : results.cells) {
    line.clear();
    fmt::format_to(end, "{},{},{},{},{}", cell.row, csv_field(cell.learner), cell.labeled,
                   cell.unlabeled, cell.repetition);
    for (const std::string& metric : results.metrics) {
      const auto value = cell.metrics.find(metric);
      fmt::format_to(end, ",{}", value == cell.metrics.end() ? "" : csv_number(value->second));
    }
    for (std::size_t v = 0; v < views; ++v) {
      fmt::format_to(end, ",{}",
                     v < cell.view_errors.size() ? csv_number(cell.view_errors[v]) : "");
    }
    for (const double value : {cell.disagreement, cell.primal, cell.dual, cell.gap})
      fmt::format_to(end, ",{}", csv_number(value));
    fmt::format_to(end, ",{},{},{}", cell.gap_is_estimate, csv_number(cell.train_seconds),
                   csv_number(cell.predict_seconds));
    const std::string chosen = cell.chosen.dump(-1, ' ', false, Json::error_handler_t::replace);
    fmt::format_to(end, ",{},{},{},{},{},{},{},{},{}\n", cell.peak_memory, cell.oracle_calls,
                   cell.iterations, cell.converged, csv_field(cell.stopped_because),
                   csv_field(chosen), csv_field(cell.split_hash), cell.redraws,
                   csv_field(cell.error));
    out.write(line);
  }
  out.commit();
}

}  // namespace costruct::experiments
