#include "costruct/core/text/rounded_duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"

namespace costruct {

std::string rounded_duration(double seconds) {
  constexpr double kMinute = 60, kHour = 3600;
  const auto nearest = [](double amount) { return static_cast<Index>(std::lround(amount)); };
  if (nearest(seconds) < 2 * kMinute)
    return counted(std::max<Index>(1, nearest(seconds)), "second");
  if (nearest(seconds / kMinute) < 120) return counted(nearest(seconds / kMinute), "minute");
  return fmt::format("{:.1f} hours", seconds / kHour);
}

}  // namespace costruct
