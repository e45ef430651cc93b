#include "costruct/experiments/training/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "costruct/core/clock.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/optimize/shard_sum.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/experiments/training/mpi_transport.hpp"
#include "costruct/experiments/training/train_report.hpp"
#include "costruct/experiments/training/train_sites.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/learners/shared/work_lines.hpp"
#include "costruct/report/answer/training_command.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

// The examples of a training by their use (MakeRequest).
struct TrainingSet : ExampleRoles {
  std::vector<Index> fit_on, predict_on, fit_features_on, measured_on;
};

TrainingSet training_set(const LoadedData& data, const Config& config, bool fits_features) {
  const LearnerConfig& learner = config.learners.front();
  TrainingSet set{data.roles(), {}, {}, {}, {}};
  set.measured_on = set.scored();
  // Only parts of labels can be compared.
  if (!config.problem->has_parts())
    std::erase_if(set.measured_on, [&](Index i) { return !data.examples->is_labeled(i); });
  const bool transductive = learner.kernel.is_transductive();
  if (!learner.uses_unlabeled() && !transductive) {
    if (fits_features) set.fit_features_on = set.unlabeled;
    set.unlabeled.clear();
  }
  set.fit_on = set.labeled;
  set.fit_on.insert(set.fit_on.end(), set.partial.begin(), set.partial.end());
  set.fit_on.insert(set.fit_on.end(), set.unlabeled.begin(), set.unlabeled.end());
  // Rows that links join are nodes of the graph, also those that are not measured.
  if (!transductive && !set.test.empty())
    set.predict_on = data.examples->is_one_input() ? set.test : set.measured_on;
  for (Index i = data.unlabeled_end; transductive && i < data.examples->size(); ++i)
    set.fit_on.push_back(i);
  return set;
}

// Which labeled examples a process keeps that shares the fit; empty: all. Kernels, scaling and
// learners that look at other inputs need all of them.
std::function<bool(Index)> kept_by(const LearnerConfig& learner, MpiTransport* transport) {
  if (transport == nullptr || !learner.entry->shares_inputs || !learner.kernel.leaves_features())
    return {};
  const ShardSum shards(learner.options.at("shards").get<Index>(), transport);
  return [shards](Index example) { return shards.is_local_example(example); };
}

// The number of examples whose parts this process keeps.
Index num_kept(const LoadedData& data, const std::vector<Index>& examples) {
  const auto* parts = dynamic_cast<const PartExamples*>(data.examples.get());
  if (parts == nullptr) return std::ssize(examples);
  return std::ranges::count_if(examples, [&](Index i) { return parts->has_parts(i); });
}

// Whether there are unlabeled examples that `suggest` can rate by the model.
bool can_suggest(const Config& config, const LoadedData& data) {
  const ProblemEntry& problem = *config.problem;
  if (data.roles().unlabeled.empty() || problem.predicts_numbers || problem.has_sets() ||
      data.examples->is_one_input())
    return false;
  const Views views = problem.blank(config.learners.front().problem);
  return offered<RunnerUpDecoder>(views.joint()) != nullptr;
}

// What to do with the model.
std::vector<std::string> next_steps(const Config& config, const LoadedData& data,
                                    const std::filesystem::path& file) {
  const std::string model = shell_quoted(file.string());
  std::vector<std::string> lines = {
      fmt::format("Next: costruct predict --model {} --data FILE labels new examples.", model)};
  if (can_suggest(config, data))
    lines.push_back(
        fmt::format("costruct suggest --model {} --data FILE --count 20 finds the examples whose "
                    "labels would teach it most.",
                    model));
  return lines;
}

