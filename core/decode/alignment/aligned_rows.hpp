// Tables of doubles that are aligned for vector registers.
#pragma once

#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// An array of doubles whose address is aligned for loads of whole vector registers.
class AlignedRows {
 public:
  /// Makes room for at least `doubles` entries and returns their address. Does not keep the
  /// contents.
  double* reserve(Index doubles) {
    const std::size_t blocks = static_cast<std::size_t>((doubles + kBlock - 1) / kBlock);
    if (blocks_.size() < blocks) blocks_.resize(blocks);
    return data();
  }
  /// The address of the first entry; valid until the next reserve().
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
