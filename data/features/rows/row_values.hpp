// Values of rows of numbers, weighted as those of words in texts are.
//
//   log      w(x) = sign(x) log(1 + |x|)
//   tf_idf   w(x) = sign(x) log(1 + |x|) log(n / n_j), with n_j of n rows having feature j
//
// `none` and `log` look at one row alone, hence at nothing that is held out. tf_idf is for
// extractors that are fitted, which know the rows they may count in.
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
  std::optional<std::string> group;  ///< absent: the groups of the data
};

RowValueOptions read_row_values(const Json& options);

/// sign(x) log(1 + |x|)
double log_weight(double x);

/// Divides a row by its Euclidean length, whatever the size of its values; a row of zeros stays.
void make_unit(std::span<double> values);

/// Weights the values of a row, none of them tf_idf, and then divides them by their length where
/// that is wanted. A row of zeros stays.
void weigh_row(std::span<double> values, Weighting weighting, Normalize normalize);

}  // namespace costruct::experiments
