#include "costruct/data/file_unlabeled_points.hpp"

namespace costruct::experiments {

FileUnlabeledPoints::FileUnlabeledPoints(const Encoder& encoder,
                                         std::vector<std::filesystem::path> files,
                                         std::span<const std::int32_t> view_of, Index count,
                                         Index block)
    : encoder_(encoder), files_(std::move(files)), places_(view_of, count), block_(block) {
  COSTRUCT_ASSERT(static_cast<Index>(view_of.size()) <= encoder.num_features() && block >= 1,
                  "a view for features of the encoder, and blocks of some size");
}

void FileUnlabeledPoints::rewind() {
  next_file_ = 0;
  rows_ = nullptr;
}

bool FileUnlabeledPoints::next(std::vector<Matrix>& by_view) {
  const Index width = encoder_.num_features();
  numbers_.resize(static_cast<std::size_t>(block_ * width));
  for (;;) {
    if (rows_ == nullptr) {
      if (next_file_ == files_.size()) return false;
      rows_ = encoder_.dense_rows(files_[next_file_++]);
    }
    const Index count = rows_->read(block_, numbers_.data());
    if (count > 0) {
      places_.scatter(numbers_.data(), count, width, by_view);
      return true;
    }
    rows_ = nullptr;
  }
}

}  // namespace costruct::experiments
