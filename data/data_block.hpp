// The options of a data block, which is the object `data` of a config, and checks that configs and
// models share.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/datasets.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// The options that a block with this format may have besides `format`: files, limits, and the
/// format's own options.
std::vector<OptionInfo> block_options(const Format& format);

/// Checks a whole `data` block: unknown keys (with the nearest names), types, ranges, features of
/// conll and so on. Adds all errors to `errors`, with paths that start with `path`. Does not look
/// at files.
void check_data_block(const Json& data, const std::string& path, ConfigErrors& errors);

/// The JSON schema of a data block.
Json data_block_schema();

/// The format of the files that a model reads. Throws DataError if the model has no known format.
const Format* stored_format(const ModelReader& model);
/// The data block that a model keeps: `format` and the format's own options. Throws DataError for a
/// damaged model.
Json stored_block(const ModelReader& model);

/// An entry of `list` and `describe`: a file format, an extractor or a generator.
struct FormatEntry {
  std::string name;
  std::string summary;
  std::vector<OptionInfo> options;
};
/// All file formats.
std::vector<FormatEntry> format_catalog();
/// All extractors, and all generators.
std::vector<FormatEntry> extractor_catalog();
std::vector<FormatEntry> generator_catalog();

}  // namespace costruct::experiments
