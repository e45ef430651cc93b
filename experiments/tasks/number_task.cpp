#include "costruct/experiments/tasks/number_task.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "costruct/core/clock.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/models/unlabeled_sources.hpp"
#include "costruct/experiments/tasks/number_scores.hpp"
#include "costruct/problems/number_metrics.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

// Unlabeled points that report from time to time how many have been read, and throw Interrupted if
// a stop was requested. A fit in closed form has no intermediate functions to return.
class WatchedPoints : public UnlabeledPoints {
 public:
  WatchedPoints(UnlabeledPoints& points, const FitContext& context)
      : points_(points), context_(context) {}

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
      context_.progress(counted(read_, "unlabeled example") + " read");
    }
    return true;
  }

 private:
  UnlabeledPoints& points_;
  const FitContext& context_;
  Index read_ = 0;
  double told_ = seconds_now();
};

/// The data that all inputs and fits of a task share.
struct NumberData {
  const Config& config;
  const LoadedData& data;
  int threads;

  const PartExamples& rows() const { return part_examples(*data.examples); }
  const Corpus& corpus() const { return rows().corpus(); }
};

/// The functions of the views, and their predictions.
class NumberFit final : public Fit {
 public:
  NumberFit(const NumberData& data, const DensePoints& points, FittedRegression fitted,
            double seconds)
      : data_(data), points_(points), functions_(std::move(fitted.views)) {
    report_ = std::move(fitted.report);
    seconds_ = seconds;
  }

  Scores score(const std::vector<Index>& examples, const std::vector<std::string>& metrics,
               KeepOutputs /*keep*/) const override {
    const Vector truth = targets_of(data_.corpus(), examples);
    Scores scores;
    const double start = thread_seconds();
    const std::vector<Vector> by_view = predict_by_view(examples);
    const Vector predicted = mean_of_views(by_view);
    scores.predict_seconds = thread_seconds() - start;
    check_finite(predicted, [&](Index i) {
      const ExamplePlace place = data_.rows().place(examples[static_cast<std::size_t>(i)]);
      return fmt::format("{}:{}", place.file, place.line);
    });
    scores.metrics = number_scores(*data_.config.problem, metrics, truth, predicted);
    if (by_view.size() == 1) return scores;
    const std::string of_views = view_metric(*data_.config.problem);
    for (const Vector& of_view : by_view) {
      scores.view_errors.push_back(
          number_scores(*data_.config.problem, {of_views}, truth, of_view).at(of_views));
    }
    return scores;
  }

  double disagreement(const std::vector<Index>& examples,
                      const std::vector<Index>& scored) const override {
    return number_disagreement(predict_by_view(examples), targets_of(data_.corpus(), scored));
  }

  void save(const std::filesystem::path& file, const Config& config, const Json& origin) override {
    save_regression_model(file, config, origin, data_.rows().encoder(), points_.views(),
                          functions_);
  }

 private:
  std::vector<Vector> predict_by_view(const std::vector<Index>& examples) const {
    const std::vector<Matrix> points = points_.points(data_.corpus(), examples);
    std::vector<Vector> by_view;
    for (std::size_t v = 0; v < functions_.size(); ++v)
      by_view.push_back(values(functions_[v], points[v], data_.threads));
    return by_view;
  }

  const NumberData& data_;
  const DensePoints& points_;
  std::vector<KernelExpansion> functions_;
};

/// Points are made when they are needed, because features and kernels do not depend on which
/// examples are known.
class NumberInputs final : public Inputs {
 public:
  NumberInputs(const NumberData& data, ViewAssignment views)
      : data_(data), points_(std::move(views)) {}

  std::unique_ptr<Fit> fit(const FitRequest& request) const override {
    RegressionSample sample;
    const Vector targets = targets_of(data_.corpus(), request.labeled);
    for (Matrix& points : points_.points(data_.corpus(), request.labeled))
      sample.views.push_back({std::move(points), targets});
    std::unique_ptr<UnlabeledPoints> unlabeled;
    std::optional<WatchedPoints> watched;
    if (request.learner.uses_unlabeled) {
      unlabeled = unlabeled_points(data_.config, data_.data, points_, request.unlabeled);
      sample.unlabeled = &watched.emplace(*unlabeled, request.context);
    }
    const auto regressor = request.learner.make_regressor(request.options);
    const double start = request.clock();
    FittedRegression fitted = regressor->fit(sample, request.context);
    return std::make_unique<NumberFit>(data_, points_, std::move(fitted), request.clock() - start);
  }

 private:
  const NumberData& data_;
  DensePoints points_;
};

class NumberTask final : public Task {
 public:
  NumberTask(const Config& config, const LoadedData& data, int threads)
      : data_{config, data, threads} {}

  void check(const LearnerConfig& learner, const ViewAssignment& views) const override {
    learner.entry->make_regressor(learner.options)->check_views(views.count);
  }
  std::shared_ptr<const Inputs> make(MakeRequest request) const override {
    return std::make_shared<NumberInputs>(data_, std::move(request.views));
  }

 private:
  NumberData data_;
};

}  // namespace

std::unique_ptr<Task> number_task(const Config& config, const LoadedData& data, int threads) {
  return std::make_unique<NumberTask>(config, data, threads);
}

}  // namespace costruct::experiments
