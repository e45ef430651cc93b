#include "costruct/experiments/engine/peak_memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace costruct::experiments {

// Linux forgets its high-water mark when "5" is written to clear_refs (proc(5)).
void reset_peak_memory() {
  static const int file = ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file >= 0) [[maybe_unused]]
    const auto written = ::pwrite(file, "5", 1, 0);
}

std::int64_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace costruct::experiments
