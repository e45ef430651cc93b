// How much memory the process had at most while something ran.
#pragma once

#include <cstdint>

namespace costruct::experiments {

/// Starts a new measurement. Where the system does not allow it the peak is that since the process
/// began.
void reset_peak_memory();

/// Bytes resident at most since the last reset, of the whole process: with several threads, of all
/// of them.
std::int64_t peak_memory();

}  // namespace costruct::experiments
