// From a table of all examples and a choice of these to the feature tables of each view.
#pragma once

#include <functional>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {

/// Features of parts that a table does not hold.
struct AddedFeatures {
  struct Entry {
    std::int32_t feature;
    double value;
  };
  std::int32_t first = 0;  ///< the number of the first of them; all further ones are such features
  std::function<void(Index example)> begin;  ///< called before the parts of an example
  /// Appends those of part t of that example.
  std::function<void(Index t, std::vector<Entry>& out)> append;
};

struct ViewTables {
  std::vector<FeatureTable> tables;
  std::vector<std::vector<std::int32_t>> features;  ///< InputData::features
};

/// The examples of a request, features of each view numbered densely in the order of their ids.
/// Features that only mapped examples have are left out of these, as they are when a stored model
/// meets a new file. Added features are in the views whether they occur or not, behind the others
/// of a part.
ViewTables tables_by_view(const FeatureTable& all, const InputRequest& request,
                          const AddedFeatures* added = nullptr);

}  // namespace costruct::experiments
