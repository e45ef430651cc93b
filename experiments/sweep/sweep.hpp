// The sweep: computes all cells of an experiment that the store does not have.
#pragma once

#include "costruct/experiments/sweep/sweep_plan.hpp"
#include "costruct/experiments/sweep/workers.hpp"

namespace costruct::experiments {

/// Settings that change how a sweep is run and not its results.
struct SweepSettings {
  bool retry_failed = false;  ///< run failed cells again
  bool fail_fast = false;     ///< stop at the first cell that fails
  Shard shard;
  Json provenance = Json::object();  ///< stored in the record of the run
};

/// The reason why a sweep ended.
enum class SweepEnd {
  kComplete,      ///< all cells were run; some may have failed
  kInterrupted,   ///< by the experiment's stop flag
  kFailed,        ///< a cell failed under fail_fast
  kOtherShards,   ///< the choices of `select` need cells of other shards
  kShardComplete  ///< all cells of this shard are done
};

/// The result of run_sweep().
struct SweepOutcome {
  RunRecord record;
  SweepEnd end = SweepEnd::kComplete;
  std::string error;  ///< of the cell that failed under fail_fast
};

/// Runs the cells that are not among DoneCells: first those by which `select` chooses, then those
/// of the curves. The store gets the record of the run at the beginning, and each cell as soon as
/// it is finished. The results depend neither on the workers nor on the cells that the store had.
/// Throws OutputError if the store cannot be written.
SweepOutcome run_sweep(const Experiment& experiment, ResultStore& store, Workers& workers,
                       const SweepSettings& settings);

/// The result of run_selection().
struct SelectionOutcome {
  std::vector<Selection> choices;  ///< by learner; without choices unless `end` is kComplete
  SweepEnd end = SweepEnd::kComplete;
};

/// Runs only the cells by which `select` chooses, and makes the choices, for `costruct train`.
/// Failed cells are not run again. The store gets no record of the run.
SelectionOutcome run_selection(const Experiment& experiment, ResultStore& store, Workers& workers);

/// The cells that need no run. These are finished cells with a value of every requested metric of
/// predictions, and failed cells unless they are to be run again.
class DoneCells {
 public:
  /// Looks up once which cells lack metrics. `store` must outlive this.
  DoneCells(const ResultStore& store, const Config& config, bool retry_failed);
  bool contains(CellKey key) const;

 private:
  const ResultStore& store_;
  bool retry_failed_;
  std::unordered_set<CellKey> lacking_;
};

}  // namespace costruct::experiments
