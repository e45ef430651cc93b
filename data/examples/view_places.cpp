#include "costruct/data/examples/view_places.hpp"

namespace costruct::experiments {

ViewPlaces::ViewPlaces(std::span<const std::int32_t> view_of, Index count)
    : features_(static_cast<std::size_t>(count)) {
  for (std::size_t f = 0; f < view_of.size(); ++f) {
    if (view_of[f] >= 0)
      features_[static_cast<std::size_t>(view_of[f])].push_back(static_cast<Index>(f));
  }
}

void ViewPlaces::scatter(const double* rows, Index count, Index width,
                         std::vector<Matrix>& by_view) const {
  by_view.resize(features_.size());
  for (std::size_t v = 0; v < features_.size(); ++v) {
    const std::vector<Index>& features = features_[v];
    const auto dimension = static_cast<Index>(features.size());
    Matrix& points = by_view[v];
    if (points.rows != dimension || points.cols != count) points = Matrix(dimension, count);
    double* to = points.data.data();
    for (Index i = 0; i < count; ++i) {
      const double* row = rows + i * width;
      for (const Index feature : features) *to++ = row[feature];
    }
  }
}

}  // namespace costruct::experiments
