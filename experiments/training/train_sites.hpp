// The command `train` for regression over sites, each with its own view and labeled data.
#pragma once

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/training/mpi_transport.hpp"
#include "costruct/experiments/training/train.hpp"

namespace costruct::experiments {

/// Trains the sites of `data.sites`: all of them in this process, or under mpirun the one of this
/// process. Under mpirun without `data.sites`, every process reads the same files and takes its own
/// view. The models go to FILE.site-1, FILE.site-2 ..., and FILE names all of them. Nullopt if the
/// config does not train over sites. Source: Brefeld 2008, section 4.3.
std::optional<ExitCode> train_over_sites(const TrainRequest& request, const Config& config);

}  // namespace costruct::experiments
