#include "costruct/experiments/runs/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <optional>

#include "costruct/core/clock.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/draws/draw_notes.hpp"
#include "costruct/experiments/draws/split_files.hpp"
#include "costruct/experiments/runs/collection_run.hpp"
#include "costruct/experiments/runs/dry_run.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/runs/provenance.hpp"
#include "costruct/experiments/runs/reproduce.hpp"
#include "costruct/experiments/runs/run_folder.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/report/answer/training_command.hpp"

namespace costruct::experiments {
namespace {

constexpr double kPilotSeconds = 10;
constexpr Index kMostShards = 10'000;  // each shard has a folder and a store

Config load_experiment(const RunRequest& request) {
  Config config = load_config(request.config, request.overrides);
  if (request.config_read) request.config_read();
  if (config.kind != ConfigKind::kExperiment) {
    throw ConfigError(request.config.string() +
                      ": a training config (`learner`); run takes an experiment with `sweep` and "
                      "`learners`, train takes this one");
  }
  return config;
}

// Checks, before any work, that no file that the run writes is one that it reads.
void check_files(const RunRequest& request, const Config& config) {
  if (request.dry_run || request.reproduce) return;
  const DataPaths paths(request.config, request.data_dirs);
  FileRoles roles;
  roles.reads(request.config, "the config");
  const auto add = [&](const Config& run, const RunRequest& of_run) {
    roles.reads_data_of(run, paths);
    roles.writes_results(results_folder(of_run), run.effective);
  };
  if (config.collection.empty()) add(config, request);
  if (!config.collection.empty()) roles.writes_results(request.out, config.effective);
  for (const CollectionMember& member : config.collection) {
    RunRequest of_member = request;
    of_member.out = request.out / member.name;
    add(check_config(member.config, config.file), of_member);
  }
  roles.check();
}

SweepSettings settings_of(const RunRequest& request) {
  SweepSettings settings;
  settings.retry_failed = request.retry_failed;
  settings.fail_fast = request.fail_fast;
  settings.shard = request.shard;
  return settings;
}

ExitCode dry_run(const RunRequest& request, const Experiment& experiment) {
  const std::filesystem::path folder = results_folder(request);
  const bool nothing = request.fresh || !ResultStore::exists(folder);
  const ResultStore store(folder,
                          nothing ? ResultStore::Mode::kInMemory : ResultStore::Mode::kReadOnly);
  const std::vector<PlannedCells> plan =
      plan_cells(experiment, store, settings_of(request), kPilotSeconds);
  print_to_stdout(plan_table(experiment.config, plan));
  say(plan_summary(plan, request.jobs));
  return experiment.stop_requested() ? kInterrupted : kDone;
}

ExitCode reproduce_row(const RunRequest& request, const Experiment& experiment) {
  const ResultStore store(results_folder(request), ResultStore::Mode::kReadOnly);
  const std::optional<Reproduction> result = reproduce(experiment, store, *request.reproduce);
  if (!result) return kInterrupted;
  print_to_stdout(result->table);
  if (result->different == 0) {
    say(fmt::format("row {}: the same to the last bit", *request.reproduce));
    return kDone;
  }
  say(fmt::format("costruct: row {}: {}", *request.reproduce,
                  counted(result->different, "quantity differs", "quantities differ")));
  return kFailed;
}

// Notes for the user on the data and the draws.
std::vector<std::string> notes_on(const Experiment& experiment) {
  std::vector<std::string> notes = notes_on_data(experiment.config, experiment.data);
  const std::vector<std::string>& sizes = experiment.config.sweep.size_notes;
  notes.insert(notes.begin(), sizes.begin(), sizes.end());
  if (const auto note = one_label_held_out(experiment.pool, experiment.config.sweep))
    notes.push_back(*note);
  return notes;
}

// A note if the last run in a folder had another problem or other data.
std::optional<std::string> note_on_folder(const std::filesystem::path& folder,
                                          const Config& config) {
  std::ifstream in(folder / "config.json", std::ios::binary);
  const Json before = in ? Json::parse(in, nullptr, false) : Json();
  if (!before.is_object()) return std::nullopt;
  for (const char* key : {"problem", "data"}) {
    if (before.value(key, Json()) == config.effective.value(key, Json())) continue;
    return fmt::format(
        "{}: the folder has results of another {} block. They are kept, and the report and tables "
        "now show {}. The command of the earlier run shows its results again",
        folder.string(), key, config.name);
  }
  return std::nullopt;
}

// Reads the data, and resolves the settings of the sweep that depend on them.
LoadedData load_for_sweep(const RunRequest& request, Config& config) {
  const DataPaths paths(request.config, request.data_dirs);
  read_option_files(config, paths);
  LoadedData data = load_data(config, paths);
  resolve_sweep(config.sweep, DrawPool(*data.examples, data.unlabeled_end), paths);
  // the record of the run has numbers, which tests of results need
  if (!config.sweep.shares.is_null()) config.effective["sweep"].update(config.sweep.shares);
  check_claims_with_sizes(config);
  return data;
}

// How `train` gets the learners of the experiment, and which of them it takes; null for a config
// that is not kept, as a pipe.
Json training_entry(const RunRequest& request, const Experiment& experiment) {
  std::error_code none;
  if (!request.config_is_kept || !std::filesystem::is_regular_file(request.config, none))
    return nullptr;
  std::vector<std::string> overrides;  // those that training takes over
  for (const std::string& each : request.overrides) {
    if (!each.starts_with("sweep.")) overrides.push_back(each);
  }
  Json entry = {{"command", {"costruct", "train", request.config.string()}},
                {"options", Json::array()},
                {"learners", Json::array()}};
  for (const std::string& each : overrides) {
    entry["options"].push_back("--set");
    entry["options"].push_back(each);
  }
  for (const std::filesystem::path& folder : request.data_dirs) {
    entry["options"].push_back("--data-dir");
    entry["options"].push_back(folder.string());
  }
  for (const LearnerConfig& learner : experiment.config.learners) {
    try {
      load_config(request.config, overrides, learner.name);
      entry["learners"].push_back(learner.name);
    } catch (const ConfigError&) {  // it learns in a way that has no model
    }
  }
  return entry;
}

Json provenance_of(const RunRequest& request, const Experiment& experiment) {
  Json provenance = program_provenance();
  if (Json entry = training_entry(request, experiment); !entry.is_null())
    provenance[kTrainingEntry] = std::move(entry);
  provenance["jobs"] = request.jobs;
  provenance["seed"] = experiment.config.sweep.seed;
  provenance["data"] = data_provenance(experiment.data);
  const DataPaths paths(request.config, request.data_dirs);
  for (const auto& [option, name] : experiment.config.option_files) {
    const FileFacts file = file_facts(paths.find(name, ""));
    provenance["data"].push_back(
        {{"path", file.path.string()}, {"bytes", file.bytes}, {"fnv1a", file.checksum}});
  }
  const SweepConfig& sweep = experiment.config.sweep;
  for (std::size_t i = 0; i < sweep.split_files.size(); ++i)
    provenance["splits"].push_back(
        {{"path", sweep.split_files[i]}, {"fnv1a", sweep.split_checksums[i]}});
  return provenance;
}

// Computes the cells that the store does not have yet. Adds them and the record of the run, which
// began at `start`.
SweepOutcome sweep_into(ResultStore& store, const RunRequest& request, const Experiment& experiment,
                        MpiSession* mpi, double start) {
  if (request.shard.count > 1 && !request.fresh && ResultStore::exists(request.out))
    store.merge(request.out);
  SweepSettings settings = settings_of(request);
  settings.provenance = provenance_of(request, experiment);
  settings.provenance["processes"] = mpi ? mpi->num_workers() + 1 : 1;
  const std::unique_ptr<Workers> workers =
      mpi ? mpi->workers(experiment) : std::make_unique<ThreadWorkers>(experiment, request.jobs);
  SweepOutcome outcome = run_sweep(experiment, store, *workers, settings);
  outcome.record.results.provenance["wall_seconds"] = seconds_now() - start;
  save_record(store, outcome.record);
  return outcome;
}

// The final message of a run that is not complete.
const char* end_in_words(SweepEnd end) {
  switch (end) {
    case SweepEnd::kInterrupted:
      return "costruct: interrupted: the same command goes on from here";
    case SweepEnd::kFailed:
      return "costruct: a cell failed, and --fail-fast ended the run: ";
    case SweepEnd::kOtherShards:
      return "this shard's cells of the selection are done. When those of all shards are "
             "done, run `costruct merge` and then the shards again";
    case SweepEnd::kShardComplete:
      return "this shard is done. When all shards are done, `costruct merge` brings them "
             "together";
    case SweepEnd::kComplete:
      break;
  }
  return "";
}

// Writes the report and the tables of the cells so far, and the final message.
ExitCode publish(const ResultStore& store, const SweepOutcome& outcome,
                 const std::filesystem::path& folder, Telling telling) {
  const SweepEnd end = outcome.end;
  const bool is_shard = end == SweepEnd::kOtherShards || end == SweepEnd::kShardComplete;
  const RunResults results = is_shard ? RunResults() : with_cells(outcome.record, store);
  std::optional<RunSummary> summary;
  if (!is_shard) {
    const ReportLock lock(folder);
    summary.emplace(telling == Telling::kAll ? publish_results(lock, results)
                                             : write_results(lock, results));
  }
  if (end == SweepEnd::kComplete) {
    const ExitCode code = code_of(folder, results);
    if (code == kDone && telling == Telling::kAll) {
      if (const auto command = training_command(*summary)) {
        say(command->text());
        say(command->next_text());
      }
    }
    return code;
  }
  if (telling == Telling::kAll || end == SweepEnd::kFailed) say(end_in_words(end) + outcome.error);
  return is_shard ? kDone : end == SweepEnd::kInterrupted ? kInterrupted : kFailed;
}

// The work of a process that is not the root of its session: computes the units from the root.
void serve(const RunRequest& request, MpiSession& mpi) {
  const auto serve_one = [&](const std::function<Config()>& load) {
    mpi.serve([&](const std::atomic<bool>* stop, const MpiSession::Use& use) {
      Config config = load();
      const LoadedData data = load_for_sweep(request, config);
      use(Experiment(config, data, stop));
    });
  };
  std::vector<CollectionMember> members;
  try {
    members = load_experiment(request).collection;
  } catch (const ConfigError&) {  // reported when it is loaded again
  }
  if (members.empty()) return serve_one([&] { return load_experiment(request); });
  while (const std::optional<Index> member = mpi.next()) {
    const Json& config = members.at(static_cast<std::size_t>(*member)).config;
    serve_one([&] { return check_config(config, request.config); });
  }
}

}  // namespace

Shard parse_shard(const std::string& text) {
  Shard shard;
  Index number = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, number);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, shard.count) : first;
  if (!slash || second.ec != std::errc() || second.ptr != end || number < 1 ||
      number > shard.count) {
    throw ConfigError("--shard " + text + ": must be i/n with 1 <= i <= n, as in 2/4");
  }
  if (shard.count > kMostShards) {
    throw ConfigError(fmt::format("--shard {}: must be of at most {} parts", text, kMostShards));
  }
  shard.index = number - 1;
  return shard;
}

