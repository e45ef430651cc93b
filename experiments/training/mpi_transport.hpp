// Sites in processes of their own, started together by mpirun.
#pragma once

#include <atomic>
#include <memory>

#include "costruct/core/regression/transport.hpp"

namespace costruct::experiments {

/// A transport with one site a process: site v is at home in process v. What crosses it are the
/// vectors that are shared and, the first time that a site shares, their size (8 bytes).
class MpiTransport : public Transport {
 public:
  /// Null where this process was not started by mpirun, or alone. Throws ConfigError where it was
  /// but the program has been built without MPI. While a site waits for others it watches `stop`,
  /// and ends all processes when that is set.
  static std::unique_ptr<MpiTransport> start(const std::atomic<bool>* stop);

  virtual Index site() const = 0;
  /// Ends all processes with this exit code: the others wait for numbers that will not come.
  [[noreturn]] virtual void abandon(int exit_code) = 0;
};

}  // namespace costruct::experiments
