// Sweeps over several processes, started together by mpirun.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "costruct/experiments/sweep/workers.hpp"

namespace costruct::experiments {

/// The processes of one mpirun. Process 0, the root, has the store and hands out units; the others
/// compute. A process that is killed takes the others with it (Open MPI can do no better); what is
/// in the store stays.
class MpiSession {
 public:
  /// Null where this process was not started by mpirun, or alone. Throws ConfigError where it was
  /// but the program has been built without MPI.
  static std::unique_ptr<MpiSession> start();
  virtual ~MpiSession() = default;

  virtual bool is_root() const = 0;
  virtual int num_workers() const = 0;

  /// Where a command has several experiments (a collection), one after the other: the root says
  /// which one comes next, and the others, in next(), learn it; nullopt where none comes. Between
  /// two calls the root has workers() and the others serve().
  virtual void begin(Index experiment) = 0;
  virtual std::optional<Index> next() = 0;

  /// Of the root: workers that hand units to the other processes.
  virtual std::unique_ptr<Workers> workers(const Experiment& experiment) = 0;

  /// Of the others: computes units until the root wants no more. `load` makes the experiment, with
  /// this stop flag, and hands it to `use`; what it throws is told to the root, which throws it
  /// again.
  using Use = std::function<void(const Experiment&)>;
  using Load = std::function<void(const std::atomic<bool>* stop, const Use& use)>;
  virtual void serve(const Load& load) = 0;
};

}  // namespace costruct::experiments
