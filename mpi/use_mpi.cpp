#include "costruct/mpi/use_mpi.hpp"

#include "costruct/mpi/factories.hpp"

namespace costruct::experiments {

void use_mpi() {
  MpiSession::set_factory(make_mpi_session);
  MpiRanks::set_factory(make_mpi_ranks);
  MpiTransport::set_factory(make_mpi_transport);
}

}  // namespace costruct::experiments
