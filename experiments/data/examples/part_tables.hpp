// From a table of all examples and a choice of these to the feature tables of each view.
#pragma once

#include "costruct/core/feature_table.hpp"
#include "costruct/experiments/data/examples/example_set.hpp"

namespace costruct::experiments {

struct ViewTables {
  std::vector<FeatureTable> tables;
  std::vector<std::vector<std::int32_t>> features;  ///< InputData::features
};

/// The examples of a request, features of each view numbered densely in the order of their ids. Features that
/// only mapped examples have are left out of these, as they are when a stored model meets a new file.
ViewTables tables_by_view(const FeatureTable& all, const InputRequest& request);

}  // namespace costruct::experiments
