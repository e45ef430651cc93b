#include "costruct/experiments/engine/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "costruct/experiments/engine/provenance.hpp"
#include "costruct/experiments/engine/sweep.hpp"
#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/results/report.hpp"
#include "costruct/experiments/results/summary.hpp"

namespace costruct::experiments {
namespace {

void print_to_stdout(std::string_view text) {
  OutputFile out("");
  out.write(text);
  out.commit();
}

// A line per cell: state, phase, learner, sizes, repetition.
void print_plan(const Config& config, const std::vector<PlannedCell>& plan) {
  OutputFile out("");
  Index done = 0;
  for (const PlannedCell& planned : plan) {
    const CellSpec& cell = planned.cell;
    done += planned.done;
    out.write(fmt::format("{}\t{}\t{}\tlabeled {}\tunlabeled {}\trepetition {}{}\n",
                          planned.done ? "done" : "to do",
                          cell.phase == Phase::kCurve ? "curve" : "selection",
                          config.learners[cell.learner].name, cell.sizes.labeled, cell.sizes.unlabeled,
                          cell.repetition, cell.chosen.empty() ? "" : "\t" + cell.chosen.dump()));
  }
  out.commit();
  std::fprintf(stderr, "%td cells: %td done, %td to do\n", static_cast<std::ptrdiff_t>(plan.size()),
               static_cast<std::ptrdiff_t>(done), static_cast<std::ptrdiff_t>(plan.size()) - done);
}

void write_results(const std::filesystem::path& folder, const RunResults& results) {
  write_curves_csv(folder / "curves.csv", results);
  write_times_csv(folder / "times.csv", results);
  write_cells_csv(folder / "cells.csv", results);
  write_report(folder / "report.html", results);
  write_file(folder / "config.json",
             results.config.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace

ExitCode run_experiment(const RunRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  const Config config = load_config(request.config, request.overrides);
  if (config.kind != ConfigKind::kExperiment) {
    throw ConfigError(request.config.string() +
                      ": a training config (`learner`); run takes an experiment with `sweep` and "
                      "`learners`, train takes this one");
  }
  for (const std::string& note : config.notes) std::fprintf(stderr, "costruct: note: %s\n", note.c_str());
  const LoadedData data = load_data(config, DataPaths(request.config, request.data_dirs));
  const Experiment experiment(config, data, request.stop);
  check_experiment(experiment);

  const std::filesystem::path folder =
      request.out.empty() ? std::filesystem::path("runs") / config.name : request.out;
  const SweepSettings settings{request.jobs, request.retry_failed};
  if (request.dry_run) {
    const std::filesystem::path nowhere;
    const ResultStore store(request.fresh ? nowhere : folder,
                            request.fresh ? ResultStore::Mode::kEmpty : ResultStore::Mode::kReadOnly);
    print_plan(config, plan_sweep(experiment, store, settings));
    return kDone;
  }

  make_folder(folder);
  ResultStore store(folder, request.fresh ? ResultStore::Mode::kFresh : ResultStore::Mode::kResume);
  SweepOutcome outcome = run_sweep(experiment, store, settings);
  outcome.results.provenance = program_provenance();
  outcome.results.provenance["jobs"] = request.jobs;
  outcome.results.provenance["seed"] = config.sweep.seed;
  outcome.results.provenance["data"] = data_provenance(data);
  outcome.results.provenance["wall_seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  write_results(folder, outcome.results);

  print_to_stdout(terminal_table(outcome.results));
  std::fprintf(stderr, "results in %s, report in %s\n", folder.c_str(), (folder / "report.html").c_str());
  if (outcome.interrupted) {
    std::fprintf(stderr, "costruct: interrupted: the same command goes on from here\n");
    return kInterrupted;
  }
  if (outcome.failed == 0) return kDone;
  std::fprintf(stderr, "costruct: %td cells failed: see %s\n", static_cast<std::ptrdiff_t>(outcome.failed),
               (folder / "cells.csv").c_str());
  return kFailed;
}

}  // namespace costruct::experiments
