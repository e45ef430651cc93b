// A transport for a program without MPI: an error if mpirun starts its sites.
#include <cstdlib>

#include "costruct/core/error.hpp"
#include "costruct/experiments/training/mpi_transport.hpp"

namespace costruct::experiments {

std::unique_ptr<MpiTransport> MpiTransport::start(const std::atomic<bool>*) {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size == nullptr || std::atoi(size) < 2) return nullptr;
  throw ConfigError(
      "started by mpirun, but this program was built without MPI: install libopenmpi-dev and build "
      "again, or "
      "train all sites in one process");
}

}  // namespace costruct::experiments
