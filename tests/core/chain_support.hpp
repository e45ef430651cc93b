// The code that the tests of chains of any order share.
#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "support/enumerate.hpp"
#include "support/tiny.hpp"

namespace costruct::test {

inline const std::vector<Numbers> kNumbers = {Numbers::kZeros, Numbers::kIntegers,
                                              Numbers::kNegative, Numbers::kReals};

inline Index distance(const Output& a, const Output& b) {
  Index wrong = 0;
  for (std::size_t t = 0; t < a.parts.size(); ++t) wrong += a.parts[t] != b.parts[t];
  return wrong;
}

inline void check_same(const Decoded& found, const Decoded& expected) {
  CHECK(found.output == expected.output);
  CHECK(same_bits(found.value + 0.0, expected.value + 0.0));  // + 0.0: -0 counts as 0
}

}  // namespace costruct::test
