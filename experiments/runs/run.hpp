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

struct RunRequest {
  std::filesystem::path config;
  std::vector<std::string> overrides;
  std::vector<std::filesystem::path> data_dirs;
  std::filesystem::path out;  ///< empty: runs/NAME
  int jobs = 1;
  bool fresh = false, retry_failed = false, fail_fast = false, dry_run = false;
  std::string shard;                        ///< "2/4", or empty
  std::optional<Index> reproduce;           ///< a row of the store
  const std::atomic<bool>* stop = nullptr;  ///< set by a signal
  std::function<void()> config_read =
      {};  ///< called once the config has been read, which may be a pipe
};

/// Runs (or resumes) an experiment and writes results.sqlite, curves.csv, times.csv, cells.csv,
/// report.html and figures/ into its folder; the table goes to stdout, everything else to stderr. A
/// collection of data sets is run one by one, see run_collection(). Throws ConfigError, DataError,
/// OutputError.
ExitCode run_experiment(const RunRequest& request);

/// Whether a run stands alone, or is one of a collection, which says for all what is to be said.
enum class Telling { kAll, kTroublesOnly };

/// Runs one experiment that is no collection into the folder that the request names.
/// @param mpi  the session of several processes, or null; this one is its root
ExitCode run_one(const RunRequest& request, Config config, MpiSession* mpi, Telling telling);

/// "i/n", 1 <= i <= n. Throws ConfigError for other texts.
Shard parse_shard(const std::string& text);

/// Where a shard keeps its store: OUT/shards/i-of-n.
std::filesystem::path shard_folder(const std::filesystem::path& out, const Shard& shard);

}  // namespace costruct::experiments
