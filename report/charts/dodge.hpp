// Moves points of a chart sideways if they would hide each other.
#pragma once

#include <string>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The size and the y axes of the plots in which the points are drawn.
struct PlotHeight {
  double pixels = 0;         ///< height
  bool own_axes = false;     ///< each panel (field "panel") has its own y axis
  bool logarithmic = false;  ///< log y axis; all means and bars must be above 0
};

/// Separates points whose markers would overlap: points of one panel with the same x value and
/// nearly the same mean. Sets their field "dodge" to an offset in pixels; positive is to the right.
/// The offsets follow the order of the learners (field "number").
/// @param along  the field of the x axis, such as the number of labeled examples
void dodge_points(Json& values, const std::string& along, const PlotHeight& plot);

}  // namespace costruct::experiments
