// Sparse vectors: joint features and their differences.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// A sparse vector. The coordinates ascend, and each occurs once; values may be zero.
struct SparseVector {
  std::vector<Index> index;
  std::vector<double> value;
  friend bool operator==(const SparseVector&, const SparseVector&) = default;
};

/// Sorts (coordinate, value) entries by coordinate. Adds the values of equal coordinates, in the
/// given order.
SparseVector make_sparse(std::vector<std::pair<Index, double>> entries);

/// <a, w>; every coordinate of a must lie in w.
double dot(const SparseVector& a, ConstVectorRef w);
double dot(const SparseVector& a, const SparseVector& b);
/// <a, b> of vectors of the same size, summed in order.
double dot(ConstVectorRef a, ConstVectorRef b);

/// w += scale * a
void add_to(VectorRef w, double scale, const SparseVector& a);

/// a - b, without the coordinates where they are equal.
SparseVector difference(const SparseVector& a, const SparseVector& b);

}  // namespace costruct
