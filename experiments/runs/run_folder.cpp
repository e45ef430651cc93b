#include "costruct/experiments/runs/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/experiments/runs/collection_folder.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/runs/run.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/report/charts/figures.hpp"
#include "costruct/report/compare_runs.hpp"
#include "costruct/report/joined_runs.hpp"
#include "costruct/report/report.hpp"
#include "costruct/report/terminal_table.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/store/no_run_error.hpp"
#include "costruct/results/store/run_record.hpp"

namespace costruct::experiments {
namespace {

std::vector<std::filesystem::path> shards_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> shards;
  std::error_code failed;
  if (!std::filesystem::is_directory(folder / "shards", failed)) return shards;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "shards")) {
    if (ResultStore::exists(entry.path())) shards.push_back(entry.path());
  }
  std::sort(shards.begin(), shards.end());
  return shards;
}

// Draws the outputs of a run; null if its format has no drawing.
OutputDrawing drawing_of(const RunResults& results) {
  const Json::json_pointer place("/data/format");
  if (!results.config.contains(place) || !results.config.at(place).is_string()) return {};
  const Format* format = find_format(results.config.at(place).get<std::string>());
  return format == nullptr ? OutputDrawing() : format->drawing;
}

// Loads a single run, for commands that do not accept collections.
RunResults load_single(const std::filesystem::path& folder) {
  if (is_collection(folder)) {
    throw DataError(folder.string() +
                    ": a collection of data sets; name the folders of single ones in it");
  }
  return load_run(folder);
}

// Says how metrics of an unknown problem are treated.
void tell_unknown_problem(const RunResults& results) {
  const std::string problem = problem_type_of(results.config);
  if (problem.empty() || find_problem(problem) != nullptr) return;
  say(
      fmt::format("costruct: note: {}: this program has no problem {}; a metric is read as all "
                  "its problems declare it, else lower values count as better",
                  results.name, shown_name(problem)));
}

// Checks that no file written into a folder of results replaces a store that is read.
void check_written(const std::filesystem::path& folder,
                   const std::vector<std::filesystem::path>& read) {
  FileRoles roles;
  for (const auto& each : read) roles.reads(each / "results.sqlite", "the store");
  roles.writes_results(folder);
  roles.check();
}

}  // namespace

ReportLock::ReportLock(const std::filesystem::path& folder)
    : folder_(folder), lock_(folder / "report.lock") {
  lock_.wait("another costruct that writes the files of results here");
}

RunSummary write_results(const ReportLock& held, const RunResults& results) {
  const std::filesystem::path& folder = held.folder();
  // Writes the longest file of a large run in parallel with the others. If no thread can be
  // created, get() writes it.
  std::future<void> cells = std::async([&] { write_cells_csv(folder / "cells.csv", results); });
  RunSummary summary(results);
  write_curves_csv(folder / "curves.csv", summary);
  write_times_csv(folder / "times.csv", summary);
  write_file(folder / "config.json", config_text(results.config));
  write_report(folder / "report.html", summary, drawing_of(results));
  cells.get();
  return summary;
}

RunSummary publish_results(const ReportLock& held, const RunResults& results) {
  RunSummary summary = write_results(held, results);
  print_to_stdout(terminal_table(summary));
  say("report in " + (held.folder() / "report.html").string());
  return summary;
}

ExitCode code_of(const std::filesystem::path& folder, const RunResults& results) {
  const auto failed = std::count_if(results.cells.begin(), results.cells.end(),
                                    [](const CellResult& cell) { return !cell.error.empty(); });
  const auto missing = results.planned - static_cast<Index>(results.cells.size());
  if (missing > 0) {
    say(fmt::format("costruct: {} of {} {} missing: the run is not finished", missing,
                    counted(results.planned, "cell"), missing == 1 ? "is" : "are"));
  }
  if (failed > 0) {
    say(fmt::format("costruct: {} failed: see {}; run --retry-failed runs them again",
                    counted(failed, "cell"), (folder / "cells.csv").string()));
  }
  return failed > 0 || missing > 0 ? kFailed : kDone;
}

