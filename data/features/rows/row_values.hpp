// Weights the values of rows of numbers, as is usual for word counts of texts.
//
//   log      w(x) = sign(x) log(1 + |x|)
//   tf_idf   w(x) = sign(x) log(1 + |x|) log(n / n_j), where n_j of n rows have feature j
//
// `none` and `log` use one row alone, so they never use held-out examples. tf_idf is for fitted
// extractors, which know the rows that they may count.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

enum class Weighting { kNone, kLog, kTfIdf };
enum class Normalize { kNone, kL2 };

/// The options of the extractor `values`.
struct RowValueOptions {
  Weighting weighting = Weighting::kNone;
  Normalize normalize = Normalize::kNone;
  std::optional<std::string> group;  ///< absent: the groups of the data are used
};

RowValueOptions read_row_values(const Json& options);

/// sign(x) log(1 + |x|)
double log_weight(double x);

/// Divides a row by its Euclidean length, for values of any size. A row of zeros stays unchanged.
void make_unit(std::span<double> values);

/// Weights the values of a row, then divides them by their length if `normalize` says so.
/// `weighting` must not be tf_idf. A row of zeros stays unchanged.
void weigh_row(std::span<double> values, Weighting weighting, Normalize normalize);

}  // namespace costruct::experiments
