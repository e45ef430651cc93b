// DataConfig: a data block in parsed form. It says where the examples of a config come from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/data/data_block.hpp"
#include "costruct/data/generators/generator.hpp"

namespace costruct::experiments {

/// A parsed data block.
struct DataConfig {
  const Format* format = nullptr;          ///< format of the files; null if data are generated
  std::optional<GeneratedData> generated;  ///< generator to use instead of files
  const DatasetEntry* dataset = nullptr;   ///< the named data set of the block; null if it has none
  std::vector<std::string> train, unlabeled, test;  ///< paths as written in the config
  /// The data of each site, with its own `train` and `unlabeled`: one site for each view. Empty
  /// unless views have labeled data of their own.
  std::vector<DataConfig> sites;
  /// All options, as resolve_dataset() returns them. The reader of the examples, identities and the
  /// effective config use them.
  Json block;
};

/// Parses a block that check_data_block() accepts.
DataConfig read_data_config(const Json& block);

}  // namespace costruct::experiments
