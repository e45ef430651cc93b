// The command `train` for regression.
#pragma once

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/training/train.hpp"

namespace costruct::experiments {

/// Trains the regressor of a checked training config and writes its model. Unlabeled files are streamed, so
/// that they need not fit in memory. With `data.sites` each site has its own files and view: see
/// train_sites.hpp.
ExitCode train_regression(const TrainRequest& request, Config config);

}  // namespace costruct::experiments
