#include "costruct/io/heap_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <limits>

namespace costruct::experiments {
namespace {

// Each thread counts separately and adds to the total now and then, so that threads do not wait for
// each other.
constexpr std::int64_t kMostUncounted = std::int64_t{64} << 10;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> heap_counted{0};
std::atomic<std::int64_t> heap_limit{kNoLimit};
std::atomic<bool> is_counted{false};  // by the operators new and delete of the program
thread_local std::int64_t heap_uncounted = 0;
thread_local bool is_guarded = false;

// The resident memory of the process; 0 if it is not known.
std::int64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::int64_t all = 0, resident = 0;
  in >> all >> resident;
  return in ? resident * ::sysconf(_SC_PAGESIZE) : 0;
}

// For programs that do not count: throws std::bad_alloc if the process has more than the limit. It
// looks every kPause guards of a thread, as that takes some microseconds.
void check_process() {
  constexpr int kPause = 64;
  thread_local int guards = 0;
  const std::int64_t most = heap_limit.load(std::memory_order_relaxed);
  if (most == kNoLimit || is_counted.load(std::memory_order_relaxed)) return;
  if (guards++ % kPause == 0 && resident_bytes() > most) throw std::bad_alloc();
}

}  // namespace

void check_heap(std::size_t bytes) {
  if (!is_guarded) return;
  const std::int64_t left = heap_limit.load(std::memory_order_relaxed) - heap_in_use();
  if (left < 0 || bytes > static_cast<std::uint64_t>(left)) throw std::bad_alloc();
}

void count_heap(std::int64_t bytes) noexcept {
  if (!is_counted.load(std::memory_order_relaxed)) is_counted.store(true);
  heap_uncounted += bytes;
  if (heap_uncounted < kMostUncounted && heap_uncounted > -kMostUncounted) return;
  heap_counted.fetch_add(heap_uncounted, std::memory_order_relaxed);
  heap_uncounted = 0;
}

std::int64_t heap_in_use() {
  return heap_counted.load(std::memory_order_relaxed) + heap_uncounted;
}

void set_heap_allowance(std::uint64_t bytes) {
  heap_limit.store(static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, kNoLimit)));
}

std::uint64_t heap_allowance() {
  return static_cast<std::uint64_t>(heap_limit.load(std::memory_order_relaxed));
}

HeapGuard::HeapGuard(State state) : before_(is_guarded) {
  if (state == State::kOn) check_process();
  is_guarded = state == State::kOn;
}
HeapGuard::~HeapGuard() {
  is_guarded = before_;
}

std::string size_text(double bytes) {
  constexpr double kStep = 1024;
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= kStep && unit + 1 < std::size(kUnits); ++unit) bytes /= kStep;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, kUnits[unit]);
}

void fail_for_memory(const std::string& place) {
  const std::uint64_t most = heap_allowance();
  const bool limited = most < static_cast<std::uint64_t>(kNoLimit);
  throw DataError(fmt::format(
      "{}: there is not enough memory to read on{}: read less, in shorter examples, or "
      "allow more (--memory) where there is more",
      place,
      limited ? fmt::format(", at most {} may be used", size_text(static_cast<double>(most)))
              : std::string()));
}

}  // namespace costruct::experiments
