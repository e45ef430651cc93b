// The key `sites` of a data block, for views that have labeled data of their own.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

inline constexpr const char* kSites = "sites";

/// A path, or a list of paths.
Json paths_form();
/// The option `sites` of formats with single rows: [{"train": paths, "unlabeled": paths}, ...], one
/// item for each view.
OptionInfo sites_option();

}  // namespace costruct::experiments
