// A session for a program without MPI: an error if mpirun starts it.
#include <cstdlib>

#include "costruct/core/error.hpp"
#include "costruct/experiments/sweep/mpi_session.hpp"

namespace costruct::experiments {

std::unique_ptr<MpiSession> MpiSession::start() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size == nullptr || std::atoi(size) < 2) return nullptr;
  throw ConfigError(
      "started by mpirun, but this program was built without MPI: install libopenmpi-dev and build "
      "again, or "
      "use --jobs or --shard");
}

}  // namespace costruct::experiments
