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
  std::filesystem::path config;
  std::vector<std::string> overrides;
  std::vector<std::filesystem::path> data_dirs;
  std::filesystem::path out;  ///< empty: runs/NAME
  int jobs = 1;
  bool fresh = false, retry_failed = false, fail_fast = false, dry_run = false;
  Shard shard;                              ///< the part of the cells to run
  std::optional<Index> reproduce;           ///< a row of the store
  const std::atomic<bool>* stop = nullptr;  ///< set by a signal
  bool config_is_kept = true;  ///< false: the file of the config is removed after the run
  /// Is called after the config has been read, because the config may be a pipe.
  std::function<void()> config_read = {};
};

/// Runs (or resumes) an experiment. Writes results.sqlite, curves.csv, times.csv, cells.csv,
/// report.html and figures/ into its folder. The table goes to stdout, everything else to stderr. A
/// collection runs one data set after the other, see run_collection(). Throws ConfigError,
/// DataError, OutputError.
ExitCode run_experiment(const RunRequest& request);

/// The time that an experiment takes with one job, in seconds, estimated as by --dry-run from
/// pilot cells that take about `pilot_seconds` (plan_cells()). NaN if no pilot of a learner
/// succeeds. Throws ConfigError, DataError.
double estimate_seconds(const RunRequest& request, double pilot_seconds);

/// How much a run reports: kAll for a single run, kTroublesOnly for a run of a collection, which
/// reports for all of them.
enum class Telling { kAll, kTroublesOnly };

/// Runs one experiment that is not a collection, into the folder of the request.
/// @param mpi  the session of several processes, with this one as its root; or null
ExitCode run_one(const RunRequest& request, Config config, MpiSession* mpi, Telling telling);

/// Reads "i/n" with 1 <= i <= n. Throws ConfigError for other texts.
Shard parse_shard(const std::string& text);

/// The folder with the results of a request: OUT, or OUT/shards/i-of-n for a shard.
std::filesystem::path results_folder(const RunRequest& request);

}  // namespace costruct::experiments
