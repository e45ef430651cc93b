// Tables of doubles for loops over whole registers.
#pragma once

#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Doubles at an address that whole registers can be loaded from.
class AlignedRows {
 public:
  /// At least `doubles` of them; what they hold is not kept.
  double* reserve(Index doubles) {
    const std::size_t blocks = static_cast<std::size_t>((doubles + kBlock - 1) / kBlock);
    if (blocks_.size() < blocks) blocks_.resize(blocks);
    return data();
  }
  double* data() { return reinterpret_cast<double*>(blocks_.data()); }
  const double* data() const { return reinterpret_cast<const double*>(blocks_.data()); }

 private:
  static constexpr Index kBlock = lanes::kCount;
  struct alignas(64) Block {
    double values[kBlock];
  };
  std::vector<Block> blocks_;
};

}  // namespace costruct
