// DataConfig: a `data` block after reading. It says where the examples of a config come from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/data/encoder.hpp"
#include "costruct/data/generators/generator.hpp"

namespace costruct::experiments {

/// The source of the examples (files, a generator or sites) and all options of the block.
struct DataConfig {
  const Format* format = nullptr;          ///< format of the files; null if examples are generated
  std::optional<GeneratedData> generated;  ///< generator and its options, if there are no files
  const DatasetEntry* dataset = nullptr;   ///< named data set that the block stands for, or null
  std::vector<std::string> train, unlabeled, test;  ///< paths as the block writes them
  /// One entry for each view, if each view has its own labeled data. An entry has its own `train`
  /// and `unlabeled`.
  std::vector<DataConfig> sites;
  /// All options, as resolve_dataset() returns them. The reader of the examples, the identities of
  /// runs and the effective config use them.
  Json block;
};

/// Reads a block in which check_data_block() finds no error.
DataConfig read_data_config(const Json& block);

}  // namespace costruct::experiments
