// What the sweep, `train`, `predict` and `evaluate` know of what is learned: inputs made of
// examples, a fit to them, a model in a file. One implementation decodes outputs
// (structured_task.cpp), one predicts numbers (number_task.cpp).
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/tasks/bootstrap.hpp"
#include "costruct/experiments/tasks/prediction_details.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/statistics/extreme_outputs.hpp"

namespace costruct::experiments {

/// What of scored predictions is kept beside numbers.
enum class KeepOutputs { kNone, kBestAndWorst };

/// How good the predictions of some examples are.
struct Scores {
  std::map<std::string, double> metrics;
  std::vector<double>
      view_errors;             ///< view_metric() of each view alone; empty where there is one view
  double predict_seconds = 0;  ///< CPU time of this thread
  std::shared_ptr<const ExtremeOutputs>
      extremes;  ///< where these are kept and some example has a loss
};

/// What was learned, in memory, over the inputs it was learned from.
class Fit {
 public:
  virtual ~Fit() = default;
  const FitReport& report() const { return report_; }
  double seconds() const { return seconds_; }

  /// Compares predictions of labeled examples, which must be among the inputs, with their outputs.
  virtual Scores score(const std::vector<Index>& examples, const std::vector<std::string>& metrics,
                       KeepOutputs keep) const = 0;
  /// How much two views differ on examples, the mean over all pairs of views; of numbers in units
  /// of the largest target of `scored`. 0 where there is one view, or nothing to differ on.
  virtual double disagreement(const std::vector<Index>& examples,
                              const std::vector<Index>& scored) const = 0;
  /// Writes a model file; `origin` says where it comes from (training_origin()). Throws DataError
  /// where what was learned is not finite.
  virtual void save(const std::filesystem::path& file, const Config& config,
                    const Json& origin) = 0;

 protected:
  FitReport report_;
  double seconds_ = 0;
};

/// What a fit learns from.
struct FitRequest {
  const LearnerEntry& learner;
  const Json& options;
  const std::vector<Index>& labeled;
  const std::vector<Index>& unlabeled;
  const FitContext& context;
  double (*clock)() = nullptr;  ///< seconds, whose differences are told
};

/// Inputs made of examples, for fits and predictions. It lives as long as its fits.
class Inputs {
 public:
  virtual ~Inputs() = default;
  virtual std::unique_ptr<Fit> fit(const FitRequest& request) const = 0;
};

/// Which examples become inputs.
struct MakeRequest {
  const Json& problem_options;  ///< lives as long as the inputs
  KernelOptions kernel;
  ViewAssignment views;
  std::vector<Index> fit_on;      ///< what features and kernels are made by, the labeled ones first
  Index labeled = 0;              ///< how many of them are labeled
  std::vector<Index> predict_on;  ///< to be predicted
  /// Further examples that features are fitted to; they become no inputs.
  std::vector<Index> fit_features_on = {};
  bool of_reading = false;  ///< whether the memory that they take is that of reading (--memory)
  double (*clock)() = nullptr;
  WorkWatch watch = {};  ///< hears of the steps of a kernel, and may end it by what it throws
};

class Task {
 public:
  virtual ~Task() = default;
  /// Throws ConfigError where options of the learner do not suit the data or its views.
  virtual void check(const LearnerConfig& learner, const ViewAssignment& views) const = 0;
  /// Cost: linear in the entries of the examples, and a kernel's own.
  virtual std::shared_ptr<const Inputs> make(MakeRequest request) const = 0;
};

/// The views of a learner: all features together where it knows none.
ViewAssignment views_for(const LearnerConfig& learner, const FeatureFacts& features,
                         RandomStream random);

/// The task of a config over its data, which must live as long. `threads`: for what is read while
/// it is used.
std::unique_ptr<Task> make_task(const Config& config, const LoadedData& data, int threads = 1);

/// A model from its file.
class Model {
 public:
  virtual ~Model() = default;
  /// Predicts every example of a file, whatever its outputs are, and writes the predictions, with
  /// `details` as lines of JSON. Memory does not grow with the file. Throws DataError with the
  /// place of what cannot be predicted, ConfigError where the problem has not the details, and
  /// Interrupted soon after `stop` is set.
  virtual void predict(const std::filesystem::path& data, OutputFile& out,
                       const std::atomic<bool>* stop, const PredictionDetails& details) = 0;
  /// Predicts the one example of a file and draws what it predicts, as SVG, perhaps with the true
  /// output where the file tells it. Throws ConfigError where there is no drawing, DataError where
  /// the file has no example or several.
  virtual std::string draw(const std::filesystem::path& data) = 0;
  /// Compares predictions with the outputs of a file: `examples`, `metrics` by name, with several
  /// views `views` and `disagreement`; where test sets are drawn anew `intervals` of the metrics,
  /// {"f1": [low, high]}, and `resamples`. Throws DataError where no example is labeled,
  /// ConfigError where there is nothing to draw: one example, or one input whose parts hang
  /// together.
  virtual Json evaluate(const std::filesystem::path& data, Resampling resampling) = 0;
  Json evaluate(const std::filesystem::path& data) { return evaluate(data, {}); }
  /// For people, a line each: what it predicts, from which features, and what taught it.
  virtual std::vector<std::string> description() const = 0;
};

/// Throws DataError for a file that is no model, is damaged, or is of a problem that this program
/// does not have.
std::unique_ptr<Model> load_model(const std::filesystem::path& file);

/// What Model::evaluate() says of intervals, cut to what each metric of the problem can have.
void add_intervals(const ProblemEntry& problem, const std::map<std::string, Interval>& intervals,
                   Resampling resampling, Json& evaluation);

/// Throws ConfigError where test sets cannot be drawn from n items, as there is one alone: `one`
/// says of what.
void check_items_to_draw(Index n, const std::filesystem::path& data, Resampling resampling,
                         const std::string& one);

/// "format svmhmm has no drawing ...".
[[noreturn]] void fail_without_drawing(const std::string& what);

/// Seconds that this thread computed.
double thread_seconds();

}  // namespace costruct::experiments
