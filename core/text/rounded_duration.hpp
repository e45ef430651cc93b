// Estimated or summed durations in words. duration_text() of clock.hpp says measured ones exactly.
#pragma once

#include <string>

namespace costruct {

/// A duration in words: "12 seconds" below two minutes, "45 minutes" below two hours, then
/// "2.3 hours"; at least "1 second".
std::string rounded_duration(double seconds);

}  // namespace costruct
