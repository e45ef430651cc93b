// The sweep: all cells of an experiment, run, found again, and brought together.
#pragma once

#include "costruct/experiments/sweep/sweep_plan.hpp"
#include "costruct/experiments/sweep/workers.hpp"

namespace costruct::experiments {

/// What changes how a sweep is run, and nothing of what it gives.
struct SweepSettings {
  bool retry_failed = false;  ///< cells that failed count as not done
  bool fail_fast = false;     ///< the first cell that fails ends the run
  Shard shard;
  Json provenance = Json::object();  ///< kept with the record of the run
};

enum class SweepEnd {
  kComplete,
  kInterrupted,   ///< by the experiment's stop flag
  kFailed,        ///< a cell failed under fail_fast
  kOtherShards,   ///< the choices of `select` need cells of other shards
  kShardComplete  ///< all cells of this shard are done
};

struct SweepOutcome {
  RunRecord record;
  SweepEnd end = SweepEnd::kComplete;
  std::string error;  ///< of the cell that failed under fail_fast
};

/// Runs the cells that the store does not have: first those by which `select` chooses, then those of the
/// curves. Every finished cell is in the store at once, and so is the record of the run. The results depend
/// neither on the workers nor on which cells the store had. Throws OutputError where the store cannot be
/// written.
SweepOutcome run_sweep(const Experiment& experiment, ResultStore& store, Workers& workers,
                       const SweepSettings& settings);

struct SelectionOutcome {
  std::vector<Selection> choices;  ///< by learner
  SweepEnd end = SweepEnd::kComplete;
};

/// Only the first half of that: the cells by which `select` chooses, and the choices.
SelectionOutcome run_selection(const Experiment& experiment, ResultStore& store, Workers& workers);

/// Whether a cell needs no (further) run.
bool is_done(const ResultStore& store, CellKey key, bool retry_failed);

}  // namespace costruct::experiments
