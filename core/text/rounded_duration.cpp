#include "costruct/core/text/rounded_duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"

namespace costruct {

std::string rounded_duration(double seconds) {
  constexpr double kMinute = 60, kHour = 3600;
  const double whole = std::max(1.0, std::round(seconds)), minutes = std::round(seconds / kMinute);
  if (whole < 2 * kMinute) return counted(static_cast<Index>(whole), "second");
  if (minutes < 120) return counted(static_cast<Index>(minutes), "minute");
  return fmt::format("{:.1f} hours", seconds / kHour);
}

}  // namespace costruct
