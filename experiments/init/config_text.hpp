// Writes a config as people write it: one key on each line, short blocks on one line, comments.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace costruct::experiments {

/// A config whose keys keep the order in which they were added.
using OrderedConfig = nlohmann::ordered_json;

/// The text of a config. Lines have at most 100 characters where values allow it.
/// @param comments  comments by the dotted paths of the keys that they stand above; "" for the
///                  first line
std::string config_text(const OrderedConfig& config,
                        const std::map<std::string, std::string>& comments);

}  // namespace costruct::experiments
