// The options of a data block, and checks shared by configs and models.
#pragma once

#include "costruct/data/encoder.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// The options that a block with this format may have besides `format`: files, limits, and the
/// format's own options.
std::vector<OptionInfo> block_options(const Format& format);

/// Checks the format's own options in a block that contains no other keys, as models store it.
void check_format_options(const Format& format, const Json& block, const std::string& path,
                          ConfigErrors& errors);

/// The names of all formats and of all data sets.
std::vector<std::string> format_names();
std::vector<std::string> dataset_names();

/// The data sets whose names begin with `regression-`.
std::vector<DatasetEntry> regression_sets();

}  // namespace costruct::experiments
