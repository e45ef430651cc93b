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

/// Runs the cells that the store does not have: first those by which `select` chooses, then those
/// of the curves. Every finished cell is in the store at once, and so is the record of the run. The
/// results depend neither on the workers nor on which cells the store had. Throws OutputError where
/// the store cannot be written.
SweepOutcome run_sweep(const Experiment& experiment, ResultStore& store, Workers& workers,
                       const SweepSettings& settings);

struct SelectionOutcome {
  std::vector<Selection> choices;  ///< by learner
  SweepEnd end = SweepEnd::kComplete;
};

/// Only the first half of that: the cells by which `select` chooses, and the choices.
SelectionOutcome run_selection(const Experiment& experiment, ResultStore& store, Workers& workers);

/// Which cells need no (further) run: those that are finished, with a value of every metric of
/// predictions that is asked for, and those that failed, unless they are to be tried again.
class DoneCells {
 public:
  DoneCells(const ResultStore& store, const Config& config, bool retry_failed);
  bool contains(CellKey key) const;

 private:
  const ResultStore& store_;
  bool retry_failed_;
  std::unordered_set<CellKey> lacking_;
};

}  // namespace costruct::experiments
