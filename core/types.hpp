// Basic types that all code uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace costruct {

/// Sizes, positions and coordinates; signed, so that differences are safe.
using Index = std::int64_t;

/// A dense vector of doubles. Interfaces take spans (VectorRef to write, ConstVectorRef to read),
/// so that the weights of a view can be a slice of a longer vector. A span does not own its
/// numbers.
using Vector = std::vector<double>;
using VectorRef = std::span<double>;
using ConstVectorRef = std::span<const double>;

}  // namespace costruct
