// Scores of the labels of a part, for problems whose outputs have a label for each part. The joint
// feature map of a part is Lambda(y_t) (x) psi(x_t). Lambda(k) is the unit vector of label k, and
// (x) is the Kronecker product.
//
// In all functions, psi_j is the value of feature j at a part of a FeatureTable, and `labels` is
// the number K of labels. `w` has the weight of feature j and label k at j * K + k. `part` counts
// through the whole table.
#pragma once

#include <algorithm>
#include <cmath>

#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/feature_table.hpp"
#include "costruct/core/sparse_vector.hpp"

namespace costruct::part_scores {

/// scores[k] += sum_c factor * numbers[c] * w[c * labels + k] for k < labels, c < columns. The sums
/// are kept in kRegisters registers of lanes::kWidth doubles, which must be enough for all labels.
/// No double behind the last row of `w` is read.
template <Index kRegisters, class Number>
void add_number_row(const Number* numbers, Index columns, double factor, const double* w,
                    Index labels, double* scores) {
  constexpr Index kWidth = lanes::kWidth, kWhole = kRegisters * kWidth;
  const Index whole = columns * labels < kWhole ? 0 : (columns * labels - kWhole) / labels + 1;
  lanes::Lanes sum[kRegisters] = {};
  Index c = 0;
  for (; c < whole; ++c) {
    const lanes::Lanes value = lanes::broadcast(factor * static_cast<double>(numbers[c]));
    const double* row = w + c * labels;
    for (Index b = 0; b < kRegisters; ++b) sum[b] += value * lanes::load_loose(row + b * kWidth);
  }
  for (Index k = 0; k < labels; ++k) scores[k] += sum[k / kWidth][k % kWidth];
  for (; c < columns; ++c) {
    const double value = factor * static_cast<double>(numbers[c]);
    for (Index k = 0; k < labels; ++k) scores[k] += value * w[c * labels + k];
  }
}

/// Does the same as add_number_row() for the numbers of a shared row.
template <Index kRegisters>
void add_shared_row(const SharedRow& row, const double* w, Index labels, double* scores) {
  const double* of_row = w + row.first * labels;
  if (row.floats != nullptr) {
    add_number_row<kRegisters>(row.floats, row.columns, row.factor, of_row, labels, scores);
  } else {
    add_number_row<kRegisters>(row.doubles, row.columns, row.factor, of_row, labels, scores);
  }
}

/// scores[k] += value * w[feature * labels + k] for all labels k.
inline void add_entry(std::int32_t feature, double value, const double* w, Index labels,
                      double* scores) {
  const double* row = w + feature * labels;
  for (Index k = 0; k < labels; ++k) scores[k] += value * row[k];
}

/// scores[k] += sum_j psi_j * w[j * labels + k] over the shared rows of one part.
inline void add_shared_rows(const FeatureTable& table, Index part, const double* w, Index labels,
                            double* scores) {
  for (const SharedRow& shared : table.rows_of(part)) {
    switch ((labels + lanes::kWidth - 1) / lanes::kWidth) {
      case 1:
        add_shared_row<1>(shared, w, labels, scores);
        break;
      case 2:
        add_shared_row<2>(shared, w, labels, scores);
        break;
      case 3:
        add_shared_row<3>(shared, w, labels, scores);
        break;
      case 4:
        add_shared_row<4>(shared, w, labels, scores);
        break;
      case 5:
        add_shared_row<5>(shared, w, labels, scores);
        break;
      case 6:
        add_shared_row<6>(shared, w, labels, scores);
        break;
      default:
        shared.for_entries([&](std::int32_t feature, double value) {
          add_entry(feature, value, w, labels, scores);
        });
    }
  }
}

/// scores[k] += sum_j psi_j * w[j * labels + k] over the features j of one part: a sum of
/// contiguous rows of weights.
inline void add(const FeatureTable& table, Index part, const double* w, Index labels,
                double* scores) {
  for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e)
    add_entry(table.feature[e], table.value.empty() ? 1.0 : table.value[e], w, labels, scores);
  add_shared_rows(table, part, w, labels, scores);
}

