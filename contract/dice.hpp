// Random numbers of the laws. Integers make ties frequent and scores exact, so that == is the right
// comparison.
#pragma once

#include <cstdint>
#include <random>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::contract {

/// Which numbers to draw.
enum class Numbers { kZeros, kIntegers, kNegative, kReals };

/// Draws that do not depend on the standard library's distributions (nor on our own streams).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// Uniform enough on lowest..highest.
  int range(int lowest, int highest) {
    return lowest + static_cast<int>(engine_() % static_cast<std::uint64_t>(highest - lowest + 1));
  }
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
  Output labeling(Index length, Index labels) {
    Output y;
    for (Index t = 0; t < length; ++t) y.parts.push_back(range(0, static_cast<int>(labels) - 1));
    return y;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace costruct::contract