std::filesystem::path results_folder(const RunRequest& request) {
  const auto& [index, count] = request.shard;
  if (count == 1) return request.out;
  return request.out / "shards" / fmt::format("{}-of-{}", index + 1, count);
}

ExitCode run_experiment(const RunRequest& request) {
  const std::unique_ptr<MpiSession> mpi = MpiSession::start();
  if (mpi && !mpi->is_root()) {
    serve(request, *mpi);
    return kDone;
  }
  if (mpi && request.jobs > 1) {
    throw ConfigError(
        "--jobs: these are threads of one process; under mpirun start more processes instead");
  }
  Config config = load_experiment(request);
  tell_notes(config.notes);
  RunRequest here = request;
  if (here.out.empty()) here.out = std::filesystem::path("runs") / config.name;
  check_files(here, config);
  if (!config.collection.empty()) return run_collection(here, config, mpi.get());
  return run_one(here, std::move(config), mpi.get(), Telling::kAll);
}

double estimate_seconds(const RunRequest& request, double pilot_seconds) {
  Config config = load_experiment(request);
  const LoadedData data = load_for_sweep(request, config);
  const Experiment experiment(config, data, request.stop);
  check_experiment(experiment);
  const ResultStore store("", ResultStore::Mode::kInMemory);
  return planned_seconds(plan_cells(experiment, store, {}, pilot_seconds));
}

ExitCode run_one(const RunRequest& request, Config config, MpiSession* mpi, Telling telling) {
  const double start = seconds_now();
  const LoadedData data = load_for_sweep(request, config);
  const Experiment experiment(config, data, request.stop);
  check_experiment(experiment);
  tell_notes(notes_on(experiment), telling == Telling::kAll ? "" : config.name + ": ");
  if (request.dry_run) return dry_run(request, experiment);
  if (request.reproduce) return reproduce_row(request, experiment);

  const std::filesystem::path folder = results_folder(request);
  make_folder(folder);
  if (telling == Telling::kAll && !request.fresh) {
    if (const auto note = note_on_folder(folder, config)) say("costruct: note: " + *note);
  }
  ResultStore store(folder, request.fresh ? ResultStore::Mode::kFresh : ResultStore::Mode::kResume);
  const SweepOutcome outcome = sweep_into(store, request, experiment, mpi, start);
  return publish(store, outcome, folder, telling);
}

}  // namespace costruct::experiments
