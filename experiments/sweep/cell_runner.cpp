#include "costruct/experiments/sweep/cell_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "costruct/experiments/config/fit_metrics.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/sweep/cell_fits.hpp"
#include "costruct/experiments/sweep/peak_memory.hpp"

namespace costruct::experiments {
namespace {

// Checks that the metrics are meaningful for these labels.
void check_metrics(const Experiment& experiment) {
  ConfigErrors errors;
  for (std::size_t i = 0; i < experiment.config.metrics.size(); ++i) {
    const std::string& metric = experiment.config.metrics[i];
    const std::string misfit =
        misfit_of(*experiment.config.problem, metric, experiment.data.examples->label_names());
    if (misfit.empty()) continue;
    const bool training = experiment.config.kind == ConfigKind::kTraining;
    const std::string path = training ? "selection.metric" : fmt::format("metrics.{}", i);
    errors.add(path, " = " + metric + ": " + misfit);
  }
  errors.throw_if_any(experiment.config.file.string());
}

// Copies the report of a fit into its cell.
void report_fit(const FitReport& report, double seconds, CellResult& result) {
  result.train_seconds = seconds;
  result.oracle_calls = report.oracle_calls;
  result.iterations = report.iterations;
  result.primal = report.primal.value_or(CellResult::kNone);
  result.dual = report.dual.value_or(CellResult::kNone);
  result.gap = report.gap.value_or(CellResult::kNone);
  result.gap_is_estimate = report.gap_is_estimate;
  result.converged = report.converged;
  result.stopped_because = report.stopped_because;
  result.metrics = fit_metrics(report);
  result.warnings = report.warnings;
  result.notes = report.notes;
}

// Outputs that can be drawn are kept in the first repetition of the curves.
KeepOutputs keep_in(const Config& config, Phase phase, Index repetition) {
  const Format* format = config.data.format;
  const bool drawn = format != nullptr && format->drawing;
  return drawn && phase == Phase::kCurve && repetition == 0 ? KeepOutputs::kBestAndWorst
                                                            : KeepOutputs::kNone;
}

// Whether a learner of the run chooses what is labeled for it.
bool any_chooses(const Config& config) {
  return std::any_of(config.learners.begin(), config.learners.end(),
                     [](const LearnerConfig& learner) { return learner.choice.has_value(); });
}

LabeledSample sample_of(const Experiment& experiment, const std::vector<Index>& labeled,
                        const std::optional<ChoiceConfig>& choice) {
  LabeledSample sample;
  if (choice)
    sample.drawn = std::min(std::ssize(labeled),
                            choice->start.value_or(experiment.config.sweep.smallest_labeled()));
  const ExampleSet& examples = *experiment.data.examples;
  const std::vector<std::string>& names = examples.label_names();
  for (const Index example : labeled) {
    sample.parts += std::max<Index>(examples.num_parts(example), 1);
    if (experiment.config.problem->has_parts()) {
      const std::vector<int>& parts = examples.output(example).parts;
      for (std::size_t t = 0; t < parts.size(); ++t) {
        if (!experiment.config.problem->predicts_sets) {
          ++sample.labels[names[static_cast<std::size_t>(parts[t])]];
        } else if (parts[t] == 1) {
          ++sample.labels[names[t]];
        }
      }
    }
    const ExamplePlace place = examples.place(example);
    if (choice)
      sample.chosen.push_back(
          fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line));
  }
  return sample;
}

}  // namespace

void check_experiment(const Experiment& experiment) {
  check_against_data(experiment.config, experiment.data);
  about_config(experiment.config, [&] { check_sizes(experiment.pool, experiment.config.sweep); });
  check_metrics(experiment);
  about_config(experiment.config, [&] {
    for (const LearnerConfig& learner : experiment.config.learners) {
      experiment.task->check(learner, views_of(experiment, learner, Phase::kCurve, 0));
      check_spread(*experiment.data.examples, learner.known, outside_of(learner));
      // Split files say only now whether they hold examples out.
      const bool needs_holdout = learner.choice || learner.known.spreads();
      if (needs_holdout && experiment.config.sweep.score_unlabeled)
        throw ConfigError(fmt::format(
            "learner {}: {} takes labels of examples that this sweep scores: give each line of the "
            "split files a holdout, or leave out {}",
            learner.name, learner.choice ? "choice" : "known",
            learner.choice ? "choice" : "known"));
    }
  });
}

CellRunner::CellRunner(const Experiment& experiment, Phase phase, Index learner, Index repetition)
    : experiment_(experiment),
      learner_(experiment.config.learners[learner]),
      repetition_(repetition),
      is_selection_(phase == Phase::kSelection),
      keep_(keep_in(experiment.config, phase, repetition)),
      draw_(experiment.pool, experiment.config.sweep, repetition, purpose_in(phase, "split")),
      fits_(std::make_unique<CellFits>(
          CellFits::Place{experiment, phase, learner, repetition, draw_})) {}

CellRunner::~CellRunner() = default;

// Scores a fit on the held-out examples of its cell.
void CellRunner::compute(const Fit& fit, const Split& split, CellResult& result) const {
  report_fit(fit.report(), fit.seconds(), result);
  Scores scores = fit.score(split.holdout, experiment_.config.metrics, keep_);
  result.predict_seconds = scores.predict_seconds;
  result.metrics.merge(scores.metrics);
  result.view_errors = std::move(scores.view_errors);
  result.extremes = std::move(scores.extremes);
  result.decoding_gaps = scores.decoding_gaps;
  if (!result.view_errors.empty() && learner_.uses_unlabeled() && !split.unlabeled.empty())
    result.disagreement = fit.disagreement(split.unlabeled, split.holdout);
}

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
    // Cells of a draw are paired, whichever of its examples a learner chooses.
    finished.split = draw_.at(cell.sizes);
    result.split_hash = finished.split.hash();
    const Split split = fits_->chooses() ? fits_->split_of(cell) : finished.split;
    const Fit& fit = fits_->fit(cell, split);
    if (any_chooses(experiment_.config) && !is_selection_)
      result.labeled_sample = std::make_shared<const LabeledSample>(
          sample_of(experiment_, split.labeled, learner_.choice));
    if (!experiment_.stop_requested()) compute(fit, split, result);
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
