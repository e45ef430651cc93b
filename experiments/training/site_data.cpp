#include "costruct/experiments/training/site_data.hpp"

#include "costruct/experiments/tasks/task.hpp"
#include "costruct/experiments/tasks/unlabeled_sources.hpp"

namespace costruct::experiments {
SiteData::SiteData(const Config& config, const DataPaths& paths)
    : config_(config),
      loaded_(load_data(config, paths, true)),
      points_(views_for(config.learners.front(), loaded_.features, RandomStream(config.seed, 0, "views"))) {
  const ExampleSet& examples = *loaded_.examples;
  for (Index i = 0; i < examples.size(); ++i) {
    if (i >= loaded_.unlabeled_end) {
      if (examples.is_labeled(i)) test_.push_back(i);
    } else if (i < loaded_.train_end && examples.is_labeled(i)) {
      labeled_.push_back(i);
    } else {
      unlabeled_.push_back(i);
    }
  }
}

RegressionSample SiteData::sample_of_view(Index view) {
  const auto v = static_cast<std::size_t>(view);
  RegressionSample sample;
  sample.views.push_back({std::move(points_.points(corpus(), labeled_)[v]), targets_of(corpus(), labeled_)});
  of_all_views_ = unlabeled_points(config_, loaded_, points_, unlabeled_);
  of_view_ = std::make_unique<OneUnlabeledView>(*of_all_views_, view);
  sample.unlabeled = of_view_.get();
  return sample;
}

}  // namespace costruct::experiments