/// The same for all parts first..first + count - 1. Their scores follow each other in aligned rows
/// of kBlocks * lanes::kCount doubles. The function reads equally many doubles from the start of
/// each row of weights. The doubles past the labels must be readable. Their sums go into lanes past
/// the labels, whose scores mean nothing.
template <Index kBlocks>
void add_rows(const FeatureTable& table, Index first, Index count, const double* w, Index labels,
              double* scores) {
  constexpr Index kRegisters = kBlocks * lanes::kRegisters, kWidth = lanes::kWidth;
  const bool indicators = table.value.empty();
  for (Index p = first; p < first + count; ++p, scores += kBlocks * lanes::kCount) {
    lanes::Lanes sum[kRegisters];
    for (Index b = 0; b < kRegisters; ++b) sum[b] = lanes::load(scores + b * kWidth);
    for (Index i = table.part_begin[p]; i < table.part_begin[p + 1]; ++i) {
      const double* row = w + table.feature[i] * labels;
      if (indicators) {
        for (Index b = 0; b < kRegisters; ++b) sum[b] += lanes::load_loose(row + b * kWidth);
      } else {
        const lanes::Lanes value = lanes::broadcast(table.value[i]);
        for (Index b = 0; b < kRegisters; ++b)
          sum[b] += value * lanes::load_loose(row + b * kWidth);
      }
    }
    for (Index b = 0; b < kRegisters; ++b) lanes::store(scores + b * kWidth, sum[b]);
    add_shared_rows(table, p, w, labels, scores);
  }
}

/// scores[k] += sum_j psi_j * w[j * labels + k] for k < labels. The sums are kept in kRegisters
/// registers, which must be enough for all labels. Lanes past the labels read what follows a row,
/// but nothing behind the first `readable` doubles of w.
template <Index kRegisters>
void add_row_sums(const FeatureTable& table, Index part, const double* w, Index readable,
                  Index labels, double* scores) {
  constexpr Index kWidth = lanes::kWidth, kWhole = kRegisters * kWidth;
  lanes::Lanes sum[kRegisters] = {};
  double last_row[kWhole] = {};
  const bool indicators = table.value.empty();
  for (Index i = table.part_begin[part]; i < table.part_begin[part + 1]; ++i) {
    const Index at = table.feature[i] * labels;
    const double* row = w + at;
    if (at + kWhole > readable) {
      std::copy_n(row, labels, last_row);
      row = last_row;
    }
    const lanes::Lanes value = lanes::broadcast(indicators ? 1.0 : table.value[i]);
    for (Index b = 0; b < kRegisters; ++b) sum[b] += value * lanes::load_loose(row + b * kWidth);
  }
  for (Index k = 0; k < labels; ++k) scores[k] += sum[k / kWidth][k % kWidth];
  add_shared_rows(table, part, w, labels, scores);
}

/// Does the same as add(), and keeps the sums in registers if there are few labels. The function
/// reads nothing behind the first `readable` doubles of w.
inline void add_fast(const FeatureTable& table, Index part, const double* w, Index readable,
                     Index labels, double* scores) {
  switch ((labels + lanes::kWidth - 1) / lanes::kWidth) {
    case 1:
      return add_row_sums<1>(table, part, w, readable, labels, scores);
    case 2:
      return add_row_sums<2>(table, part, w, readable, labels, scores);
    case 3:
      return add_row_sums<3>(table, part, w, readable, labels, scores);
    case 4:
      return add_row_sums<4>(table, part, w, readable, labels, scores);
    case 5:
      return add_row_sums<5>(table, part, w, readable, labels, scores);
    case 6:
      return add_row_sums<6>(table, part, w, readable, labels, scores);
    default:
      return add(table, part, w, labels, scores);
  }
}

/// A hint to the processor to load the weights of the sparse entries of one part into the cache.
inline void prefetch_rows(const FeatureTable& table, Index part, const double* w, Index labels) {
  constexpr Index kCacheLine = 64 / sizeof(double);
  for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e) {
    const double* row = w + table.feature[e] * labels;
    for (Index k = 0; k < labels; k += kCacheLine) __builtin_prefetch(row + k, 0, 2);
    __builtin_prefetch(row + labels - 1, 0, 2);
  }
}

/// w[j * labels + label] += scale * psi_j for the features j of one part.
inline void add_features(const FeatureTable& table, Index part, Index labels, int label,
                         double scale, double* w) {
  table.for_entries(part, [&](std::int32_t feature, double value) {
    w[feature * labels + label] += scale * value;
  });
}

/// dense[j] += psi_j for the features j of one part. clear() sets these entries back to zero.
/// `dense` must have num_features entries.
inline void scatter(const FeatureTable& table, Index part, double* dense) {
  table.for_entries(part, [&](std::int32_t feature, double value) { dense[feature] += value; });
}
inline void clear(const FeatureTable& table, Index part, double* dense) {
  table.for_entries(part, [&](std::int32_t feature, double) { dense[feature] = 0; });
}

/// Returns sum_j psi_j * dense[j] over the features j of one part.
inline double gather(const FeatureTable& table, Index part, const double* dense) {
  double sum = 0;
  table.for_entries(part,
                    [&](std::int32_t feature, double value) { sum += value * dense[feature]; });
  return sum;
}

