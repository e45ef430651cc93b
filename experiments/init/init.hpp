// `costruct init`: looks at data files and writes configs that fit them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace costruct::experiments {

/// The arguments of `costruct init`. What is empty is found out.
struct InitRequest {
  std::vector<std::filesystem::path> files;      ///< at least one with labels
  std::vector<std::filesystem::path> unlabeled;  ///< files whose labels are ignored
  std::string label;                             ///< the column to predict: name or number from 1
  std::string format;                            ///< format of the files
  std::string problem;                           ///< type of the problem
  std::filesystem::path out;                     ///< folder of the configs; empty: the current one
};

/// The files that `init` writes into the folder.
inline constexpr const char* kExperimentFile = "experiment.json";
inline constexpr const char* kTrainingFile = "train.json";

/// Writes an experiment and a training config for the files, and says on stderr what it saw and
/// why it chose what it wrote.
///
/// Throws ConfigError with a sentence that names an option if it cannot tell something, and if a
/// file that it would write exists. Throws DataError with file and line for malformed data.
/// Memory: the examples of a file are not kept; at most FileLook::kMostExamples are read.
void init_configs(const InitRequest& request);

}  // namespace costruct::experiments
