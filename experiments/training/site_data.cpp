#include "costruct/experiments/training/site_data.hpp"

#include "costruct/experiments/models/unlabeled_sources.hpp"
#include "costruct/experiments/tasks/task.hpp"

namespace costruct::experiments {
SiteData::SiteData(const Config& config, const DataPaths& paths)
    : config_(config),
      loaded_(load_data(config, paths, true)),
      points_(views_for(config.learners.front(), loaded_.features,
                        RandomStream(config.seed, 0, "views"))),
      roles_(loaded_.roles()) {}

RegressionSample SiteData::sample_of_view(Index view) {
  const auto v = static_cast<std::size_t>(view);
  RegressionSample sample;
  sample.views.push_back({std::move(points_.points(corpus(), roles_.labeled)[v]),
                          targets_of(corpus(), roles_.labeled)});
  of_all_views_ = unlabeled_points(config_, loaded_, points_, roles_.unlabeled);
  of_view_ = std::make_unique<OneUnlabeledView>(*of_all_views_, view);
  sample.unlabeled = of_view_.get();
  return sample;
}

}  // namespace costruct::experiments
