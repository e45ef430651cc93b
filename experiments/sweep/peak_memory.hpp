// Measures the peak memory of the process.
#pragma once

#include <cstdint>

namespace costruct::experiments {

/// Starts a new measurement. If the system does not allow it, the peak is that since the start of
/// the process.
void reset_peak_memory();

/// The largest number of resident bytes since the last reset. It is that of the whole process with
/// all its threads.
std::int64_t peak_memory();

}  // namespace costruct::experiments
