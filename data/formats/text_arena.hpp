// Memory that keeps the text of one example while the reader's line is overwritten.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// Stores copies of strings. Their addresses are valid until clear(), which keeps the memory for
/// the next example.
class TextArena {
 public:
  std::string_view keep(std::string_view text) {
    while (at_ < blocks_.size() && blocks_[at_].size - used_ < text.size()) {
      ++at_;
      used_ = 0;
    }
    if (at_ == blocks_.size()) {
      const std::size_t size = std::max(kBlockBytes, text.size());
      blocks_.push_back({std::make_unique<char[]>(size), size});
      used_ = 0;
    }
    char* copy = blocks_[at_].bytes.get() + used_;
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    used_ += text.size();
    return {copy, text.size()};
  }

  void clear() {
    at_ = 0;
    used_ = 0;
  }

 private:
  static constexpr std::size_t kBlockBytes = 64 << 10;
  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  std::vector<Block> blocks_;
  std::size_t at_ = 0, used_ = 0;
};

}  // namespace costruct::experiments
