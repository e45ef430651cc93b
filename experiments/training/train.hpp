// The command `train`: fits one learner to all training data of a config and writes a model file.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "costruct/experiments/runs/run.hpp"

namespace costruct::experiments {

/// The arguments of the command.
struct TrainRequest {
  std::filesystem::path config;        ///< the JSON file
  std::vector<std::string> overrides;  ///< "path=value" of each --set; see apply_override()
  std::string learner;  ///< the learner of an experiment to train; empty for a training config
  /// Folders in which data files are looked up, after the folder of the config.
  std::vector<std::filesystem::path> data_dirs;
  std::filesystem::path model;   ///< the file to write
  std::filesystem::path report;  ///< the JSON file to write; empty: no report
  /// Is called after the config has been read, because the config may be a pipe. May be empty.
  std::function<void()> config_read = {};
  const std::atomic<bool>* stop = nullptr;  ///< set it to true to stop; null: never
};

/// Trains, and writes the model and then the report. The report has the objective, iterations,
/// oracle calls, seconds, why the fit stopped, its history, and metrics. The metrics are on
/// data.test if there is one, else on the labeled training examples.
///
/// A fit that is interrupted writes the model that it has reached. The file is MODEL.interrupted if
/// MODEL exists already. If there is no model yet, nothing is written.
///
/// Returns kInterrupted if the fit was interrupted, else kDone. Under mpirun, processes other than
/// the first may return kBadConfig. Throws ConfigError, DataError, OutputError.
ExitCode train_model(const TrainRequest& request);

/// The same for a training config that is already read. Data paths are looked up in the folder of
/// request.config first; its `overrides` and `learner` have no effect. Outputs replace files of
/// their names without a check. Throws Interrupted if there is no model yet.
ExitCode train_config(const TrainRequest& request, const Config& config);

}  // namespace costruct::experiments
