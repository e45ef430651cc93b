// The command that trains the best learner of a run on all labeled examples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The entry of the provenance with what the command needs: {"command": the words of the command
/// up to --learner, "options": its further words, "learners": those that `train` takes}. A run does
/// not have the entry if its config is not a file that is kept, for example if it came from a pipe.
inline constexpr const char* kTrainingEntry = "train";

/// The command, and the learner that it trains.
struct TrainingCommand {
  std::string learner, command, model;

  /// "svm has the best mean with the most labeled examples. This command trains it on all of
  /// them: costruct train ..."
  std::string text() const;
  /// "This one then labels new examples: costruct predict --model svm.safetensors --data FILE"
  std::string next_text() const;
};

/// The word as a shell takes it, in quotes where it needs them.
std::string shell_quoted(const std::string& word);

/// The command for the learner with the best mean of the first metric at the largest labeled size,
/// with any number of unlabeled examples. Nullopt if `train` does not take this learner, or if the
/// provenance of the run does not have kTrainingEntry.
std::optional<TrainingCommand> training_command(const RunSummary& summary);

}  // namespace costruct::experiments
