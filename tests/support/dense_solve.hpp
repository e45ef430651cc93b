// A textbook solver of dense systems, for oracles: Gaussian elimination with partial pivoting, in
// long double.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace costruct::test {

using LongMatrix = std::vector<std::vector<long double>>;

inline LongMatrix zeros(std::size_t rows, std::size_t cols) {
  return LongMatrix(rows, std::vector<long double>(cols, 0));
}

inline LongMatrix transposed(const LongMatrix& a) {
  LongMatrix t = zeros(a.empty() ? 0 : a.front().size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[i].size(); ++j) t[j][i] = a[i][j];
  }
  return t;
}

inline LongMatrix product(const LongMatrix& a, const LongMatrix& b) {
  LongMatrix c = zeros(a.size(), b.empty() ? 0 : b.front().size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      for (std::size_t j = 0; j < b[k].size(); ++j) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

inline std::vector<long double> solve_dense(LongMatrix a, std::vector<long double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const long double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

}  // namespace costruct::test
