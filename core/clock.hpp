// The clock that time limits and reports use, and durations as texts.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <string>

namespace costruct {

/// Seconds since some fixed moment; never goes back.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A duration >= 0 as text, rounded to seconds: "0:07" is minutes:seconds, "1:02:45" is
/// hours:minutes:seconds.
inline std::string duration_text(double seconds) {
  const auto s = static_cast<long>(seconds + 0.5);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace costruct
