// The options of a data block, and checks shared by configs and models.
#pragma once

#include "costruct/data/encoder.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// Options that a block with this format may have, `format` apart: files, limits, and the format's
/// own.
std::vector<OptionInfo> block_options(const Format& format);

/// Checks the format's own options in a block that holds nothing else (as stored in a model).
void check_format_options(const Format& format, const Json& block, const std::string& path,
                          ConfigErrors& errors);

/// Names of all formats, respectively data sets.
std::vector<std::string> format_names();
std::vector<std::string> dataset_names();

/// The named data sets `regression-...`.
std::vector<DatasetEntry> regression_sets();

}  // namespace costruct::experiments
