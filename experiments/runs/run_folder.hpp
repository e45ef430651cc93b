// Folders of results: what is written beside the store, and the commands that read it again.
#pragma once

#include <filesystem>
#include <vector>

#include "costruct/io/exit_code.hpp"
#include "costruct/io/file_lock.hpp"
#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// Held by who writes the files of results of a folder, from before the store is read to when they
/// are written, so that what was read last is written last; a run, which knows its store, needs it
/// to write only. Waits for whoever holds it. Throws OutputError.
class ReportLock {
 public:
  explicit ReportLock(const std::filesystem::path& folder);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  FileLock lock_;
};

/// Writes curves.csv, times.csv, cells.csv, config.json and report.html into a folder. Throws
/// OutputError.
void write_results(const ReportLock& held, const RunResults& results);

/// The same, and prints the table to stdout and where the report is to stderr.
void publish_results(const ReportLock& held, const RunResults& results);

/// 1 where cells failed or are missing, which is said on stderr; else 0.
ExitCode code_of(const std::filesystem::path& folder, const RunResults& results);

/// The command `report`: writes these again from the store, whether the run is finished or not, and
/// prints the table; of a collection what publish_collection() writes. Throws DataError where there
/// is no run, ConfigError where a file of results is another name of the store.
void report_folder(const std::filesystem::path& folder);

/// `report` of several runs: all of them on one page, which is written to `page`. Throws DataError
/// where a folder holds no single run or no metric is in all of them, ConfigError where `page` is
/// one of their files.
void report_together(const std::vector<std::filesystem::path>& folders,
                     const std::filesystem::path& page);

/// `report --figures`: the charts of a run's report, or of a collection's (each data set has a
/// report and figures of its own), into figures/ of its folder, as far as they have changed; says
/// on stderr how many, and why some are missing.
void draw_figures(const std::filesystem::path& folder);

/// The same of several runs on one page: the charts of `page` into a folder beside it, both.html
/// having both-figures.
void draw_figures_together(const std::vector<std::filesystem::path>& folders,
                           const std::filesystem::path& page);

/// The command `merge`: takes the cells of other folders (none given: of FOLDER/shards) over into a
/// folder, which is made, and writes its report. The exit code is that of code_of(). Throws
/// ConfigError where there is nothing to merge or the folders hold different experiments. In a
/// collection every data set's shards are merged.
ExitCode merge_folders(const std::filesystem::path& folder,
                       std::vector<std::filesystem::path> others);

/// The command `compare`: the first run side by side with each of the others, on stdout. Throws
/// DataError where a folder holds no run.
void compare_folders(const std::vector<std::filesystem::path>& folders);

/// The command `claims`: the claims of all these runs and collections with their verdicts as one
/// table on stdout, and as CSV into a file where one is named. Throws DataError where a folder
/// holds no run.
void claims_of_folders(const std::vector<std::filesystem::path>& folders,
                       const std::filesystem::path& csv);

}  // namespace costruct::experiments
