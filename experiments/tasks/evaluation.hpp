// The measures of `evaluate`: metrics, counts of labels and chunks, confusions, the worst examples.
#pragma once

#include <atomic>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/experiments/models/shared_work.hpp"
#include "costruct/experiments/tasks/bootstrap.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/results/statistics/extreme_outputs.hpp"

namespace costruct::experiments {

/// The options of an evaluation.
struct EvaluationRequest {
  Resampling resampling = {};
  std::vector<std::string> metrics = {};  ///< in this order; empty: all that suit the data
  Index worst = 0;                        ///< how many examples with the largest loss are kept
  /// What other processes compute; null: nothing. The evaluation of a part is empty.
  SharedWork* work = nullptr;
  const std::atomic<bool>* stop = nullptr;  ///< soon after it is set, Interrupted is thrown
};

/// The counts of all things of one sort, such as labels. A kind is one of them, such as a label,
/// with its true, predicted and correct occurrences (KindCounts).
struct CountTable {
  std::string counted;  ///< OutputMetric::counted: "label", "chunk"
  std::vector<KindCounts> kinds;
};

/// Predictions of labeled examples, compared with their outputs.
struct Evaluation {
  std::string problem;               ///< its type
  std::vector<std::string> metrics;  ///< the names of the measured ones, in the order to show
  /// `examples`, and `metrics` by name. With several views: `views` and `disagreement`. With
  /// resampling: `intervals` of the metrics, {"f1": [low, high]}, and `resamples`.
  Json report;
  std::vector<CountTable> counts = {};   ///< only of kinds that occur; empty if nothing is counted
  std::vector<std::string> labels = {};  ///< the names of the labels in `confusion`, by number
  /// How many parts have a true and a predicted label. Empty unless the parts are labels.
  std::map<std::pair<int, int>, Index> confusion = {};
  /// At most EvaluationRequest::worst examples with a loss above 0, the largest first. On a tie the
  /// example with more parts comes first, then the earlier one.
  std::vector<ScoredOutput> worst = {};
};

/// Fills `counts`, `labels` and `confusion` of `evaluation` for a problem whose metrics have
/// counts.
/// @param suited   the metrics of the problem that suit these outputs; see metrics_for()
/// @param outputs  true and predicted ones
/// @param in_part  whether some outputs have their known parts alone
void count_outputs(const ProblemEntry& problem, const std::vector<std::string>& suited,
                   const MetricInput& outputs, bool in_part, Evaluation& evaluation);

/// The places of the `most` largest losses above 0, in the order of Evaluation::worst.
/// @param losses  NaN: the example has none
/// @param parts   as many as losses
std::vector<std::size_t> largest_losses(std::span<const double> losses,
                                        std::span<const Index> parts, Index most);

/// The means over kinds that occur and are averaged: micro of their summed counts, macro of their
/// own values.
struct Averages {
  double precision = 0, recall = 0, f1 = 0;
};
Averages micro_average(const CountTable& table);
Averages macro_average(const CountTable& table);
/// Whether a kind that occurs is averaged.
bool has_averages(const CountTable& table);

/// Throws ConfigError "--metrics acuracy: did you mean accuracy?" for names that the problem does
/// not have, and for repeated names. The error has a line for each.
void check_metric_names(const ProblemEntry& problem, const std::vector<std::string>& names);

}  // namespace costruct::experiments
