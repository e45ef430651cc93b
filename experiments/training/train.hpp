// The command `train`: one learner on all training data of a config, into a model file.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "costruct/experiments/runs/run.hpp"

namespace costruct::experiments {

struct TrainRequest {
  std::filesystem::path config;
  std::vector<std::string> overrides;
  std::string learner;  ///< of an experiment: the one to train; empty for a training config
  std::vector<std::filesystem::path> data_dirs;
  std::filesystem::path model;
  std::filesystem::path report;  ///< empty: none
  std::function<void()> config_read =
      {};  ///< called once the config has been read, which may be a pipe
  const std::atomic<bool>* stop = nullptr;
};

/// Trains and writes the model, then the report: objective, iterations, oracle calls, seconds, why
/// it stopped, history, and metrics on data.test where that is given, else on the labeled training
/// examples. A training that is stopped writes nothing. Throws ConfigError, DataError, OutputError.
ExitCode train_model(const TrainRequest& request);

}  // namespace costruct::experiments
