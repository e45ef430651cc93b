// The few types that everything speaks in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace costruct {

/// Sizes, positions and coordinates; signed, so that differences are safe.
using Index = std::int64_t;

/// A dense vector of doubles. The waist speaks in spans, so that a view's weights can be a slice of
/// a longer vector; code that needs linear algebra maps a span where it needs it.
using Vector = std::vector<double>;
using VectorRef = std::span<double>;
using ConstVectorRef = std::span<const double>;

}  // namespace costruct
