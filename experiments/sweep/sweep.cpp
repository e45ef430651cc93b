#include "costruct/experiments/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "costruct/experiments/sweep/progress.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

// Thrown if a cell failed and this must end the run. The cell is in the store.
struct FailedFast {
  std::string error;
};

class Sweep {
 public:
  Sweep(const Experiment& experiment, ResultStore& store, Workers& workers,
        const SweepSettings& settings)
      : experiment_(experiment),
        store_(store),
        workers_(workers),
        settings_(settings),
        plan_(experiment) {}

  SweepOutcome run() {
    if (plan_.has_selection()) {
      keep_record(false);
      const std::optional<SweepEnd> end = run_phase(Phase::kSelection);
      if (end) return finish(*end, false);
      if (missing_selection(record(false), store_) > 0)
        return finish(SweepEnd::kOtherShards, false);
      plan_.choose_from(store_);
    }
    keep_record(true);
    const std::optional<SweepEnd> end = run_phase(Phase::kCurve);
    if (end) return finish(*end, true);
    return finish(settings_.shard.count > 1 ? SweepEnd::kShardComplete : SweepEnd::kComplete, true);
  }

  SelectionOutcome select() {
    const std::optional<SweepEnd> end = run_phase(Phase::kSelection);
    if (!end) plan_.choose_from(store_);
    return {plan_.choices(), end.value_or(SweepEnd::kComplete)};
  }

 private:
  // Runs the open cells of a phase. Returns the reason if not all of them were run.
  std::optional<SweepEnd> run_phase(Phase phase) {
    const bool is_training = experiment_.config.kind == ConfigKind::kTraining;
    const std::string what =
        is_training ? "fits of the selection" : cells_of(phase, plan_.has_selection());
    std::vector<Unit> units = plan_.units(phase);
    std::erase_if(units,
                  [&](const Unit& unit) { return !SweepPlan::is_in(settings_.shard, unit); });
    const DoneCells done_before(store_, experiment_.config, settings_.retry_failed);
    Index total = 0, done = 0;
    for (Unit& unit : units) {
      total += static_cast<Index>(unit.cells.size());
      done += static_cast<Index>(std::erase_if(unit.cells, [&](const CellSpec* cell) {
        return done_before.contains(cell->key(unit.repetition));
      }));
    }
    std::erase_if(units, [](const Unit& unit) { return unit.cells.empty(); });
    if (done == total) return std::nullopt;
    RemainingTime left(experiment_.config);
    for (const Unit& unit : units) {
      for (const CellSpec* cell : unit.cells) left.expect(unit.learner, cell->sizes);
    }
    Progress progress(what, total, done, std::move(left));
    try {
      workers_.run(
          units, [&](const Unit& unit, const CellSpec& cell, const FinishedCell& finished) {
            const bool failed = !finished.result.error.empty();
            keep(cell.key(unit.repetition), phase, finished);
            const double seconds = finished.result.train_seconds + finished.result.predict_seconds;
            progress.finished(unit.learner, cell.sizes, failed ? 0 : seconds, failed,
                              name_of(unit, cell));
            warn(unit, cell, finished);
            if (failed && settings_.fail_fast) throw FailedFast{finished.result.error};
          });
    } catch (const FailedFast& failed) {
      error_ = failed.error;
      return SweepEnd::kFailed;
    }
    if (experiment_.stop_requested()) return SweepEnd::kInterrupted;
    return std::nullopt;
  }

  // The name of a cell in lines of progress: its learner, or its options in the selection of a
  // training.
  std::string name_of(const Unit& unit, const CellSpec& cell) const {
    const Config& config = experiment_.config;
    if (config.kind == ConfigKind::kTraining)
      return selection_fit(cell, config.sweep, unit.repetition);
    return fmt::format("{} with {} labeled and {} unlabeled",
                       config.learners[static_cast<std::size_t>(unit.learner)].name,
                       cell.sizes.labeled, cell.sizes.unlabeled);
  }

  // Stores a cell. If the store has this cell already, its other metrics are kept.
  void keep(CellKey key, Phase phase, const FinishedCell& finished) {
    CellResult result = finished.result;
    if (store_.state(key) == CellState::kFinished) {
      if (!result.error.empty()) {
        return say(fmt::format(
            "costruct: warning: {} at {} labeled, {} unlabeled, repetition {} could not be "
            "computed again, and stays without some metrics: {}",
            result.learner, result.labeled, result.unlabeled, result.repetition, result.error));
      }
      result.metrics.merge(store_.find(key)->metrics);
    }
    store_.put(key, phase, result, finished.split);
  }

  // Prints the first warning of each learner. Called by several threads.
  void warn(const Unit& unit, const CellSpec& cell, const FinishedCell& finished) {
    if (finished.result.warnings.empty()) return;
    const std::lock_guard lock(warned_mutex_);
    if (!warned_.insert(unit.learner).second) return;
    say(fmt::format(
        "costruct: warning: {} at {} labeled, {} unlabeled, repetition {} (and maybe others): {}",
        finished.result.learner, cell.sizes.labeled, cell.sizes.unlabeled, unit.repetition,
        finished.result.warnings.front()));
  }

  SweepOutcome finish(SweepEnd end, bool selected) const { return {record(selected), end, error_}; }

  RunRecord record(bool selected) const {
    RunRecord record = plan_.record(selected);
    record.results.provenance = settings_.provenance;
    return record;
  }

  void keep_record(bool selected) { save_record(store_, record(selected)); }

  const Experiment& experiment_;
  ResultStore& store_;
  Workers& workers_;
  const SweepSettings& settings_;
  SweepPlan plan_;
  std::string error_;
  std::mutex warned_mutex_;
  std::set<Index> warned_;  // learners
};

}  // namespace

SelectionOutcome run_selection(const Experiment& experiment, ResultStore& store, Workers& workers) {
  const SweepSettings settings;
  return Sweep(experiment, store, workers, settings).select();
}

DoneCells::DoneCells(const ResultStore& store, const Config& config, bool retry_failed)
    : store_(store), retry_failed_(retry_failed) {
  std::vector<std::string> metrics = config.metrics;
  std::erase_if(metrics, [&](const std::string& name) {
    const MetricEntry* entry = find_metric(config.problem->name, name);
    return entry == nullptr || entry->of_fit;
  });
  lacking_ = store.cells_without(metrics);
}

bool DoneCells::contains(CellKey key) const {
  const CellState state = store_.state(key);
  return (state == CellState::kFinished && !lacking_.contains(key)) ||
         (state == CellState::kFailed && !retry_failed_);
}

SweepOutcome run_sweep(const Experiment& experiment, ResultStore& store, Workers& workers,
                       const SweepSettings& settings) {
  return Sweep(experiment, store, workers, settings).run();
}

}  // namespace costruct::experiments
