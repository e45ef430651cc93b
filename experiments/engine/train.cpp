#include "costruct/experiments/engine/train.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "costruct/experiments/engine/model.hpp"
#include "costruct/experiments/engine/problem_views.hpp"
#include "costruct/experiments/engine/scores.hpp"
#include "costruct/experiments/files/output_file.hpp"

namespace costruct::experiments {
namespace {

Json number_or_null(const std::optional<double>& x) {
  return x ? Json(*x) : Json(nullptr);
}

// Null where the learner has none.
Json fit_metric(const FitReport& report, const std::string& name) {
  const auto metrics = fit_metrics(report);
  const auto at = metrics.find(name);
  if (at == metrics.end()) return nullptr;
  if (find_metric(name)->is_count) return static_cast<Index>(at->second);
  return at->second;
}

Json to_json(const FitReport& report) {
  return {{"objective",
           {{"primal", number_or_null(report.primal)},
            {"dual", number_or_null(report.dual)},
            {"gap", number_or_null(report.gap)}}},
          {"iterations", report.iterations},
          {"oracle_calls", report.oracle_calls},
          {"constraints_added", fit_metric(report, "constraints_added")},
          {"support_loss_one", fit_metric(report, "support_loss_one")},
          {"converged", report.converged},
          {"stopped_because", report.stopped_because},
          {"history", report.history}};
}

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

}  // namespace

ExitCode train_model(const TrainRequest& request) {
  const Config config = load_config(request.config, request.overrides);
  if (config.kind != ConfigKind::kTraining) {
    throw ConfigError(request.config.string() +
                      ": an experiment (`sweep`, `learners`); train takes a config with "
                      "`learner`, run takes this one");
  }
  for (const auto& output : {request.model, request.report}) {  // better now than after an hour of training
    if (!output.empty()) const OutputFile writable(output);
  }
  const LearnerConfig& learner_config = config.learners.front();
  const LoadedData data = load_data(config, DataPaths(request.config, request.data_dirs));
  ViewAssignment assignment =
      assign_views(learner_config.views, data.features, RandomStream(config.seed, 0, "views"));
  if (!learner_config.entry->uses_views) assignment = joined(std::move(assignment));

  const TrainingSet set =
      training_set(data, learner_config.entry->uses_unlabeled, is_transductive(learner_config.kernel));
  const ViewTables tables =
      build_view_tables(data.corpus, set.known, set.mapped, assignment, data.encoder.labels());
  const auto start = std::chrono::steady_clock::now();
  const KernelTables kernel =
      kernel_tables(tables.data, learner_config.kernel,
                    {static_cast<Index>(set.sample.labeled.size()), static_cast<Index>(set.known.size())});
  const Views views = make_views(*config.problem, learner_config.problem, kernel.data);
  FitContext context;
  context.seed = config.seed;
  context.threads = omp_get_max_threads();
  context.stop = request.stop;
  if (::isatty(STDERR_FILENO) == 1) {
    context.progress = [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); };
  }
  const Fitted fitted = learner_config.entry->make(learner_config.options)->fit(views, set.sample, context);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const bool interrupted = context.stop_requested();  // the best weights so far are a model all the same
  save_model(request.model, config, data, assignment, {tables, kernel.kernels, fitted.weights});

  Json report = to_json(fitted.report);
  report["train_seconds"] = seconds;
  report["metrics"] = score(config, data, set, views, stack(fitted.weights));
  report["metrics_on"] = set.test.empty() ? "train" : "test";
  if (!request.report.empty()) {
    write_file(request.report, report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  const auto& gap = fitted.report.gap;
  const std::string gap_reached = gap ? fmt::format(", gap {:.2g}", *gap) : "";
  std::fprintf(stderr, "%s: %s, %.2f s%s, token_error %.4f on %s; model in %s\n", learner_config.name.c_str(),
               fitted.report.stopped_because.c_str(), seconds, gap_reached.c_str(),
               report["metrics"]["token_error"].get<double>(),
               report["metrics_on"].get<std::string>().c_str(), request.model.c_str());
  return interrupted ? kInterrupted : kDone;
}

}  // namespace costruct::experiments
