// What every learner is: fit(views, sample) -> weights and a report.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/views.hpp"

namespace costruct {

/// What a fit is told beside its data. Nothing here but `seed` and `repetition` changes what a fit
/// returns.
struct FitContext {
  std::uint64_t seed = 1;
  std::uint64_t repetition = 0;
  int threads = 1;
  /// Bytes that a fit may take, as far as it can tell beforehand: a DataError where it would need
  /// more.
  double memory = std::numeric_limits<double>::infinity();
  /// Called now and then with one line for a person ("epoch 3 of 10: 17 mistakes"); may be empty.
  /// By one thread at a time, which may be any of the fit's.
  std::function<void(const std::string&)> progress;
  /// Set by somebody else to ask for an early end; the best weights so far are returned. May be
  /// null.
  const std::atomic<bool>* stop = nullptr;

  bool stop_requested() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// Why a fit ended and what it reached. Objectives are those the learner's header states, summed
/// over views.
struct FitReport {
  std::optional<double> primal, dual, gap;
  /// Decoding was greedy, or outputs outside of working sets may have losses: primal and gap may be
  /// too small.
  bool gap_is_estimate = false;
  Index iterations = 0;    ///< epochs of an online learner, outer iterations of a batch one
  Index oracle_calls = 0;  ///< decodings of any kind, those of the certificate included
  /// Of learners with working sets: constraints ever added, and by the loss of their output the
  /// number of those whose dual variable ended positive.
  std::optional<Index> constraints_added;
  std::map<double, Index> support_losses;
  bool converged = false;
  std::string stopped_because;  ///< "a pass without an update", "10 epochs", "interrupted" ...
  nlohmann::json history =
      nlohmann::json::array();        ///< one object per iteration, see add_thinned()
  std::vector<std::string> warnings;  ///< for the user: why the result may not be what it seems
};

/// Weights of each view and the report.
struct Fitted {
  std::vector<Vector> weights;
  FitReport report;
  /// Whether there are weights of Views::together() alone, in place of those of each of several
  /// views.
  bool together = false;
};

/// What a fit to `views` predicts with: the joint problem of these views, at stack(fitted.weights).
inline Views predicting_views(const Fitted& fitted, const Views& views) {
  return fitted.together ? views.together() : views;
}

class Learner {
 public:
  virtual ~Learner() = default;
  /// Throws ConfigError ("positive_share.sprt: ...") where options do not suit the labels of the
  /// data. A fit would throw it too; this is for before anything is run.
  virtual void check_labels(const StructuredProblem& /*joint*/) const {}
  /// Fits weights to the labeled pairs (and unlabeled inputs, if it uses any) of a sample. Changes
  /// nothing: the same arguments give the same bits, for any number of threads. Throws ConfigError
  /// where the problem lacks what the learner needs, DataError where the sample does.
  virtual Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const = 0;
};

}  // namespace costruct
