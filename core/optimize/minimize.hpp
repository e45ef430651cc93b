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

  /// Value and slope of the function on the line w + step d, for a line search.
  struct OnLine {
    double value = 0, slope = 0;
  };
  using Line = std::function<OnLine(double step)>;
  /// The function on the line w + step d. w, d and this object must outlive the returned function.
  /// The default evaluates value(). A function of linear forms of w can override it with a faster
  /// one.
  virtual Line line(ConstVectorRef w, ConstVectorRef d) const;
};

/// The state of a minimiser after an iteration.
struct Iterate {
  Index iteration = 0;
  double value = 0, gradient_norm = 0;
};

/// The options of the minimisers.
struct MinimizeOptions {
  /// Ends when |gradient| <= tolerance * max(1, |w|).
  double tolerance = 0;
  /// Called after each iteration; true ends the minimisation. May be empty.
  std::function<bool(const Iterate&)> ends;
  /// Conjugate gradients: out = M^-1 g for a symmetric positive definite M. Empty: M = I.
  std::function<void(ConstVectorRef g, VectorRef out)> precondition;
  /// L-BFGS: number of stored pairs of steps and gradient changes.
  Index memory = 6;
  /// L-BFGS: positive factors. It then works on the variables scale_j w_j. This is faster if the
  /// Hessian's diagonal is closer to scale_j^2 than to a constant. Callers still see w. Conjugate
  /// gradients that continue after L-BFGS do not use it. Empty: all 1.
  Vector scale;
};

/// The reason why a minimiser ended.
enum class MinimizeEnd {
  kTolerance,  ///< the gradient is small enough
  kAsked,      ///< MinimizeOptions::ends returned true
  /// value() threw Interrupted within minimize_lbfgs(), and w is the last iterate.
  kInterrupted,
  kNoProgress  ///< no step decreases the function in floating point, or it is not finite
};

/// The result of a minimiser.
struct Minimum {
  /// At the final w, evaluated afresh; after an interrupt those of the last iteration, if any.
  double value = 0, gradient_norm = 0;
  /// evaluations: calls of value(). Conjugate gradients do not count the values on the lines that
  /// they search. L-BFGS counts all calls.
  Index iterations = 0, evaluations = 0;
  MinimizeEnd end = MinimizeEnd::kNoProgress;
};

/// Minimises by nonlinear conjugate gradients, starting from w and in place.
///
/// Directions are those of Polak and Ribiere. It restarts at the gradient if their factor is
/// negative, or if the direction does not descend. It also restarts if successive gradients are far
/// from orthogonal (Powell's test). For steps see line_search().
///
/// It ends for any function. An iteration is idle if it lowers neither the least value by 1e-12 of
/// it nor the least gradient by a thousandth. 100 idle iterations in a row count as no progress.
/// Cost: one value() and one line() per iteration, and the steps of its line search. Memory: four
/// vectors. Exceptions of value() are passed on.
Minimum minimize_conjugate_gradients(const SmoothFunction& function, VectorRef w,
                                     const MinimizeOptions& options);

/// Minimises by L-BFGS (libLBFGS), starting from w and in place. If its line search fails,
/// conjugate gradients continue and iterations are counted on. If value() throws Interrupted
/// (work_watch.hpp), the minimisation ends with MinimizeEnd::kInterrupted. Other exceptions of
/// value() are passed on, and w is then unspecified. Throws DataError if there are 2^31 variables
/// or more.
Minimum minimize_lbfgs(const SmoothFunction& function, VectorRef w, const MinimizeOptions& options);

/// Whether |g| <= tolerance * max(1, |w|).
bool gradient_vanishes(double gradient_norm, ConstVectorRef w, double tolerance);
/// The Euclidean norm of v.
double norm(ConstVectorRef v);

}  // namespace costruct
