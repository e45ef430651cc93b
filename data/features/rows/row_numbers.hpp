// The numbers of rows as a fitted extractor, for extractors that change the features of others.
#pragma once

#include <memory>

#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/features/rows/row_values.hpp"

namespace costruct::experiments {

/// Makes an extractor with the features and values of the extractor `values` (row_values.hpp), for
/// the features whose number is in a range. Rows are weighted and normalized as `options` say, with
/// all their features, before other features are left out.
std::unique_ptr<FittedExtractor> make_row_numbers(const RowValueOptions& options,
                                                  const NumberRange& range);

}  // namespace costruct::experiments
