#include "costruct/experiments/training/regression_data.hpp"

#include <omp.h>

#include "costruct/experiments/data/file_unlabeled_points.hpp"
#include "costruct/experiments/data/generators/generator.hpp"

namespace costruct::experiments {
namespace {

ViewAssignment views_with(const Config& config, const LoadedData& data) {
  const LearnerConfig& learner = config.learners.front();
  ViewAssignment views = assign_views(learner.views, data.features, RandomStream(config.seed, 0, "views"));
  return learner.entry->uses_views ? views : joined(std::move(views));
}

// One source behind the other.
class PointsInTurn : public UnlabeledPoints {
 public:
  PointsInTurn(std::unique_ptr<UnlabeledPoints> first, std::unique_ptr<UnlabeledPoints> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  void rewind() override {
    first_->rewind();
    second_->rewind();
    first_done_ = false;
  }
  bool next(std::vector<Matrix>& by_view) override {
    if (!first_done_ && first_->next(by_view)) return true;
    first_done_ = true;
    return second_->next(by_view);
  }

 private:
  std::unique_ptr<UnlabeledPoints> first_, second_;
  bool first_done_ = false;
};

std::vector<std::filesystem::path> paths_of(const std::vector<FileFacts>& files) {
  std::vector<std::filesystem::path> paths;
  for (const FileFacts& file : files) paths.push_back(file.path);
  return paths;
}

}  // namespace

RegressionData::RegressionData(const Config& config, const DataPaths& paths, bool with_unlabeled)
    // Files of unlabeled examples matter to the types of columns, wanted or not.
    : loaded_(load_data(config, paths, true)), points_(views_with(config, loaded_)) {
  sort_examples(with_unlabeled);
  if (!with_unlabeled) return;
  std::unique_ptr<UnlabeledPoints> streamed;
  const ViewAssignment& views = points_.views();
  if (config.data.contains(kGenerate)) {
    streamed =
        generated_unlabeled(config.data.at(kGenerate), views.view_of, views.count, omp_get_max_threads());
  } else if (!loaded_.unlabeled.empty()) {
    streamed = std::make_unique<FileUnlabeledPoints>(loaded_.encoder, paths_of(loaded_.unlabeled),
                                                     views.view_of, views.count);
  }
  if (streamed)
    unlabeled_points_ = std::make_unique<PointsInTurn>(std::move(unlabeled_points_), std::move(streamed));
}

RegressionData::RegressionData(const Config& config, LoadedData loaded, bool with_unlabeled)
    : loaded_(std::move(loaded)), points_(views_with(config, loaded_)) {
  sort_examples(with_unlabeled);
}

void RegressionData::sort_examples(bool with_unlabeled) {
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
  if (unlabeled_points_) of_view_ = std::make_unique<OneUnlabeledView>(*unlabeled_points_, view);
  one.unlabeled = of_view_.get();
  return one;
}

}  // namespace costruct::experiments
