// The named data sets.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// A named data set.
struct DatasetEntry {
  std::string name;
  std::string summary;
  std::string licence;  ///< a note on the terms of use
  std::string obtain;   ///< how users get the data
  std::string folder;   ///< folder inside a data folder
  std::vector<std::string> files;
  Json block;  ///< the data block that the name stands for
  /// The kind of its examples, which is that of its format.
  const std::string& input() const;
};
/// All data sets whose format the program has. A program without mail/ lacks the formats of emails.
std::vector<DatasetEntry> dataset_catalog();
/// Returns the data set with this name, or null if dataset_catalog() does not list it. The pointer
/// stays valid.
const DatasetEntry* find_dataset(const std::string& name);
/// The names of all named data sets.
std::vector<std::string> dataset_names();

/// The named data sets `regression-...`, whose targets are numbers.
std::vector<DatasetEntry> regression_sets();

/// Replaces a named data set by its own block: format, files relative to the data folders, columns,
/// features. Options next to `dataset` (min_length, keep_labels, limit, train, ...) replace those
/// of its block. The option `window` becomes the window of each of its extractors. A block with
/// `generate` gets all options of its generator. Any other block is returned unchanged.
Json resolve_dataset(const Json& data);

}  // namespace costruct::experiments
