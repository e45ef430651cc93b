// The key `sites` of a data block, for views that have labeled data of their own.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

inline constexpr const char* kSites = "sites";

/// The option `sites` of formats with single rows: [{"train": paths, "unlabeled": paths}, ...], one
/// item for each view.
/// @param paths  the JSON schema of paths
OptionInfo sites_option(const Json& paths);
/// Whether a value is a valid path: a text that is not empty and has no NUL, at which the system
/// would cut it off.
bool is_path(const Json& value);
/// What is wrong with a path or a list of paths; nullopt if the value is one.
std::optional<std::string> check_paths(const Json& value);

}  // namespace costruct::experiments
