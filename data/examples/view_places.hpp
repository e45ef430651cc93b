// Splits dense rows into the points of views.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/linear_algebra/matrix.hpp"

namespace costruct::experiments {

/// For each feature of a dense row: its view, and its coordinate in the points of the view. The
/// coordinates of a view are its features in their order.
class ViewPlaces {
 public:
  /// @param view_of  the view of each feature, from 0 to count - 1; -1 for none. Features after its
  /// end have no view.
  /// @param count    number of views
  ViewPlaces(std::span<const std::int32_t> view_of, Index count);
  /// Splits `count` rows of `width` numbers each, stored one after the other. by_view[v] becomes a
  /// matrix with a row for each feature of view v and a column for each given row. Reuses its
  /// memory if the shape stays.
  void scatter(const double* rows, Index count, Index width, std::vector<Matrix>& by_view) const;

 private:
  std::vector<std::vector<Index>> features_;  // features of each view
};

}  // namespace costruct::experiments
