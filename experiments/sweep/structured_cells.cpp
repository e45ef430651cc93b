#include <map>
#include <optional>

#include "costruct/experiments/config/kernel_block.hpp"
#include "costruct/experiments/config/scores.hpp"
#include "costruct/experiments/models/kernel_tables.hpp"
#include "costruct/experiments/models/part_data_builder.hpp"
#include "costruct/experiments/models/problem_views.hpp"
#include "costruct/experiments/sweep/cell_method.hpp"

namespace costruct::experiments {
namespace {

/// Views are built once, for the largest sizes of the sweep; this does not change what any cell gives. With a
/// kernel they are built for each cell, from the examples that its learner is given, or all of the cell if it
/// is transductive; the CPU time of that counts as training. A learner that uses no unlabeled examples, nor
/// its kernel, is fitted once for each labeled size, and the fit (its seconds included) stands in the cell of
/// every unlabeled size.
class StructuredCells : public CellMethod {
 public:
  explicit StructuredCells(const CellPlace& place)
      : place_(place),
        experiment_(place.experiment),
        learner_(place.config()),
        outside_(outside_of(learner_.problem)) {}

  void compute(const CellSpec& cell, const Split& split, CellResult& result) override;

 private:
  struct Fit {
    Vector weights;  // of the joint problem
    FitReport report;
    double seconds = 0;
  };
  void build_views(const CellSpec& cell);
  void make_views_of(std::span<const CellSizes> sizes, const Json& kernel);
  // Whether a fit depends on the unlabeled examples of its cell.
  bool sees_unlabeled(const Json& kernel) const;
  std::shared_ptr<const Fit> fit(const CellSpec& cell, const Split& split);
  void score(const Fit& fit, const Split& split, CellResult& result) const;
  std::vector<Output> truth_of(const std::vector<Index>& examples) const;
  std::vector<std::vector<Output>> predict_by_view(const Fit& fit, const std::vector<Index>& examples) const;
  MetricInput metric_input(const std::vector<Output>& truth, const std::vector<Output>& predicted) const;

