// A transport between sites in separate processes that mpirun starts together.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "costruct/core/regression/transport.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct::experiments {

/// A transport with one site in each process: site v is in process v. The processes exchange only
/// the shared vectors and, the first time that a site shares, their size (8 bytes).
class MpiTransport : public Transport {
 public:
  /// Returns the transport; null if this process was not started by mpirun, or if it is the only
  /// one. Throws ConfigError if it was started by mpirun and no factory was set.
  /// @param stop  a site checks it while it waits for others, and ends all processes when it is
  ///              set; null: never
  static std::unique_ptr<MpiTransport> start(const std::atomic<bool>* stop);
  /// Sets the function that start() calls under mpirun; use_mpi() (mpi/use_mpi.hpp) does so.
  using Factory = std::unique_ptr<MpiTransport> (*)(const std::atomic<bool>* stop);
  static void set_factory(Factory factory);

  /// The number of the site of this process, from 0: its MPI rank.
  virtual Index site() const = 0;
  /// Ends all processes with this exit code, because the others wait for numbers from this one.
  [[noreturn]] virtual void abandon(int exit_code) = 0;
  /// Runs the work of this process and returns its exit code. If it throws, prints the error under
  /// the name of the process and calls abandon().
  /// @param name  for example "process 2"
  ExitCode run(const std::string& name, const std::function<ExitCode()>& work);
};

}  // namespace costruct::experiments
