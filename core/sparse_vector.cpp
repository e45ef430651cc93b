#include "costruct/core/sparse_vector.hpp"

#include <algorithm>
#include <utility>

namespace costruct {

namespace {

// The sums of many entries of few coordinates, in the order of the entries. So the bits are those
// of sorting, which takes longer.
SparseVector sums_of_coordinates(const std::vector<std::pair<Index, double>>& entries,
                                 Index coordinates) {
  std::vector<double> sum(static_cast<std::size_t>(coordinates), 0.0);
  std::vector<char> occurs(static_cast<std::size_t>(coordinates), 0);
  for (const auto& [index, value] : entries) {
    sum[index] = occurs[index] ? sum[index] + value : value;
    occurs[index] = 1;
  }
  SparseVector result;
  for (Index k = 0; k < coordinates; ++k) {
    if (!occurs[k]) continue;
    result.index.push_back(k);
    result.value.push_back(sum[k]);
  }
  return result;
}

}  // namespace

SparseVector make_sparse(std::vector<std::pair<Index, double>> entries) {
  Index coordinates = 0;
  for (const auto& [index, value] : entries) coordinates = std::max(coordinates, index + 1);
  if (coordinates <= std::ssize(entries)) return sums_of_coordinates(entries, coordinates);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  SparseVector result;
  for (const auto& [index, value] : entries) {
    if (!result.index.empty() && result.index.back() == index) {
      result.value.back() += value;
    } else {
      result.index.push_back(index);
      result.value.push_back(value);
    }
  }
  return result;
}

double dot(const SparseVector& a, ConstVectorRef w) {
  double sum = 0;
  for (std::size_t i = 0; i < a.index.size(); ++i) sum += a.value[i] * w[a.index[i]];
  return sum;
}

double dot(ConstVectorRef a, ConstVectorRef b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double dot(const SparseVector& a, const SparseVector& b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.index.size() && j < b.index.size();) {
    if (a.index[i] == b.index[j]) {
      sum += a.value[i++] * b.value[j++];
    } else if (a.index[i] < b.index[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

void add_to(VectorRef w, double scale, const SparseVector& a) {
  for (std::size_t i = 0; i < a.index.size(); ++i) w[a.index[i]] += scale * a.value[i];
}

SparseVector difference(const SparseVector& a, const SparseVector& b) {
  SparseVector result;
  const auto push = [&](Index index, double value) {
    if (value == 0) return;
    result.index.push_back(index);
    result.value.push_back(value);
  };
  std::size_t i = 0, j = 0;
  while (i < a.index.size() || j < b.index.size()) {
    if (j == b.index.size() || (i < a.index.size() && a.index[i] < b.index[j])) {
      push(a.index[i], a.value[i]);
      ++i;
    } else if (i == a.index.size() || b.index[j] < a.index[i]) {
      push(b.index[j], -b.value[j]);
      ++j;
    } else {
      push(a.index[i], a.value[i] - b.value[j]);
      ++i, ++j;
    }
  }
  return result;
}

}  // namespace costruct
