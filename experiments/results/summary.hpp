// A run in numbers: means over repetitions, CSV files, the table in the terminal.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/experiments/results/run_results.hpp"
#include "costruct/experiments/results/statistics.hpp"

namespace costruct::experiments {

/// The mean of a metric over the finished repetitions of a learner at one labeled and unlabeled size.
struct CurvePoint {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  std::string metric;
  MeanAndError value;
};

/// Seconds of a learner at one labeled and unlabeled size.
struct TimePoint {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  MeanAndError train, predict;
};

/// Ordered by learner and metric as in the config, sizes ascending (learner, labeled, unlabeled, metric).
/// Failed cells do not count; where all repetitions failed there is no point.
std::vector<CurvePoint> curve_points(const RunResults& results);
std::vector<TimePoint> time_points(const RunResults& results);

/// CSV as in RFC 4180, with a header line, "\n" at line ends and numbers that read back to the same double;
/// "nan" where a number is not defined (the standard error of one repetition).
///   curves  learner, labeled, unlabeled, metric, mean, standard_error, count: nothing measured by a clock
///   times   learner, labeled, unlabeled, train_seconds_mean, train_seconds_standard_error, predict_...,
///   count cells   all of every CellResult
std::string curves_csv(const RunResults& results);
std::string times_csv(const RunResults& results);
void write_curves_csv(const std::filesystem::path& file, const RunResults& results);
void write_times_csv(const std::filesystem::path& file, const RunResults& results);
void write_cells_csv(const std::filesystem::path& file, const RunResults& results);

/// A field of a CSV file, quoted where it has to be.
std::string csv_field(std::string_view text);

/// The table at the end of `run`: mean +- standard error, learners as columns (in blocks where they do not
/// fit the width), sizes as rows, the best mean of a row marked with *; then the verdicts, and the cells that
/// failed.
std::string terminal_table(const RunResults& results, Index width = 100);

}  // namespace costruct::experiments
