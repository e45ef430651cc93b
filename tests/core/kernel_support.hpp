// Random points for the tests of kernels, and kernels written out from their formulas.
#pragma once

#include <cmath>
#include <map>

#include "costruct/core/kernel/kernel.hpp"
#include "support/tiny.hpp"

namespace costruct::test {

/// The kind of the rows of a random table.
enum class Rows { kIndicators, kDense, kRepeatedIds, kDuplicates, kZeros, kOne, kConstantColumns };

inline const std::vector<Rows>& all_rows() {
  static const std::vector<Rows> all = {Rows::kIndicators,     Rows::kDense, Rows::kRepeatedIds,
                                        Rows::kDuplicates,     Rows::kZeros, Rows::kOne,
                                        Rows::kConstantColumns};
  return all;
}

/// Examples of 0 to 3 parts each.
inline FeatureTable random_rows(Rows rows, Dice& dice) {
  FeatureTable table;
  table.num_features = 6;
  const int num_parts = rows == Rows::kOne ? 1 : 30;
  const auto entry = [&](int feature, double value) {
    table.feature.push_back(feature);
    if (rows != Rows::kIndicators) table.value.push_back(value);
  };
  for (int part = 0; part < num_parts; ++part) {
    const bool again = rows == Rows::kDuplicates && part > 4;
    Dice fixed(static_cast<std::uint64_t>(again ? part % 3 : 1000 + dice.range(0, 1 << 20)));
    Dice& from = rows == Rows::kDuplicates ? fixed : dice;
    for (int j = 0; j < 6; ++j) {
      switch (rows) {
        case Rows::kIndicators:
          if (from.range(0, 2) == 0) entry(j, 1);
          break;
        case Rows::kRepeatedIds:
          for (int copy = from.range(0, 3); copy > 0; --copy)
            entry(5 - from.range(0, 5), from.range(-1, 1));
          break;
        case Rows::kZeros:
          if (part % 2 == 0) entry(j, part % 4 == 0 ? 0.0 : from.real());
          break;
        case Rows::kConstantColumns:
          entry(j, j < 4 ? 3.0 : from.real());
          break;
        default:
          entry(j, from.real());
      }
    }
    table.end_part();
    if (part % 3 == 0) table.end_example();
    if (part % 7 == 0) table.end_example();  // an empty example
  }
  table.end_example();
  return table;
}

/// A part as a dense vector.
inline Vector dense_row(const FeatureTable& table, Index part) {
  Vector x(table.num_features, 0.0);
  for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e)
    x[table.feature[e]] += table.value.empty() ? 1.0 : table.value[e];
  return x;
}

inline double reference_dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

inline double reference_polynomial(const Vector& a, const Vector& b, double degree, double offset) {
  return std::pow(reference_dot(a, b) + offset, degree);
}

inline double reference_gaussian(const Vector& a, const Vector& b, double sigma2) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return std::exp(-sum / sigma2);
}

/// n^-2 sum_ij ||x_i - x_j||^2, by the double sum.
inline double reference_sigma2(const FeatureTable& table, Index num_parts) {
  double sum = 0;
  for (Index i = 0; i < num_parts; ++i) {
    for (Index j = 0; j < num_parts; ++j) {
      const Vector a = dense_row(table, i), b = dense_row(table, j);
      sum += reference_dot(a, a) + reference_dot(b, b) - 2 * reference_dot(a, b);
    }
  }
  return sum / static_cast<double>(num_parts * num_parts);
}

}  // namespace costruct::test
