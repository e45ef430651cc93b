#include "costruct/learners/shared/unlabeled_blocks.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

void append(const Matrix& from, Index first, Index last, Matrix& to) {
  to.cols += last - first;
  to.data.insert(to.data.end(), from.data.begin() + first * from.rows,
                 from.data.begin() + last * from.rows);
}

}  // namespace

UnlabeledBlocks::UnlabeledBlocks(UnlabeledPoints* source, const std::vector<RegressionView>& views,
                                 Index points_per_block)
    : source_(source), views_(views), size_(points_per_block) {
  if (source_ != nullptr) source_->rewind();
}

bool UnlabeledBlocks::refill() {
  if (source_ == nullptr || !source_->next(given_)) return false;
  COSTRUCT_ASSERT(given_.size() == views_.size(), "unlabeled points come in all views");
  used_ = 0;
  return true;
}

bool UnlabeledBlocks::next(std::vector<Matrix>& by_view) {
  by_view.resize(views_.size());
  for (std::size_t v = 0; v < views_.size(); ++v) {
    by_view[v].rows = views_[v].points.rows;
    by_view[v].cols = 0;
    by_view[v].data.clear();
  }
  while (by_view.front().cols < size_) {
    if ((given_.empty() || used_ == given_.front().cols) && !refill()) break;
    const Index last = std::min(given_.front().cols, used_ + size_ - by_view.front().cols);
    for (std::size_t v = 0; v < views_.size(); ++v) append(given_[v], used_, last, by_view[v]);
    used_ = last;
  }
  if (by_view.front().cols == 0) return false;
  for (std::size_t v = 0; v < views_.size(); ++v) {
    by_view[v] = prepare_unlabeled(views_[v], std::move(by_view[v]));
  }
  return true;
}

std::vector<Matrix> all_unlabeled(UnlabeledPoints* source, const std::vector<RegressionView>& views,
                                  Index rows_per_point, const FitContext& context) {
  constexpr Index kBlock = 4096;
  Index labeled = 0;
  for (const RegressionView& view : views) labeled += view.points.cols;
  UnlabeledBlocks blocks(source, views, kBlock);
  std::vector<Matrix> all, block;
  for (const RegressionView& view : views) all.emplace_back(view.points.rows, 0);
  while (blocks.next(block)) {
    for (std::size_t v = 0; v < views.size(); ++v) append(block[v], 0, block[v].cols, all[v]);
    check_memory(labeled + rows_per_point * all.front().cols, context,
                 "take fewer unlabeled examples, or the semiparametric variant");
  }
  return all;
}

}  // namespace costruct
