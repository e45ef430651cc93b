// Features that extractors make of columns (conll, brown).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/experiments/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The option `features`: the list of extractors, each {"extractor": name, its options}.
OptionInfo features_option();

/// Checks a list of extractors item by item, paths behind `path`.
void check_features(const Json& features, const std::vector<std::string>& columns, const std::string& path,
                    ConfigErrors& errors);

/// What options of a list that check_features() accepts have no effect, a line each.
std::vector<std::string> notes_on_features(const Json& features, const std::string& path);

/// The files that extractors of a data block name as `text`.
std::vector<std::string> texts_of_features(const Json& block);

/// The map from attributes at offsets to dense ids. Groups are numbered by first appearance in the list.
std::unique_ptr<FeatureMap> make_column_features(const Json& block, const std::vector<std::string>& columns);

}  // namespace costruct::experiments
