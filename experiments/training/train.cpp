#include "costruct/experiments/training/train.hpp"

#include "costruct/core/clock.hpp"
#include "costruct/experiments/config/scores.hpp"
#include "costruct/experiments/data/data_block.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/files/heap_limit.hpp"
#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/files/terminal.hpp"
#include "costruct/experiments/models/model.hpp"
#include "costruct/experiments/models/problem_views.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/training/train_regression.hpp"
#include "costruct/experiments/training/train_report.hpp"

namespace costruct::experiments {
namespace {

// The labeled and unlabeled training examples, the labeled ones of the test files, and the corpus numbers of
// all in the order in which they become inputs: `known` to the kernel, then those that it only maps.
struct TrainingSet {
  std::vector<Index> known, mapped;
  Sample sample;
  std::vector<LabeledExample> test;
};

TrainingSet training_set(const LoadedData& data, bool uses_unlabeled, bool transductive) {
  TrainingSet set;
  const Corpus& corpus = data.corpus;
  for (Index i = 0; i < data.train_end; ++i) {
    if (!corpus.is_labeled(i)) continue;
    set.sample.labeled.push_back(
        {static_cast<InputId>(set.known.size()), corpus.outputs[i], corpus.weight(i)});
    set.known.push_back(i);
  }
  for (Index i = 0; (uses_unlabeled || transductive) && i < data.unlabeled_end; ++i) {
    if (i < data.train_end && corpus.is_labeled(i)) continue;
    if (uses_unlabeled) set.sample.unlabeled.push_back(static_cast<InputId>(set.known.size()));
    set.known.push_back(i);
  }
  for (Index i = data.unlabeled_end; i < corpus.size(); ++i) {
    if (corpus.is_labeled(i)) {
      set.test.push_back(
          {static_cast<InputId>(set.known.size() + set.mapped.size()), corpus.outputs[i], corpus.weight(i)});
    } else if (!transductive) {
      continue;
    }
    (transductive ? set.known : set.mapped).push_back(i);
  }
  return set;
}

// Metrics of the joint prediction, on the test examples where there are any.
Json score(const Config& config, const LoadedData& data, const TrainingSet& set, const Views& views,
           const Vector& weights) {
  std::vector<Output> truth, predicted;
  for (const LabeledExample& example : set.test.empty() ? set.sample.labeled : set.test) {
    truth.push_back(example.y);
    predicted.push_back(views.joint().decode(example.x, weights).output);
  }
  return suitable_scores(config.problem->shape, {truth, predicted, data.encoder.labels_with_unseen(),
                                                 outside_of(config.learners.front().problem)});
}

ExitCode train_structured(const TrainRequest& request, Config config) {
  const LearnerConfig& learner_config = config.learners.front();
  const LoadedData data = load_data(config, DataPaths(request.config, request.data_dirs));
  check_against_data(config, data);
  tell_notes(config.notes);
  tell_notes(notes_on_data(config, data));
  const std::optional<TrainingChoice> choice = choice_of(request, config, data);
  ViewAssignment assignment =
      assign_views(learner_config.views, data.features, RandomStream(config.seed, 0, "views"));
  if (!learner_config.entry->uses_views) assignment = joined(std::move(assignment));

  const TrainingSet set =
      training_set(data, learner_config.entry->uses_unlabeled, is_transductive(learner_config.kernel));
  const ViewTables tables = within_memory(
      [&] {
        return build_view_tables(data.corpus, set.known, set.mapped, assignment, data.encoder.labels());
      },
      [&] { return data.corpus.files.front(); });
  const double start = seconds_now();
  const KernelTables kernel = about_files_of(data, [&] {
    return kernel_tables(
        tables.data, learner_config.kernel,
        {static_cast<Index>(set.sample.labeled.size()), static_cast<Index>(set.known.size())});
  });
  const Views views = make_views(*config.problem, learner_config.problem, kernel.data);
  const Fitted fitted = about_files_of(data, [&] {
    return learner_config.entry->make(learner_config.options)
        ->fit(views, set.sample, training_context(request, config));
  });
  const double seconds = seconds_now() - start;
  save_model(request.model, config, data, assignment, {tables, kernel.kernels, fitted.weights});
  return tell_training(request, learner_config.name,
                       {fitted.report, seconds, score(config, data, set, views, stack(fitted.weights)),
                        set.test.empty() ? "train" : "test", default_metric(false), choice});
}

}  // namespace

ExitCode train_model(const TrainRequest& request) {
  const Config config = load_config(request.config, request.overrides);
  if (config.kind != ConfigKind::kTraining) {
    throw ConfigError(request.config.string() +
                      ": an experiment (`sweep`, `learners`); train takes a config with "
                      "`learner`, run takes this one");
  }
  FileRoles roles;
  roles.reads(request.config, "the config");
  roles.reads_data_of(config, DataPaths(request.config, request.data_dirs));
  roles.writes(request.model, "--model");
  for (Index site = 0; has_sites(config.data) && site < std::ssize(site_blocks(config.data)); ++site)
    roles.writes(site_file(request.model, site), "--model");
  roles.writes(request.report, "--report");
  roles.check();
  for (const auto& output : {request.model, request.report}) {  // better now than after an hour of training
    if (!output.empty()) const OutputFile writable(output);
  }
  try {
    return config.problem->target == Target::kNumber ? train_regression(request, config)
                                                     : train_structured(request, config);
  } catch (const Interrupted&) {
    tell("costruct: interrupted: there is no model yet, and none was saved");
    return kInterrupted;
  }
}

}  // namespace costruct::experiments
