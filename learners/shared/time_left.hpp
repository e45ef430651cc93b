// What is left of a fit, for lines of progress.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "costruct/core/clock.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// ", at most 12 s to go", as long as the rounds so far took; rounds may end sooner, hence at most.
/// @param start  seconds_now() when the first of them began
/// @param done   rounds that have ended, at least 1
inline std::string time_left(double start, Index done, Index of) {
  if (done >= of) return "";
  const double each = (seconds_now() - start) / static_cast<double>(done);
  return fmt::format(", at most {:.0f} s to go", each * static_cast<double>(of - done));
}

/// ", about 12 s to go" of a fit whose gap falls, or nothing where that is not known.
inline std::string time_left(std::optional<double> seconds) {
  return seconds ? fmt::format(", about {:.0f} s to go", *seconds) : "";
}

/// "gap 0.012", of a relative gap, for lines of progress; above 1 (objectives fall from many times
/// the optimum) the number tells nothing. Below 0 are greedy decoding and rounding; NaN is not
/// known.
inline std::string gap_text(double gap) {
  if (std::isnan(gap)) return "gap not known";
  return gap <= 1 ? fmt::format("gap {:.2g}", std::max(gap, 0.0)) : "gap above 1";
}

/// "gap about 0.012", where it is an estimate.
inline std::string about_gap_text(double gap) {
  if (std::isnan(gap)) return "gap not known";
  return gap <= 1 ? fmt::format("gap about {:.2g}", std::max(gap, 0.0)) : "gap above 1";
}

}  // namespace costruct
