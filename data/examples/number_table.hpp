// A hash table from the numbers of features in files to feature ids.
#pragma once

#include <cstdint>
#include <vector>

namespace costruct::experiments {

/// Maps numbers to ids >= 0. Open addressing, at most half full. The id -1 marks a free slot.
class NumberTable {
 public:
  /// The id of a number; -1 if it is not in the table.
  std::int32_t find(std::uint64_t number) const {
    if (slots_.empty()) return -1;
    for (std::size_t at = place(number);; at = (at + 1) & mask_) {
      if (slots_[at].id < 0 || slots_[at].number == number) return slots_[at].id;
    }
  }
  /// Adds a number that is not in the table.
  /// @pre id >= 0
  void add(std::uint64_t number, std::int32_t id) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    insert({number, id});
    ++count_;
  }

 private:
  struct Slot {
    std::uint64_t number = 0;
    std::int32_t id = -1;
  };
  std::size_t place(std::uint64_t number) const {
    number ^= number >> 32;
    return static_cast<std::size_t>((number * 0x9E3779B97F4A7C15ULL) >> 20) & mask_;
  }
  void insert(Slot slot) {
    std::size_t at = place(slot.number);
    while (slots_[at].id >= 0) at = (at + 1) & mask_;
    slots_[at] = slot;
  }
  void grow() {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.empty() ? 64 : 2 * old.size(), Slot{});
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.id >= 0) insert(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0, count_ = 0;
};

}  // namespace costruct::experiments
