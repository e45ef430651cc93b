// Moves points of a chart sideways if they would hide each other.
#pragma once

#include <string>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The plots in which the points are drawn.
struct PlotHeight {
  double pixels = 0;         ///< height
  bool own_axes = false;     ///< each panel (field "panel") has its own y axis
  bool logarithmic = false;  ///< log y axis; all means and bars must be above 0
};

/// Separates points of one size and panel whose means are closer than the size of a marker. Their
/// field "dodge" gets an offset in pixels to the right. They are in the order of their learners
/// (field "number").
/// @param along  the field of the x axis
void dodge_points(Json& values, const std::string& along, const PlotHeight& plot);

}  // namespace costruct::experiments
