// The clock that time limits and reports use.
#pragma once

#include <chrono>

namespace costruct {

/// Seconds since some fixed moment; never goes back.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace costruct
