// The command `train` for regression over sites, each with a view and labeled data of its own.
#pragma once

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/training/mpi_transport.hpp"
#include "costruct/experiments/training/train.hpp"

namespace costruct::experiments {

/// Trains the sites of `data.sites`: all of them in this process, or (under mpirun) the one that is
/// at home here. Nothing where training is not over sites. Under mpirun and without `data.sites`
/// every process reads the same files and takes its own view. Each site's model goes to
/// FILE.site-1, FILE.site-2 ..., and FILE stands for all of them. Source: Brefeld 2008,
/// section 4.3.
std::optional<ExitCode> train_over_sites(const TrainRequest& request, const Config& config);

}  // namespace costruct::experiments
