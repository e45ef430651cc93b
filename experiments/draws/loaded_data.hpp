// The data of a config in memory: finds the files, computes their checksums and reads them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "costruct/data/paths.hpp"
#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// A data file with a checksum: the FNV-1a hash of its bytes, as 16 hexadecimal digits.
///   folder              the hash of the names and bytes of its files, in the order of their names
///   generated examples  the generator's name, the size in memory, a hash of the bits; for
///                       pictures, the size and the hash of a file with the same records
struct FileFacts {
  std::filesystem::path path;
  std::uintmax_t bytes = 0;
  std::string checksum;
};

/// The examples by their role, as numbers in LoadedData::examples.
struct ExampleRoles {
  std::vector<Index> labeled, unlabeled;  ///< of the training files and the unlabeled files
  std::vector<Index> partial;             ///< those of the training files that are labeled in part
  std::vector<Index> test;                ///< those of the test files of which something is known

  /// The examples to compare predictions with: `test`, or if it is empty, the training examples of
  /// which something is known.
  std::vector<Index> scored() const;
};

/// The examples of a config: those of the training files first, then those of the unlabeled files,
/// then those of the test files.
struct LoadedData {
  std::unique_ptr<ExampleSet> examples;
  Index train_end = 0, unlabeled_end = 0;  ///< where the training and unlabeled examples end
  /// Unlabeled files (or the output of a generator) are read while they are used.
  bool streams_unlabeled = false;
  FeatureFacts features;
  std::vector<FileFacts> train, unlabeled, test, texts;  ///< texts: to which features are fitted

  ExampleRoles roles() const;
};

/// The paths of the files.
std::vector<std::filesystem::path> paths_of(const std::vector<FileFacts>& files);

/// Reads the files that a config's data block names for options of the problem, and sets these
/// options of the problem and of the learners. Throws DataError, naming file and line.
void read_option_files(Config& config, const DataPaths& paths);

/// The training files for messages: "train.txt, more.txt".
std::string names_of_training_files(const LoadedData& data);

/// Reads the files of a config's data block: `train`, `unlabeled`, and for a training config `test`
/// (an experiment draws its holdout from `train`). For a block with `generate` it generates the
/// training examples.
///
/// Throws DataError for a malformed or missing file. For a missing file the message says where it
/// was searched for, and for a named data set how to get it.
/// @param stream_unlabeled  the encoder knows the files under `unlabeled`, but they are not read:
///                          they need not fit in memory and get no checksum
/// @param is_kept           see PartExamples::keep_parts_of(); other examples, and generated ones,
///                          are all kept
LoadedData load_data(const Config& config, const DataPaths& paths, bool stream_unlabeled = false,
                     std::function<bool(Index)> is_kept = {});

/// Calls `action` and returns its result. Adds the names of the training files to a DataError that
/// it throws, for example for values that are too large or for missing labels.
template <class Action>
auto about_files_of(const LoadedData& data, const Action& action) {
  try {
    return action();
  } catch (const DataError& error) {
    throw DataError(names_of_training_files(data) + ": " + error.what());
  }
}

/// The facts of a file or folder, or of data in memory. Reads all bytes. Throws DataError for a
/// pipe or a device.
FileFacts file_facts(const std::filesystem::path& path);

}  // namespace costruct::experiments
