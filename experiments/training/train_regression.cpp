#include "costruct/experiments/training/train_regression.hpp"

#include <fmt/format.h>

#include <optional>

#include "costruct/core/clock.hpp"
#include "costruct/experiments/data/data_block.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/files/exit_code.hpp"
#include "costruct/experiments/files/terminal.hpp"
#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/models/regression_predictor.hpp"
#include "costruct/experiments/training/regression_data.hpp"
#include "costruct/experiments/training/train_report.hpp"
#include "costruct/experiments/training/train_sites.hpp"

namespace costruct::experiments {
namespace {

Json score_numbers(const RegressionData& data, const std::vector<KernelExpansion>& functions, int threads) {
  const Corpus& corpus = data.loaded().corpus;
  const std::vector<Matrix> points = data.points().points(corpus, data.scored());
  std::vector<Vector> by_view;
  for (std::size_t v = 0; v < functions.size(); ++v)
    by_view.push_back(values(functions[v], points[v], threads));
  const Vector predicted = mean_of_views(by_view);
  check_finite(predicted, data.has_test() ? "test example" : "labeled example");
  return number_scores(targets_of(corpus, data.scored()), predicted);
}

// Unlabeled points that say now and then how many have been read, and throw Interrupted when somebody wants
// the end: a fit in closed form has no best functions so far.
class WatchedPoints : public UnlabeledPoints {
 public:
  WatchedPoints(UnlabeledPoints& points, const FitContext& context) : points_(points), context_(context) {}

  void rewind() override {
    points_.rewind();
    read_ = 0;
  }
  bool next(std::vector<Matrix>& by_view) override {
    if (context_.stop_requested()) throw Interrupted();
    if (!points_.next(by_view)) return false;
    read_ += by_view.front().cols;
    constexpr double kSeconds = 2;
    if (context_.progress && seconds_now() - told_ > kSeconds) {
      told_ = seconds_now();
      context_.progress(fmt::format("{} unlabeled examples read", read_));
    }
    return true;
  }

 private:
  UnlabeledPoints& points_;
  const FitContext& context_;
  Index read_ = 0;
  double told_ = seconds_now();
};

}  // namespace

ExitCode train_regression(const TrainRequest& request, Config config) {
  const std::unique_ptr<MpiTransport> transport = MpiTransport::start(request.stop);
  if (!transport || transport->site() == 0) tell_notes(config.notes);
  const LearnerConfig& learner = config.learners.front();
  if (transport && !learner.select.empty())
    throw ConfigError("learner.select: sites in processes of their own do not choose; choose in one process");
  if (transport || has_sites(config.data)) return train_sites(request, config, transport.get());

  const DataPaths paths(request.config, request.data_dirs);
  std::optional<TrainingChoice> choice;
  std::optional<RegressionData> held;
  if (learner.select.empty()) {
    held.emplace(config, paths, learner.entry->uses_unlabeled);
    check_against_data(config, held->loaded());
    tell_notes(notes_on_data(config, held->loaded()));
  } else {
    LoadedData loaded = load_data(config, paths);  // all of it: unlabeled examples are drawn from memory
    tell_notes(notes_on_data(config, loaded));
    choice = choice_of(request, config, loaded);
    held.emplace(config, std::move(loaded), learner.entry->uses_unlabeled);
  }
  RegressionData& data = *held;
  const auto regressor = learner.entry->make_regressor(learner.options);
  regressor->check_views(data.points().num_views());
  const FitContext context = training_context(request, config);
  RegressionSample sample = data.sample();
  std::optional<WatchedPoints> unlabeled;
  if (sample.unlabeled != nullptr) sample.unlabeled = &unlabeled.emplace(*sample.unlabeled, context);
  const double start = seconds_now();
  FittedRegression fitted = about_files_of(data.loaded(), [&] { return regressor->fit(sample, context); });
  const double seconds = seconds_now() - start;
  const Json metrics =
      about_files_of(data.loaded(), [&] { return score_numbers(data, fitted.views, context.threads); });
  about_files_of(data.loaded(), [&] {
    save_regression_model(request.model, config,
                          {std::move(data.loaded().encoder), data.points().views(), std::move(fitted.views)});
  });
  return tell_training(
      request, learner.name,
      {fitted.report, seconds, metrics, data.has_test() ? "test" : "train", default_metric(true), choice});
}

}  // namespace costruct::experiments
