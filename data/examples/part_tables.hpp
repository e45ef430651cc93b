// Makes the feature tables of each view from a table of all examples and a selection of examples.
#pragma once

#include <functional>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {

/// Features of parts that are not stored in a table.
struct AddedFeatures {
  struct Entry {
    std::int32_t feature;
    double value;
  };
  std::int32_t first = 0;  ///< number of the first such feature; no other features follow
  std::function<void(Index example)> begin;  ///< called before the parts of each example
  /// Appends the added features of part t of that example.
  std::function<void(Index t, std::vector<Entry>& out)> append;
};

/// The feature tables of all views.
struct ViewTables {
  std::vector<FeatureTable> tables;
  std::vector<std::vector<std::int32_t>> features;  ///< InputData::features
};

/// The tables of the examples of a request. The features of each view are numbered densely, in the
/// order of their ids.
///
/// Features that occur only in `predict_on` examples are left out of them, as for a stored model
/// that reads a new file. Added features are in the views even if they do not occur. They stand
/// behind the other features of a part.
ViewTables tables_by_view(const FeatureTable& all, const InputRequest& request,
                          const AddedFeatures* added = nullptr);

}  // namespace costruct::experiments
