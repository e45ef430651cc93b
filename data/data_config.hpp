// A data block, read: where the examples of a config come from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/data/encoder.hpp"
#include "costruct/data/generators/generator.hpp"

namespace costruct::experiments {

struct DataConfig {
  const Format* format = nullptr;          ///< of the files; null where examples are generated
  std::optional<GeneratedData> generated;  ///< in place of files
  const DatasetEntry* dataset = nullptr;   ///< the named data set that it is, or null
  std::vector<std::string> train, unlabeled, test;  ///< paths, as they are written down
  /// Where views have labeled data of their own: the data of each site, with its own `train` and
  /// `unlabeled`.
  std::vector<DataConfig> sites;
  /// All options, as resolve_dataset() leaves them: for who reads the examples, for identities and
  /// for the effective config.
  Json block;
};

/// Reads a block that check_data_block() finds nothing wrong with.
DataConfig read_data_config(const Json& block);

}  // namespace costruct::experiments
