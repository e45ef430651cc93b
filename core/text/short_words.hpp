// A look-up of short words that touches one cache line.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Maps words of 1 to 12 bytes, none of them NUL, to numbers >= 0. A slot has the word itself, so
/// that find() usually reads one slot of 16 bytes. A StringTable (data/examples/string_table.hpp)
/// reads the string in a second place. Most words of a text are short.
///
/// Pass no longer words and no empty ones, neither to add() nor to find().
class ShortWords {
 public:
  static constexpr std::size_t kLongest = 12;  ///< bytes

  /// @param most  the largest number of words that will be added
  explicit ShortWords(Index most)
      : slots_(std::bit_ceil(2 * static_cast<std::size_t>(most) + 2)),
        shift_(64 - std::countr_zero(slots_.size())) {}

  /// Adds a word, or changes the number of a word that was added before.
  void add(std::string_view word, std::int32_t number) {
    const Slot key = key_of(word);
    slots_[place_of(key)] = {key.head, key.tail, number};
  }
  /// The number of a word; -1 if it was not added.
  std::int32_t find(std::string_view word) const { return slots_[place_of(key_of(word))].number; }

 private:
  struct Slot {
    std::uint64_t head = 0;  // the first 8 bytes, followed by zeros
    std::uint32_t tail = 0;  // the other bytes
    std::int32_t number = -1;
  };

  template <class Number>
  static Number load(const char* at) {
    Number number = 0;
    std::memcpy(&number, at, sizeof number);
    return number;
  }

  static Slot key_of(std::string_view word) {
    static_assert(std::endian::native == std::endian::little);
    const char* const begin = word.data();
    const std::size_t size = word.size();
    Slot key;
    if (size >= 8) {
      key.head = load<std::uint64_t>(begin);
      if (size > 8) key.tail = load<std::uint32_t>(begin + size - 4) >> (8 * (12 - size));
    } else if (size >= 4) {
      const std::uint64_t end = load<std::uint32_t>(begin + size - 4);
      key.head = load<std::uint32_t>(begin) | (end << (8 * (size - 4)));
    } else {
      for (std::size_t i = 0; i < size; ++i)
        key.head |= static_cast<std::uint64_t>(static_cast<unsigned char>(begin[i])) << (8 * i);
    }
    return key;
  }

  // The slot of a key, or the empty one where it belongs.
  std::size_t place_of(const Slot& key) const {
    const std::uint64_t mixed = (key.head ^ (key.head >> 29)) + 0xD6E8FEB86659FD93ULL * key.tail;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (mixed * 0x9E3779B97F4A7C15ULL) >> shift_;
    while (slots_[at].number >= 0 && (slots_[at].head != key.head || slots_[at].tail != key.tail))
      at = (at + 1) & mask;
    return at;
  }

  std::vector<Slot> slots_;
  int shift_;
};

}  // namespace costruct
