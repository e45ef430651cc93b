#include "costruct/results/store/split.hpp"

#include <fmt/format.h>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

std::string Split::hash() const {
  std::string bytes;
  bytes.reserve(8 * (labeled.size() + unlabeled.size() + holdout.size() + 3));
  for (const std::vector<Index>* part : {&labeled, &unlabeled, &holdout}) {
    for (const Index example : *part) {
      for (int shift = 0; shift < 64; shift += 8)
        bytes += static_cast<char>(static_cast<std::uint64_t>(example) >> shift);
    }
    bytes += std::string(8, '\xff');  // separates the lists: no example has this number
  }
  return fmt::format("{:016x}", hash_bytes(bytes));
}

}  // namespace costruct::experiments
