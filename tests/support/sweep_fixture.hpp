// Sweeps over toy data, run in a folder that goes away.
#pragma once

#include <catch2/catch.hpp>

#include <map>

#include "costruct/experiments/draws/split_files.hpp"
#include "costruct/experiments/sweep/sweep.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "support/toy_fixture.hpp"

namespace costruct::experiments {

/// The results of a sweep whose data files are in `folder`.
inline RunResults run_of(const Json& json, const TemporaryFolder& folder, int jobs = 1) {
  Config config = check_config(json, folder / "toy.json");
  const DataPaths paths(config.file, {});
  const LoadedData data = load_data(config, paths);
  resolve_sweep(config.sweep, DrawPool(*data.examples, data.unlabeled_end), paths);
  const Experiment experiment(config, data, nullptr);
  check_experiment(experiment);
  std::filesystem::create_directories(folder / "r");
  ResultStore store(folder / "r", ResultStore::Mode::kFresh);
  ThreadWorkers workers(experiment, jobs);
  save_record(store, run_sweep(experiment, store, workers, {}).record);
  return load_run(folder / "r");
}

/// The cells of a sweep over sentences, each as (learner, labeled, unlabeled, repetition): all but
/// times and memory.
inline std::map<std::string, Json> cells_of(const Json& json, int jobs = 1,
                                            const std::string& sentences = toy_sentences(80, 5)) {
  const TemporaryFolder folder;
  write_text(folder / "train.conll", sentences);
  std::map<std::string, Json> cells;
  for (const CellResult& cell : run_of(json, folder, jobs).cells) {
    INFO(cell.error);
    CHECK(cell.error.empty());
    Json result = to_json(cell);
    for (const char* measured : {"train_seconds", "predict_seconds", "peak_memory"})
      result.erase(measured);
    const std::string name = cell.learner + " " + std::to_string(cell.labeled) + " " +
                             std::to_string(cell.unlabeled) + " " + std::to_string(cell.repetition);
    cells[name] = result;
  }
  return cells;
}

}  // namespace costruct::experiments
