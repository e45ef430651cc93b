// The key `sites` of a data block: views that have labeled data of their own.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

inline constexpr const char* kSites = "sites";

/// The option `sites` of formats with single rows: [{"train": paths, "unlabeled": paths}, ...], one
/// per view. `paths` is the schema of its paths.
OptionInfo sites_option(const Json& paths);
/// Whether a value is the path of a file: a text that is not empty and, as the system would cut it
/// off there, has no NUL.
bool is_path(const Json& value);
/// Whether a value is a path or a list of paths: nothing, or what is wrong.
std::optional<std::string> check_paths(const Json& value);

}  // namespace costruct::experiments
