// The interface of learning that the sweep, `train`, `predict` and `evaluate` use: inputs made of
// examples, a fit to them, a model in a file. One implementation decodes outputs
// (structured_task.cpp); one predicts numbers (number_task.cpp).
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/work_watch.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/draws/spread_labels.hpp"
#include "costruct/experiments/models/heaviest_weights.hpp"
#include "costruct/experiments/tasks/evaluation.hpp"
#include "costruct/experiments/tasks/prediction_details.hpp"
#include "costruct/experiments/tasks/suggestions.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/measures/decoding_gaps.hpp"
#include "costruct/results/statistics/extreme_outputs.hpp"

namespace costruct::experiments {

/// Which scored predictions are kept besides the metrics.
enum class KeepOutputs { kNone, kBestAndWorst };

/// The quality of the predictions of some examples.
struct Scores {
  std::map<std::string, double> metrics;  ///< name of a metric -> value
  /// For each view, the metric view_metric() (results/measures/metrics.hpp) of its own predictions.
  /// Empty if there is one view.
  std::vector<double> view_errors;
  double predict_seconds = 0;  ///< CPU time of this thread
  /// The gaps of the joint predictions, if decoding is not exact and knows a bound.
  std::optional<DecodingGaps> decoding_gaps;
  /// The examples with the smallest and the largest losses. Set for KeepOutputs::kBestAndWorst if
  /// at least one example has a loss of its own.
  std::shared_ptr<const ExtremeOutputs> extremes;
};

/// A learned model in memory, with the inputs it was learned from.
class Fit {
 public:
  virtual ~Fit() = default;
  const FitReport& report() const { return report_; }
  /// The seconds that the fit took by FitRequest::clock. They include the time in which fitted
  /// features and kernels were made.
  double seconds() const { return seconds_; }

  /// Compares predictions of labeled examples with their outputs. Examples are numbers in the data
  /// of the task. They must be among the examples of MakeRequest.
  /// @param metrics  the names of the metrics to compute
  virtual Scores score(const std::vector<Index>& examples, const std::vector<std::string>& metrics,
                       KeepOutputs keep) const = 0;
  /// How much two views differ on examples, as a mean over all pairs of views; 0 if there is one
  /// view or nothing to compare. For numbers it is in units of the largest target of `scored`.
  virtual double disagreement(const std::vector<Index>& examples,
                              const std::vector<Index>& scored) const = 0;
  /// How useful the labels of examples would be, as Informativeness rates them; sorted, the most
  /// useful come first. Throws ConfigError if the model cannot rate examples. The examples must be
  /// among the inputs, each an input of its own.
  virtual std::vector<std::pair<double, double>> usefulness(const std::vector<Index>& examples,
                                                            RateBy by) const;
  /// Chooses at most `count` of these examples, in their order; see without_near_duplicates().
  /// Returns their places in the list. The examples must be among the inputs. Throws ConfigError if
  /// the fit predicts numbers.
  virtual std::vector<std::size_t> diverse(const std::vector<Index>& examples, Index count) const;
  /// Writes a model file. Throws DataError if the model is not finite.
  /// @param config  the training config; the file holds its problem, learner and views
  /// @param origin  where the model comes from (training_origin())
  virtual void save(const std::filesystem::path& file, const Config& config,
                    const Json& origin) = 0;

