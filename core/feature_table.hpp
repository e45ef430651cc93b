// The observed side of part-wise problems: sparse feature vectors psi(x_t), one per part of each
// example.
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

/// Examples -> parts (a token; the whole input of a multiclass example) -> sparse features, in
/// compressed rows.
struct FeatureTable {
  Index num_features = 0;  ///< ids lie in [0, num_features)
  std::vector<Index> example_begin{
      0};  ///< example i has the parts [example_begin[i], example_begin[i+1])
  std::vector<Index> part_begin{0};  ///< part p has the entries [part_begin[p], part_begin[p+1])
  std::vector<std::int32_t>
      feature;                ///< one id per entry; an id that is repeated in a part adds up
  std::vector<double> value;  ///< one value per entry; empty: every value is 1 (indicators)

  Index num_examples() const { return static_cast<Index>(example_begin.size()) - 1; }
  Index num_parts() const { return static_cast<Index>(part_begin.size()) - 1; }
  Index length(Index example) const { return example_begin[example + 1] - example_begin[example]; }
  /// The ids (and values; empty where all are 1) of a part, by its number in the whole table.
  std::span<const std::int32_t> features_of(Index part) const {
    return {feature.data() + part_begin[part], feature.data() + part_begin[part + 1]};
  }
  std::span<const double> values_of(Index part) const {
    if (value.empty()) return {};
    return {value.data() + part_begin[part], value.data() + part_begin[part + 1]};
  }
  /// Ends the current part, respectively example, when a table is filled entry by entry.
  void end_part() { part_begin.push_back(static_cast<Index>(feature.size())); }
  void end_example() { example_begin.push_back(num_parts()); }
};

/// Tables over the same examples and parts as one, whose features are those of the first table,
/// then those of the second, and so on.
FeatureTable side_by_side(std::span<const FeatureTable* const> tables);

/// What a data set gives to a part-wise problem: the features of each view and the label alphabet.
struct PartData : ProblemData {
  PartData() = default;
  PartData(std::vector<FeatureTable> the_views, std::vector<std::string> the_labels)
      : views(std::move(the_views)), labels(std::move(the_labels)) {}
  /// The same with the features of all views in one, view behind view.
  std::shared_ptr<const PartData> in_one_view() const;

  std::vector<FeatureTable> views;  ///< V >= 1 tables over the same examples and parts
  std::vector<std::string> labels;  ///< label k is called labels[k]
};

}  // namespace costruct
