// Sparse matrices, row by row.
#pragma once

#include <cstdint>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Row i has the entries [begin[i], begin[i+1]), each with its column and value.
struct SparseRows {
  Index cols = 0;
  std::vector<Index> begin{0};
  std::vector<std::int32_t> col;
  std::vector<float> value;

  Index rows() const { return static_cast<Index>(begin.size()) - 1; }
  void add(std::int32_t column, float entry) {
    col.push_back(column);
    value.push_back(entry);
  }
  void end_row() { begin.push_back(static_cast<Index>(col.size())); }
};

}  // namespace costruct
