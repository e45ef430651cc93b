// What `train` tells of a fit, whatever is learned.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/training/train.hpp"
#include "costruct/experiments/training/training_selection.hpp"

namespace costruct::experiments {

/// Where the weights of an interrupted fit go, so that a model that is there stays:
/// FILE.interrupted.
std::filesystem::path interrupted_file(std::filesystem::path model);
/// Where the model of a fit goes: beside it, as FILE.interrupted, and said so, where the fit was
/// interrupted and FILE is there already.
std::filesystem::path place_of_model(const TrainRequest& request);

/// Seed, threads, progress to a terminal or a log, and the request's wish to stop.
FitContext training_context(const TrainRequest& request, const Config& config);

/// Where a model comes from: what it was trained on, by name, size and checksum of files, what the
/// fit reached, and the program; nothing that differs between two runs of one program, as clocks
/// and folders do.
/// @param counts_unlabeled  false: unlabeled examples may not have been counted, as they were
/// streamed
Json training_origin(const LoadedData& data, const FitReport& report, bool counts_unlabeled = true);
/// The same for people, a line each; from a file, so that it may be anything.
std::vector<std::string> origin_lines(const Json& origin);

/// What `select` chooses on these data, and sets in the config; nothing where the config has none.
std::optional<TrainingChoice> choice_of(const TrainRequest& request, Config& config,
                                        const LoadedData& data);

/// A fit and how good it is.
struct TrainingOutcome {
  const FitReport& report;
  double seconds = 0;
  Json metrics;                                         ///< name -> value
  std::string metrics_on;                               ///< "train" or "test"
  std::string headline;                                 ///< the metric that is told in one line
  std::optional<TrainingChoice> choice = std::nullopt;  ///< of `select`
};

/// Writes the report where the request asks for one, and says in a line how it went. Returns the
/// exit code.
ExitCode tell_training(const TrainRequest& request, const std::string& learner,
                       const TrainingOutcome& outcome);

}  // namespace costruct::experiments
