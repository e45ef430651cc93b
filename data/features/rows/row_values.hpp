// Weights for the values of rows of numbers, as they are used for the words of texts:
//
//   log      w(x) = sign(x) log(1 + |x|)
//   tf_idf   w(x) = sign(x) log(1 + |x|) log(n / n_j),  where n_j of n rows have feature j
//
// `none` and `log` depend on one row only, so they never see held-out examples. tf_idf needs a
// fitted extractor, which knows the rows that may be counted.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The weights above.
enum class Weighting { kNone, kLog, kTfIdf };
/// Whether the row is divided by its Euclidean length after weighting.
enum class Normalize { kNone, kL2 };

/// The options of the extractor `values`.
struct RowValueOptions {
  Weighting weighting = Weighting::kNone;
  Normalize normalize = Normalize::kNone;
  std::optional<std::string> group;  ///< absent: the groups of the data block
};

/// Reads an item of `features` of this extractor, without its key `extractor`. Throws ConfigError
/// for wrong options. The weighting tf_idf is wrong here, because it needs a fitted extractor.
RowValueOptions read_row_values(const Json& options);

/// Returns sign(x) log(1 + |x|).
double log_weight(double x);

/// Divides a row by its Euclidean length, without overflow or underflow. A row of zeros stays.
void make_unit(std::span<double> values);

/// Weights the values of a row, then divides them by their length if `normalize` asks for it. A row
/// of zeros stays. `weighting` must not be tf_idf.
void weigh_row(std::span<double> values, Weighting weighting, Normalize normalize);

}  // namespace costruct::experiments
