// The results of a sweep, cell by cell. Tables, reports and tests read them from here.
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
#include "costruct/results/measures/decoding_gaps.hpp"
#include "costruct/results/statistics/extreme_outputs.hpp"
#include "costruct/results/statistics/labeled_sample.hpp"

namespace costruct::experiments {

/// A labeled and an unlabeled size.
using Sizes = std::pair<Index, Index>;

/// One finished or failed cell: one learner at one pair of sizes in one repetition. NaN: not
/// defined.
struct CellResult {
  std::string learner;  ///< the name of its entry in the config
  Index labeled = 0, unlabeled = 0;
  Index repetition = 0;  ///< from 0
  std::map<std::string, double> metrics;
  std::vector<double> view_errors;  ///< view_metric() of each view alone; empty for one view
  /// Share of the unlabeled parts on which two views differ, as a mean over the pairs of views. For
  /// numbers see number_disagreement().
  double disagreement = kNone;
  /// The objective of the fit, its dual, and the relative duality gap. See FitReport
  /// (learners/learner.hpp).
  double primal = kNone, dual = kNone, gap = kNone;
  bool gap_is_estimate = false;  ///< decoding was greedy: the gap is no certificate
  double train_seconds = 0, predict_seconds = 0;
  /// Bytes resident in the process while the cell ran, parallel cells included.
  std::int64_t peak_memory = 0;
  Index oracle_calls = 0, iterations = 0;  ///< these and the next two are of the fit, see FitReport
  bool converged = false;
  std::string stopped_because;
  Json chosen = Json::object();  ///< parameters set by `select`
  std::string split_hash;        ///< 16 hexadecimal digits; equal for all learners of a draw
  /// On a page of several runs: runs with the same draws share a number. Cells with different
  /// numbers are not paired by repetition.
  Index drawn_by = 0;
  Index redraws = 0;                         ///< draws rejected because a label was missing
  std::string error;                         ///< empty, or why the cell failed
  std::vector<std::string> warnings, notes;  ///< of the fit, see FitReport
  Index row = 0;                             ///< number in the store, from 1; 0: not stored
  /// Kept in the first repetition of curves if the data format can draw outputs; else null.
  std::shared_ptr<const ExtremeOutputs> extremes;
  /// The gaps of the scored predictions, if decoding is not exact and knows a bound; else nullopt.
  std::optional<DecodingGaps> decoding_gaps;
  /// Kept in curves if a learner of the run chooses its labeled examples; else null.
  std::shared_ptr<const LabeledSample> labeled_sample;

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
};

/// The mean of a metric for one value (or combination of values) that `select` tried.
struct SelectionRow {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  Json parameters = Json::object();
  std::string metric;
  double mean = 0;  ///< over all draws and sizes that the choice is for
  /// Over draws. The sizes of one draw share its examples, so that their mean counts as one value.
  double standard_error = 0;
  Index count = 0;  ///< draws
  bool chosen = false;
};

/// The results of a whole run. Statistics point into it, so it must outlive them.
struct RunResults {
  std::string name, source;
  std::vector<std::string> learners;  ///< in the order of the config
  /// In the order of the config; selection uses the first.
  std::vector<std::string> metrics;
  std::vector<std::string> tests;  ///< significance tests named in the config; may be empty
  std::vector<CellResult> cells;   ///< ordered by learner, labeled, unlabeled, repetition
  Index planned = 0;               ///< cells that the run asks for, finished or not; 0: not known
  std::vector<SelectionRow> selection;
  /// Learners with one result for each labeled size, because they use no unlabeled examples and all
  /// unlabeled sizes score the same examples. The result stands in the cell of every unlabeled
  /// size; statistics count it once.
  std::vector<std::string> supervised;
  /// All learners that get no unlabeled examples: `supervised`, and those that would be supervised
  /// if the unlabeled examples were not the scored ones. Empty in stores of older builds.
  std::vector<std::string> without_unlabeled;
  Index pool = 0;  ///< labeled examples that draws choose from; 0: not known
  /// Examples scored in a cell, the fewest of any cell; 0: the unlabeled ones, or not known.
  Index holdout = 0;
  Json claims = Json::array();       ///< as in the config
  Json config;                       ///< the effective config, defaults filled in
  Json provenance = Json::object();  ///< version, compiler, CPU, threads, data checksums, times ...

  /// Whether cells that the run asks for are missing. False if `planned` is not known.
  bool unfinished() const { return static_cast<Index>(cells.size()) < planned; }
};

}  // namespace costruct::experiments
