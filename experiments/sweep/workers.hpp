// Who computes the cells of a sweep: threads of this process, or other processes.
#pragma once

#include <functional>
#include <vector>

#include "costruct/experiments/sweep/sweep_plan.hpp"

namespace costruct::experiments {

/// Takes a finished cell; called by one thread at a time or by several, at the worker's choice.
using TakeCell = std::function<void(const Unit&, const CellSpec&, const FinishedCell&)>;

class Workers {
 public:
  virtual ~Workers() = default;
  /// Computes all cells of the units, handed out in order, and gives each to `take` as soon as it
  /// is finished. Returns early where the experiment's stop flag is set. The first exception, of a
  /// computation or of `take`, ends all work after the cells at hand and is thrown again.
  virtual void run(const std::vector<Unit>& units, const TakeCell& take) = 0;
};

/// Threads of this process, each with a unit at a time.
class ThreadWorkers : public Workers {
 public:
  ThreadWorkers(const Experiment& experiment, int jobs) : experiment_(experiment), jobs_(jobs) {}
  void run(const std::vector<Unit>& units, const TakeCell& take) override;

 private:
  const Experiment& experiment_;
  int jobs_;
};

/// Computes the cells of one unit; false where a stop was requested before the last.
bool run_unit(const Experiment& experiment, const Unit& unit, const TakeCell& take);

}  // namespace costruct::experiments
