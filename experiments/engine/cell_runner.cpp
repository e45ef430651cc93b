#include "costruct/experiments/engine/cell_runner.hpp"

#include <ctime>
#include <new>

#include "costruct/experiments/engine/kernel_tables.hpp"
#include "costruct/experiments/engine/peak_memory.hpp"
#include "costruct/experiments/engine/problem_views.hpp"
#include "costruct/experiments/engine/scores.hpp"

namespace costruct::experiments {
namespace {

// Seconds that this thread computed: a fit in a sweep has one thread, and is not slowed down by its
// neighbours.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

ViewAssignment views_of(const Experiment& experiment, const LearnerConfig& learner, Phase phase,
                        Index repetition) {
  const RandomStream random(experiment.config.sweep.seed, static_cast<std::uint64_t>(repetition),
                            purpose_in(phase, "views"));
  ViewAssignment views = assign_views(learner.views, experiment.data.features, random);
  return learner.entry->uses_views ? views : joined(std::move(views));
}

}  // namespace

void check_experiment(const Experiment& experiment) {
  check_sizes(experiment.pool, experiment.config.sweep);
  for (const LearnerConfig& learner : experiment.config.learners) {
    auto empty = std::make_shared<PartData>();
    empty->labels = experiment.data.encoder.labels();
    empty->views.resize(views_of(experiment, learner, Phase::kCurve, 0).count);
    (void)experiment.config.problem->make(learner.problem, empty);
    (void)learner.entry->make(learner.options);
  }
}

struct CellRunner::Fit {
  Vector weights;  // of the joint problem
  FitReport report;
  double seconds = 0;
};

CellRunner::CellRunner(const Experiment& experiment, Phase phase, Index learner, Index repetition)
    : experiment_(experiment),
      learner_(experiment.config.learners[learner]),
      phase_(phase),
      repetition_(repetition),
      draw_(experiment.pool, experiment.config.sweep, repetition, purpose_in(phase, "split")),
      outside_(outside_of(learner_.problem)) {}

CellRunner::~CellRunner() = default;

std::optional<FinishedCell> CellRunner::run(const CellSpec& cell) {
  FinishedCell finished;
  CellResult& result = finished.result;
  result.learner = learner_.name;
  result.labeled = cell.sizes.labeled;
  result.unlabeled = cell.sizes.unlabeled;
  result.repetition = repetition_;
  result.chosen = cell.chosen;
  result.redraws = draw_.redraws();
  reset_peak_memory();
  try {
    finished.split = draw_.at(cell.sizes);
    result.split_hash = finished.split.hash();
    compute(cell, finished.split, result);
  } catch (const std::bad_alloc&) {
    result.error = "out of memory";
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  result.peak_memory = peak_memory();
  if (experiment_.stop_requested()) return std::nullopt;
  return finished;
}

void CellRunner::compute(const CellSpec& cell, const Split& split, CellResult& result) {
  build_views(cell);
  const std::shared_ptr<const Fit> fitted = fit(cell, split);
  if (experiment_.stop_requested()) return;
  result.train_seconds = fitted->seconds;
  result.oracle_calls = fitted->report.oracle_calls;
  result.iterations = fitted->report.iterations;
  result.primal = fitted->report.primal.value_or(CellResult::kNone);
  result.dual = fitted->report.dual.value_or(CellResult::kNone);
  result.gap = fitted->report.gap.value_or(CellResult::kNone);
  result.converged = fitted->report.converged;
  result.stopped_because = fitted->report.stopped_because;
  score(*fitted, split, result);
}

void CellRunner::build_views(const CellSpec& cell) {
  const Json kernel = kernel_of(cell, learner_);
  if (!is_linear(kernel)) {
    make_views_of({&cell.sizes, 1}, kernel);
  } else if (!views_ || kernel_ != kernel) {
    make_views_of(experiment_.config.sweep.sizes, kernel);
  }
}

bool CellRunner::sees_unlabeled(const Json& kernel) const {
  return learner_.entry->uses_unlabeled || is_transductive(kernel);
}

// The known examples are those that some cell of these sizes trains on, or with a transductive kernel all of
// its examples; their features are its features.
void CellRunner::make_views_of(std::span<const CellSizes> all_sizes, const Json& kernel) {
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
    const Split split = draw_.at(sizes);
    append(split.labeled, known);
    labeled = static_cast<Index>(split.labeled.size());
    if (sees_unlabeled(kernel)) append(split.unlabeled, known);
  }
  for (const CellSizes& sizes : all_sizes)
    append(draw_.at(sizes).holdout, is_transductive(kernel) ? known : scored);
  if (views_ && kernel == kernel_ && labeled == labeled_ && known == known_ && scored == scored_) return;

  views_.reset();
  Index next = 0;
  for (const auto* examples : {&known, &scored}) {
    for (const Index example : *examples) local[example] = next++;
  }
  ViewTables tables =
      build_view_tables(corpus, known, scored, views_of(experiment_, learner_, phase_, repetition_),
                        experiment_.data.encoder.labels());
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

std::shared_ptr<const CellRunner::Fit> CellRunner::fit(const CellSpec& cell, const Split& split) {
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
  FitContext context;
  context.seed = phase_ == Phase::kCurve ? experiment_.config.sweep.seed
                                         : hash_bytes("selection", experiment_.config.sweep.seed);
  context.repetition = static_cast<std::uint64_t>(repetition_);
  context.stop = experiment_.stop;
  const std::unique_ptr<Learner> learner = learner_.entry->make(options_of(cell, learner_));

  auto fit = std::make_shared<Fit>();
  const double start = thread_seconds();
  Fitted fitted = learner->fit(*views_, sample, context);
  fit->seconds = thread_seconds() - start + kernel_seconds_;
  fit->weights = stack(fitted.weights);
  fit->report = std::move(fitted.report);
  if (!sees_unlabeled(kernel_)) fits_[key] = fit;
  return fit;
}

void CellRunner::score(const Fit& fit, const Split& split, CellResult& result) const {
  std::vector<Output> predicted;
  predicted.reserve(split.holdout.size());
  const double start = thread_seconds();
  for (const Index example : split.holdout) {
    predicted.push_back(views_->joint().decode(local_[example], fit.weights).output);
  }
  result.predict_seconds = thread_seconds() - start;
  const std::vector<Output> truth = truth_of(split.holdout);
  for (const MetricEntry& metric : metric_catalog()) {
    if (!metric.of_fit)
      result.metrics[metric.name] = compute_metric(metric.name, metric_input(truth, predicted));
  }
  result.metrics.merge(fit_metrics(fit.report));
  if (views_->count() == 1) return;
  for (const auto& outputs : predict_by_view(fit, split.holdout))
    result.view_errors.push_back(compute_metric("token_error", metric_input(truth, outputs)));
  if (learner_.entry->uses_unlabeled && !split.unlabeled.empty())
    result.disagreement = disagreement(predict_by_view(fit, split.unlabeled));
}

MetricInput CellRunner::metric_input(const std::vector<Output>& truth,
                                     const std::vector<Output>& predicted) const {
  return {truth, predicted, experiment_.data.encoder.labels(), outside_};
}

std::vector<Output> CellRunner::truth_of(const std::vector<Index>& examples) const {
  std::vector<Output> truth;
  truth.reserve(examples.size());
  for (const Index example : examples) truth.push_back(experiment_.data.corpus.outputs[example]);
  return truth;
}

std::vector<std::vector<Output>> CellRunner::predict_by_view(const Fit& fit,
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

}  // namespace costruct::experiments