// Trains in this process, or as one of the processes that share the shards of a learner. Then the
// first one writes the model and says what there is to say.
ExitCode train(const TrainRequest& request, Config config, MpiTransport* transport) {
  const DataPaths paths(request.config, request.data_dirs);
  read_option_files(config, paths);
  const LearnerConfig& learner = config.learners.front();
  // `select` draws from examples in memory, so that they are not streamed.
  const LoadedData data =
      load_data(config, paths, learner.entry->streams_unlabeled && learner.select.empty(),
                kept_by(learner, transport));
  check_against_data(config, data);
  std::vector<std::string> notes = config.notes;
  std::ranges::copy(notes_on_data(config, data), std::back_inserter(notes));
  tell_notes(notes);
  const auto measured = [&] {
    return about_config(config, [&] {
      return measured_metrics(*config.problem, *data.examples, config.reported_metrics);
    });
  };
  if (!config.reported_metrics.empty()) measured();  // fails before the training and not after it
  const std::optional<TrainingChoice> choice = choice_of(request, config, data);
  FitContext context = training_context(request, config);
  context.transport = transport;
  if (transport != nullptr) context.stop = nullptr;  // the transport checks it, for all together
  const std::unique_ptr<Task> task = make_task(config, data, context.threads);
  ViewAssignment views = views_for(learner, data.features, RandomStream(config.seed, 0, "views"));
  TrainingSet set = training_set(data, config, fits_features(learner, data));
  about_config(config, [&] { task->check(learner, views); });
  context.progress(fmt::format(
      "learning from {} labeled{} and {} unlabeled examples in memory", set.labeled.size(),
      set.partial.empty() ? "" : fmt::format(", {} partly labeled", set.partial.size()),
      set.unlabeled.size() + set.fit_features_on.size()));
  const Index kept = num_kept(data, set.labeled);
  const bool is_shared = kept < std::ssize(set.labeled);

  const auto inputs = about_files_of(data, [&] {
    return task->make({learner.problem, learner.kernel.options, std::move(views), set.fit_on,
                       std::ssize(set.labeled), set.predict_on, set.fit_features_on, true,
                       seconds_now, watch_of(context, "kernel")});
  });
  const auto fit = about_files_of(data, [&] {
    FitRequest wanted{*learner.entry, learner.options, set.labeled,
                      set.unlabeled,  context,         seconds_now};
    for (const Index example : set.partial)
      wanted.partial.push_back({example, data.examples->known(example)});
    return inputs->fit(wanted);
  });
  if (transport != nullptr && transport->site() > 0) return kDone;
  const std::vector<std::string> metrics = measured();
  const char* measured_in = set.test.empty() ? "train" : "test";
  Scores scores;
  if (is_shared && set.test.empty()) {
    set.measured_on.clear();
    notes.push_back(fmt::format(
        "the first process keeps {} of {} labeled training examples, and has no metrics of all: "
        "name data.test, or use costruct evaluate --model {} --data FILE",
        kept, set.labeled.size(), request.model.string()));
    tell_notes({notes.back()});
  } else if (set.measured_on.empty()) {
    notes.push_back(fmt::format(
        "data.{} has no example whose whole output is known: there are no metrics", measured_in));
    tell_notes({notes.back()});
  } else {
    context.progress(fmt::format("predicting {}", counted(std::ssize(set.measured_on), "example")));
    scores = about_files_of(
        data, [&] { return fit->score(set.measured_on, metrics, KeepOutputs::kNone); });
  }
  TrainRequest told = request;
  told.model = place_of_model(request);
  about_files_of(data, [&] {
    fit->save(told.model, config,
              training_origin(data, fit->report(), !learner.entry->streams_unlabeled));
  });
  if (!set.measured_on.empty() && std::ranges::count(metrics, kLossMetric) > 0 &&
      !scores.metrics.contains(kLossMetric))
    say("costruct: note: some test examples have outputs that are not in the training data, so the "
        "metric loss is left out");
  return tell_training(
      told, learner.name,
      {fit->report(), fit->seconds(), Json(scores.metrics), measured_in, headline_of(config),
       choice, std::move(notes), next_steps(config, data, told.model)});
}

// Returns a message if this training cannot be shared among processes, else "".
std::string why_not_shared(const LearnerConfig& learner, Index processes) {
  const Json& options = learner.options;
  if (!options.contains("shards") || options.at("shards").is_null()) {
    return fmt::format(
        "learner.shards: mpirun has started {} processes, which share the shards of a learner: "
        "set them, as in {{\"type\": \"crf\", \"shards\": 64}}, or train in one process",
        processes);
  }
  if (!learner.select.empty())
    return "learner.select: processes that share a fit do not choose; choose in one process";
  return "";
}

// "svm|hmm"
std::string learner_names_of(const Config& experiment) {
  std::string names;
  for (const LearnerConfig& learner : experiment.learners)
    names += (names.empty() ? "" : "|") + learner.name;
  return names;
}

}  // namespace

ExitCode train_config(const TrainRequest& request, const Config& config) {
  if (const auto trained = train_over_sites(request, config)) return *trained;
  const std::unique_ptr<MpiTransport> transport = MpiTransport::start(request.stop);
  if (!transport) return train(request, config, nullptr);
  const bool is_first = transport->site() == 0;
  const std::string why = why_not_shared(config.learners.front(), transport->num_sites());
  if (!why.empty() && is_first) throw ConfigError(why);
  if (!why.empty()) return kBadConfig;  // the first process says why
  if (!is_first) set_voice(Voice::kQuiet);
  return transport->run(fmt::format("process {}", transport->site() + 1),
                        [&] { return train(request, config, transport.get()); });
}

ExitCode train_model(const TrainRequest& request) {
  const Config config = load_config(request.config, request.overrides, request.learner);
  if (request.config_read) request.config_read();
  if (config.kind != ConfigKind::kTraining) {
    throw ConfigError(
        request.config.string() +
        ": an experiment (`sweep`, `learners`), which run takes; to train one of its learners on "
        "all of the data name it: --learner " +
        learner_names_of(config));
  }
  FileRoles roles;
  roles.reads(request.config, "the config");
  roles.reads_data_of(config, DataPaths(request.config, request.data_dirs));
  roles.writes(request.model, "--model", FileRoles::Kind::kModel);
  for (Index site = 0; site < std::ssize(config.data.sites); ++site)
    roles.writes(site_file(request.model, site), "--model", FileRoles::Kind::kModel);
  roles.writes(request.report, "--report", FileRoles::Kind::kReport);
  roles.writes(interrupted_file(request.model), "--model (the weights of an interrupted fit)",
               FileRoles::Kind::kModel);
  roles.check();
  for (const auto& output :
       {request.model, request.report}) {  // fails before the training and not after it
    if (!output.empty()) const OutputFile writable(output);
  }
  try {
    const ExitCode code = train_config(request, config);
    roles.tell_replaced();
    return code;
  } catch (const Interrupted&) {
    say("costruct: interrupted: there is no model yet, and none was saved");
    return kInterrupted;
  }
}

}  // namespace costruct::experiments
