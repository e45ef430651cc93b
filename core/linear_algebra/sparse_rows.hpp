// Stores sparse matrices row by row.
#pragma once

#include <cstdint>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// A sparse matrix. Row i has the entries [begin[i], begin[i+1]), each with a column and a value.
/// To fill it, call add() for each entry and end_row() after each row.
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
