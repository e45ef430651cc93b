// L-BFGS by libLBFGS, which calls back with raw pointers.
#include <lbfgs.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <new>

#include "costruct/core/error.hpp"
#include "costruct/core/optimize/minimize.hpp"

namespace costruct {
namespace {

class Run {
 public:
  Run(const SmoothFunction& function, const MinimizeOptions& options, Minimum& minimum)
      : function_(function), options_(options), minimum_(minimum) {}

  void operator()(VectorRef w) {
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.m = static_cast<int>(options_.memory);
    parameters.epsilon = 0;  // ends by progressed() alone
    const int n = static_cast<int>(w.size());
    const std::unique_ptr<double, decltype(&lbfgs_free)> x(lbfgs_malloc(n), lbfgs_free);
    if (!x) throw std::bad_alloc();
    std::copy(w.begin(), w.end(), x.get());
    const int status = lbfgs(n, x.get(), nullptr, evaluate, progressed, this, &parameters);
    if (failure_) std::rethrow_exception(failure_);
    if (status == LBFGSERR_OUTOFMEMORY) throw std::bad_alloc();
    std::copy_n(x.get(), w.size(), w.begin());
  }

 private:
  // Exceptions must not pass through the C library: they are kept, and a zero gradient ends its run.
  static double evaluate(void* self, const double* w, double* gradient, int n, double) {
    auto& of = *static_cast<Run*>(self);
    ++of.minimum_.evaluations;
    try {
      return of.function_.value({w, static_cast<std::size_t>(n)}, {gradient, static_cast<std::size_t>(n)});
    } catch (...) {
      of.failure_ = std::current_exception();
      std::fill_n(gradient, n, 0.0);
      return 0;
    }
  }

  // After each iteration; anything but 0 ends the run.
  static int progressed(void* self, const double* w, const double*, double value, double,
                        double gradient_norm, double, int n, int iteration, int) {
    auto& of = *static_cast<Run*>(self);
    try {
      of.ended_ = of.failure_ || of.ends({iteration, value, gradient_norm}, {w, static_cast<std::size_t>(n)});
    } catch (...) {
      of.failure_ = std::current_exception();
      of.ended_ = true;
    }
    return of.ended_ ? 1 : 0;
  }

  bool ends(const Iterate& iterate, ConstVectorRef w) {
    minimum_.iterations = iterate.iteration;
    if (options_.ends && options_.ends(iterate)) {
      minimum_.end = MinimizeEnd::kAsked;
      return true;
    }
    if (!gradient_vanishes(iterate.gradient_norm, w, options_.tolerance)) return false;
    minimum_.end = MinimizeEnd::kTolerance;
    return true;
  }

  const SmoothFunction& function_;
  const MinimizeOptions& options_;
  Minimum& minimum_;
  bool ended_ = false;
  std::exception_ptr failure_;
};

// libLBFGS's line search gives up (LBFGSERR_ROUNDING_ERROR) where slopes differ by orders of magnitude along
// a line, far from any minimum: conjugate gradients, whose search bisects then, go on from there.
Minimum go_on(const SmoothFunction& function, VectorRef w, const MinimizeOptions& options,
              const Minimum& so_far) {
  MinimizeOptions rest = options;
  if (options.ends) {
    rest.ends = [&](const Iterate& at) {
      return options.ends({so_far.iterations + at.iteration, at.value, at.gradient_norm});
    };
  }
  Minimum minimum = minimize_conjugate_gradients(function, w, rest);
  minimum.iterations += so_far.iterations;
  minimum.evaluations += so_far.evaluations;
  return minimum;
}

}  // namespace

Minimum minimize_lbfgs(const SmoothFunction& function, VectorRef w, const MinimizeOptions& options) {
  if (w.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw DataError("libLBFGS counts variables up to 2^31, got " + std::to_string(w.size()));
  }
  Minimum minimum;
  if (!w.empty()) Run(function, options, minimum)(w);
  if (minimum.end == MinimizeEnd::kNoProgress && !w.empty()) return go_on(function, w, options, minimum);
  Vector gradient(w.size());
  minimum.value = function.value(w, gradient);
  minimum.gradient_norm = norm(gradient);
  ++minimum.evaluations;
  if (minimum.end == MinimizeEnd::kNoProgress &&
      gradient_vanishes(minimum.gradient_norm, w, options.tolerance))
    minimum.end = MinimizeEnd::kTolerance;
  return minimum;
}

}  // namespace costruct
