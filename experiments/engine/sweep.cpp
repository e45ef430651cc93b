#include "costruct/experiments/engine/sweep.hpp"

#include <algorithm>
#include <exception>
#include <thread>

#include "costruct/experiments/engine/progress.hpp"
#include "costruct/experiments/engine/selection.hpp"

namespace costruct::experiments {
namespace {

// The cells of one learner in one repetition: what a thread takes at a time.
struct Unit {
  Phase phase = Phase::kCurve;
  Index learner = 0, repetition = 0;
  std::vector<CellSpec> cells;
};

using Choices = std::vector<Selection>;  // per learner; empty where nothing is selected

class Sweep {
 public:
  Sweep(const Experiment& experiment, const ResultStore& store, const SweepSettings& settings)
      : experiment_(experiment), config_(experiment.config), store_(store), settings_(settings) {}

  bool is_done(const CellSpec& cell) const {
    const auto result = store_.find(key_of(cell));
    return result && (result->error.empty() || !settings_.retry_failed);
  }
  std::string key_of(const CellSpec& cell) const { return cell_key(cell, config_, experiment_.common); }

  std::vector<Unit> selection_units() const {
    std::vector<Unit> units;
    for (Index repetition = 0; repetition < config_.sweep.selection_repetitions; ++repetition) {
      for (Index learner = 0; learner < num_learners(); ++learner) {
        if (config_.learners[learner].select.empty()) continue;
        Unit unit{Phase::kSelection, learner, repetition, {}};
        const auto grid = selection_grid(config_.learners[learner].select);
        for (const CellSizes& sizes : config_.sweep.sizes) {
          for (const Json& chosen : grid)
            unit.cells.push_back({Phase::kSelection, learner, sizes, repetition, chosen});
        }
        units.push_back(std::move(unit));
      }
    }
    return units;
  }

  Choices choices() const {
    Choices choices(config_.learners.size());
    for (Index learner = 0; learner < num_learners(); ++learner) {
      if (config_.learners[learner].select.empty()) continue;
      choices[learner] =
          choose(config_.learners[learner], config_.sweep, config_.metrics.front(),
                 [&](CellSizes sizes, Index repetition, const Json& chosen) {
                   return store_.find(key_of({Phase::kSelection, learner, sizes, repetition, chosen}));
                 });
    }
    return choices;
  }

  // Whether the options of a learner's cells are known.
  bool is_chosen(const Choices& choices, Index learner, CellSizes sizes) const {
    return config_.learners[learner].select.empty() || choices[learner].chosen.contains(sizes);
  }

  CellSpec curve_cell(const Choices& choices, Index learner, CellSizes sizes, Index repetition) const {
    CellSpec cell{Phase::kCurve, learner, sizes, repetition, Json::object()};
    const auto at = choices[learner].chosen.find(sizes);
    if (at != choices[learner].chosen.end()) cell.chosen = at->second;
    return cell;
  }

  std::vector<Unit> curve_units(const Choices& choices) const {
    std::vector<Unit> units;
    for (Index repetition = 0; repetition < config_.sweep.repetitions; ++repetition) {
      for (Index learner = 0; learner < num_learners(); ++learner) {
        Unit unit{Phase::kCurve, learner, repetition, {}};
        for (const CellSizes& sizes : config_.sweep.sizes) {
          if (is_chosen(choices, learner, sizes))
            unit.cells.push_back(curve_cell(choices, learner, sizes, repetition));
        }
        units.push_back(std::move(unit));
      }
    }
    return units;
  }

  Index num_learners() const { return static_cast<Index>(config_.learners.size()); }

