// HashSet: small sets of hashes whose intersections are fast. Bit tables show which elements two
// sets may share, and where these are stored.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace costruct::experiments {

/// The bucket of a hash: its highest bits. A set has `buckets` buckets, a power of two, with at
/// most one element each.
constexpr std::uint32_t bucket_of(std::uint32_t hash, std::uint32_t buckets) {
  return hash >> (32 - std::bit_width(buckets - 1));
}

/// At most `most` hashes of different buckets, ascending.
template <std::uint32_t buckets, std::uint32_t most>
struct HashSet {
  static constexpr std::uint32_t kBlocks = buckets / 64;

  std::array<std::uint64_t, kBlocks> bits{};  ///< bit of each bucket: it has an element
  std::array<std::uint16_t, kBlocks>
      first{};  ///< place of the first element of each block of 64 buckets
  std::array<std::uint32_t, most> hash{};
  std::uint32_t size = 0;

  HashSet() = default;
  /// `hashes` must be as described above.
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

/// Calls visit(i, j) for the common elements a.hash[i] == b.hash[j], in ascending order.
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

template <std::uint32_t buckets, std::uint32_t most>
/// The number of common elements.
inline std::uint32_t count_common(const HashSet<buckets, most>& a,
                                  const HashSet<buckets, most>& b) {
  std::uint32_t count = 0;
  for_each_common(a, b, [&count](std::uint32_t, std::uint32_t) { ++count; });
  return count;
}

}  // namespace costruct::experiments
