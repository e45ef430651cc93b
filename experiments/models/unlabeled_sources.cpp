#include "costruct/experiments/models/unlabeled_sources.hpp"

#include <omp.h>

#include "costruct/data/file_unlabeled_points.hpp"

namespace costruct::experiments {
namespace {

// Several sources, one after the other.
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

}  // namespace

std::unique_ptr<UnlabeledPoints> unlabeled_points(const Config& config, const LoadedData& data,
                                                  const DensePoints& points,
                                                  const std::vector<Index>& in_memory) {
  const PartExamples& rows = part_examples(*data.examples);
  auto first = std::make_unique<UnlabeledInMemory>(points.points(rows.corpus(), in_memory));
  if (!data.streams_unlabeled) return first;
  std::unique_ptr<UnlabeledPoints> streamed;
  const ViewAssignment& views = points.views();
  if (const auto& generated = config.data.generated) {
    streamed = generated->unlabeled(views.view_of, views.count, omp_get_max_threads());
  } else if (!data.unlabeled.empty()) {
    streamed = std::make_unique<FileUnlabeledPoints>(rows.encoder(), paths_of(data.unlabeled),
                                                     views.view_of, views.count);
  }
  if (!streamed) return first;
  return std::make_unique<PointsInTurn>(std::move(first), std::move(streamed));
}

}  // namespace costruct::experiments