/// Returns |sum_p |psi_p||^2, a sum over parts first..first + count - 1 with the inner absolute
/// value per feature. If each of these parts gets a label, their features make a vector of at most
/// this squared norm. The squared norm of the difference of two such vectors, for the labelings y
/// and y_hat, is at most twice this. Proof: let label k have a_kj >= 0 of feature j under y, and
/// b_kj under y_hat. Then
///   sum_k (a_kj - b_kj)^2 <= sum_k a_kj^2 + b_kj^2 <= 2 (sum_k a_kj)^2.
inline double squared_norm_of_sum(const FeatureTable& table, Index first, Index count) {
  thread_local Vector dense;  // an entry per feature, all zero between calls
  dense.resize(std::max<std::size_t>(dense.size(), table.num_features), 0.0);
  double square = 0;
  for (Index p = first; p < first + count; ++p) {
    table.for_entries(p, [&](std::int32_t feature, double value) {
      const double before = dense[feature], now = before + std::abs(value);
      square += now * now - before * before;
      dense[feature] = now;
    });
  }
  for (Index p = first; p < first + count; ++p) clear(table, p, dense.data());
  return square;
}

/// A vector sum_k c_k Lambda(k) with a coefficient per label, most of them zero. Call reset()
/// first. It sets all coefficients to 0.
class LabelCoefficients {
 public:
  void reset(Index labels) {
    labels_ = labels;
    value_.resize(std::max<std::size_t>(value_.size(), labels), 0.0);
    is_touched_.resize(value_.size(), 0);
    for (const int label : touched_) {
      value_[label] = 0;
      is_touched_[label] = 0;
    }
    touched_.clear();
  }
  /// Whether all coefficients are 0, also where moves have cancelled each other.
  bool is_zero() const {
    return std::all_of(touched_.begin(), touched_.end(),
                       [&](int label) { return value_[label] == 0; });
  }
  /// c_label += amount
  void add_to(int label, double amount) {
    touch(label);
    value_[label] += amount;
  }
  /// c_to += amount, c_from -= amount.
  void move(int from, int to, double amount) {
    add_to(from, -amount);
    add_to(to, amount);
  }
  /// w[k] += c_k for all labels k.
  void add(double* w) const {
    for (const int label : touched_) w[label] += value_[label];
  }
  /// w[j * labels + k] += c_k * psi_j for the features j of one part.
  void add_features(const FeatureTable& table, Index part, double* w) const {
    table.for_entries(part, [&](std::int32_t feature, double value) {
      double* row = w + feature * labels_;
      for (const int label : touched_) row[label] += value_[label] * value;
    });
  }

 private:
  void touch(int label) {
    if (!is_touched_[label]) touched_.push_back(label);
    is_touched_[label] = 1;
  }
  Index labels_ = 0;
  Vector value_;  // zero except at touched labels
  std::vector<char> is_touched_;
  std::vector<int> touched_;  // in order of first use
};

/// A sum of Lambda(label) (x) psi over some parts. It keeps rows only for the features of these
/// parts, so its memory does not depend on the number of features and labels. Call reset() first.
class LabelRows {
 public:
  /// Makes the sum zero. Feature numbers are below `features`.
  void reset(Index features, Index labels) {
    for (const auto feature : features_) row_of_[feature] = -1;
    features_.clear();
    values_.clear();
    row_of_.resize(std::max<std::size_t>(row_of_.size(), features), -1);
    labels_ = labels;
  }
  /// Adds scale * Lambda(label) (x) psi of one part.
  void add(const FeatureTable& table, Index part, int label, double scale) {
    table.for_entries(part, [&](std::int32_t feature, double value) {
      values_[row(feature) * labels_ + label] += scale * value;
    });
  }
  /// Returns the inner product of the sum with Lambda(label) (x) psi of one part.
  double product(const FeatureTable& table, Index part, int label) const {
    double sum = 0;
    table.for_entries(part, [&](std::int32_t feature, double value) {
      if (const Index row = row_of_[feature]; row >= 0)
        sum += value * values_[row * labels_ + label];
    });
    return sum;
  }

 private:
  Index row(Index feature) {
    if (row_of_[feature] < 0) {
      row_of_[feature] = static_cast<Index>(features_.size());
      features_.push_back(feature);
      values_.resize(features_.size() * labels_, 0.0);
    }
    return row_of_[feature];
  }

  Index labels_ = 0;
  std::vector<Index> row_of_;    // row of each feature, -1 if it has none
  std::vector<Index> features_;  // features with a row, in order of first use
  Vector values_;                // labels_ entries in each row
};

/// Appends the entries of Lambda(label) (x) psi of one part, as pairs of coordinate and value.
/// `first` is the coordinate of the first weight.
inline void append_entries(const FeatureTable& table, Index part, Index labels, int label,
                           Index first, std::vector<std::pair<Index, double>>& entries) {
  table.for_entries(part, [&](std::int32_t feature, double value) {
    entries.emplace_back(first + feature * labels + label, value);
  });
}

}  // namespace costruct::part_scores
