// ViewPlaces: splits dense rows into views.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/linear_algebra/matrix.hpp"

namespace costruct::experiments {

/// Maps the features of a dense row to a view and to a coordinate of its points. The coordinates of
/// a view are its features in order.
class ViewPlaces {
 public:
  /// view_of[feature] is from 0 to count - 1, or -1 for no view. Features beyond the end of view_of
  /// have no view.
  ViewPlaces(std::span<const std::int32_t> view_of, Index count);
  /// Writes `count` rows of `width` numbers each as the columns of by_view[v].
  void scatter(const double* rows, Index count, Index width, std::vector<Matrix>& by_view) const;

 private:
  std::vector<std::vector<Index>> features_;  // features of each view
};

}  // namespace costruct::experiments
