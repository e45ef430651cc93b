// The command `run` on a collection: the same experiment on each data set, then what they say
// together.
#pragma once

#include "costruct/experiments/runs/run.hpp"

namespace costruct::experiments {

/// Runs (or resumes) the experiment on each data set, one after the other, into OUT/NAME by
/// run_one(), and writes what publish_collection() writes into OUT. A data set that cannot be read
/// or does not suit the sweep is reported and the others go on; the exit code is then 1. Where a
/// run is interrupted, or a cell fails under --fail-fast, the data sets behind it are left out.
/// Throws ConfigError, OutputError.
ExitCode run_collection(const RunRequest& request, const Config& config, MpiSession* mpi);

}  // namespace costruct::experiments
