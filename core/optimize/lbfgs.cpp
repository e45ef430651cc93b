// L-BFGS by libLBFGS, whose callbacks take raw pointers.
#include <lbfgs.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <new>

#include "costruct/core/error.hpp"
#include "costruct/core/optimize/minimize.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {
namespace {

// The function in the variables v_j = scale_j w_j.
class Scaled final : public SmoothFunction {
 public:
  Scaled(const SmoothFunction& function, const Vector& scale)
      : function_(function), scale_(scale) {}

  Index dimension() const override { return function_.dimension(); }

  double value(ConstVectorRef v, VectorRef gradient) const override {
    if (scale_.empty()) return function_.value(v, gradient);
    const double value = function_.value(weights(v), gradient);
    for (std::size_t j = 0; j < v.size(); ++j) gradient[j] /= scale_[j];
    return value;
  }

  /// The w of v; valid until the next call.
  ConstVectorRef weights(ConstVectorRef v) const {
    if (scale_.empty()) return v;
    w_.resize(v.size());
    for (std::size_t j = 0; j < v.size(); ++j) w_[j] = v[j] / scale_[j];
    return w_;
  }

  void to_variables(VectorRef w) const {
    for (std::size_t j = 0; j < scale_.size(); ++j) w[j] *= scale_[j];
  }

  /// The norm of the gradient in w, from the gradient in v and its norm.
  double gradient_norm(ConstVectorRef gradient, double norm) const {
    if (scale_.empty()) return norm;
    double sum = 0;
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      const double of_w = gradient[j] * scale_[j];
      sum += of_w * of_w;
    }
    return std::sqrt(sum);
  }

 private:
  const SmoothFunction& function_;
  const Vector& scale_;
  mutable Vector w_;
};

class Run {
 public:
  Run(const SmoothFunction& function, const MinimizeOptions& options, Minimum& minimum)
      : function_(function, options.scale), options_(options), minimum_(minimum) {}

  void operator()(VectorRef w) {
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.m = static_cast<int>(options_.memory);
    parameters.epsilon = 0;  // only progressed() ends the run
    const int n = static_cast<int>(w.size());
    const std::unique_ptr<double, decltype(&lbfgs_free)> x(lbfgs_malloc(n), lbfgs_free);
    if (!x) throw std::bad_alloc();
    last_.assign(w.begin(), w.end());
    function_.to_variables(w);
    std::copy(w.begin(), w.end(), x.get());
    const int status = lbfgs(n, x.get(), nullptr, evaluate, progressed, this, &parameters);
    if (minimum_.end == MinimizeEnd::kInterrupted) {
      std::copy(last_.begin(), last_.end(), w.begin());
      return;
    }
    if (failure_) std::rethrow_exception(failure_);
    if (status == LBFGSERR_OUTOFMEMORY) throw std::bad_alloc();
    const ConstVectorRef found = function_.weights({x.get(), w.size()});
    std::copy(found.begin(), found.end(), w.begin());
  }

 private:
  // Exceptions must not pass through the C library. They are stored, or noted as the end, and a
  // zero gradient ends the run of the library.
  static double evaluate(void* self, const double* v, double* gradient, int n, double) {
    auto& of = *static_cast<Run*>(self);
    ++of.minimum_.evaluations;
    const auto end = [&] {
      std::fill_n(gradient, n, 0.0);
      return 0;
    };
    try {
      return of.function_.value({v, static_cast<std::size_t>(n)},
                                {gradient, static_cast<std::size_t>(n)});
    } catch (const Interrupted&) {
      of.minimum_.end = MinimizeEnd::kInterrupted;
      return end();
    } catch (...) {
      of.failure_ = std::current_exception();
      return end();
    }
  }

  // Called after each iteration; a result other than 0 ends the run.
  static int progressed(void* self, const double* v, const double* gradient, double value, double,
                        double gradient_norm, double, int n, int iteration, int) {
    auto& of = *static_cast<Run*>(self);
    const auto size = static_cast<std::size_t>(n);
    if (of.minimum_.end == MinimizeEnd::kInterrupted) return 1;
    try {
      const double of_w = of.function_.gradient_norm({gradient, size}, gradient_norm);
      const ConstVectorRef w = of.function_.weights({v, size});
      std::copy(w.begin(), w.end(), of.last_.begin());
      of.ended_ = of.failure_ || of.ends({iteration, value, of_w}, w);
    } catch (...) {
      of.failure_ = std::current_exception();
      of.ended_ = true;
    }
    return of.ended_ ? 1 : 0;
  }

  bool ends(const Iterate& iterate, ConstVectorRef w) {
    minimum_.iterations = iterate.iteration;
    minimum_.value = iterate.value;
    minimum_.gradient_norm = iterate.gradient_norm;
    if (options_.ends && options_.ends(iterate)) {
      minimum_.end = MinimizeEnd::kAsked;
      return true;
    }
    if (!gradient_vanishes(iterate.gradient_norm, w, options_.tolerance)) return false;
    minimum_.end = MinimizeEnd::kTolerance;
    return true;
  }

  const Scaled function_;
  const MinimizeOptions& options_;
  Minimum& minimum_;
  bool ended_ = false;
  Vector last_;  // the w of the last iteration, at first of the start
  std::exception_ptr failure_;
};

// Continues with conjugate gradients. The line search of libLBFGS fails (LBFGSERR_ROUNDING_ERROR)
// if slopes differ by orders of magnitude along a line, far from any minimum. The line search of
// conjugate gradients bisects in this case.
Minimum go_on(const SmoothFunction& function, VectorRef w, const MinimizeOptions& options,
              const Minimum& so_far) {
  MinimizeOptions rest = options;
  if (options.ends) {
    rest.ends = [&](const Iterate& at) {
      return options.ends({so_far.iterations + at.iteration, at.value, at.gradient_norm});
    };
  }
  const Vector start(w.begin(), w.end());
  Minimum minimum;
  try {
    minimum = minimize_conjugate_gradients(function, w, rest);
  } catch (const Interrupted&) {
    std::copy(start.begin(), start.end(), w.begin());
    minimum = so_far;
    minimum.end = MinimizeEnd::kInterrupted;
    return minimum;
  }
  minimum.iterations += so_far.iterations;
  minimum.evaluations += so_far.evaluations;
  return minimum;
}

}  // namespace

Minimum minimize_lbfgs(const SmoothFunction& function, VectorRef w,
                       const MinimizeOptions& options) {
  if (w.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw DataError("libLBFGS counts variables up to 2^31, got " + std::to_string(w.size()));
  }
  COSTRUCT_ASSERT(options.scale.empty() || options.scale.size() == w.size(),
                  "a factor for each variable");
  Minimum minimum;
  if (!w.empty()) Run(function, options, minimum)(w);
  if (minimum.end == MinimizeEnd::kInterrupted) return minimum;
  if (minimum.end == MinimizeEnd::kNoProgress && !w.empty())
    return go_on(function, w, options, minimum);
  Vector gradient(w.size());
  try {
    minimum.value = function.value(w, gradient);
  } catch (const Interrupted&) {
    minimum.end = MinimizeEnd::kInterrupted;
    return minimum;
  }
  minimum.gradient_norm = norm(gradient);
  ++minimum.evaluations;
  if (minimum.end == MinimizeEnd::kNoProgress &&
      gradient_vanishes(minimum.gradient_norm, w, options.tolerance))
    minimum.end = MinimizeEnd::kTolerance;
  return minimum;
}

}  // namespace costruct
