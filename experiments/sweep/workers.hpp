// Computes the cells of a sweep by threads of this process or by other processes.
#pragma once

#include <functional>
#include <vector>

#include "costruct/experiments/sweep/sweep_plan.hpp"

namespace costruct::experiments {

/// Receives a finished cell. It must be safe to call from several threads at once.
using TakeCell = std::function<void(const Unit&, const CellSpec&, const FinishedCell&)>;

/// Computes units of cells.
class Workers {
 public:
  virtual ~Workers() = default;
  /// Computes all cells of the units, and passes each to `take` as soon as it is finished. Units
  /// begin in their order. Returns early if the experiment's stop flag is set. The first exception,
  /// of a computation or of `take`, ends the work after the units that are being computed, and is
  /// thrown again.
  virtual void run(const std::vector<Unit>& units, const TakeCell& take) = 0;
};

/// Threads of this process. Each computes one unit at a time.
class ThreadWorkers : public Workers {
 public:
  /// @param experiment  must outlive this
  /// @param jobs        number of threads, one of which is that of the caller
  ThreadWorkers(const Experiment& experiment, int jobs) : experiment_(experiment), jobs_(jobs) {}
  void run(const std::vector<Unit>& units, const TakeCell& take) override;

 private:
  const Experiment& experiment_;
  int jobs_;
};

/// Computes the cells of one unit in this thread. Returns false if a stop was requested before the
/// last cell was finished. Throws DataError if there is no draw (CellRunner), and what `take`
/// throws.
bool run_unit(const Experiment& experiment, const Unit& unit, const TakeCell& take);

}  // namespace costruct::experiments
