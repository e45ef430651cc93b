// Runs sweeps with several processes that mpirun starts together.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "costruct/core/error.hpp"
#include "costruct/experiments/sweep/workers.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct::experiments {

/// Whether mpirun has started this process and others.
bool is_started_by_mpirun();

/// The error of a program without MPI that mpirun has started; `instead` is what users can do then.
ConfigError without_mpi(const std::string& instead);

/// Runs the work of one of the processes that mpirun has started, and returns its exit code. If it
/// throws, prints the error under this name and calls abandon(exit code), which must end all
/// processes. Only the first process prints an Interrupted.
/// @param name  of the process, for messages
ExitCode run_as_process(const std::string& name, bool is_first,
                        const std::function<ExitCode()>& work,
                        const std::function<void(int)>& abandon);

/// The processes of one mpirun. Process 0, the root, has the store and distributes units (Unit);
/// the others compute them. If a process is killed, all others end too (a limit of Open MPI); the
/// cells in the store remain.
class MpiSession {
 public:
  /// Null if this process was not started by mpirun, or if it is the only one. Throws ConfigError
  /// if it was started by mpirun and no factory was set.
  static std::unique_ptr<MpiSession> start();
  /// Sets what makes sessions; see mpi/use_mpi.hpp.
  using Factory = std::unique_ptr<MpiSession> (*)();
  static void set_factory(Factory factory);
  virtual ~MpiSession() = default;

  virtual bool is_root() const = 0;
  /// The number of processes that compute: all but the root.
  virtual int num_workers() const = 0;

  /// For a command with several experiments (a collection). The root calls begin() with the next
  /// experiment, and next() returns it to the others; nullopt after the last one. Between two calls
  /// the root uses workers() and the others serve().
  virtual void begin(Index experiment) = 0;
  virtual std::optional<Index> next() = 0;

  /// For the root: workers that send units to the other processes.
  virtual std::unique_ptr<Workers> workers(const Experiment& experiment) = 0;

  /// For the others: computes units until the root ends. `load` makes the experiment, with this
  /// stop flag, and passes it to `use`. Exceptions of `load` are sent to the root, which throws
  /// them again.
  using Use = std::function<void(const Experiment&)>;
  using Load = std::function<void(const std::atomic<bool>* stop, const Use& use)>;
  virtual void serve(const Load& load) = 0;
};

}  // namespace costruct::experiments
