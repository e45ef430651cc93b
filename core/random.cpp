#include "costruct/core/random.hpp"

#include <Random123/philox.h>

namespace costruct {

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t state) {
  for (const char c : bytes) {
    state ^= static_cast<unsigned char>(c);
    state *= 0x100000001b3ULL;
  }
  return state;
}

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t repetition, std::string_view purpose)
    : key_{seed, hash_bytes(purpose)}, counter_{0, repetition, 0, 0} {}

std::uint64_t RandomStream::next() {
  if (used_ == 4) {
    const r123::Philox4x64::ctr_type counter = {
        {counter_[0], counter_[1], counter_[2], counter_[3]}};
    const r123::Philox4x64::key_type key = {{key_[0], key_[1]}};
    const auto random = r123::Philox4x64()(counter, key);
    for (int i = 0; i < 4; ++i) block_[i] = random[i];
    ++counter_[0];
    used_ = 0;
  }
  return block_[used_++];
}

Index RandomStream::below(Index bound) {
  // Rejects numbers in the first 2^64 mod n, so that all remainders are equally likely.
  const auto n = static_cast<std::uint64_t>(bound);
  const std::uint64_t too_high = (0 - n) % n;  // 2^64 mod n
  std::uint64_t random = next();
  while (random < too_high) random = next();
  return static_cast<Index>(random % n);
}

double RandomStream::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

}  // namespace costruct
