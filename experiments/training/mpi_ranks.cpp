#include "costruct/experiments/training/mpi_ranks.hpp"

#include "costruct/experiments/sweep/mpi_session.hpp"

namespace costruct::experiments {
namespace {

MpiRanks::Factory ranks_factory = nullptr;

}  // namespace

void MpiRanks::set_factory(Factory factory) {
  ranks_factory = factory;
}

std::unique_ptr<MpiRanks> MpiRanks::start(const std::string& instead) {
  if (!is_started_by_mpirun()) return nullptr;
  if (ranks_factory != nullptr) return ranks_factory();
  throw without_mpi(instead);
}

}  // namespace costruct::experiments
