// Small instances of problems whose inputs are rows or chains of parts (small_instance.hpp).
#pragma once

#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/core/feature_table.hpp"
#include "costruct/core/random.hpp"

namespace costruct::contract {

/// Says what inputs small_parts() draws.
struct SmallParts {
  std::vector<std::string> labels;    ///< the names of the labels
  std::vector<Index> lengths;         ///< the number of parts of each input
  std::vector<Index> features = {5};  ///< the number of features of each view
  /// Whether all values are 1 and each feature occurs at most once in a part. Otherwise values are
  /// -1, 0, 1 or 2, and a feature may occur twice in a part.
  bool indicators = true;
  /// Whether most parts also have a SharedRow of whole numbers. Rows with the same first feature
  /// may have different lengths.
  bool shared_rows = false;
};

/// Draws the features of all parts at random. Every sequence of labels, one for each part, is an
/// output.
/// @param options  the options of the problem
SmallInstance small_parts(const SmallParts& shape, Json options, RandomStream& random);

/// Draws six instances of this shape: with one, two and three views, each with indicators and with
/// other values. Ignores shape.features and shape.indicators.
std::vector<SmallInstance> in_all_forms(const SmallParts& shape, const Json& options,
                                        RandomStream& random);

/// in_all_forms() of six inputs of one part each, for problems whose inputs are rows.
std::vector<SmallInstance> small_rows(const std::vector<std::string>& labels, const Json& options,
                                      RandomStream& random);

/// The labels "0", "1", ...
std::vector<std::string> numbered_labels(Index count);

/// A matrix costs[true][predicted] of integers from 0 to 4 with a zero diagonal, for the loss
/// cost_matrix.
Json random_costs(Index labels, RandomStream& random);

/// Appends the instances `more` to `into`.
void append(std::vector<SmallInstance> more, std::vector<SmallInstance>& into);

}  // namespace costruct::contract
