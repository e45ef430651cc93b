#include "costruct/data/parts/feature_scales.hpp"

namespace costruct::experiments {

std::vector<ScaleRange> ranges_of_views(const std::vector<FeatureScale>& scales, Index parts,
                                        const UnscaledViews& learner) {
  struct Cells {
    Index all = 0, nonzero = 0;
  };
  const auto views = static_cast<std::size_t>(learner.views.count);
  std::vector<ScaleRange> ranges(views);
  std::vector<Cells> cells(views);
  for (std::size_t j = 0; j < scales.size(); ++j) {
    if (learner.views.view_of[j] < 0 || scales[j].nonzero == 0) continue;
    const auto view = static_cast<std::size_t>(learner.views.view_of[j]);
    cells[view].all += parts;
    cells[view].nonzero += scales[j].nonzero;
    const double scale = scales[j].of(parts);
    if (scale > 0 && std::isfinite(scale)) ranges[view].add(scale, static_cast<Index>(j));
  }
  for (std::size_t view = 0; view < views; ++view) {
    if (!learner.sparse_too && 2 * cells[view].nonzero < cells[view].all) ranges[view] = {};
  }
  return ranges;
}

}  // namespace costruct::experiments
