// The command `run` for a collection: the same experiment on each data set, then the joint results.
#pragma once

#include "costruct/experiments/runs/run.hpp"

namespace costruct::experiments {

/// Runs (or resumes) the experiment on each data set, one after the other, into OUT/NAME by
/// run_one(). Then calls publish_collection() for OUT, except for a shard. With --dry-run it only
/// prints the plan of each data set.
///
/// If a data set cannot be read or does not suit the sweep, its error is reported and the other
/// data sets go on. The exit code is then 1. If a run is interrupted, or if a data set or a cell
/// fails under --fail-fast, the following data sets are left out. Throws ConfigError, also for
/// --reproduce, and OutputError.
/// @param request  its `out` must not be empty
/// @param config   the config of the collection
/// @param mpi      as at run_one()
ExitCode run_collection(const RunRequest& request, const Config& config, MpiSession* mpi);

}  // namespace costruct::experiments
