// Random numbers for the checks of laws. Integers make ties frequent and scores exact, so that ==
// is the right comparison.
#pragma once

#include <cstdint>
#include <random>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::contract {

/// Which numbers to draw: zeros, integers from -2 to 2, integers from -9 to -6, or real numbers
/// that are uniform in [-1, 1).
enum class Numbers { kZeros, kIntegers, kNegative, kReals };

/// A source of random numbers. The same seed gives the same numbers with every standard library. It
/// does not use RandomStream, which is under test itself.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// An integer from `lowest` to `highest`, both included; uniform up to a negligible bias.
  int range(int lowest, int highest) {
    return lowest + static_cast<int>(engine_() % static_cast<std::uint64_t>(highest - lowest + 1));
  }
  /// A number that is uniform in [-1, 1).
  double real() { return static_cast<double>(engine_() >> 11) * 0x1.0p-52 - 1.0; }
  double draw(Numbers numbers) {
    switch (numbers) {
      case Numbers::kZeros:
        return 0;
      case Numbers::kIntegers:
        return range(-2, 2);
      case Numbers::kNegative:
        return range(-9, -6);
      case Numbers::kReals:
        return real();
    }
    return 0;
  }
  Vector vector(Index size, Numbers numbers) {
    Vector w(size);
    for (double& value : w) value = draw(numbers);
    return w;
  }
  /// An output of `length` parts, each a label from 0 to labels - 1.
  Output labeling(Index length, Index labels) {
    Output y;
    for (Index t = 0; t < length; ++t) y.parts.push_back(range(0, static_cast<int>(labels) - 1));
    return y;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace costruct::contract
