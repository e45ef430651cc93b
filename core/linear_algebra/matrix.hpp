// Dense matrices, stored column by column as in BLAS.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// A dense matrix of doubles; entry (i, j) is at j * rows + i.
struct Matrix {
  Index rows = 0, cols = 0;
  Vector data;

  Matrix() = default;
  /// All zeros.
  Matrix(Index number_of_rows, Index number_of_cols)
      : rows(number_of_rows),
        cols(number_of_cols),
        data(static_cast<std::size_t>(rows * cols), 0.0) {}

  double& operator()(Index i, Index j) { return data[static_cast<std::size_t>(j * rows + i)]; }
  double operator()(Index i, Index j) const { return data[static_cast<std::size_t>(j * rows + i)]; }
  VectorRef column(Index j) { return {data.data() + j * rows, static_cast<std::size_t>(rows)}; }
  ConstVectorRef column(Index j) const {
    return {data.data() + j * rows, static_cast<std::size_t>(rows)};
  }
};

}  // namespace costruct