  CellPlace place_;
  const Experiment& experiment_;
  const LearnerConfig& learner_;
  std::string outside_;       // the label that F1 leaves out
  std::vector<Index> local_;  // corpus example -> input of the problem
  std::optional<Views> views_;
  // What views_ is made of, and the seconds that the kernel took.
  Json kernel_;
  Index labeled_ = 0;  // the first of known_
  std::vector<Index> known_, scored_;
  double kernel_seconds_ = 0;
  // Of a learner without unlabeled examples: its fits to the current number of labeled ones, by chosen
  // options.
  std::map<std::string, std::shared_ptr<const Fit>> fits_;
  Index fits_labeled_ = -1;
};

void StructuredCells::compute(const CellSpec& cell, const Split& split, CellResult& result) {
  build_views(cell);
  const std::shared_ptr<const Fit> fitted = fit(cell, split);
  if (experiment_.stop_requested()) return;
  report_fit(fitted->report, fitted->seconds, result);
  warnings_ = fitted->report.warnings;
  score(*fitted, split, result);
}

void StructuredCells::build_views(const CellSpec& cell) {
  const Json kernel = kernel_of(cell, learner_);
  if (!is_linear(kernel)) {
    make_views_of({&cell.sizes, 1}, kernel);
  } else if (!views_ || kernel_ != kernel) {
    make_views_of(experiment_.config.sweep.sizes, kernel);
  }
}

bool StructuredCells::sees_unlabeled(const Json& kernel) const {
  return learner_.entry->uses_unlabeled || is_transductive(kernel);
}

// The known examples are those that some cell of these sizes trains on, or with a transductive kernel all of
// its examples; their features are its features.
void StructuredCells::make_views_of(std::span<const CellSizes> all_sizes, const Json& kernel) {
  const Corpus& corpus = experiment_.data.corpus;
  std::vector<Index> known, scored, local(corpus.size(), -1);
  const auto append = [&](const std::vector<Index>& examples, std::vector<Index>& to) {
    for (const Index example : examples) {
      if (local[example] >= 0) continue;
      local[example] = 0;
      to.push_back(example);
    }
  };
  Index labeled = 0;  // of the known, where the sizes are those of one cell
  for (const CellSizes& sizes : all_sizes) {
    const Split split = place_.draw.at(sizes);
    append(split.labeled, known);
    labeled = static_cast<Index>(split.labeled.size());
    if (sees_unlabeled(kernel)) append(split.unlabeled, known);
  }
  for (const CellSizes& sizes : all_sizes)
    append(place_.draw.at(sizes).holdout, is_transductive(kernel) ? known : scored);
  if (views_ && kernel == kernel_ && labeled == labeled_ && known == known_ && scored == scored_) return;

  views_.reset();
  Index next = 0;
  for (const auto* examples : {&known, &scored}) {
    for (const Index example : *examples) local[example] = next++;
  }
  ViewTables tables =
      build_view_tables(corpus, known, scored, place_.views(), experiment_.data.encoder.labels());
  const double start = thread_seconds();
  const PointsAtHand at_hand{labeled, static_cast<Index>(known.size())};
  KernelTables expanded = kernel_tables(std::move(tables.data), kernel, at_hand);
  kernel_seconds_ = expanded.kernels.empty() ? 0 : thread_seconds() - start;
  views_.emplace(make_views(*experiment_.config.problem, learner_.problem, std::move(expanded.data)));
  kernel_ = kernel;
  local_ = std::move(local);
  labeled_ = labeled;
  known_ = std::move(known);
  scored_ = std::move(scored);
}

std::shared_ptr<const StructuredCells::Fit> StructuredCells::fit(const CellSpec& cell, const Split& split) {
  const std::string key = cell.chosen.dump();
  if (fits_labeled_ != cell.sizes.labeled) fits_.clear();
  fits_labeled_ = cell.sizes.labeled;
  if (const auto at = fits_.find(key); at != fits_.end()) return at->second;

  const Corpus& corpus = experiment_.data.corpus;
  Sample sample;
  for (const Index example : split.labeled) {
    sample.labeled.push_back({local_[example], corpus.outputs[example], corpus.weight(example)});
  }
  if (learner_.entry->uses_unlabeled) {
    for (const Index example : split.unlabeled) sample.unlabeled.push_back(local_[example]);
  }
  const std::unique_ptr<Learner> learner = learner_.entry->make(options_of(cell, learner_));

  auto fit = std::make_shared<Fit>();
  const double start = thread_seconds();
  Fitted fitted = learner->fit(*views_, sample, place_.fit_context());
  fit->seconds = thread_seconds() - start + kernel_seconds_;
  fit->weights = stack(fitted.weights);
  fit->report = std::move(fitted.report);
  if (!sees_unlabeled(kernel_)) fits_[key] = fit;
  return fit;
}

void StructuredCells::score(const Fit& fit, const Split& split, CellResult& result) const {
  std::vector<Output> predicted;
  predicted.reserve(split.holdout.size());
  const double start = thread_seconds();
  for (const Index example : split.holdout) {
    predicted.push_back(views_->joint().decode(local_[example], fit.weights).output);
  }
  result.predict_seconds = thread_seconds() - start;
  const std::vector<Output> truth = truth_of(split.holdout);
  for (const std::string& metric :
       suitable_metrics(experiment_.config.problem->shape, experiment_.data.encoder.labels()))
    result.metrics[metric] = compute_metric(metric, metric_input(truth, predicted));
  result.metrics.merge(fit_metrics(fit.report));
  if (views_->count() == 1) return;
  for (const auto& outputs : predict_by_view(fit, split.holdout))
    result.view_errors.push_back(compute_metric("token_error", metric_input(truth, outputs)));
  if (learner_.entry->uses_unlabeled && !split.unlabeled.empty())
    result.disagreement = disagreement(predict_by_view(fit, split.unlabeled));
}

MetricInput StructuredCells::metric_input(const std::vector<Output>& truth,
                                          const std::vector<Output>& predicted) const {
  return {truth, predicted, experiment_.data.encoder.labels(), outside_};
}

std::vector<Output> StructuredCells::truth_of(const std::vector<Index>& examples) const {
  std::vector<Output> truth;
  truth.reserve(examples.size());
  for (const Index example : examples) truth.push_back(experiment_.data.corpus.outputs[example]);
  return truth;
}

std::vector<std::vector<Output>> StructuredCells::predict_by_view(const Fit& fit,
                                                                  const std::vector<Index>& examples) const {
  std::vector<std::vector<Output>> by_view(views_->count());
  ConstVectorRef weights = fit.weights;
  for (Index v = 0; v < views_->count(); ++v) {
    const StructuredProblem& view = (*views_)[v];
    for (const Index example : examples)
      by_view[v].push_back(view.decode(local_[example], weights.first(view.dimension())).output);
    weights = weights.subspan(view.dimension());
  }
  return by_view;
}

}  // namespace

std::unique_ptr<CellMethod> structured_cells(const CellPlace& place) {
  return std::make_unique<StructuredCells>(place);
}

}  // namespace costruct::experiments
