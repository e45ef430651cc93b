// The key `sites` of a data block: each view has its own labeled data.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

inline constexpr const char* kSites = "sites";

/// The option `sites` of formats with single rows: [{"train": paths, "unlabeled": paths}, ...], one
/// entry for each view. `paths` is the JSON schema of the paths.
OptionInfo sites_option(const Json& paths);
/// Whether a value is the path of a file: a text that is not empty and contains no NUL, at which
/// the system would cut it off.
bool is_path(const Json& value);
/// Checks that a value is a path or a list of paths. Returns nullopt, or what is wrong.
std::optional<std::string> check_paths(const Json& value);

}  // namespace costruct::experiments
