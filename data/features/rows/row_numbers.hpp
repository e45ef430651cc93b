// The numbers of rows as a fitted extractor, for extractors that change the features of others.
#pragma once

#include <memory>

#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/data/features/rows/row_values.hpp"

namespace costruct::experiments {

/// Makes an extractor with the features and values of the extractor `values`, for the numbers in a
/// range. Rows are weighted with all values that their file has.
std::unique_ptr<FittedExtractor> make_row_numbers(const RowValueOptions& options,
                                                  const NumberRange& range);

}  // namespace costruct::experiments
