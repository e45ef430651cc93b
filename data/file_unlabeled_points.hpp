// Unlabeled points that are read from files, block by block.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/data/examples/dense_rows.hpp"
#include "costruct/data/examples/view_places.hpp"

namespace costruct::experiments {

/// The unlabeled points of files of rows, one file after the other, split into views. Labels are
/// ignored. next() reads a block of examples, and throws DataError with file and line. Memory: two
/// blocks.
class FileUnlabeledPoints : public UnlabeledPoints {
 public:
  /// The encoder must be frozen and outlive the object. The files must not change.
  /// @param view_of  the view of each feature, from 0; -1 for none
  /// @param count    number of views
  /// @param block    number of examples that are read at a time, >= 1
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
  std::vector<double> numbers_;  // the numbers of the current block
};

}  // namespace costruct::experiments
