#include "costruct/experiments/sweep/peak_memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace costruct::experiments {

// Linux resets its peak value when "5" is written to clear_refs (proc(5)).
void reset_peak_memory() {
  static const int file = ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file >= 0) [[maybe_unused]]
    const auto written = ::pwrite(file, "5", 1, 0);
}

// Reads VmHWM of proc(5). getrusage() would include the process before exec, and never goes down.
std::int64_t peak_memory() {
  static const int file = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  char text[4096];
  const ssize_t size = file < 0 ? 0 : ::pread(file, text, sizeof text - 1, 0);
  if (size > 0) {
    text[size] = '\0';
    if (const char* peak = std::strstr(text, "VmHWM:"))
      return std::strtoll(peak + 6, nullptr, 10) * 1024;
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace costruct::experiments
