// Counts of the examples of files, which `init` gets by reading them as their format does.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// Counts over the first examples of files.
struct FileLook {
  /// At most so many rows or chains of a file are read, and so many bytes (about) of their
  /// contents. For other formats, at most 2,000 examples of all files are read.
  static constexpr Index kMostExamples = 20'000;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  Index labeled = 0, unlabeled = 0;
  Index in_part = 0;        ///< examples that are labeled in part
  Index first_in_part = 0;  ///< the line of the first of them; 0: not known
  Index parts = 0;          ///< tokens of all these examples, where examples have several parts
  Index largest_group = 0;  ///< examples of the largest group (ExampleSet::group()); 0: no groups
  bool is_whole = true;     ///< whether the files have no further examples
  std::vector<std::string> columns = {};  ///< of the last file, if it is a table
  /// Number of labeled examples by the labels that they have. At most kMostLabels labels of rows
  /// and chains are kept.
  std::map<std::string, Index> examples_with = {};
  static constexpr std::size_t kMostLabels = 20'000;
  /// Whether all labels of rows are numbers, and whether one of them is not a whole number.
  bool numbers = false, fractions = false;

  /// The number of examples that were read.
  Index examples() const { return labeled + unlabeled + in_part; }
};

/// Reads the first examples of files. Throws DataError with file and line if the block does not fit
/// them.
/// @param block   a valid data block with `format`
/// @param labels  how the labels of rows and chains are read
FileLook look_at_files(const Format& format, const Json& block,
                       const std::vector<std::filesystem::path>& files, LabelUse labels);

/// Counts the sentences of a plain text, a sentence a line, as unlabeled examples.
/// @param block  a valid data block with `format`, whose files have columns of tokens
FileLook look_at_plain_text(const Format& format, const Json& block,
                            const std::filesystem::path& file);

}  // namespace costruct::experiments
