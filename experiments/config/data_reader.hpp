// Reads the data block of a config into a Config, with all checks that do not need the files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// Reads the data block of a config, or the data blocks of a collection.
class DataReader {
 public:
  /// Errors go to `errors`. The data and its notes go to `config`, whose kind and problem must have
  /// been read.
  DataReader(Config& config, ConfigErrors& errors) : config_(config), errors_(errors) {}

  /// Reads the block `data` of the config.
  void read(const Json& data);
  /// The block at `path` if it is valid; otherwise nullopt, and its errors are added. Does not
  /// change the config. Messages begin with `path`, for example "data".
  std::optional<DataConfig> checked(const Json& block, const std::string& path);
  /// Adds a note for each file option of the problem that `data` does not name, if a learner has no
  /// value for it either. Call it when the learners have been read.
  void note_missing_files();

 private:
  // Checks what the problem's options say about the labels in the files.
  void check_scheme(const Json& data);
  void note_columns_and_features(const Json& data);
  // Only the `train` command for regressors allows sites, or unlabeled examples that are not in
  // memory.
  void check_streams(const DataConfig& data, const std::string& path);
  // The options of the problem that are read from files.
  const std::vector<FileOption>& option_files() const;
  Json without_option_files(Json data) const;
  void check_option_files(const Json& data, const std::string& path);
  // Names the format of the problem's inputs, for files that several formats read.
  void take_format(Json& data) const;
  // Copies options of the problem to the data, because they decide how outputs are read.
  void take_problem_options(DataConfig& data, const std::string& path);
  // Checks that the problem accepts this kind of data, as far as that is known. The block can have
  // other errors.
  void check_shape(const Json& data, const std::string& place,
                   const std::optional<DataConfig>& read);

  Config& config_;
  ConfigErrors& errors_;
};

}  // namespace costruct::experiments