void report_folder(const std::filesystem::path& folder) {
  if (is_collection(folder)) {
    check_written(folder, {});
    return publish_collection(folder);
  }
  if (!ResultStore::exists(folder))
    (void)load_run(folder);  // reports what is missing, and creates no lock
  check_written(folder, {folder});
  const ReportLock held(folder);
  const RunResults results = load_run(folder);
  tell_unknown_problem(results);
  publish_results(held, results);
  (void)code_of(folder, results);  // reports what is missing; the report itself is complete
}

namespace {

RunResults joined_folders(const std::vector<std::filesystem::path>& folders) {
  std::vector<RunResults> runs;
  std::vector<std::string> labels;
  for (const auto& folder : folders) {
    runs.push_back(load_single(folder));
    tell_unknown_problem(runs.back());
    const std::filesystem::path named = folder.filename().empty() ? folder.parent_path() : folder;
    labels.push_back(named.filename().string());
  }
  return joined_runs(runs, labels);
}

void tell_figures(const std::filesystem::path& folder, const std::vector<Chart>& charts) {
  const FiguresOutcome figures = write_figures(folder, charts);
  say(fmt::format("figures: {} drawn, {} unchanged, in {}", figures.drawn, figures.unchanged,
                  folder.string()));
  if (!figures.reason.empty()) say("costruct: note: " + figures.reason);
}

}  // namespace

void report_together(const std::vector<std::filesystem::path>& folders,
                     const std::filesystem::path& page) {
  FileRoles roles;
  for (const auto& folder : folders) {
    roles.reads(folder / "results.sqlite", "the store");
    for (const std::string& name : result_file_names()) roles.reads(folder / name, "the results'");
  }
  roles.writes(page, "--output", FileRoles::Kind::kPage);
  roles.check();
  const RunResults joined = joined_folders(folders);
  write_report(page, joined);
  print_to_stdout(terminal_table(joined));
  say("report in " + page.string());
  roles.tell_replaced();
}

void draw_figures(const std::filesystem::path& folder) {
  const std::filesystem::path figures = folder / "figures";
  if (is_collection(folder)) {
    tell_figures(figures, all_charts(load_collection(folder)));
  } else {
    tell_figures(figures, all_charts(RunSummary(load_run(folder))));
  }
}

void draw_figures_together(const std::vector<std::filesystem::path>& folders,
                           const std::filesystem::path& page) {
  const RunResults joined = joined_folders(folders);
  tell_figures(page.parent_path() / (page.stem().string() + "-figures"),
               all_charts(RunSummary(joined)));
}

void compare_folders(const std::vector<std::filesystem::path>& folders) {
  const RunResults first = load_single(folders.front());
  std::string text;
  for (std::size_t i = 1; i < folders.size(); ++i) {
    if (i > 1) text += "\n";
    text += comparison_table(compare_runs(first, load_single(folders[i])), folders.front().string(),
                             folders[i].string());
  }
  print_to_stdout(text);
}

void claims_of_folders(const std::vector<std::filesystem::path>& folders,
                       const std::filesystem::path& csv, ClaimDetails details) {
  FileRoles roles;
  for (const auto& folder : folders) {
    for (const std::string& name : result_file_names()) roles.reads(folder / name, "the results'");
  }
  roles.writes(csv, "--csv", FileRoles::Kind::kClaims);
  roles.check();
  std::vector<JudgedRun> runs;
  for (const auto& folder : folders) {
    if (is_collection(folder)) {
      const CollectionResults results = load_collection(folder);
      runs.push_back({results.name, judge_collection_claims(results)});
    } else {
      const RunResults run = load_run(folder);
      runs.push_back({run.name, judge_claims(run)});
    }
  }
  const std::string table =
      details == ClaimDetails::kShown ? claims_table(runs) : claims_lines(runs);
  print_to_stdout(table);
  if (table.empty()) say("costruct: note: no run of these has claims in its config");
  if (!csv.empty()) write_file(csv, claims_csv(runs));
  roles.tell_replaced();
}

