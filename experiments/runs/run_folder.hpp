// Folders of results: writes the result files beside the store. Also the commands `report`,
// `merge`, `compare` and `claims`, which read such folders.
#pragma once

#include <filesystem>
#include <vector>

#include "costruct/io/exit_code.hpp"
#include "costruct/io/file_lock.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The lock for writing the result files of a folder. Waits until no other process has it. Take it
/// before you read the store: otherwise older results could replace newer ones. A run already has
/// its results in memory, so it takes the lock only to write. Throws OutputError.
class ReportLock {
 public:
  explicit ReportLock(const std::filesystem::path& folder);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  FileLock lock_;
};

/// Writes curves.csv, times.csv, cells.csv, config.json and report.html into a folder. Returns the
/// summary that they show; the results must outlive it. Throws OutputError.
RunSummary write_results(const ReportLock& held, const RunResults& results);

/// Calls write_results(), and prints the table to stdout and the place of the report to stderr.
RunSummary publish_results(const ReportLock& held, const RunResults& results);

/// The exit code of a run: 1 if cells failed or are missing, with a message on stderr; else 0.
/// @param folder  of the run, for the message
ExitCode code_of(const std::filesystem::path& folder, const RunResults& results);

/// The command `report`: writes these files again from the store, whether the run is finished or
/// not, and prints the table. For a collection it calls publish_collection(). Throws DataError if
/// there is no run, ConfigError if a result file is a link to the store.
void report_folder(const std::filesystem::path& folder);

/// `report` for several runs: writes all of them to one page. Throws DataError if a folder is not
/// that of a single run or if no metric is in all runs. Throws ConfigError if `page` is one of
/// their files.
void report_together(const std::vector<std::filesystem::path>& folders,
                     const std::filesystem::path& page);

/// `report --figures`: draws the charts of the report into figures/ of the folder, if they have
/// changed. For a collection these are the charts of its own report. Says on stderr how many were
/// drawn, and why some are missing.
void draw_figures(const std::filesystem::path& folder);

/// The same for several runs on one page. The charts of both.html go into the folder both-figures
/// beside it.
void draw_figures_together(const std::vector<std::filesystem::path>& folders,
                           const std::filesystem::path& page);

/// The command `merge`: copies the cells of other folders into a folder, which it creates if
/// necessary, and writes its report. Without other folders it copies FOLDER/shards. In a collection
/// it merges the shards of every data set. Returns the exit code of code_of(). While `select` has
/// not chosen yet, it writes no report, and returns 1 only if cells of the selection are missing.
/// Throws ConfigError if it finds no folder to merge, if the folders have different experiments, or
/// for `others` beside a collection. Throws DataError if none of the folders has cells.
ExitCode merge_folders(const std::filesystem::path& folder,
                       std::vector<std::filesystem::path> others);

/// The command `compare`: compares the first run with each of the others, on stdout. Throws
/// DataError if a folder has no run or is a collection.
/// @param folders  at least one
void compare_folders(const std::vector<std::filesystem::path>& folders);

/// Whether claims have one line each, or also their sources, tests and numbers.
enum class ClaimDetails { kFolded, kShown };

/// The command `claims`: prints the claims of all these runs and collections with their verdicts,
/// as one table on stdout. Also writes them as CSV if `csv` is not empty. Throws DataError if a
/// folder has no run.
void claims_of_folders(const std::vector<std::filesystem::path>& folders,
                       const std::filesystem::path& csv, ClaimDetails details);

}  // namespace costruct::experiments
