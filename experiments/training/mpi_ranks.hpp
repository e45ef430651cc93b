// Processes that count texts together, started by mpirun.
#pragma once

#include <memory>

#include "costruct/data/features/words/text_vectors.hpp"

namespace costruct::experiments {

/// The ranks of one mpirun.
class MpiRanks : public Ranks {
 public:
  /// Null if this process was not started by mpirun, or if it is the only one. Throws ConfigError
  /// if it was started by mpirun and no factory was set.
  static std::unique_ptr<MpiRanks> start();
  /// Sets what makes ranks; see mpi/use_mpi.hpp.
  using Factory = std::unique_ptr<MpiRanks> (*)();
  static void set_factory(Factory factory);

  /// Ends all processes with this exit code, because the others wait for this one.
  [[noreturn]] virtual void abandon(int exit_code) = 0;
};

}  // namespace costruct::experiments
