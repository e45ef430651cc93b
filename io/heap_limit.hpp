// Limits the memory that reading may take: it fails with file and line before the machine runs out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

/// Throws std::bad_alloc if this thread has a HeapGuard and `bytes` more would exceed the
/// allowance. Call it in operator new, before the allocation.
///
/// The whole process has one heap, one count and one allowance. A program takes part if its
/// operators new and delete call check_heap() and count_heap(), as those of `costruct` do. Other
/// programs, for example Python, do not count. There every 64th guard of a thread compares the
/// resident memory of the process with the allowance. So a single large record may exceed it.
void check_heap(std::size_t bytes);
/// Counts allocated bytes; freed bytes are negative.
void count_heap(std::int64_t bytes) noexcept;
/// The bytes that count_heap() has counted. The value can be off by 64 KiB for each thread.
std::int64_t heap_in_use();

/// Sets the allowance: the most bytes that the process may use. Call it before there are threads.
/// Without a call there is no limit, and heap_allowance() returns 2^63 - 1.
void set_heap_allowance(std::uint64_t bytes);
std::uint64_t heap_allowance();

/// While an object of this class exists, its thread is limited to the allowance. Do not use it
/// around parallel regions: an exception cannot leave them.
class HeapGuard {
 public:
  /// kOff suspends outer guards, for messages after memory has run out.
  enum class State { kOn, kOff };
  explicit HeapGuard(State state = State::kOn);
  ~HeapGuard();
  HeapGuard(const HeapGuard&) = delete;
  HeapGuard& operator=(const HeapGuard&) = delete;

 private:
  bool before_;
};

/// "4.0 GiB"
std::string size_text(double bytes);

/// Throws DataError: there is not enough memory to read the data at `place` ("train.txt:17").
[[noreturn]] void fail_for_memory(const std::string& place);

/// Calls `action` under a guard. If memory runs out, throws a DataError that begins with place().
template <class Action, class Place>
auto within_memory(const Action& action, const Place& place) {
  try {
    const HeapGuard guard;
    return action();
  } catch (const std::bad_alloc&) {
    const HeapGuard off(HeapGuard::State::kOff);
    fail_for_memory(place());
  }
}

}  // namespace costruct::experiments
