// The inputs of problems whose outputs have parts: a feature vector psi(x_t) for each part t of
// each example.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/problem_data.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// A row of numbers that several parts may share, for example the vector of a word. Feature
/// first + k has the value factor * number k. The row refers to numbers that others own.
struct SharedRow {
  std::int32_t first = 0, columns = 0;  ///< id of the first feature, and how many there are
  double factor = 1;
  const float* floats = nullptr;    ///< the numbers, or null if they are doubles
  const double* doubles = nullptr;  ///< the numbers if `floats` is null

  /// Calls action(feature, value) for each value that is not 0.
  template <class Action>
  void for_entries(const Action& action) const {
    const auto visit = [&](const auto* numbers) {
      for (std::int32_t k = 0; k < columns; ++k) {
        if (const double value = factor * static_cast<double>(numbers[k]); value != 0)
          action(first + k, value);
      }
    };
    if (floats != nullptr) {
      visit(floats);
    } else {
      visit(doubles);
    }
  }
};

/// The features of all parts of all examples: sparse entries in compressed rows, and shared rows.
///
/// A part is, for example, a token of a sentence. A multiclass example is one part. To fill a
/// table, append the entries of a part to `feature` (and `value`), then call end_part(). Call
/// end_example() after the last part of an example. To append to `rows` too, first call
/// share_rows().
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
  /// Part p also has the shared rows [row_begin[p], row_begin[p + 1]). Empty: no part has any.
  std::vector<Index> row_begin;
  std::vector<SharedRow> rows;  ///< rows with an equal `first` may have different `columns`
  std::vector<std::shared_ptr<const void>> row_owners;  ///< keep the numbers of the rows alive

  Index num_examples() const { return static_cast<Index>(example_begin.size()) - 1; }
  Index num_parts() const { return static_cast<Index>(part_begin.size()) - 1; }
  Index length(Index example) const { return example_begin[example + 1] - example_begin[example]; }
  /// The number of entries, including all numbers of shared rows. Cost: O(rows).
  Index num_entries() const;
  /// Calls action(feature, value) for the entries of a part, then for those of its shared rows.
  /// `part` counts through the whole table.
  template <class Action>
  void for_entries(Index part, const Action& action) const {
    const Index end = part_begin[part + 1];
    if (value.empty()) {
      for (Index e = part_begin[part]; e < end; ++e) action(feature[e], 1.0);
    } else {
      for (Index e = part_begin[part]; e < end; ++e) action(feature[e], value[e]);
    }
    for (const SharedRow& row : rows_of(part)) row.for_entries(action);
  }
  /// The shared rows of a part.
  std::span<const SharedRow> rows_of(Index part) const {
    if (row_begin.empty()) return {};
    return {rows.data() + row_begin[part], rows.data() + row_begin[part + 1]};
  }
  /// The feature ids of a part. Throws std::logic_error for a table with shared rows, which have
  /// further ids: for_entries() visits these as well.
  std::span<const std::int32_t> features_of(Index part) const {
    if (!rows.empty()) refuse_shared_rows();
    return {feature.data() + part_begin[part], feature.data() + part_begin[part + 1]};
  }
  /// The values that belong to features_of(part); empty where every value is 1.
  std::span<const double> values_of(Index part) const {
    if (value.empty()) return {};
    return {value.data() + part_begin[part], value.data() + part_begin[part + 1]};
  }
  /// Ends the current part or example while a table is filled.
  void end_part() {
    part_begin.push_back(static_cast<Index>(feature.size()));
    if (!row_begin.empty()) row_begin.push_back(static_cast<Index>(rows.size()));
  }
  void end_example() { example_begin.push_back(num_parts()); }
  /// Allows the following parts to have shared rows. The parts that are already in the table have
  /// none: existing shared rows are removed.
  void share_rows() {
    rows.clear();
    row_begin.assign(part_begin.size(), 0);
  }

 private:
  [[noreturn]] static void refuse_shared_rows();
};

/// Joins tables over the same examples and parts into one. The features of the first table come
/// first, then those of the second, and so on. There must be at least one table. The result keeps
/// the numbers of shared rows alive.
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
