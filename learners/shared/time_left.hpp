// The remaining time of a fit, for lines of progress.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "costruct/core/clock.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Returns ", at most 12 s to go", from the mean time of the rounds so far. It says "at most"
/// because training may end before the last round. Returns "" after the last round.
/// @param start  seconds_now() when the first round began
/// @param done   number of rounds that have ended, at least 1
/// @param of     number of all rounds
inline std::string time_left(double start, Index done, Index of) {
  if (done >= of) return "";
  const double each = (seconds_now() - start) / static_cast<double>(done);
  return fmt::format(", at most {:.0f} s to go", each * static_cast<double>(of - done));
}

/// Returns ", about 12 s to go", or "" if the remaining time is not known.
inline std::string time_left(std::optional<double> seconds) {
  return seconds ? fmt::format(", about {:.0f} s to go", *seconds) : "";
}

/// Returns "gap 0.012" for a relative gap in a line of progress. Above 1 it returns "gap above 1",
/// because objectives fall from many times the optimum and the number says nothing. Negative gaps
/// come from greedy decoding or rounding and count as 0. NaN means that the gap is not known.
inline std::string gap_text(double gap) {
  if (std::isnan(gap)) return "gap not known";
  return gap <= 1 ? fmt::format("gap {:.2g}", std::max(gap, 0.0)) : "gap above 1";
}

/// The same for an estimated gap: "gap about 0.012".
inline std::string about_gap_text(double gap) {
  if (std::isnan(gap)) return "gap not known";
  return gap <= 1 ? fmt::format("gap about {:.2g}", std::max(gap, 0.0)) : "gap above 1";
}

}  // namespace costruct
