// A hash table that numbers strings in the order of their first appearance. All alphabets use it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Maps strings to 0, 1, 2, ... Holds at most 4 GiB of text and 2^30 strings; one more throws
/// DataError.
///
/// Open addressing with linear probing, at most half full. A slot has the hash and the place of its
/// string, so that a look-up touches one cache line of slots and the string itself. find()
/// allocates no memory.
class StringTable {
 public:
  /// The number of `text`; -1 if it is not in the table.
  std::int32_t find(std::string_view text) const {
    if (slots_.empty()) return -1;
    const std::uint32_t hash = hash_of(text);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.id < 0) return -1;
      if (slot.hash == hash && slot.length == text.size() && equal(slot.begin, text))
        return slot.id;
    }
  }

  /// The number of `text`; adds it if it is new.
  std::int32_t intern(std::string_view text) {
    if (2 * (ends_.size() + 1) > slots_.size()) grow();
    const std::uint32_t hash = hash_of(text);
    std::size_t at = hash & mask_;
    for (; slots_[at].id >= 0; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.hash == hash && slot.length == text.size() && equal(slot.begin, text))
        return slot.id;
    }
    if (text.size() > UINT32_MAX - bytes_.size() || ends_.size() >= (std::size_t{1} << 30)) {
      throw DataError(
          "more than 4 GiB of distinct attributes: use fewer files or simpler features");
    }
    const auto id = static_cast<std::int32_t>(ends_.size());
    slots_[at] = {hash, id, static_cast<std::uint32_t>(bytes_.size()),
                  static_cast<std::uint32_t>(text.size())};
    bytes_.append(text);
    ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
    return id;
  }

  Index size() const { return static_cast<Index>(ends_.size()); }

  /// The string with a number below size(). The view is valid until a string is added or the table
  /// changes otherwise.
  std::string_view operator[](Index id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[static_cast<std::size_t>(id) - 1];
    return std::string_view(bytes_).substr(begin, ends_[static_cast<std::size_t>(id)] - begin);
  }

  /// Forgets the strings that were added after the first `count`.
  void keep_first(Index count) {
    if (count >= size()) return;
    StringTable kept;
    for (Index id = 0; id < count; ++id) kept.intern((*this)[id]);
    *this = std::move(kept);
  }

  /// Makes room for this number of strings and bytes in total.
  void reserve(Index strings, std::size_t bytes) {
    std::size_t wanted = 16;
    while (wanted < 2 * (static_cast<std::size_t>(strings) + 1)) wanted *= 2;
    if (wanted > slots_.size()) rehash(wanted);
    ends_.reserve(static_cast<std::size_t>(strings));
    bytes_.reserve(bytes);
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::int32_t id = -1;
    std::uint32_t begin = 0, length = 0;
  };

  bool equal(std::uint32_t begin, std::string_view text) const {
    return text.empty() || std::memcmp(bytes_.data() + begin, text.data(), text.size()) == 0;
  }

  /// Multiplies and folds eight bytes at a time. Only the distribution of the hash matters, never
  /// the order of slots.
  static std::uint32_t hash_of(std::string_view text) {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;
    std::uint64_t state = text.size() * kFactor;
    const char* at = text.data();
    std::size_t left = text.size();
    for (; left >= 8; at += 8, left -= 8) state = fold(state ^ load(at, 8), kFactor);
    if (left > 0) state = fold(state ^ load_tail(at, left), kFactor);
    state = fold(state ^ 0xD6E8FEB86659FD93ULL, kFactor);
    return static_cast<std::uint32_t>(state ^ (state >> 32));
  }
  static std::uint64_t load(const char* at, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, count);
    return word;
  }
  /// 1 to 7 bytes as one number, without a loop.
  static std::uint64_t load_tail(const char* at, std::size_t count) {
    if (count >= 4) {
      std::uint32_t head = 0, tail = 0;
      std::memcpy(&head, at, 4);
      std::memcpy(&tail, at + count - 4, 4);
      return head | (std::uint64_t{tail} << 32);
    }
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint64_t>(static_cast<unsigned char>(at[i]));
    };
    return byte(0) | (byte(count / 2) << 8) | (byte(count - 1) << 16);
  }
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  void grow() { rehash(slots_.empty() ? 16 : 2 * slots_.size()); }
  void rehash(std::size_t size) {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(size, Slot{});
    mask_ = size - 1;
    for (const Slot& slot : old) {
      if (slot.id < 0) continue;
      std::size_t at = slot.hash & mask_;
      while (slots_[at].id >= 0) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::string bytes_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace costruct::experiments
