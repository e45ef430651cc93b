// Predicts inputs and compares the outputs with true ones: the scores of fits and of models.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/views.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/experiments/models/shared_work.hpp"
#include "costruct/results/measures/decoding_gaps.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {

/// Whether decoding is greedy, so that outputs may score below the best ones, and the problem
/// bounds by how much (ViolationBounds).
bool knows_bounds(const StructuredProblem& problem);

/// The predictions of one problem for some inputs, with what metrics need besides outputs.
struct Predictions {
  std::vector<Output> outputs;
  Vector losses = {};  ///< one per input whose true output the problem has; empty if not asked for
  /// OutputMetric::note() of each input, by the first metric of the problem that shares them.
  std::map<std::string, std::vector<Vector>> notes = {};
  bool in_part = false;  ///< whether an output has only the parts whose true label is known
};

/// The predictions of the joint problem and of each view, beside the true outputs. If an output is
/// known in part, the true output and the predictions have only the parts whose label is known.
struct ComparedOutputs {
  std::vector<Output> truth;
  Predictions joint;
  std::vector<Predictions> by_view;  ///< empty if there is one view
  /// The gaps of the joint predictions. Set it before they are added to have them counted; only
  /// problems with knows_bounds() have any.
  std::optional<DecodingGaps> gaps;
  double predict_seconds = 0;  ///< CPU time of this thread for the joint predictions
};

/// The message on an example that is labeled in part, for a problem that does not take it.
std::string in_part_message(const ProblemEntry& problem, const ExampleSet& examples, Index example);

/// The facts about examples that are labeled in part, without facts for others. Empty if no example
/// is labeled in part.
std::vector<Known> known_of(const ExampleSet& examples, std::span<const Index> which);

/// The same views, whose decoders find the best outputs among those that agree with what is known
/// of each input. The problem must have PartialOutputs.
/// @param known  for each input; an empty one allows all outputs
Views within(const Views& views, const std::vector<Known>& known);

/// The metrics that suit the labels of these examples. A metric that suits the labels of training
/// stays if it can count others. A note then names the label of the test data that it does not
/// suit.
std::vector<std::string> metrics_for(const ProblemEntry& problem, const ExampleSet& examples);

/// The metrics to measure on these examples: `wanted`, or all of metrics_for() if it is empty.
/// Throws ConfigError if a wanted one does not suit their labels.
std::vector<std::string> measured_metrics(const ProblemEntry& problem, const ExampleSet& examples,
                                          const std::vector<std::string>& wanted);

/// Returns the notes that the wanted metrics need about an input (OutputMetric::note), by the name
/// of a metric. Metrics with the same plain function share one call of it. The note then has the
/// name of the first of all metrics with this function.
std::map<std::string, Vector> notes_of(std::span<const OutputMetric> metrics,
                                       const std::vector<std::string>& wanted,
                                       const StructuredProblem& problem, InputId x,
                                       const Output& truth, ConstVectorRef w);

/// Predicts inputs and computes metrics of the predictions.
class OutputScorer {
 public:
  /// The problem, its options and the examples must outlive this.
  /// @param metrics           names of metrics of the joint predictions
  /// @param metrics_of_views  names of metrics of the predictions of each view
  OutputScorer(const ProblemEntry& problem, const Json& problem_options, const ExampleSet& examples,
               std::vector<std::string> metrics, std::vector<std::string> metrics_of_views)
      : problem_(problem),
        options_(problem_options),
        examples_(examples),
        metrics_(std::move(metrics)),
        metrics_of_views_(std::move(metrics_of_views)) {}

  /// Predicts inputs and appends them to `compared`. Cost: a decoding per input and problem, and
  /// for `gaps` another one.
  /// @param w      the weights of all views
  /// @param truth  the true output of each input; any, if it is known in part
  /// @param known  what is known of outputs that are known in part, for each input (known_of()); or
  ///               empty. The loss counts only what is known
  /// @param work   what other processes decode; null: nothing. A part only decodes.
  /// @param stop   soon after it is set, Interrupted is thrown; null: never
  void add(const Views& views, std::span<const InputId> inputs, ConstVectorRef w,
           std::span<const Output> truth, std::span<const Known> known, ComparedOutputs& compared,
           SharedWork* work = nullptr, const std::atomic<bool>* stop = nullptr) const;

  /// The metrics of the joint predictions, or of a draw of them. A metric that predictions do not
  /// have is left out, and so is the loss if one of them has none. Metrics that need all parts are
  /// left out if some outputs have their known parts alone.
  std::map<std::string, double> of(const std::vector<Output>& truth,
                                   const Predictions& joint) const {
    return values(metrics_, truth, joint);
  }
  /// The same of the predictions of one view.
  std::map<std::string, double> of_view(const std::vector<Output>& truth,
                                        const Predictions& view) const {
    return values(metrics_of_views_, truth, view);
  }

 private:
  // The problem whose outputs are compared, and what is asked of it.
  struct Asked {
    const StructuredProblem& problem;
    const std::vector<std::string>& metrics;
    ConstVectorRef w;
  };
  void add_notes(const Asked& asked, const StructuredProblem& joint,
                 std::span<const InputId> inputs, std::span<const Output> truth,
                 Predictions& predictions) const;
  std::map<std::string, double> values(const std::vector<std::string>& metrics,
                                       const std::vector<Output>& truth,
                                       const Predictions& predictions) const;

  const ProblemEntry& problem_;
  const Json& options_;
  const ExampleSet& examples_;
  std::vector<std::string> metrics_, metrics_of_views_;
};

/// How many facts about outputs that are known in part predictions agree with: known brackets of
/// trees, pairs of alignments, heads, documents.
class KnownAgreement {
 public:
  /// Compares a prediction with each fact alone. Empty facts do not count.
  void add(const PartialOutputs& problem, InputId x, const Known& known, const Output& predicted);
  /// The counts so far, and the share of facts that predictions agree with (1 without facts):
  /// {"examples": 3, "facts": 17, "agreement": 0.941}
  Json report() const;

 private:
  Index examples_ = 0, facts_ = 0, agreed_ = 0;
};

/// The share of parts on which two views disagree, averaged over all pairs of views. A part that
/// only one of two outputs has counts as a disagreement. 0 if there are no parts. If the problem
/// defines how much two outputs differ, it is the mean of that.
/// @param by_view  the predictions of each view for the same inputs
double disagreement(const ProblemEntry& problem, const Json& problem_options,
                    const std::vector<Predictions>& by_view);

/// The numbers of all inputs of a problem.
std::vector<InputId> all_inputs(const StructuredProblem& problem);

/// Appends the best output of each input.
/// @param work  see results_of()
/// @param stop  soon after it is set, Interrupted is thrown; null: never
void append_outputs(const StructuredProblem& problem, std::span<const InputId> inputs,
                    ConstVectorRef w, std::vector<Output>& outputs, SharedWork* work = nullptr,
                    const std::atomic<bool>* stop = nullptr);

}  // namespace costruct::experiments
