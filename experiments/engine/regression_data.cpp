#include "costruct/experiments/engine/regression_data.hpp"

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

ViewAssignment views_of(const Config& config, const LoadedData& data) {
  const LearnerConfig& learner = config.learners.front();
  ViewAssignment views = assign_views(learner.views, data.features, RandomStream(config.seed, 0, "views"));
  return learner.entry->uses_views ? views : joined(std::move(views));
}

// The points of one view out of a source that has them of all.
class PointsOfView : public UnlabeledPoints {
 public:
  PointsOfView(UnlabeledPoints& all, Index view) : all_(all), view_(view) {}
  void rewind() override { all_.rewind(); }
  bool next(std::vector<Matrix>& by_view) override {
    if (!all_.next(block_)) return false;
    by_view.resize(1);
    by_view[0] = block_[static_cast<std::size_t>(view_)];
    return true;
  }

 private:
  UnlabeledPoints& all_;
  Index view_;
  std::vector<Matrix> block_;
};

}  // namespace

RegressionData::RegressionData(const Config& config, const DataPaths& paths, bool with_unlabeled)
    : loaded_(load_data(config, paths)), points_(views_of(config, loaded_)) {
  const Corpus& corpus = loaded_.corpus;
  for (Index i = 0; i < corpus.size(); ++i) {
    if (i >= loaded_.unlabeled_end) {
      if (corpus.is_labeled(i)) test_.push_back(i);
    } else if (i < loaded_.train_end && corpus.is_labeled(i)) {
      labeled_.push_back(i);
    } else if (with_unlabeled) {
      unlabeled_.push_back(i);
    }
  }
  if (with_unlabeled)
    unlabeled_points_ = std::make_unique<UnlabeledInMemory>(points_.points(corpus, unlabeled_));
}

RegressionSample RegressionData::sample() {
  RegressionSample sample;
  const Vector targets = targets_of(loaded_.corpus, labeled_);
  for (Matrix& points : points_.points(loaded_.corpus, labeled_))
    sample.views.push_back({std::move(points), targets});
  sample.unlabeled = unlabeled_points_.get();
  return sample;
}

RegressionSample RegressionData::sample_of_view(Index view) {
  RegressionSample all = sample();
  RegressionSample one;
  one.views.push_back(std::move(all.views[static_cast<std::size_t>(view)]));
  if (unlabeled_points_) of_view_ = std::make_unique<PointsOfView>(*unlabeled_points_, view);
  one.unlabeled = of_view_.get();
  return one;
}

}  // namespace costruct::experiments