 protected:
  FitReport report_;
  double seconds_ = 0;
};

/// The arguments of a fit.
struct FitRequest {
  const LearnerEntry& learner;
  const Json& options;                  ///< of the learner, with all defaults filled in
  const std::vector<Index>& labeled;    ///< numbers of examples in the data of the task
  const std::vector<Index>& unlabeled;  ///< the same
  const FitContext& context;
  /// Returns the time in seconds, for example thread_seconds(). Must be set. Only differences are
  /// used.
  double (*clock)() = nullptr;
  /// Examples of which some labels are known. One with PartlyLabeled::whole counts as labeled.
  std::vector<PartlyLabeled> partial = {};
  /// The same for inputs that are made of several examples. The sets are those of sets_of().
  std::vector<KnownSet> partial_sets = {};
};

/// Inputs made of examples, for fits and predictions. They must outlive their fits.
class Inputs {
 public:
  virtual ~Inputs() = default;
  virtual std::unique_ptr<Fit> fit(const FitRequest& request) const = 0;
  /// All facts of the output of a labeled example, which must be among the inputs.
  /// Precondition: the problem takes examples that are labeled in part.
  virtual Known facts_of(Index /*example*/) const { return {}; }
  /// For inputs that are made of several examples: the sets of these examples, with all facts of
  /// their outputs. A set with an unlabeled example has no facts. Precondition as above.
  virtual std::vector<KnownSet> sets_of(const std::vector<Index>& /*examples*/) const { return {}; }
};

/// The examples that become inputs. Examples are numbers in the data of the task.
struct MakeRequest {
  const Json& problem_options;  ///< must outlive the inputs
  KernelOptions kernel;         ///< makes the features; see KernelOptions::leaves_features()
  ViewAssignment views;
  std::vector<Index> fit_on;      ///< features and kernels are made from these; labeled ones first
  Index labeled = 0;              ///< how many of them are labeled
  std::vector<Index> predict_on;  ///< examples to be predicted
  /// Further examples that features are fitted to; they do not become inputs.
  std::vector<Index> fit_features_on = {};
  /// Whether the memory of the inputs is limited like that of reading data (option --memory). A
  /// DataError is then thrown if it does not suffice.
  bool of_reading = false;
  /// As FitRequest::clock. Must be set: it measures how long fitted features and kernels take.
  double (*clock)() = nullptr;
  WorkWatch watch = {};  ///< is called at the steps of a kernel; an exception in it ends the work
};

/// Makes inputs for a kind of prediction.
class Task {
 public:
  virtual ~Task() = default;
  /// Throws ConfigError if options of the learner do not suit the data or its views.
  virtual void check(const LearnerConfig& learner, const ViewAssignment& views) const = 0;
  /// Makes inputs. Cost: linear in the entries of the examples, plus the cost of a kernel.
  virtual std::shared_ptr<const Inputs> make(MakeRequest request) const = 0;
};

/// The views of a learner. A learner without views gets all features together.
/// @param random  decides which features a random split gives to which view
ViewAssignment views_for(const LearnerConfig& learner, const FeatureFacts& features,
                         RandomStream random);

/// The task of a config over its data, which must outlive the task.
/// @param threads  the number of threads that compute predictions of real numbers
std::unique_ptr<Task> make_task(const Config& config, const LoadedData& data, int threads = 1);

/// A model that was loaded from a file.
class Model {
 public:
  virtual ~Model() = default;
  /// Predicts every example of a file and writes the predictions; outputs in the file do not
  /// matter. With `details` it writes lines of JSON. Memory does not grow with the file.
  ///
  /// Throws DataError, with the place, for an example that cannot be predicted. Throws ConfigError
  /// if the problem does not have the details. Throws Interrupted soon after `stop` is set.
  virtual void predict(const std::filesystem::path& data, OutputFile& out,
                       const std::atomic<bool>* stop, const PredictionDetails& details) = 0;
  /// Finds the examples of a file whose labels would teach the model most; outputs in the file do
  /// not matter. Memory does not grow with the file.
  ///
  /// Throws as predict() does. Throws ConfigError, naming what is missing, if the model cannot rate
  /// examples in this way.
  virtual Suggestions suggest(const std::filesystem::path& data, const SuggestionRequest& request,
                              const std::atomic<bool>* stop) = 0;
  /// Files to predict are plain text from now on. Throws ConfigError if the features are not made
  /// of words alone.
  virtual void read_plain_text(TextUnit unit);
  /// Predicts the only example of a file and draws the prediction as SVG, with the true output if
  /// the file has it. Throws ConfigError if the format has no drawing, DataError if the file does
  /// not have exactly one example.
  virtual std::string draw(const std::filesystem::path& data) = 0;
  /// Compares predictions with the outputs of a file. The model is as before afterwards. Throws
  /// DataError if no example is labeled, and Interrupted soon after EvaluationRequest::stop is set.
  /// Throws ConfigError
  ///   - if test sets cannot be drawn: the file has one example, or one input whose parts are not
  ///     independent
  ///   - for metrics that the problem does not have, or that do not suit the labels of the file
  ///   - if the worst examples are asked for, and several examples have one loss together.
  virtual Evaluation evaluate(const std::filesystem::path& data,
                              const EvaluationRequest& request) = 0;
  Evaluation evaluate(const std::filesystem::path& data) { return evaluate(data, {}); }
  /// Describes the model for readers, one fact on each line: its predictions, features and
  /// training.
  virtual std::vector<std::string> description() const = 0;
  /// The `most` largest positive and negative weights of each part of the output, by name.
  virtual HeaviestWeights heaviest(Index most) const = 0;
};

/// Throws DataError if a file is not a model, is damaged, or is of a problem that this program does
/// not have. For the bytes of a model make a FileInMemory.
std::unique_ptr<Model> load_model(const std::filesystem::path& file);

/// Adds bootstrap intervals to an Evaluation::report: `intervals`, metric -> [low, high], and
/// `resamples`, the number of draws. Each interval is cut to the range of its metric.
void add_intervals(const ProblemEntry& problem, const std::map<std::string, Interval>& intervals,
                   Resampling resampling, Json& evaluation);

/// Throws ConfigError if n < 2: bootstrap test sets are drawn from several items.
/// @param data  the file that holds the items, for the message
/// @param one   names the only item in the message
void check_items_to_draw(Index n, const std::filesystem::path& data, Resampling resampling,
                         const std::string& one);

/// Throws ConfigError "--format svg: format svmhmm has no drawing; formats that have one: ...".
/// @param what  what has no drawing: "format svmhmm" or "problem clustering"
[[noreturn]] void fail_without_drawing(const std::string& what);

/// CPU seconds of this thread.
double thread_seconds();

}  // namespace costruct::experiments
