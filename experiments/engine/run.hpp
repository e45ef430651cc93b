// The command `run`: from a config to a folder of results.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace costruct::experiments {

struct RunRequest {
  std::filesystem::path config;
  std::vector<std::string> overrides;
  std::vector<std::filesystem::path> data_dirs;
  std::filesystem::path out;  ///< empty: runs/NAME
  int jobs = 1;
  bool fresh = false, retry_failed = false, dry_run = false;
  const std::atomic<bool>* stop = nullptr;  ///< set by a signal
};

/// Exit codes of the program.
enum ExitCode { kDone = 0, kFailed = 1, kBadConfig = 2, kBadData = 3, kInterrupted = 130 };

/// Runs (or resumes) an experiment and writes curves.csv, times.csv, cells.csv and report.html into its
/// folder; the table goes to stdout, everything else to stderr. Throws ConfigError, DataError, OutputError.
ExitCode run_experiment(const RunRequest& request);

}  // namespace costruct::experiments
