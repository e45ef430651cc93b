// A line search for steps that satisfy the Wolfe conditions.
#pragma once

#include <optional>

#include "costruct/core/optimize/minimize.hpp"

namespace costruct {

/// The two conditions of a step; 0 < decrease < curvature < 1. The function decreases by at least
/// `decrease` times what the slope at 0 promises. The absolute slope is at most `curvature` times
/// that at 0.
struct WolfeConditions {
  double decrease = 1e-4, curvature = 0.1;
};

/// A step > 0 that satisfies the strong Wolfe conditions. It is found by bracketing and cubic
/// interpolation, safeguarded by bisection.
///
/// If values on the line differ from that at 0 only by rounding, it accepts the approximate
/// conditions of Hager and Zhang (2005). These look at slopes. If a bracket shrinks to nothing
/// without such a step, it returns any step of the bracket that decreases the function. It returns
/// nullopt if 100 evaluations find no step.
/// @param line     the function on the line; see SmoothFunction::line() (minimize.hpp)
/// @param at_zero  the function at step 0; its slope must be negative
/// @param guess    the first step to try, > 0
std::optional<double> line_search(const SmoothFunction::Line& line, SmoothFunction::OnLine at_zero,
                                  double guess, WolfeConditions wolfe = {});

}  // namespace costruct