 private:
  const Experiment& experiment_;
  const Config& config_;
  const ResultStore& store_;
  const SweepSettings& settings_;
};

// Keeps of each unit the cells that are still to do; returns how many were done.
Index drop_done(const Sweep& sweep, std::vector<Unit>& units) {
  Index done = 0;
  for (Unit& unit : units) {
    done += std::erase_if(unit.cells, [&](const CellSpec& cell) { return sweep.is_done(cell); });
  }
  std::erase_if(units, [](const Unit& unit) { return unit.cells.empty(); });
  return done;
}

void run_unit(const Experiment& experiment, const Sweep& sweep, const Unit& unit, ResultStore& store,
              Progress& progress) {
  CellRunner runner(experiment, unit.phase, unit.learner, unit.repetition);
  for (const CellSpec& cell : unit.cells) {
    if (experiment.stop_requested()) return;
    const std::optional<CellResult> result = runner.run(cell);
    if (!result) return;
    store.put(sweep.key_of(cell), *result);
    progress.finished(!result->error.empty());
  }
}

// Threads take units in order. The first exception of any ends all of them after their current cell.
void run_units(const Experiment& experiment, const Sweep& sweep, std::vector<Unit> units,
               const std::string& what, int jobs, ResultStore& store) {
  Index total = 0;
  for (const Unit& unit : units) total += static_cast<Index>(unit.cells.size());
  const Index done = drop_done(sweep, units);
  if (done == total) return;
  Progress progress(what, total, done);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> broken{false};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto work = [&] {
    try {
      while (!broken && !experiment.stop_requested()) {
        const std::size_t unit = next.fetch_add(1);
        if (unit >= units.size()) return;
        run_unit(experiment, sweep, units[unit], store, progress);
      }
    } catch (...) {
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
      broken = true;
    }
  };
  std::vector<std::thread> threads;
  const auto workers = std::min<std::size_t>(static_cast<std::size_t>(std::max(jobs, 1)), units.size());
  for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
}

// What the curves show: all finished cells in order, and a failed one wherever `select` found nothing to
// choose.
void collect(const Experiment& experiment, const Sweep& sweep, const ResultStore& store,
             const Choices& choices, SweepOutcome& outcome) {
  const Config& config = experiment.config;
  RunResults& results = outcome.results;
  results.name = config.name;
  results.source = config.source;
  results.metrics = config.metrics;
  results.claims = config.claims;
  results.config = config.effective;
  for (Index learner = 0; learner < sweep.num_learners(); ++learner) {
    const std::string& name = config.learners[learner].name;
    results.learners.push_back(name);
    const auto& table = choices[learner].table;
    results.selection.insert(results.selection.end(), table.begin(), table.end());
    for (const CellSizes& sizes : config.sweep.sizes) {
      for (Index repetition = 0; repetition < config.sweep.repetitions; ++repetition) {
        std::optional<CellResult> cell;
        if (sweep.is_chosen(choices, learner, sizes)) {
          cell = store.find(sweep.key_of(sweep.curve_cell(choices, learner, sizes, repetition)));
        } else if (!outcome.interrupted) {
          cell.emplace();
          cell->error = "select: every candidate has a failed cell";
        }
        if (!cell) continue;
        cell->learner = name;
        cell->labeled = sizes.labeled;
        cell->unlabeled = sizes.unlabeled;
        cell->repetition = repetition;
        outcome.failed += !cell->error.empty();
        results.cells.push_back(std::move(*cell));
      }
    }
  }
}

}  // namespace

SweepOutcome run_sweep(const Experiment& experiment, ResultStore& store, const SweepSettings& settings) {
  const Sweep sweep(experiment, store, settings);
  run_units(experiment, sweep, sweep.selection_units(), "cells of the selection", settings.jobs, store);
  const Choices choices =
      experiment.stop_requested() ? Choices(experiment.config.learners.size()) : sweep.choices();
  if (!experiment.stop_requested()) {
    run_units(experiment, sweep, sweep.curve_units(choices), "cells", settings.jobs, store);
  }
  SweepOutcome outcome;
  outcome.interrupted = experiment.stop_requested();
  collect(experiment, sweep, store, choices, outcome);
  return outcome;
}

std::vector<PlannedCell> plan_sweep(const Experiment& experiment, const ResultStore& store,
                                    const SweepSettings& settings) {
  const Sweep sweep(experiment, store, settings);
  std::vector<PlannedCell> plan;
  bool selected = true;
  for (const Unit& unit : sweep.selection_units()) {
    for (const CellSpec& cell : unit.cells) {
      plan.push_back({cell, sweep.is_done(cell)});
      selected = selected && plan.back().done;
    }
  }
  const Choices choices = selected ? sweep.choices() : Choices(experiment.config.learners.size());
  for (Index learner = 0; learner < sweep.num_learners(); ++learner) {
    for (const CellSizes& sizes : experiment.config.sweep.sizes) {
      for (Index repetition = 0; repetition < experiment.config.sweep.repetitions; ++repetition) {
        const CellSpec cell = sweep.curve_cell(choices, learner, sizes, repetition);
        plan.push_back({cell, sweep.is_chosen(choices, learner, sizes) && sweep.is_done(cell)});
      }
    }
  }
  return plan;
}

}  // namespace costruct::experiments
