#include "costruct/experiments/sweep/mpi_session.hpp"

#include <cstdlib>

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

MpiSession::Factory session_factory = nullptr;

}  // namespace

bool is_started_by_mpirun() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size != nullptr && std::atoi(size) > 1;
}

void MpiSession::set_factory(Factory factory) {
  session_factory = factory;
}

std::unique_ptr<MpiSession> MpiSession::start() {
  if (!is_started_by_mpirun()) return nullptr;
  if (session_factory != nullptr) return session_factory();
  throw ConfigError(
      "started by mpirun, but this program has no MPI: install libopenmpi-dev and build the "
      "program costruct again, or use --jobs or --shard");
}

}  // namespace costruct::experiments
