// Points that would hide each other stand beside each other.
#pragma once

#include <string>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// How tall the plots are that points are drawn in.
struct PlotHeight {
  double pixels = 0;
  bool own_axes = false;     ///< each panel (field "panel") has a y axis of its own
  bool logarithmic = false;  ///< the y axis, which means and bars are above 0 on
};

/// Gives points of one size and panel whose means are less than a marker apart the field "dodge",
/// pixels to the right, in the order of their learners (field "number").
/// @param along  the field of the x axis
void dodge_points(Json& values, const std::string& along, const PlotHeight& plot);

}  // namespace costruct::experiments
