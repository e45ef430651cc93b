// The factories that use_mpi() sets.
#pragma once

#include <atomic>
#include <memory>

#include "costruct/experiments/sweep/mpi_session.hpp"
#include "costruct/experiments/training/mpi_ranks.hpp"
#include "costruct/experiments/training/mpi_transport.hpp"

namespace costruct::experiments {

/// Each starts MPI and returns the session, ranks or transport of this process, never null. MPI
/// ends with the returned object, and cannot be started again in this process.
std::unique_ptr<MpiSession> make_mpi_session();
std::unique_ptr<MpiRanks> make_mpi_ranks();
std::unique_ptr<MpiTransport> make_mpi_transport(const std::atomic<bool>* stop);

}  // namespace costruct::experiments
