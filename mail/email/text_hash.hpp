// Hashes of words, hosts and other texts, to compare emails. They are the same on every
// machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace costruct::experiments {

/// Spreads the bits of a number over all of them (the finaliser of MurmurHash3).
constexpr std::uint32_t mixed_bits(std::uint32_t value) {
  value ^= value >> 16;
  value *= 0x85EBCA6BU;
  value ^= value >> 13;
  value *= 0xC2B2AE35U;
  value ^= value >> 16;
  return value;
}

/// FNV-1a, byte by byte, with its bits mixed at the end. Never 0, which stands for "absent".
class TextHash {
 public:
  /// Different kinds of text (words of bodies, of subjects) have different start values.
  constexpr explicit TextHash(std::uint32_t kind = 0)
      : state_(2166136261U ^ (kind * 0x9E3779B9U)) {}
  constexpr void add(char byte) {
    state_ = (state_ ^ static_cast<unsigned char>(byte)) * 16777619U;
  }
  constexpr void add(std::string_view text) {
    for (const char byte : text) add(byte);
  }
  /// The hash of the bytes so far. More bytes can be added after it.
  constexpr std::uint32_t value() const {
    const std::uint32_t mixed = mixed_bits(state_);
    return mixed != 0 ? mixed : 1;
  }

 private:
  std::uint32_t state_;
};

/// The TextHash of a whole text.
constexpr std::uint32_t text_hash(std::string_view text, std::uint32_t kind = 0) {
  TextHash hash(kind);
  hash.add(text);
  return hash.value();
}

}  // namespace costruct::experiments
