// The options of a data block, and checks that configs and models share.
#pragma once

#include "costruct/data/encoder.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// The options that a block with this format may have besides `format`: files, limits, and the
/// format's own options.
std::vector<OptionInfo> block_options(const Format& format);

/// Checks the format's own options in a block that has no other keys, as stored in a model.
void check_format_options(const Format& format, const Json& block, const std::string& path,
                          ConfigErrors& errors);

/// The names of all named data sets.
std::vector<std::string> dataset_names();

/// The named data sets `regression-...`.
std::vector<DatasetEntry> regression_sets();

}  // namespace costruct::experiments
