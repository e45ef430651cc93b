#include "costruct/experiments/runs/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <functional>

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

namespace costruct::experiments {
namespace {

constexpr double kPilotSeconds = 10;

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
  const bool sharded = !request.shard.empty() && parse_shard(request.shard).count > 1;
  const auto add = [&](const Config& run, const std::filesystem::path& out) {
    roles.reads_data_of(run, paths);
    roles.writes_results(sharded ? shard_folder(out, parse_shard(request.shard)) : out,
                         run.effective);
  };
  if (config.collection.empty()) {
    add(config, request.out);
  } else {
    roles.writes_results(request.out, config.effective);
    for (const CollectionMember& member : config.collection)
      add(check_config(member.config, config.file), request.out / member.name);
  }
  roles.check();
}

ResultStore open_for_reading(const RunRequest& request, const std::filesystem::path& folder) {
  const bool nothing = request.fresh || !ResultStore::exists(folder);
  return {folder, nothing ? ResultStore::Mode::kInMemory : ResultStore::Mode::kReadOnly};
}

ExitCode dry_run(const RunRequest& request, const Experiment& experiment,
                 const SweepSettings& settings, const std::filesystem::path& folder) {
  const ResultStore store = open_for_reading(request, folder);
  const std::vector<PlannedCells> plan = plan_cells(experiment, store, settings, kPilotSeconds);
  print_to_stdout(plan_table(experiment.config, plan));
  say(plan_summary(plan, request.jobs));
  return experiment.stop_requested() ? kInterrupted : kDone;
}

ExitCode reproduce_row(const RunRequest& request, const Experiment& experiment,
                       const std::filesystem::path& folder) {
  const ResultStore store(folder, ResultStore::Mode::kReadOnly);
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
        "{}: here was an experiment with another block {}: report and tables become those of {}; "
        "cells stay, "
        "and the same command as before brings back what they were",
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
  check_claims_with_sizes(config);
  return data;
}

Json provenance_of(const RunRequest& request, const Experiment& experiment) {
  Json provenance = program_provenance();
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

// Prints the final message, and returns the exit code.
ExitCode conclude(const SweepOutcome& outcome, const RunResults& results,
                  const std::filesystem::path& folder, Telling telling) {
  const auto say_unless_quiet = [&](const char* what) {
    if (telling == Telling::kAll) say(what);
  };
  switch (outcome.end) {
    case SweepEnd::kInterrupted:
      say_unless_quiet("costruct: interrupted: the same command goes on from here");
      return kInterrupted;
    case SweepEnd::kFailed:
      say("costruct: a cell failed, and --fail-fast ended the run: " + outcome.error);
      return kFailed;
    case SweepEnd::kOtherShards:
      say_unless_quiet(
          "this shard's cells of the selection are done; when those of all shards are, "
          "`costruct merge` them and run the shards again");
      return kDone;
    case SweepEnd::kShardComplete:
      say_unless_quiet("this shard is done; when all are, `costruct merge` brings them together");
      return kDone;
    case SweepEnd::kComplete:
      break;
  }
  return code_of(folder, results);
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

namespace {
constexpr Index kMostShards = 10'000;  // each shard has a folder and a store
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

std::filesystem::path shard_folder(const std::filesystem::path& out, const Shard& shard) {
  return out / "shards" / fmt::format("{}-of-{}", shard.index + 1, shard.count);
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

ExitCode run_one(const RunRequest& request, Config config, MpiSession* mpi, Telling telling) {
  const auto start = std::chrono::steady_clock::now();
  SweepSettings settings;
  settings.retry_failed = request.retry_failed;
  settings.fail_fast = request.fail_fast;
  if (!request.shard.empty()) settings.shard = parse_shard(request.shard);
  const bool sharded = settings.shard.count > 1;
  const LoadedData data = load_for_sweep(request, config);
  const Experiment experiment(config, data, request.stop);
  check_experiment(experiment);
  tell_notes(notes_on(experiment), telling == Telling::kAll ? "" : config.name + ": ");

  const std::filesystem::path folder =
      sharded ? shard_folder(request.out, settings.shard) : request.out;
  if (request.dry_run) return dry_run(request, experiment, settings, folder);
  if (request.reproduce) return reproduce_row(request, experiment, folder);

  make_folder(folder);
  if (telling == Telling::kAll && !request.fresh) {
    if (const auto note = note_on_folder(folder, config)) say("costruct: note: " + *note);
  }
  ResultStore store(folder, request.fresh ? ResultStore::Mode::kFresh : ResultStore::Mode::kResume);
  if (sharded && !request.fresh && ResultStore::exists(request.out)) store.merge(request.out);
  settings.provenance = provenance_of(request, experiment);
  settings.provenance["processes"] = mpi ? mpi->num_workers() + 1 : 1;
  const std::unique_ptr<Workers> workers =
      mpi ? mpi->workers(experiment) : std::make_unique<ThreadWorkers>(experiment, request.jobs);
  SweepOutcome outcome = run_sweep(experiment, store, *workers, settings);
  outcome.record.results.provenance["wall_seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  save_record(store, outcome.record);
  if (outcome.end == SweepEnd::kOtherShards || outcome.end == SweepEnd::kShardComplete) {
    return conclude(outcome, outcome.record.results, folder, telling);
  }
  const RunResults results = with_cells(outcome.record, store);
  if (telling == Telling::kAll) {
    publish_results(ReportLock(folder), results);
  } else {
    write_results(ReportLock(folder), results);
  }
  return conclude(outcome, results, folder, telling);
}

}  // namespace costruct::experiments