namespace {

ExitCode merge_runs(const std::filesystem::path& folder, std::vector<std::filesystem::path> others,
                    Telling telling) {
  if (others.empty()) others = shards_in(folder);
  if (others.empty()) {
    throw ConfigError(folder.string() +
                      ": no shards in it; name the folders to merge: merge OUT DIR DIR ...");
  }
  // Check all folders before anything is written. OUT may have an earlier state of the same run.
  std::vector<std::filesystem::path> all = others, looked_at;
  if (ResultStore::exists(folder)) all.push_back(folder);
  std::vector<RunRecord> records;
  for (const auto& each : all) {
    try {
      records.push_back(read_record(ResultStore(each, ResultStore::Mode::kReadOnly)));
    } catch (const NoRunError& error) {
      std::erase(others, each);
      say(fmt::format("costruct: note: left out: {}", error.what()));
      continue;
    }
    looked_at.push_back(each);
    if (!same_cells(records.front(), records.back())) {
      throw ConfigError(fmt::format(
          "{} and {} hold different experiments: their data, learners, options or sizes differ",
          looked_at.front().string(), each.string()));
    }
  }
  if (records.empty())
    throw DataError(folder.string() + ": none of the runs to merge has cells yet");
  check_written(folder, all);
  make_folder(folder);
  ResultStore store(folder, ResultStore::Mode::kResume);
  for (const auto& other : others) {
    const ResultStore::Merged merged = store.merge(other);
    say(fmt::format("{}: {} new, {} known", other.string(), counted(merged.added, "cell"),
                    merged.known));
    if (merged.different > 0) {
      say(
          fmt::format("costruct: note: {} of {} {} from those here, which stay: were they computed "
                      "by another program or "
                      "processor?",
                      counted(merged.different, "cell"), other.string(),
                      merged.different == 1 ? "differs" : "differ"));
    }
  }
  // Take the record of the most advanced part, which knows the choices of `select` and all
  // repetitions.
  const RunRecord& record =
      *std::max_element(records.begin(), records.end(), [](const auto& a, const auto& b) {
        return std::pair(a.repetitions, a.selected) < std::pair(b.repetitions, b.selected);
      });
  save_record(store, record);
  if (!record.selected) {
    const Index missing = missing_selection(record, store);
    if (missing > 0) {
      say(fmt::format("costruct: {} missing: not all shards are done",
                      counted(missing, "cell of the selection is", "cells of the selection are")));
      return kFailed;
    }
    say("the cells of the selection are together: run the shards again for the curves");
    return kDone;
  }
  const RunResults results = with_cells(record, store);
  if (telling == Telling::kAll) {
    publish_results(ReportLock(folder), results);
  } else {
    write_results(ReportLock(folder), results);
  }
  return code_of(folder, results);
}

}  // namespace

ExitCode merge_folders(const std::filesystem::path& folder,
                       std::vector<std::filesystem::path> others) {
  if (!is_collection(folder)) return merge_runs(folder, std::move(others), Telling::kAll);
  if (!others.empty()) {
    throw ConfigError(
        folder.string() +
        ": a collection merges only its own shards: merge the folders of its data sets "
        "one by one, then run `costruct report`");
  }
  ExitCode code = kDone;
  for (const CollectionEntry& member : read_collection(folder).members) {
    try {
      const ExitCode of_member = merge_runs(folder / member.name, {}, Telling::kTroublesOnly);
      if (of_member != kDone) code = of_member;
    } catch (const ConfigError& error) {
      tell_lines(fmt::format("costruct: {}: {}", member.name, error.what()));
      code = kFailed;
    }
  }
  publish_collection(folder);
  return code;
}

}  // namespace costruct::experiments
