// Summarizes a run: means over the repetitions, and CSV files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
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

/// The errors of a learner's single views at one labeled and unlabeled size.
struct ViewPoint {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  std::vector<MeanAndError> errors;  ///< view_metric() of each view; empty for one view
  MeanAndError disagreement;         ///< count 0: not defined
};

/// A run with its cells grouped and averaged once, for all reports. Points are in the order of the
/// config by learner and metric, and by ascending sizes (learner, labeled, unlabeled, metric).
/// Failed cells do not count. Sizes where all repetitions failed have no point.
struct RunSummary {
  /// Implicit on purpose: you can pass a run to a function that takes a summary. The run must
  /// outlive the summary.
  RunSummary(const RunResults& run);

  const RunResults& results;
  std::vector<CellGroup> groups;
  std::vector<CurvePoint> curves;
  std::vector<TimePoint> times;
  std::vector<ViewPoint> views;  ///< only if some cell has view errors or a disagreement
};

/// CSV files as in RFC 4180, with a header line and "\n" at line ends. Numbers read back to the
/// same double. "nan" stands for a number that is not defined (the standard error of one
/// repetition).
///   curves  learner, labeled, unlabeled, metric, mean, standard_error, count;
///           no measured times
///   times   learner, labeled, unlabeled, train_seconds_mean, train_seconds_standard_error,
///           predict_seconds_mean, predict_seconds_standard_error, count, peak_memory_max
///   views   learner, labeled, unlabeled, view, mean, standard_error, count;
///           `view` is a number from 0, or "disagreement"
///   cells   the fields of every CellResult, its row in the store first, without drawn_by,
///           extremes, decoding_gaps and labeled_sample; of its metrics those in results.metrics.
///           They are written in pieces, so that memory does not grow with the number of cells
/// The functions that write throw OutputError if the file cannot be written.
std::string curves_csv(const RunSummary& summary);
std::string times_csv(const RunSummary& summary);
std::string views_csv(const RunSummary& summary);
void write_curves_csv(const std::filesystem::path& file, const RunSummary& summary);
void write_times_csv(const std::filesystem::path& file, const RunSummary& summary);
void write_cells_csv(const std::filesystem::path& file, const RunResults& results);

}  // namespace costruct::experiments
