// Dense rows, dealt out to views.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/linear_algebra/matrix.hpp"

namespace costruct::experiments {

/// Where the features of a dense row go: to which view, and to which coordinate of its points. A
/// view's coordinates are its features in their order.
class ViewPlaces {
 public:
  /// view_of[feature]: from 0 to count - 1, or -1 for none. Features behind the last have no view.
  ViewPlaces(std::span<const std::int32_t> view_of, Index count);
  /// Writes `count` rows of `width` numbers each as the columns of by_view[v].
  void scatter(const double* rows, Index count, Index width, std::vector<Matrix>& by_view) const;

 private:
  std::vector<std::vector<Index>> features_;  // of each view
};

}  // namespace costruct::experiments
