// The report of `train`, the same for all kinds of learning.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/training/train.hpp"
#include "costruct/experiments/training/training_selection.hpp"

namespace costruct::experiments {

/// The part of a report of `train` that describes a fit: the members of FitReport as a JSON object.
/// primal, dual, gap and gap_is_estimate are in its member `objective`.
/// @param notes  on the config and the data, which come before the notes of the fit
Json report_json(const FitReport& report, std::vector<std::string> notes = {});

/// The file for the model of an interrupted fit: FILE.interrupted. An existing model FILE is kept.
std::filesystem::path interrupted_file(std::filesystem::path model);
/// The file for the model of a fit. It is FILE.interrupted, with a message, if the fit was
/// interrupted and FILE exists already.
std::filesystem::path place_of_model(const TrainRequest& request);

/// The context of a fit: the seed of the config, all threads of OpenMP, half of the machine's
/// memory, progress on stderr, and the stop flag of the request.
FitContext training_context(const TrainRequest& request, const Config& config);

/// The origin of a model: the files it was trained on (name, size and checksum), the result of the
/// fit, and the program. It has nothing that differs between two runs of one program, such as
/// clocks and folders.
/// @param counts_unlabeled  false: unlabeled examples were streamed and may not have been counted
Json training_origin(const LoadedData& data, const FitReport& report, bool counts_unlabeled = true);
/// The origin as text for readers, one fact on each line. The origin comes from a file and can have
/// any form.
std::vector<std::string> origin_lines(const Json& origin);

/// The metric for the one-line summary: the first of the config's `metrics`, else view_metric().
std::string headline_of(const Config& config);

/// Chooses values for the options in `select` by choose_for_training(), and sets them in the
/// config. Returns nullopt, and changes nothing, if the config has no `select`.
std::optional<TrainingChoice> choice_of(const TrainRequest& request, Config& config,
                                        const LoadedData& data);

/// A fit and its quality.
struct TrainingOutcome {
  const FitReport& report;
  double seconds = 0;                                   ///< duration of the fit
  Json metrics;                                         ///< name -> value
  std::string metrics_on;                               ///< "train" or "test": where measured
  std::string headline;                                 ///< metric for the one-line summary
  std::optional<TrainingChoice> choice = std::nullopt;  ///< what choice_of() returned
  std::vector<std::string> notes = {};  ///< on the config and the data, which were printed
  std::vector<std::string> next = {};   ///< lines on what to do with the model, printed last
};

/// Writes the report if the request names a file for it. Prints the warnings, the notes and a
/// one-line summary to stderr. Returns kInterrupted if the stop flag is set, else kDone.
/// @param learner  the name with which the summary begins
ExitCode tell_training(const TrainRequest& request, const std::string& learner,
                       const TrainingOutcome& outcome);

}  // namespace costruct::experiments
