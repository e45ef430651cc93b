// Feature tables of views, built from the table of all examples and a choice of examples.
#pragma once

#include <functional>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {

/// Features of parts that the table does not contain, because they are computed for each fit. Those
/// of fitted extractors are such features (data/features/fitted_extractor.hpp).
struct AddedFeatures {
  struct Entry {
    std::int32_t feature;
    double value;
  };
  std::int32_t first = 0;  ///< the first of these features; all following numbers are such features
  std::function<void(Index example)> begin;  ///< called before the parts of an example
  /// Appends the added features of part t of that example to `out`, or as rows that parts share to
  /// `rows` (core/feature_table.hpp). Rows use the same feature numbers as entries.
  std::function<void(Index t, std::vector<Entry>& out, std::vector<SharedRow>& rows)> append;
  std::vector<std::shared_ptr<const void>> row_owners;  ///< keep the numbers of the rows alive
};

/// A feature table for each view.
struct ViewTables {
  std::vector<FeatureTable> tables;
  std::vector<std::vector<std::int32_t>> features;  ///< InputData::features
};

/// Builds the tables for the examples of a request. The features of each view are numbered densely,
/// in the order of their ids. Features that occur only in `predict_on` are left out, as happens
/// when a stored model reads a new file. Added features are always in their views and follow the
/// other features of a part. A row stays shared if all its features have neighbouring numbers in a
/// view; else it becomes entries.
/// @param all           the features of all examples
/// @param added         further features; null: none
/// @param has_left_out  Corpus::has_left_out; these features count as occurring if `fit_on` has an
///                      example without parts
ViewTables tables_by_view(const FeatureTable& all, const InputRequest& request,
                          const AddedFeatures* added = nullptr,
                          const std::vector<bool>& has_left_out = {});

}  // namespace costruct::experiments
