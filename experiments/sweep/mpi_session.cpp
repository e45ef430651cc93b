#include "costruct/experiments/sweep/mpi_session.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "costruct/core/work_watch.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

MpiSession::Factory session_factory = nullptr;

}  // namespace

bool is_started_by_mpirun() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size != nullptr && std::atoi(size) > 1;
}

ExitCode run_as_process(const std::string& name, bool is_first,
                        const std::function<ExitCode()>& work,
                        const std::function<void(int)>& abandon) {
  const auto fail = [&](const std::exception& error, ExitCode code) {
    if (code != kInterrupted || is_first)
      tell_lines(fmt::format("costruct: error: {}: {}", name, error.what()));
    abandon(code);
  };
  try {
    return work();
  } catch (const ConfigError& error) {
    fail(error, kBadConfig);
  } catch (const DataError& error) {
    fail(error, kBadData);
  } catch (const Interrupted& error) {
    fail(error, kInterrupted);
  } catch (const std::exception& error) {
    fail(error, kFailed);
  }
  return kFailed;
}

ConfigError without_mpi(const std::string& instead) {
  return ConfigError(
      "started by mpirun, but this program has no MPI: install libopenmpi-dev and build the "
      "program costruct again, or " +
      instead);
}

void MpiSession::set_factory(Factory factory) {
  session_factory = factory;
}

std::unique_ptr<MpiSession> MpiSession::start() {
  if (!is_started_by_mpirun()) return nullptr;
  if (session_factory != nullptr) return session_factory();
  throw without_mpi("use --jobs or --shard");
}

}  // namespace costruct::experiments
