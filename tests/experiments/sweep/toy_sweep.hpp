// A sweep over toy data.
#pragma once

#include "costruct/experiments/sweep/sweep.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "support/toy_fixture.hpp"

namespace costruct::experiments {

/// A config over toy data in a folder of its own, loaded.
struct Toy {
  explicit Toy(const Json& json, const std::atomic<bool>* stop = nullptr) {
    write_text(folder / "train.conll", toy_sentences(80, 5));
    write_text(folder / "more.conll", toy_sentences(30, 6));
    config = check_config(json, folder / "toy.json");
    data.emplace(load_data(config, DataPaths(config.file, {})));
    experiment.emplace(config, *data, stop);
    check_experiment(*experiment);
  }

  SweepEnd run_to_end(const std::string& name, int jobs = 1, const SweepSettings& settings = {},
                      ResultStore::Mode mode = ResultStore::Mode::kResume) {
    std::filesystem::create_directories(folder / name);
    ResultStore store(folder / name, mode);
    ThreadWorkers workers(*experiment, jobs);
    const SweepOutcome outcome = run_sweep(*experiment, store, workers, settings);
    save_record(store, outcome.record);
    return outcome.end;
  }
  RunResults run(const std::string& name, int jobs = 1, const SweepSettings& settings = {},
                 ResultStore::Mode mode = ResultStore::Mode::kResume) {
    run_to_end(name, jobs, settings, mode);
    return load_run(folder / name);
  }
  std::string curves(const std::string& name, int jobs = 1) { return curves_csv(run(name, jobs)); }

  TemporaryFolder folder;
  Config config;
  std::optional<LoadedData> data;
  std::optional<Experiment> experiment;
};

inline Json with_selection() {
  Json json = toy_experiment();
  json["learners"][2]["select"] = {{"Cu", {0.1, 1.0}}, {"average", {true, false}}};
  json["sweep"]["selection"] = {{"repetitions", 2}};
  return json;
}

}  // namespace costruct::experiments
