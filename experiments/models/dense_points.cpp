#include "costruct/experiments/models/dense_points.hpp"

#include <fmt/format.h>

#include "costruct/core/error.hpp"
#include "costruct/io/machine_memory.hpp"

namespace costruct::experiments {

DensePoints::DensePoints(ViewAssignment views)
    : views_(std::move(views)), dimension_(static_cast<std::size_t>(views_.count), 0) {
  coordinate_.reserve(views_.view_of.size());
  for (const std::int32_t view : views_.view_of)
    coordinate_.push_back(view < 0 ? -1 : static_cast<std::int32_t>(dimension_[view]++));
}

void DensePoints::write(std::span<const std::int32_t> features, std::span<const double> values,
                        Index column, std::vector<Matrix>& points) const {
  for (std::size_t e = 0; e < features.size(); ++e) {
    const auto feature = static_cast<std::size_t>(features[e]);
    if (feature >= coordinate_.size() || coordinate_[feature] < 0) continue;
    points[views_.view_of[feature]](coordinate_[feature], column) +=
        values.empty() ? 1.0 : values[e];
  }
}

std::vector<Matrix> DensePoints::points(const Corpus& corpus,
                                        std::span<const Index> examples) const {
  const auto columns = static_cast<Index>(examples.size());
  Index features = 0;
  for (const Index d : dimension_) features += d;
  const double bytes =
      sizeof(double) * static_cast<double>(features) * static_cast<double>(columns);
  if (bytes > machine_memory() / 2) {
    throw DataError(
        fmt::format("{} examples of {} features take {:.1f} GiB as dense points, more than half of "
                    "this machine's memory",
                    columns, features, bytes / (1024.0 * 1024.0 * 1024.0)));
  }
  std::vector<Matrix> by_view;
  for (const Index d : dimension_) by_view.emplace_back(d, columns);
  for (Index i = 0; i < columns; ++i) {
    const Index part = corpus.features.example_begin[examples[i]];
    write(corpus.features.features_of(part), corpus.features.values_of(part), i, by_view);
  }
  return by_view;
}

Vector targets_of(const Corpus& corpus, std::span<const Index> examples) {
  Vector targets;
  targets.reserve(examples.size());
  for (const Index example : examples) targets.push_back(corpus.targets[example]);
  return targets;
}

Vector mean_of_views(const std::vector<Vector>& by_view) {
  Vector mean = by_view.front();
  for (std::size_t v = 1; v < by_view.size(); ++v) {
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += by_view[v][i];
  }
  for (double& value : mean) value /= static_cast<double>(by_view.size());
  return mean;
}

}  // namespace costruct::experiments
