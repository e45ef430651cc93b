// Steps along a line that satisfy the Wolfe conditions.
#pragma once

#include <optional>

#include "costruct/core/optimize/minimize.hpp"

namespace costruct {

/// The two conditions of a step: decrease of at least `decrease` times what the slope at 0
/// promises, and a slope of at most `curvature` times that at 0, in absolute value.
struct WolfeConditions {
  double decrease = 1e-4, curvature = 0.1;
};

/// A step > 0 that satisfies the strong Wolfe conditions (bracketing and interpolation by cubics,
/// safeguarded by bisection), or, where the values on the line differ from that at 0 by rounding
/// alone, the approximate conditions of Hager and Zhang, which look at slopes. Where a bracket
/// shrinks to nothing without one, any step found in it that decreases the function. nullopt where
/// 100 evaluations find none.
/// @param at_zero  the function at step 0; its slope must be negative
/// @param guess    the first step to try, > 0
std::optional<double> line_search(const SmoothFunction::Line& line, SmoothFunction::OnLine at_zero,
                                  double guess, WolfeConditions wolfe = {});

}  // namespace costruct
