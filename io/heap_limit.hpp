// How much memory reading may take: refused, with file and line, before the machine has no more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

/// The heap is one for the whole process, and so are its count and what it may become. A program
/// takes part by operators new and delete that call these two, as `costruct` does; without them
/// only what the system refuses is found. Throws std::bad_alloc where a HeapGuard lives in this
/// thread and so many bytes more would exceed the allowance.
void check_heap(std::size_t bytes);
/// Bytes taken, or given back where negative.
void count_heap(std::int64_t bytes) noexcept;
/// Give or take 64 KiB for each thread.
std::int64_t heap_in_use();

/// Set before there are threads. Without it there is no limit.
void set_heap_allowance(std::uint64_t bytes);
std::uint64_t heap_allowance();

/// While one lives its thread keeps to the allowance. Not around parallel regions, which no
/// exception leaves.
class HeapGuard {
 public:
  /// kOff lifts guards around it, for what is to be said when memory has run out.
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

/// Says that there is no memory to read what stands at `place` ("train.txt:17").
[[noreturn]] void fail_for_memory(const std::string& place);

/// Calls `action` under a guard; where memory runs out, a DataError that begins with place().
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
