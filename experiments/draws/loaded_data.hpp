// The data of a config in memory: files found, checksummed and read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/data/part_examples.hpp"
#include "costruct/data/paths.hpp"
#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// A data file (or, in its place, the name of what generated the examples, with their size in
/// memory and a hash of their bits), with the FNV-1a hash of its bytes as 16 hexadecimal digits; of
/// a folder, the hash of the names and bytes of the files in it, in the order of their names.
struct FileFacts {
  std::filesystem::path path;
  std::uintmax_t bytes = 0;
  std::string checksum;
};

/// Examples by what they are for.
struct ExampleRoles {
  std::vector<Index> labeled, unlabeled;  ///< of the training and the unlabeled files
  std::vector<Index> test;                ///< the labeled ones of the test files

  const std::vector<Index>& scored() const { return test.empty() ? labeled : test; }
};

/// Training examples first, then those of the unlabeled files, then those of the test files.
struct LoadedData {
  std::unique_ptr<ExampleSet> examples;
  Index train_end = 0, unlabeled_end = 0;
  bool streams_unlabeled = false;  ///< those of files (or a generator) are read while they are used
  FeatureFacts features;
  std::vector<FileFacts> train, unlabeled, test, texts;  ///< texts: that features are fitted to

  ExampleRoles roles() const;
};

std::vector<std::filesystem::path> paths_of(const std::vector<FileFacts>& files);

/// Reads the files that a config's data block names for options of the problem, into these options
/// and those of the learners. Throws DataError, naming file and line.
void read_option_files(Config& config, const DataPaths& paths);

/// "train.txt, more.txt"
std::string names_of_training_files(const LoadedData& data);

/// Reads the files of a config's data block: `train`, `unlabeled`, and for a training config `test`
/// (an experiment draws its holdout from `train`); of a block with `generate`, draws the training
/// examples. Throws DataError for a file that is missing (saying where it was looked for and, for a
/// named data set, how to get it) or malformed. With `stream_unlabeled`, the files under
/// `unlabeled` are made known to the encoder but not read: they need not fit in memory, and are not
/// checksummed.
LoadedData load_data(const Config& config, const DataPaths& paths, bool stream_unlabeled = false);

/// Calls `action`; what it finds wrong with the data (values too large, missing labels) is told
/// with their files. Throws DataError.
template <class Action>
auto about_files_of(const LoadedData& data, const Action& action) {
  try {
    return action();
  } catch (const DataError& error) {
    throw DataError(names_of_training_files(data) + ": " + error.what());
  }
}

FileFacts file_facts(const std::filesystem::path& path);

}  // namespace costruct::experiments
