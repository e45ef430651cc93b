#include "costruct/experiments/sweep/cell_runner.hpp"

#include <fmt/format.h>

#include <ctime>
#include <new>

#include "costruct/experiments/config/scores.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/files/machine_memory.hpp"
#include "costruct/experiments/sweep/cell_method.hpp"
#include "costruct/experiments/sweep/peak_memory.hpp"

namespace costruct::experiments {
namespace {

ViewAssignment views_of(const Experiment& experiment, const LearnerConfig& learner, Phase phase,
                        Index repetition) {
  const Config& config = experiment.config;
  // A model to be trained has one split of its features, and what is chosen is chosen for that.
  const RandomStream random = config.kind == ConfigKind::kTraining
                                  ? RandomStream(config.seed, 0, "views")
                                  : RandomStream(config.sweep.seed, static_cast<std::uint64_t>(repetition),
                                                 purpose_in(phase, "views"));
  ViewAssignment views = assign_views(learner.views, experiment.data.features, random);
  return learner.entry->uses_views ? views : joined(std::move(views));
}

// Whether the metrics say anything of these labels.
void check_metrics(const Experiment& experiment) {
  ConfigErrors errors;
  for (std::size_t i = 0; i < experiment.config.metrics.size(); ++i) {
    const MetricEntry* metric = find_metric(experiment.config.metrics[i]);
    if (metric == nullptr || metric->of_fit || metric->of_numbers) continue;
    const std::string misfit =
        misfit_of(*metric, experiment.config.problem->shape, &experiment.data.encoder.labels());
    if (misfit.empty()) continue;
    const bool training = experiment.config.kind == ConfigKind::kTraining;
    const std::string path = training ? "selection.metric" : fmt::format("metrics.{}", i);
    errors.add(path, " = " + metric->name + ": " + misfit);
  }
  errors.throw_if_any(experiment.config.file.string());
}

void check_structured(const Experiment& experiment, const LearnerConfig& learner, Index views) {
  auto empty = std::make_shared<PartData>();
  empty->labels = experiment.data.encoder.labels();
  empty->views.resize(views);
  const Views of_nothing = experiment.config.problem->make(learner.problem, empty);
  try {
    for (const Json& chosen : selection_grid(learner.select))
      learner.entry->make(options_with(chosen, learner))->check_labels(of_nothing.joint());
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("learner {}: {}", learner.name, error.what()));
  }
}

}  // namespace

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

ViewAssignment CellPlace::views() const {
  return views_of(experiment, config(), phase, repetition);
}

FitContext CellPlace::fit_context() const {
  FitContext context;
  context.seed = phase == Phase::kCurve ? experiment.config.sweep.seed
                                        : hash_bytes("selection", experiment.config.sweep.seed);
  context.repetition = static_cast<std::uint64_t>(repetition);
  context.stop = experiment.stop;
  context.memory = machine_memory() / 2;
  return context;
}

void report_fit(const FitReport& report, double seconds, CellResult& result) {
  result.train_seconds = seconds;
  result.oracle_calls = report.oracle_calls;
  result.iterations = report.iterations;
  result.primal = report.primal.value_or(CellResult::kNone);
  result.dual = report.dual.value_or(CellResult::kNone);
  result.gap = report.gap.value_or(CellResult::kNone);
  result.converged = report.converged;
  result.stopped_because = report.stopped_because;
}

void check_experiment(const Experiment& experiment) {
  check_against_data(experiment.config, experiment.data);
  check_sizes(experiment.pool, experiment.config.sweep);
  check_metrics(experiment);
  for (const LearnerConfig& learner : experiment.config.learners) {
    const Index views = views_of(experiment, learner, Phase::kCurve, 0).count;
    if (is_regressor(*learner.entry)) {
      learner.entry->make_regressor(learner.options)->check_views(views);
    } else {
      check_structured(experiment, learner, views);
    }
  }
}

CellRunner::CellRunner(const Experiment& experiment, Phase phase, Index learner, Index repetition)
    : experiment_(experiment),
      learner_(experiment.config.learners[learner]),
      repetition_(repetition),
      draw_(experiment.pool, experiment.config.sweep, repetition, purpose_in(phase, "split")) {
  const CellPlace place{experiment, phase, learner, repetition, draw_};
  method_ = is_regressor(*learner_.entry) ? regression_cells(place) : structured_cells(place);
}

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
    method_->compute(cell, finished.split, result);
    finished.warnings = method_->warnings();
  } catch (const std::bad_alloc&) {
    result.error = "out of memory";
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  result.peak_memory = peak_memory();
  if (experiment_.stop_requested()) return std::nullopt;
  return finished;
}

}  // namespace costruct::experiments
