// The processes of one mpirun that exchange bytes: for word vectors, and for commands on a file.
#pragma once

#include <memory>
#include <string>

#include "costruct/data/features/words/text_vectors.hpp"

namespace costruct::experiments {

/// The ranks of one mpirun.
class MpiRanks : public Ranks {
 public:
  /// Returns the ranks; null if this process was not started by mpirun, or if it is the only one.
  /// Throws ConfigError if it was started by mpirun and no factory was set.
  /// @param instead  ends the message of this error. It tells the user what to do without MPI:
  ///                 "name all files in one process"
  static std::unique_ptr<MpiRanks> start(const std::string& instead);
  /// Sets the function that start() calls under mpirun; use_mpi() (mpi/use_mpi.hpp) does so.
  using Factory = std::unique_ptr<MpiRanks> (*)();
  static void set_factory(Factory factory);

  /// Ends all processes with this exit code, because the others wait for this one.
  [[noreturn]] virtual void abandon(int exit_code) = 0;
};

}  // namespace costruct::experiments
