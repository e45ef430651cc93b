// Moves points and names of a chart if they would hide each other.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The height and the y axis of the plots in which points and names are drawn.
struct PlotHeight {
  double pixels = 0;         ///< height
  bool own_axes = false;     ///< each panel (field "panel") has its own y axis
  bool logarithmic = false;  ///< log y axis; all means and bars must be above 0
  double padding = 10;       ///< pixels above the highest mark, and below the lowest

  /// The pixels from the lowest mark to the highest.
  double marks() const { return pixels - 2 * padding; }
};

/// Separates points whose markers would overlap: points of one panel with the same x value and
/// nearly the same mean. Sets their field "dodge" to an offset in pixels; positive is to the right.
/// The offsets follow the order of the learners (field "number").
/// @param values  the points of a chart: an array of objects with the fields "mean", "number",
///                `along` and, if defined, "low", "high" and "panel"
/// @param along   the field of the x axis, such as "labeled"
void dodge_points(Json& values, const std::string& along, const PlotHeight& plot);

/// The height of a name, and the furthest that one is moved from the end of its line, in pixels.
inline constexpr double kNameHeight = 15, kMostMoved = 18;

/// Returns the names at the ends of lines, for the points `values` of dodge_points(). Each name has
/// the fields "learner", "label" (the readable name), and its position in the fields `along` (x
/// axis) and "mean". The field "dy" is the number of pixels by which it is moved down. Names of
/// lines with close ends stand below each other. Where one would move further than kMostMoved,
/// these lines have none, and the legend names them.
///
/// Lines through the whole width (field "level") end where the longest line ends. A line that ends
/// before it has no name, which would cover other lines. A single line has none either.
Json names_at_ends(const Json& values, const std::vector<std::string>& learners,
                   const std::string& along, const PlotHeight& plot);

}  // namespace costruct::experiments
