// The command that trains the best learner of a run on all labeled examples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The entry of the provenance with what the command needs: {"command": the words of the command
/// up to --learner, "options": its further words, "learners": those that `train` takes}. Runs of
/// configs that are not kept, as pipes, lack it.
inline constexpr const char* kTrainingEntry = "train";

struct TrainingCommand {
  std::string learner, command;

  /// "svm has the best mean with the most labeled examples. This command trains it on all of
  /// them: costruct train ..."
  std::string text() const;
};

/// The command for the learner with the best mean of the first metric at the largest labeled size,
/// with any number of unlabeled examples. Without one if `train` does not take this learner, or if
/// the run does not say how.
std::optional<TrainingCommand> training_command(const RunSummary& summary);

}  // namespace costruct::experiments
