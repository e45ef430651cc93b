#include "costruct/core/optimize/line_search.hpp"

#include <algorithm>
#include <cmath>

namespace costruct {
namespace {

constexpr int kMostEvaluations = 100;
constexpr double kRounding = 1e-12;  // relative rounding error of a value
constexpr int kOrdinary = 20;  // evaluations that suffice for steps within a few powers of ten

struct LinePoint {
  double step = 0;
  SmoothFunction::OnLine at;
};

// The minimum of the cubic through values and slopes at two points, but not too close to the ends
// of the interval. It is the middle if there is no minimum.
double cubic_minimum(const LinePoint& a, const LinePoint& b) {
  const double width = b.step - a.step, middle = a.step + 0.5 * width;
  const double d1 = a.at.slope + b.at.slope - 3 * (b.at.value - a.at.value) / width;
  const double root = std::sqrt(d1 * d1 - a.at.slope * b.at.slope);
  const double d2 = std::copysign(root, width);
  const double step = b.step - width * (b.at.slope + d2 - d1) / (b.at.slope - a.at.slope + 2 * d2);
  const double low = std::min(a.step, b.step), high = std::max(a.step, b.step);
  const double margin = 0.05 * (high - low);
  if (!(step >= low + margin && step <= high - margin)) return middle;
  return step;
}

class Search {
 public:
  Search(const SmoothFunction::Line& line, SmoothFunction::OnLine at_zero, WolfeConditions wolfe)
      : line_(line), zero_(at_zero), wolfe_(wolfe) {}

  std::optional<double> from(double guess) {
    LinePoint before{0, zero_};
    double step = guess;
    while (left_ > 0) {
      const LinePoint here = evaluate(step);
      if (accepts(here)) return step;
      if (too_high(here) || (before.step > 0 && !(here.at.value < before.at.value) && !flat(here)))
        return zoom(before, here);
      if (here.at.slope >= 0) return zoom(here, before);
      // Still falling: go to the minimum of a parabola, within bounds.
      const double turn = before.at.slope - here.at.slope;
      const double to_minimum =
          turn < 0 ? -here.at.slope * (step - before.step) / -turn : 10 * step;
      before = here;
      step += std::clamp(to_minimum, step, 9 * step);
      if (!std::isfinite(step)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  LinePoint evaluate(double step) {
    --left_;
    return {step, line_(step)};
  }

  bool flat(const LinePoint& p) const {
    return std::abs(p.at.value - zero_.value) <= kRounding * std::abs(zero_.value);
  }
  bool falls_enough(const LinePoint& p) const {
    if (p.at.value <= zero_.value + wolfe_.decrease * p.step * zero_.slope) return true;
    return flat(p) && p.at.slope <= (2 * wolfe_.decrease - 1) * zero_.slope;
  }
  bool too_high(const LinePoint& p) const { return !falls_enough(p); }
  bool accepts(const LinePoint& p) const {
    return falls_enough(p) && std::abs(p.at.slope) <= -wolfe_.curvature * zero_.slope;
  }

  // Searches between `low`, which decreases enough, and `high`. The slope at `low` points to
  // `high`.
  std::optional<double> zoom(LinePoint low, LinePoint high) {
    bool bisect = false;
    double shrink = 1e-2;
    while (left_ > 0) {
      const double width = std::abs(high.step - low.step);
      double step = bisect ? 0.5 * (low.step + high.step) : cubic_minimum(low, high);
      if (kMostEvaluations - left_ > kOrdinary) {
        // The step may be smaller by many orders of magnitude: find the order of magnitude first.
        const double near = std::min(low.step, high.step), far = std::max(low.step, high.step);
        if (near == 0) {
          step = far * shrink;
          shrink = std::max(shrink * shrink, 1e-32);
        } else if (far > 100 * near) {
          step = std::sqrt(near) * std::sqrt(far);
        }
      }
      if (step == low.step || step == high.step) break;
      const LinePoint here = evaluate(step);
      if (accepts(here)) return step;
      if (too_high(here) || (!(here.at.value < low.at.value) && !flat(here))) {
        high = here;
      } else {
        if (here.at.slope * (high.step - low.step) >= 0) high = low;
        low = here;
      }
      bisect = std::abs(high.step - low.step) > 0.66 * width;
    }
    // A kink or rounding allows no better step: accept any decrease.
    if (low.step > 0 && low.at.value < zero_.value) return low.step;
    return std::nullopt;
  }

  const SmoothFunction::Line& line_;
  SmoothFunction::OnLine zero_;
  WolfeConditions wolfe_;
  int left_ = kMostEvaluations;
};

}  // namespace

std::optional<double> line_search(const SmoothFunction::Line& line, SmoothFunction::OnLine at_zero,
                                  double guess, WolfeConditions wolfe) {
  return Search(line, at_zero, wolfe).from(guess);
}

}  // namespace costruct
