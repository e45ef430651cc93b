// A run in numbers: means over repetitions, and CSV files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"
#include "costruct/results/statistics/run_results.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// The mean of a metric over the finished repetitions of a learner at one labeled and unlabeled
/// size.
struct CurvePoint {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  std::string metric;
  MeanAndError value;
};

/// Seconds and memory of a learner at one labeled and unlabeled size.
struct TimePoint {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  MeanAndError train, predict;
  std::int64_t peak_memory = 0;  ///< bytes, the largest of all repetitions; 0: not known
};

/// What a learner's views do alone at one labeled and unlabeled size.
struct ViewPoint {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  std::vector<MeanAndError> errors;  ///< view_metric() of each view; empty where there is one view
  MeanAndError disagreement;         ///< count 0: there is none
};

/// A run, its cells grouped and averaged once for everything that reports on it. Points are ordered
/// by learner and metric as in the config, sizes ascending (learner, labeled, unlabeled, metric).
/// Failed cells do not count; where all repetitions failed there is no point.
struct RunSummary {
  /// Implicit on purpose: what takes a summary takes a run as well. The run must outlive the
  /// summary.
  RunSummary(const RunResults& run);

  const RunResults& results;
  std::vector<CellGroup> groups;
  std::vector<CurvePoint> curves;
  std::vector<TimePoint> times;
  std::vector<ViewPoint> views;  ///< only where some cell has view errors or a disagreement
};

/// CSV as in RFC 4180, with a header line, "\n" at line ends and numbers that read back to the same
/// double; "nan" where a number is not defined (the standard error of one repetition).
///   curves  learner, labeled, unlabeled, metric, mean, standard_error, count: nothing measured by
///   a clock times   learner, labeled, unlabeled, train_seconds_mean, train_seconds_standard_error,
///           predict_seconds_mean, predict_seconds_standard_error, count, peak_memory_max
///   views   learner, labeled, unlabeled, view (from 0; "disagreement"), mean, standard_error,
///   count cells   all of every CellResult, its row in the store first; written as it goes,
///   whatever the size
std::string curves_csv(const RunSummary& summary);
std::string times_csv(const RunSummary& summary);
std::string views_csv(const RunSummary& summary);
void write_curves_csv(const std::filesystem::path& file, const RunSummary& summary);
void write_times_csv(const std::filesystem::path& file, const RunSummary& summary);
void write_cells_csv(const std::filesystem::path& file, const RunResults& results);

/// A field of a CSV file, quoted where it has to be.
std::string csv_field(std::string_view text);
/// The shortest text that reads back to the same double; "nan" for all that are none.
std::string csv_number(double value);

}  // namespace costruct::experiments
