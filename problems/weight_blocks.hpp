// The meaning of the weights of a view, for people who read a model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// A run of consecutive weights of a view, as a table with n columns. Weight i is in row i / n and
/// belongs to column i % n. A column is a part of the output, such as a label.
struct WeightBlock {
  std::string kind;                ///< what a part is: "label", "transition", "binary rule"
  std::vector<std::string> parts;  ///< names of the columns, n >= 1; {""} if there is only one
  Index rows = 0;                  ///< number of rows
  /// The name of a row. Empty: row j is feature first_feature + j of the view.
  std::function<std::string(Index row)> row_name = {};
  Index first_feature = 0;

  Index size() const { return rows * static_cast<Index>(parts.size()); }
};

/// The name of the row of weights that belong to parts of the output and to no input feature.
inline constexpr const char* kBiasName = "(bias)";

/// The weights of the features of a view, one for each label.
WeightBlock label_block(const PartData& data, Index view);

/// A block of one row, for weights that belong to no input feature.
/// @param name  the name of the row, such as kBiasName
WeightBlock one_row(std::string kind, std::vector<std::string> parts, const std::string& name);

/// A block of the transitions of K labels: one column and K^(order + 1) rows. The rows are named
/// "A -> B" (for order 1), from the oldest label to the newest.
WeightBlock transition_block(const std::vector<std::string>& labels, Index order);

/// The blocks of a problem that does not describe its weights. With FeatureMajorWeights, the
/// weights of the features come first; all others are named by their numbers, from 1.
/// @param labels  names the weights of a feature if there is one for each label
std::vector<WeightBlock> unnamed_weights(const StructuredProblem& view, Index num_features,
                                         const std::vector<std::string>& labels);

}  // namespace costruct
