// Holds weights with a running average. Differences of joint features update them.
#pragma once

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Weights w of one problem that start at zero. Call update() as often as needed and then
/// end_step() to end a step. The mean of the weights after each of the N steps is w - u / N. Here u
/// adds up every update times the number of steps before it.
class AveragedWeights {
 public:
  /// @param problem  must outlive the object
  /// @param average  whether result() is the mean; this needs the memory of a second vector
  AveragedWeights(const StructuredProblem& problem, bool average)
      : problem_(problem),
        w_(problem.dimension(), 0.0),
        u_(average ? problem.dimension() : 0, 0.0) {}

  const Vector& current() const { return w_; }

  /// w += scale * (Phi(x, y) - Phi(x, y_hat))
  void update(InputId x, const Output& y, const Output& y_hat, double scale) {
    problem_.add_difference(x, y, y_hat, scale, w_);
    if (!u_.empty() && steps_ > 0) {
      problem_.add_difference(x, y, y_hat, scale * static_cast<double>(steps_), u_);
    }
  }
  void end_step() { ++steps_; }

  /// Returns the mean over the steps with `average`, otherwise the last weights.
  Vector result() && {
    if (!u_.empty() && steps_ > 0) {
      for (std::size_t i = 0; i < w_.size(); ++i) w_[i] -= u_[i] / static_cast<double>(steps_);
    }
    return std::move(w_);
  }

 private:
  const StructuredProblem& problem_;
  Vector w_, u_;
  Index steps_ = 0;
};

}  // namespace costruct
