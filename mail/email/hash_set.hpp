// Small sets of hashes with fast intersection. A bit table shows which elements two sets may have
// in common, and where they are.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace costruct::experiments {

/// The bucket of a hash in a table of `buckets` buckets (a power of two): its leading bits.
constexpr std::uint32_t bucket_of(std::uint32_t hash, std::uint32_t buckets) {
  return hash >> (32 - std::bit_width(buckets - 1));
}

/// A set of at most `most` hashes in ascending order. Each is in a different bucket (bucket_of()).
/// `buckets` is a power of two, at least 64.
template <std::uint32_t buckets, std::uint32_t most>
struct HashSet {
  static constexpr std::uint32_t kBlocks = buckets / 64;

  std::array<std::uint64_t, kBlocks> bits{};  ///< the buckets that have an element
  std::array<std::uint16_t, kBlocks>
      first{};  ///< place of the first element of each block of 64 buckets
  std::array<std::uint32_t, most> hash{};  ///< the elements, ascending; the first `size` count
  std::uint32_t size = 0;

  HashSet() = default;
  /// @param hashes  at most `most`, ascending, each in a different bucket
  explicit HashSet(std::span<const std::uint32_t> hashes) {
    for (const std::uint32_t each : hashes) {
      const std::uint32_t bucket = bucket_of(each, buckets);
      bits[bucket / 64] |= std::uint64_t{1} << (bucket % 64);
      hash[size++] = each;
    }
    std::uint32_t before = 0;
    for (std::uint32_t b = 0; b < kBlocks; ++b) {
      first[b] = static_cast<std::uint16_t>(before);
      before += static_cast<std::uint32_t>(std::popcount(bits[b]));
    }
  }
};

/// Calls visit(i, j) for all common elements a.hash[i] == b.hash[j], in ascending order.
template <std::uint32_t buckets, std::uint32_t most, class Visit>
inline void for_each_common(const HashSet<buckets, most>& a, const HashSet<buckets, most>& b,
                            Visit visit) {
  for (std::uint32_t block = 0; block < buckets / 64; ++block) {
    for (std::uint64_t common = a.bits[block] & b.bits[block]; common != 0; common &= common - 1) {
      const std::uint64_t below = (common & (~common + 1)) - 1;
      const auto i =
          static_cast<std::uint32_t>(a.first[block] + std::popcount(a.bits[block] & below));
      const auto j =
          static_cast<std::uint32_t>(b.first[block] + std::popcount(b.bits[block] & below));
      if (a.hash[i] == b.hash[j]) visit(i, j);
    }
  }
}

/// Number of common elements.
template <std::uint32_t buckets, std::uint32_t most>
inline std::uint32_t count_common(const HashSet<buckets, most>& a,
                                  const HashSet<buckets, most>& b) {
  std::uint32_t count = 0;
  for_each_common(a, b, [&count](std::uint32_t, std::uint32_t) { ++count; });
  return count;
}

}  // namespace costruct::experiments
