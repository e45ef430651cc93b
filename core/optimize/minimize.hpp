// Minimisation of differentiable functions of many variables.
#pragma once

#include <functional>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct {

/// A differentiable function of n variables.
class SmoothFunction {
 public:
  virtual ~SmoothFunction() = default;
  virtual Index dimension() const = 0;
  /// The value at w; the gradient is written to `gradient`.
  virtual double value(ConstVectorRef w, VectorRef gradient) const = 0;

  /// The function on the line w + step d, for a line search.
  struct OnLine {
    double value = 0, slope = 0;
  };
  using Line = std::function<OnLine(double step)>;
  /// w and d must live as long as the line. The default evaluates value(); a function of linear
  /// forms of w can do better.
  virtual Line line(ConstVectorRef w, ConstVectorRef d) const;
};

/// Where a minimiser stands after an iteration.
struct Iterate {
  Index iteration = 0;
  double value = 0, gradient_norm = 0;
};

struct MinimizeOptions {
  /// Ends when |gradient| <= tolerance * max(1, |w|).
  double tolerance = 0;
  /// Asked after each iteration; true ends. May be empty.
  std::function<bool(const Iterate&)> ends;
  /// Conjugate gradients: out = M^-1 g for a symmetric positive definite M. Empty: M = I.
  std::function<void(ConstVectorRef g, VectorRef out)> precondition;
  /// L-BFGS: pairs of steps and gradient changes to keep.
  Index memory = 6;
  /// L-BFGS: positive factors; it then works on the variables scale_j w_j, which is faster where
  /// the Hessian's diagonal is closer to scale_j^2 than to a constant. What callers see stays in w.
  /// Conjugate gradients that go on do not use it. Empty: all 1.
  Vector scale;
};

/// Why a minimiser ended.
enum class MinimizeEnd {
  kTolerance,  ///< the gradient is as small as asked for
  kAsked,      ///< MinimizeOptions::ends said so
  kNoProgress  ///< no step decreases the function in floating point, or it is not finite
};

struct Minimum {
  double value = 0, gradient_norm = 0;    ///< at the w left behind, evaluated afresh
  Index iterations = 0, evaluations = 0;  ///< evaluations of value(), without those on lines
  MinimizeEnd end = MinimizeEnd::kNoProgress;
};

/// Nonlinear conjugate gradients from w on, in place: directions of Polak and Ribiere, restarted at
/// the gradient where their factor would be negative, where they do not descend, and where
/// successive gradients are far from orthogonal (Powell's test); steps that satisfy the strong
/// Wolfe conditions, or near the minimum of the line, where values differ by rounding alone, the
/// approximate ones of Hager and Zhang. Ends for any function: 100 iterations in a row that lower
/// neither the least value by 1e-12 of it nor the least gradient by a thousandth count as no
/// progress. Cost: one value() and one line an iteration, four vectors.
Minimum minimize_conjugate_gradients(const SmoothFunction& function, VectorRef w,
                                     const MinimizeOptions& options);

/// L-BFGS (libLBFGS) from w on, in place; where its line search gives up, conjugate gradients go
/// on, and iterations count on. Throws DataError where there are 2^31 variables or more.
Minimum minimize_lbfgs(const SmoothFunction& function, VectorRef w, const MinimizeOptions& options);

/// |g| <= tolerance * max(1, |w|).
bool gradient_vanishes(double gradient_norm, ConstVectorRef w, double tolerance);
double norm(ConstVectorRef v);

}  // namespace costruct
