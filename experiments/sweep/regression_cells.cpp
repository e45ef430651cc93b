#include <map>

#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/measures/number_metrics.hpp"
#include "costruct/experiments/models/dense_points.hpp"
#include "costruct/experiments/models/regression_predictor.hpp"
#include "costruct/experiments/sweep/cell_method.hpp"

namespace costruct::experiments {
namespace {

/// A learner that uses no unlabeled examples is fitted once for each labeled size, and the fit (its seconds
/// included) stands in the cell of every unlabeled size.
class RegressionCells : public CellMethod {
 public:
  explicit RegressionCells(const CellPlace& place)
      : place_(place), learner_(place.config()), points_(place.views()) {}

  void compute(const CellSpec& cell, const Split& split, CellResult& result) override {
    const std::shared_ptr<const Fit> fitted = fit(cell, split);
    if (place_.experiment.stop_requested()) return;
    report_fit(fitted->report, fitted->seconds, result);
    warnings_ = fitted->report.warnings;
    score(*fitted, split, result);
  }

 private:
  struct Fit {
    std::vector<KernelExpansion> views;
    FitReport report;
    double seconds = 0;
  };

  const Corpus& corpus() const { return place_.experiment.data.corpus; }

  std::shared_ptr<const Fit> fit(const CellSpec& cell, const Split& split) {
    const std::string key = cell.chosen.dump();
    if (fits_labeled_ != cell.sizes.labeled) fits_.clear();
    fits_labeled_ = cell.sizes.labeled;
    if (const auto at = fits_.find(key); at != fits_.end()) return at->second;

    const bool uses_unlabeled = learner_.entry->uses_unlabeled;
    RegressionSample sample;
    for (Matrix& points : points_.points(corpus(), split.labeled))
      sample.views.push_back({std::move(points), targets_of(corpus(), split.labeled)});
    UnlabeledInMemory unlabeled(uses_unlabeled ? points_.points(corpus(), split.unlabeled)
                                               : std::vector<Matrix>());
    if (uses_unlabeled) sample.unlabeled = &unlabeled;

    const auto regressor = learner_.entry->make_regressor(options_of(cell, learner_));
    auto fit = std::make_shared<Fit>();
    const double start = thread_seconds();
    FittedRegression fitted = regressor->fit(sample, place_.fit_context());
    fit->seconds = thread_seconds() - start;
    fit->views = std::move(fitted.views);
    fit->report = std::move(fitted.report);
    if (!uses_unlabeled) fits_[key] = fit;
    return fit;
  }

  std::vector<Vector> predict_by_view(const Fit& fit, const std::vector<Index>& examples) const {
    const std::vector<Matrix> points = points_.points(corpus(), examples);
    std::vector<Vector> by_view;
    for (std::size_t v = 0; v < fit.views.size(); ++v) by_view.push_back(values(fit.views[v], points[v], 1));
    return by_view;
  }

  void score(const Fit& fit, const Split& split, CellResult& result) const {
    const Vector truth = targets_of(corpus(), split.holdout);
    const double start = thread_seconds();
    const std::vector<Vector> by_view = predict_by_view(fit, split.holdout);
    const Vector predicted = mean_of_views(by_view);
    result.predict_seconds = thread_seconds() - start;
    check_finite(predicted, "holdout example");
    for (const MetricEntry& metric : metric_catalog()) {
      if (metric.of_numbers)
        result.metrics[metric.name] = compute_number_metric(metric.name, truth, predicted);
    }
    if (by_view.size() == 1) return;
    for (const Vector& of_view : by_view)
      result.view_errors.push_back(compute_number_metric(default_metric(true), truth, of_view));
    if (learner_.entry->uses_unlabeled && !split.unlabeled.empty())
      result.disagreement = number_disagreement(predict_by_view(fit, split.unlabeled), truth);
  }

  CellPlace place_;
  const LearnerConfig& learner_;
  DensePoints points_;
  // Of a learner without unlabeled examples: its fits to the current number of labeled ones, by chosen
  // options.
  std::map<std::string, std::shared_ptr<const Fit>> fits_;
  Index fits_labeled_ = -1;
};

}  // namespace

std::unique_ptr<CellMethod> regression_cells(const CellPlace& place) {
  return std::make_unique<RegressionCells>(place);
}

}  // namespace costruct::experiments
