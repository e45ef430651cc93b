// Texts for lines of progress: the remaining time of a fit, and its relative optimality gap.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "costruct/core/clock.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Returns a text such as ", at most 0:12 left": the mean time of the rounds so far, times the
/// number of rounds left. It says "at most" because training may end before the last round.
/// Returns "" after the last round.
/// @param start  seconds_now() when the first round began
/// @param done   number of rounds that have ended, at least 1
/// @param of     number of all rounds
inline std::string time_left(double start, Index done, Index of) {
  if (done >= of) return "";
  const double each = (seconds_now() - start) / static_cast<double>(done);
  return fmt::format(", at most {} left", duration_text(each * static_cast<double>(of - done)));
}

/// Returns a text such as ", about 0:12 left", or "" if the remaining time is not known.
/// @param seconds  remaining time; nullopt if it is not known
inline std::string time_left(std::optional<double> seconds) {
  return seconds ? fmt::format(", about {} left", duration_text(*seconds)) : "";
}

/// Returns a text such as "63 % done, ", or "" if the share is not known.
/// @param share  of the way to the gap, 0 to 1 (GapDecline)
inline std::string way_done(std::optional<double> share) {
  return share ? fmt::format("{:.0f} % done, ", std::floor(100 * *share)) : "";
}

/// Returns a text such as "gap 0.012" for a relative optimality gap, the distance to the optimum as
/// a share of the objective. Above 1 it returns "gap above 1". At the start the objective is many
/// times the optimum, and the exact number does not help the reader. Negative gaps come from greedy
/// decoding or rounding and count as 0. NaN means that the gap is not known.
inline std::string gap_text(double gap) {
  if (std::isnan(gap)) return "gap not known";
  return gap <= 1 ? fmt::format("gap {:.2g}", std::max(gap, 0.0)) : "gap above 1";
}

/// Does the same for an estimated gap, with the text "gap about 0.012".
inline std::string about_gap_text(double gap) {
  if (std::isnan(gap)) return "gap not known";
  return gap <= 1 ? fmt::format("gap about {:.2g}", std::max(gap, 0.0)) : "gap above 1";
}

}  // namespace costruct
