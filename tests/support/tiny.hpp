// Small random data. Integers make ties frequent and scores exact, so that == is the right
// comparison.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <ostream>
#include <random>
#include <string>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Lets a failing test print outputs.
inline std::ostream& operator<<(std::ostream& stream, const Output& y) {
  stream << '(';
  for (const int part : y.parts) stream << ' ' << part;
  return stream << " )";
}

}  // namespace costruct

namespace costruct::test {

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

/// What tiny data should look like.
struct TinySpec {
  std::vector<Index> lengths = {0, 1, 2, 3, 4};
  std::vector<std::string> labels = {"O", "A", "B"};
  std::vector<Index> features = {5};  ///< one entry per view
  bool indicators = true;  ///< values 1, each id once in a part; else integers -1..2, ids repeated
};

inline PartData tiny_data(const TinySpec& spec, Dice& dice) {
  PartData data;
  data.labels = spec.labels;
  for (const Index num_features : spec.features) {
    FeatureTable table;
    table.num_features = num_features;
    for (const Index length : spec.lengths) {
      for (Index t = 0; t < length; ++t) {
        for (Index j = 0; j < num_features; ++j) {
          const int copies = spec.indicators ? dice.range(0, 1) : dice.range(0, 2);
          for (int copy = 0; copy < copies; ++copy) {
            table.feature.push_back(static_cast<std::int32_t>(j));
            if (!spec.indicators) table.value.push_back(dice.range(-1, 2));
          }
        }
        table.end_part();
      }
      table.end_example();
    }
    data.views.push_back(std::move(table));
  }
  return data;
}

/// The data of one view alone.
inline std::shared_ptr<const PartData> only_view(const PartData& data, Index v) {
  return std::make_shared<const PartData>(std::vector<FeatureTable>{data.views[v]}, data.labels);
}

inline bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace costruct::test
