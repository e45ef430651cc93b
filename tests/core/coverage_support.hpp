// Small draws to choose documents from.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>

#include "costruct/core/decode/coverage/coverage.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

namespace costruct::test {

inline Covering drawn_covering(Index documents, Index elements, Dice& dice) {
  Covering covering;
  covering.elements = elements;
  for (Index d = 0; d < documents; ++d) {
    for (std::int32_t e = 0; e < elements; ++e) {
      if (dice.range(0, 2) == 0) covering.element.push_back(e);
    }
    covering.end_document();
  }
  return covering;
}

inline bool covers(const Covering& covering, const Output& y, std::int32_t element) {
  return std::any_of(y.parts.begin(), y.parts.end(), [&](int d) {
    const auto of = covering.of(d);
    return std::find(of.begin(), of.end(), element) != of.end();
  });
}

inline double weight_covered(const Covering& covering, const Vector& value, const Output& y) {
  double sum = 0;
  for (std::int32_t e = 0; e < covering.elements; ++e) {
    if (covers(covering, y, e)) sum += value[static_cast<std::size_t>(e)];
  }
  return sum;
}

/// Something to choose from: draws of every kind of sign.
struct Case {
  Case(Index n, Numbers numbers, bool has_pairs, Dice& dice)
      : covering(drawn_covering(n, 7, dice)), value(dice.vector(7, numbers)) {
    if (has_pairs) pairs = dice.vector(n * (n - 1) / 2, numbers);
    loss.subtopics = drawn_covering(n, 4, dice);
    for (int t = 0; t < 4; ++t) loss.weight.push_back(dice.range(0, 3));
    for (const double weight : loss.weight) loss.total += weight;
    loss.reference = dice.range(0, static_cast<int>(loss.total));
  }
  double score(const Output& y) const {
    double sum = weight_covered(covering, value, y);
    for (std::size_t j = 1; j < y.parts.size() && !pairs.empty(); ++j) {
      for (std::size_t k = 0; k < j; ++k)
        sum += pairs[static_cast<std::size_t>(y.parts[j] * (y.parts[j] - 1) / 2 + y.parts[k])];
    }
    return sum;
  }
  double delta(const Output& y) const {
    if (loss.total == 0) return 0;
    return std::max(0.0, loss.reference - weight_covered(loss.subtopics, loss.weight, y)) /
           loss.total;
  }

  Covering covering;
  Vector value, pairs;
  CoverageLoss loss;
};

template <class Check>
void over_cases(const Check& check) {
  Dice dice(20090311);
  for (const Numbers numbers : {Numbers::kIntegers, Numbers::kZeros, Numbers::kNegative}) {
    for (const bool has_pairs : {false, true}) {
      for (Index n = 0; n <= 7; ++n) {
        for (Index size = 0; size <= 4; ++size) {
          const Case drawn(n, numbers, has_pairs, dice);
          INFO(n << " documents, choices of " << size);
          check(drawn, n, size, dice);
        }
      }
    }
  }
}

}  // namespace costruct::test
