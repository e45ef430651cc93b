// The inputs of problems whose outputs have parts: a sparse feature vector psi(x_t) for each part t
// of each example.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/problem_data.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The sparse features of all parts of all examples, in compressed rows.
///
/// A part is, for example, a token of a sentence. A multiclass example is one part. To fill a
/// table, append to `feature` (and `value`), and call end_part() and end_example() after each.
struct FeatureTable {
  Index num_features = 0;  ///< ids lie in [0, num_features)
  /// Example i has the parts [example_begin[i], example_begin[i + 1]).
  std::vector<Index> example_begin{0};
  /// Part p has the entries [part_begin[p], part_begin[p + 1]).
  std::vector<Index> part_begin{0};
  /// The feature id of each entry. The values of an id that occurs twice in a part are added.
  std::vector<std::int32_t> feature;
  /// The value of each entry. Empty: every value is 1 (indicator features).
  std::vector<double> value;

  Index num_examples() const { return static_cast<Index>(example_begin.size()) - 1; }
  Index num_parts() const { return static_cast<Index>(part_begin.size()) - 1; }
  Index length(Index example) const { return example_begin[example + 1] - example_begin[example]; }
  /// The feature ids of a part. `part` counts through the whole table.
  std::span<const std::int32_t> features_of(Index part) const {
    return {feature.data() + part_begin[part], feature.data() + part_begin[part + 1]};
  }
  /// The values that belong to features_of(part); empty where every value is 1.
  std::span<const double> values_of(Index part) const {
    if (value.empty()) return {};
    return {value.data() + part_begin[part], value.data() + part_begin[part + 1]};
  }
  /// Ends the current part or example while a table is filled.
  void end_part() { part_begin.push_back(static_cast<Index>(feature.size())); }
  void end_example() { example_begin.push_back(num_parts()); }
};

/// Joins tables over the same examples and parts into one. The features of the first table come
/// first, then those of the second, and so on.
FeatureTable side_by_side(std::span<const FeatureTable* const> tables);

/// The data of a problem whose outputs have parts: the features of each view and the names of the
/// labels.
struct PartData : ProblemData {
  PartData() = default;
  PartData(std::vector<FeatureTable> the_views, std::vector<std::string> the_labels)
      : views(std::move(the_views)), labels(std::move(the_labels)) {}
  /// The same data with one view, in which the features of all views follow each other.
  std::shared_ptr<const PartData> in_one_view() const;

  std::vector<FeatureTable> views;  ///< V >= 1 tables over the same examples and parts
  std::vector<std::string> labels;  ///< label k is called labels[k]
};

}  // namespace costruct
