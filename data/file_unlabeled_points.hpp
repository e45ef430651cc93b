// Unlabeled points out of files, a block at a time.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/data/examples/dense_rows.hpp"
#include "costruct/data/examples/view_places.hpp"

namespace costruct::experiments {

/// The examples of files, one file behind the other, in views. Labels are not looked at. Memory:
/// two blocks.
class FileUnlabeledPoints : public UnlabeledPoints {
 public:
  /// The encoder, frozen, must live as long; the files may not change. `block`: examples at a time,
  /// >= 1.
  FileUnlabeledPoints(const Encoder& encoder, std::vector<std::filesystem::path> files,
                      std::span<const std::int32_t> view_of, Index count,
                      Index block = kDefaultBlock);
  void rewind() override;
  bool next(std::vector<Matrix>& by_view) override;

  static constexpr Index kDefaultBlock = 1024;

 private:
  const Encoder& encoder_;
  std::vector<std::filesystem::path> files_;
  ViewPlaces places_;
  Index block_;
  std::size_t next_file_ = 0;
  std::unique_ptr<DenseRows> rows_;
  std::vector<double> numbers_;  // of the current block
};

}  // namespace costruct::experiments
