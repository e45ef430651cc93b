// Nonlinear conjugate gradients with preconditioning.
#include <algorithm>
#include <cmath>
#include <optional>

#include "costruct/core/optimize/line_search.hpp"
#include "costruct/core/optimize/minimize.hpp"
#include "costruct/core/sparse_vector.hpp"

namespace costruct {
namespace {

// Successive gradients whose cosine exceeds this are too far from orthogonal to go on.
constexpr double kPowell = 0.2;
// After this number of iterations without a new least value or gradient, only rounding errors are
// at work. A new least must be lower by at least these parts: values may fall by their last digits
// for millions of iterations.
constexpr Index kMostIdle = 100;
constexpr double kLeastFall = 1e-12, kLeastFlattening = 1e-3;

}  // namespace

double norm(ConstVectorRef v) {
  return std::sqrt(dot(v, v));
}

bool gradient_vanishes(double gradient_norm, ConstVectorRef w, double tolerance) {
  return gradient_norm <= tolerance * std::max(1.0, norm(w));
}

SmoothFunction::Line SmoothFunction::line(ConstVectorRef w, ConstVectorRef d) const {
  return [this, w, d, at = Vector(w.size()), gradient = Vector(w.size())](double step) mutable {
    for (std::size_t i = 0; i < w.size(); ++i) at[i] = w[i] + step * d[i];
    const double value = this->value(at, gradient);
    return OnLine{value, dot(gradient, d)};
  };
}

Minimum minimize_conjugate_gradients(const SmoothFunction& function, VectorRef w,
                                     const MinimizeOptions& options) {
  const std::size_t n = w.size();
  Vector g(n), g_before(n), z(n), d(n);
  const auto precondition = [&] {
    if (options.precondition) {
      options.precondition(g, z);
    } else {
      std::copy(g.begin(), g.end(), z.begin());
    }
  };
  const auto descend = [&] {
    for (std::size_t i = 0; i < n; ++i) d[i] = -z[i];
  };

  Minimum minimum;
  const auto evaluate = [&] {
    minimum.value = function.value(w, g);
    minimum.gradient_norm = norm(g);
    ++minimum.evaluations;
    precondition();
  };
  evaluate();
  double gz = dot(g, z);  // |g|^2 in the norm of M^-1
  descend();
  bool steepest = true;
  double last_step = 0, last_slope = 0;
  double least_value = minimum.value, least_gradient = minimum.gradient_norm;
  Index idle = 0;
  while (true) {
    if (gradient_vanishes(minimum.gradient_norm, w, options.tolerance)) {
      minimum.end = MinimizeEnd::kTolerance;
      return minimum;
    }
    if (!std::isfinite(minimum.value) || !std::isfinite(gz)) return minimum;
    double slope = dot(g, d);
    if (!(slope < 0)) {
      descend();
      steepest = true;
      slope = -gz;
    }
    // The guess promises as large a first-order change as the last step. The first step has at most
    // unit length.
    const double guess = last_step > 0 ? last_step * (last_slope / slope) : 1 / (1 + std::sqrt(gz));
    const std::optional<double> step =
        line_search(function.line(w, d), {minimum.value, slope}, std::clamp(guess, 1e-300, 1e300));
    if (!step) {
      if (steepest) return minimum;
      descend();
      steepest = true;
      last_step = 0;
      continue;
    }
    for (std::size_t i = 0; i < n; ++i) w[i] += *step * d[i];
    last_step = *step;
    last_slope = slope;

    std::swap(g, g_before);
    const double gz_before = gz;
    evaluate();
    gz = dot(g, z);
    const double overlap = dot(g_before, z);
    ++minimum.iterations;
    if (options.ends && options.ends({minimum.iterations, minimum.value, minimum.gradient_norm})) {
      minimum.end = MinimizeEnd::kAsked;
      return minimum;
    }
    if (minimum.value < least_value - kLeastFall * std::abs(least_value) ||
        minimum.gradient_norm < (1 - kLeastFlattening) * least_gradient) {
      idle = 0;
      least_value = std::min(least_value, minimum.value);
      least_gradient = std::min(least_gradient, minimum.gradient_norm);
    } else if (++idle == kMostIdle) {
      return minimum;
    }

    const double beta = (gz - overlap) / gz_before;
    steepest = !(beta > 0) || std::abs(overlap) >= kPowell * gz;
    if (steepest) {
      descend();
    } else {
      for (std::size_t i = 0; i < n; ++i) d[i] = beta * d[i] - z[i];
    }
  }
}

}  // namespace costruct
