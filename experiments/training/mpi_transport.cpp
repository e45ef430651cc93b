#include "costruct/experiments/training/mpi_transport.hpp"

#include "costruct/experiments/sweep/mpi_session.hpp"

namespace costruct::experiments {
namespace {

MpiTransport::Factory transport_factory = nullptr;

}  // namespace

void MpiTransport::set_factory(Factory factory) {
  transport_factory = factory;
}

std::unique_ptr<MpiTransport> MpiTransport::start(const std::atomic<bool>* stop) {
  if (!is_started_by_mpirun()) return nullptr;
  if (transport_factory != nullptr) return transport_factory(stop);
  throw without_mpi("train in one process");
}

ExitCode MpiTransport::run(const std::string& name, const std::function<ExitCode()>& work) {
  return run_as_process(name, site() == 0, work, [this](int code) { abandon(code); });
}

}  // namespace costruct::experiments
