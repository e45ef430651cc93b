// The command `run`: from a config to a folder of results.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/sweep/mpi_session.hpp"
#include "costruct/experiments/sweep/sweep_plan.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct::experiments {

/// The arguments of the command.
struct RunRequest {
  std::filesystem::path config;                  ///< the file of the experiment
  std::vector<std::string> overrides;            ///< of --set, as "path=value", in order
  std::vector<std::filesystem::path> data_dirs;  ///< see DataPaths
  std::filesystem::path out;                     ///< folder of the results; empty: runs/NAME
  int jobs = 1;                                  ///< cells that are computed at a time, by threads
  /// fresh: delete earlier results. retry_failed: run failed cells again. fail_fast: stop at the
  /// first cell that fails. dry_run: only print the plan (plan_cells()).
  bool fresh = false, retry_failed = false, fail_fast = false, dry_run = false;
  Shard shard;                              ///< the part of the cells to run
  std::optional<Index> reproduce;           ///< only compute this row of the store again
  const std::atomic<bool>* stop = nullptr;  ///< ends the run soon after it is set; null: never
  bool config_is_kept = true;  ///< false: the file of the config is removed after the run
  /// Is called after the config has been read, because the config may be a pipe.
  std::function<void()> config_read = {};
};

/// Runs (or resumes) an experiment. Writes results.sqlite, curves.csv, times.csv, cells.csv,
/// config.json and report.html into its folder (write_results()); a shard writes only the store.
/// The table goes to stdout, everything else to stderr. A collection runs one data set after the
/// other, see run_collection(). Throws ConfigError, DataError, OutputError.
ExitCode run_experiment(const RunRequest& request);

/// The time that an experiment takes with one job, in seconds, estimated as by --dry-run from
/// pilot cells that take about `pilot_seconds` (plan_cells()). NaN if no pilot of a learner
/// succeeds. Throws ConfigError, DataError.
double estimate_seconds(const RunRequest& request, double pilot_seconds);

/// How much a run reports: kAll for a single run, kTroublesOnly for a run of a collection, which
/// reports for all of them.
enum class Telling { kAll, kTroublesOnly };

/// Runs one experiment that is not a collection, into results_folder(request).
/// @param request  its `out` must not be empty; its `config` gives the folder to look for data in
/// @param config   the checked config of the experiment
/// @param mpi      the session of several processes, with this one as its root; or null
ExitCode run_one(const RunRequest& request, Config config, MpiSession* mpi, Telling telling);

/// Reads "i/n" with 1 <= i <= n <= 10,000 as part i - 1 of n. Throws ConfigError for other texts.
Shard parse_shard(const std::string& text);

/// The folder with the results of a request: OUT, or OUT/shards/i-of-n for a shard, where OUT is
/// request.out.
std::filesystem::path results_folder(const RunRequest& request);

}  // namespace costruct::experiments
