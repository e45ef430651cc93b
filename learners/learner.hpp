// The interface of learners: fit(views, sample) returns weights and a report.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/regression/transport.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/views.hpp"

namespace costruct {

/// The arguments of a fit besides its data. Only `seed` and `repetition` change what a fit returns,
/// unless `stop` ends it early.
struct FitContext {
  /// Both name the random streams of a fit. `repetition` is the number of an experiment's draw,
  /// from 0; leave it 0 elsewhere.
  std::uint64_t seed = 1;
  std::uint64_t repetition = 0;
  int threads = 1;
  /// Memory that a fit may use, in bytes. A fit throws DataError if it can tell beforehand that it
  /// needs more.
  double memory = std::numeric_limits<double>::infinity();
  /// Called from time to time with one line of progress ("epoch 3 of 10: 17 mistakes"); may be
  /// empty. Any thread of the fit may call it, but only one at a time.
  std::function<void(const std::string&)> progress;
  /// Connects the processes that do this fit together; null: this one alone. A learner that does
  /// not share its work (option `shards`) ignores it.
  Transport* transport = nullptr;
  /// Set it from another thread to ask for an early end. The fit then returns its best weights so
  /// far. May be null.
  const std::atomic<bool>* stop = nullptr;

  bool stop_requested() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// The reason why a fit ended, and the values that it reached. The header of each learner states
/// its objective, which is summed over views here.
struct FitReport {
  /// The objective at the returned weights, a lower bound of its minimum, and the relative duality
  /// gap (primal - dual) / |primal|. nullopt: the learner does not have the value.
  std::optional<double> primal, dual, gap;
  /// If true, primal and gap may be too small: decoding was greedy, or outputs outside of the
  /// working sets may have losses.
  bool gap_is_estimate = false;
  Index iterations = 0;    ///< epochs of an online learner, outer iterations of a batch one
  Index oracle_calls = 0;  ///< decodings of any kind, including those for the certificate
  /// For learners with working sets: the number of constraints ever added.
  std::optional<Index> constraints_added;
  /// For learners with working sets: loss -> the number of constraints whose output has this loss
  /// and whose dual variable is positive at the end.
  std::map<double, Index> support_losses;
  bool converged = false;
  std::string stopped_because;  ///< "a pass without an update", "10 epochs", "interrupted" ...
  /// An object for each iteration, thinned to about 2000 rows (core/optimize/thinned_rows.hpp). The
  /// learner decides on its keys.
  nlohmann::json history = nlohmann::json::array();
  std::vector<std::string> warnings;  ///< for the user: reasons to doubt the result
  std::vector<std::string> notes;     ///< for the user: what was decided, and why
};

/// The result of a fit: the weights of each view, and the report.
struct Fitted {
  std::vector<Vector> weights;  ///< weights[v] has as many entries as view v has weights
  FitReport report;
  /// If true, `weights` has one vector, the weights of Views::together(), even if there are several
  /// views.
  bool together = false;
};

/// Returns the views with which a fit to `views` predicts. Predict by their joint problem at
/// stack(fitted.weights).
inline Views predicting_views(const Fitted& fitted, const Views& views) {
  return fitted.together ? views.together() : views;
}

/// A learning algorithm with its options. Call fit() to train.
class Learner {
 public:
  virtual ~Learner() = default;
  /// Throws ConfigError ("positive_share.sprt: ...") if the options do not suit the labels of the
  /// data. A fit would throw it too; call this to find out before anything runs. It takes the joint
  /// problem of the views.
  virtual void check_labels(const StructuredProblem& /*joint*/) const {}
  /// Fits weights to the labeled pairs of a sample, and to its unlabeled inputs if the learner uses
  /// any. The same arguments give the same bits, for any number of threads. Throws ConfigError if
  /// the problem does not offer what the learner needs, and DataError if the sample does not.
  virtual Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const = 0;
};

}  // namespace costruct
