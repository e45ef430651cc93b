// What a sweep produces, cell by cell, and what everything that reports on it reads.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"
#include "costruct/results/statistics/extreme_outputs.hpp"

namespace costruct::experiments {

/// A labeled and an unlabeled size.
using Sizes = std::pair<Index, Index>;

/// One finished cell: one learner at one labeled and unlabeled size in one repetition. NaN: there
/// is none.
struct CellResult {
  std::string learner;  ///< the name of its entry in the config
  Index labeled = 0, unlabeled = 0;
  Index repetition = 0;  ///< from 0
  std::map<std::string, double> metrics;
  std::vector<double>
      view_errors;              ///< view_metric() of each view alone; empty where there is one view
  double disagreement = kNone;  ///< share of unlabeled parts on which two views differ, mean over
                                ///< pairs; of numbers, see number_disagreement()
  double primal = kNone, dual = kNone, gap = kNone;  ///< of the fit, see FitReport
  bool gap_is_estimate = false;  ///< decoding was greedy: the gap is no certificate
  double train_seconds = 0, predict_seconds = 0;
  std::int64_t peak_memory =
      0;  ///< bytes resident in the process while the cell ran, neighbours included
  Index oracle_calls = 0, iterations = 0;
  bool converged = false;
  std::string stopped_because;
  Json chosen = Json::object();  ///< parameters set by `select`
  std::string split_hash;        ///< 16 hexadecimal digits; equal for all learners of a draw
  /// On a page of several runs: cells of runs that drew otherwise have another number, and what
  /// they share by their repetition is no pair.
  Index drawn_by = 0;
  Index redraws = 0;  ///< draws rejected because a label was missing
  std::string error;  ///< empty, or why the cell failed
  Index row = 0;      ///< its number in the store, from 1; 0 outside one
  /// Kept in the first repetition of curves, where the format of the data draws outputs; else null.
  std::shared_ptr<const ExtremeOutputs> extremes;

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
};

/// The mean of a metric for each value that `select` tried.
struct SelectionRow {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  Json parameters = Json::object();
  std::string metric;
  double mean = 0;  ///< over all draws and sizes that the choice is for
  /// Over draws: the sizes of one draw share its examples, and count as one, by their mean.
  double standard_error = 0;
  Index count = 0;  ///< draws
  bool chosen = false;
};

/// A whole run.
struct RunResults {
  std::string name, source;
  std::vector<std::string> learners;  ///< in the order of the config
  std::vector<std::string>
      metrics;  ///< in the order of the config; the first is the one selection uses
  std::vector<std::string> tests;  ///< significance tests named in the config; may be empty
  std::vector<CellResult> cells;   ///< ordered by learner, labeled, unlabeled, repetition
  Index planned = 0;               ///< cells that the run asks for, finished or not; 0: not known
  std::vector<SelectionRow> selection;
  /// Learners with one result for each labeled size, which stands in the cell of every unlabeled
  /// size: they are given no unlabeled example, and all of these cells score the same ones.
  /// Statistics count it once.
  std::vector<std::string> supervised;
  /// Learners that are given no unlabeled example, whatever is scored: those of `supervised`, and
  /// where the unlabeled examples themselves are scored those that would be. Empty in stores of
  /// older builds.
  std::vector<std::string> without_unlabeled;
  Index pool = 0;  ///< labeled examples that draws choose from; 0: not known
  Index holdout =
      0;  ///< examples scored in a cell, the fewest of any; 0: the unlabeled ones, or not known
  Json claims = Json::array();       ///< as in the config
  Json config;                       ///< the effective config, defaults filled in
  Json provenance = Json::object();  ///< version, compiler, CPU, threads, data checksums, times ...

  /// Whether cells that the run asks for are missing; no where it is not known what it asks for.
  bool unfinished() const { return static_cast<Index>(cells.size()) < planned; }
};

}  // namespace costruct::experiments
