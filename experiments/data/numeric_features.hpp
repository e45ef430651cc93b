// Features that files call by numbers (svmlight, svmhmm).
#pragma once

#include <memory>

#include "costruct/experiments/data/feature_map.hpp"

namespace costruct::experiments {

/// The option `groups`: [{"name", "first", "last"}, ...], ranges of feature numbers that belong together.
OptionInfo groups_option();

/// The map from numbers in [1, 2^64) to dense ids; memory follows the number of features, not their size.
/// Without `groups` all features are in one group "features"; with them, a feature in no range has the group
/// -1.
std::unique_ptr<FeatureMap> make_numeric_features(const Json& block);

}  // namespace costruct::experiments
