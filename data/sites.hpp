// The key `sites` of a data block, for views that have labeled data of their own. A site is a place
// that keeps the labeled examples of one view; learners such as co_rlsr train across sites.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The name of the key.
inline constexpr const char* kSites = "sites";

/// The form of an option that takes a path or a list of paths.
Json paths_form();
/// The option `sites` of formats whose examples are rows, such as svmlight and csv. Its value has
/// one item for each view: [{"train": paths, "unlabeled": paths}, ...].
OptionInfo sites_option();

}  // namespace costruct::experiments
