// The minimisers, against functions whose minimum is known, and functions that have none.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "costruct/core/optimize/line_search.hpp"
#include "costruct/core/optimize/minimize.hpp"
#include "costruct/core/optimize/smooth_losses.hpp"
#include "costruct/core/work_watch.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

double inner(ConstVectorRef a, ConstVectorRef b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// A function from a lambda, which nobody may evaluate for ever.
class Counted final : public SmoothFunction {
 public:
  using Value = std::function<double(ConstVectorRef w, VectorRef gradient)>;
  Counted(Index dimension, Value value) : dimension_(dimension), value_(std::move(value)) {}
  Index dimension() const override { return dimension_; }
  double value(ConstVectorRef w, VectorRef gradient) const override {
    if (++evaluations > 200'000) throw std::runtime_error("the minimiser does not end");
    return value_(w, gradient);
  }
  mutable Index evaluations = 0;

 private:
  Index dimension_;
  Value value_;
};

/// 1/2 sum_i curvature_i (w_i - minimum_i)^2 + floor
Counted quadratic(Vector curvature, Vector minimum, double floor = 0) {
  const Index n = static_cast<Index>(curvature.size());
  return Counted(n, [=](ConstVectorRef w, VectorRef gradient) {
    double value = floor;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const double d = w[i] - minimum[i];
      gradient[i] = curvature[i] * d;
      value += 0.5 * curvature[i] * d * d;
    }
    return value;
  });
}

Counted rosenbrock() {
  return Counted(2, [](ConstVectorRef w, VectorRef gradient) {
    const double a = 1 - w[0], b = w[1] - w[0] * w[0];
    gradient[0] = -2 * a - 400 * w[0] * b;
    gradient[1] = 200 * b;
    return a * a + 100 * b * b;
  });
}

struct Minimizer {
  const char* name;
  Minimum (*run)(const SmoothFunction&, VectorRef, const MinimizeOptions&);
};

const std::vector<Minimizer>& minimizers() {
  static const std::vector<Minimizer> all = {{"conjugate gradients", minimize_conjugate_gradients},
                                             {"L-BFGS", minimize_lbfgs}};
  return all;
}

/// What a report says of the weights is so.
void check_report(const Counted& function, const Vector& w, const Minimum& minimum) {
  Vector gradient(w.size());
  CHECK(same_bits(minimum.value, function.value(w, gradient)));
  CHECK(same_bits(minimum.gradient_norm, norm(gradient)));
}

/// Notes where lines start, to see the steps that were taken.
class Traced final : public SmoothFunction {
 public:
  explicit Traced(const SmoothFunction& function) : function_(function) {}
  Index dimension() const override { return function_.dimension(); }
  double value(ConstVectorRef w, VectorRef gradient) const override {
    return function_.value(w, gradient);
  }
  Line line(ConstVectorRef w, ConstVectorRef d) const override {
    starts.push_back({Vector(w.begin(), w.end()), Vector(d.begin(), d.end())});
    return function_.line(w, d);
  }
  struct Start {
    Vector w, d;
  };
  mutable std::vector<Start> starts;

 private:
  const SmoothFunction& function_;
};

/// Every step from the start of one line to that of the next satisfies the strong Wolfe conditions;
/// returns how many there were. Steps that change the value by rounding alone do not count.
Index check_strong_wolfe(const SmoothFunction& function, const std::vector<Traced::Start>& starts) {
  const WolfeConditions wolfe;
  Index checked = 0;
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    const auto& [w, d] = starts[k];
    Vector here(w.size()), there(w.size());
    const double before = function.value(w, here), after = function.value(starts[k + 1].w, there);
    Vector moved = starts[k + 1].w;
    for (std::size_t i = 0; i < w.size(); ++i) moved[i] -= w[i];
    const double step = inner(moved, d) / inner(d, d);
    if (std::abs(before - after) <= 1e-11 * std::abs(before)) continue;
    INFO("step " << k << ": " << step);
    CHECK(step > 0);
    CHECK(after <= before + wolfe.decrease * step * inner(here, d) + 1e-14 * std::abs(before));
    CHECK(std::abs(inner(there, d)) <= -wolfe.curvature * inner(here, d) * (1 + 1e-6));
    ++checked;
  }
  return checked;
}

}  // namespace

TEST_CASE("both minimisers find the minimum of a quadratic, badly conditioned too",
          "[core][optimize]") {
  Dice dice(1);
  for (const double condition : {1.0, 100.0, 1e4, 1e8}) {
    for (const Index n : {1, 2, 17}) {
      Vector curvature(n), at = dice.vector(n, Numbers::kReals);
      for (Index i = 0; i < n; ++i)
        curvature[i] =
            std::pow(condition, n == 1 ? 1.0 : static_cast<double>(i) / static_cast<double>(n - 1));
      for (const Minimizer& minimizer : minimizers()) {
        INFO(minimizer.name << ", condition " << condition << ", " << n << " variables");
        const Counted function = quadratic(curvature, at);
        Vector w(n, 0.0);
        MinimizeOptions options;
        options.tolerance = 1e-7;
        const Minimum minimum = minimizer.run(function, w, options);
        CHECK(minimum.end == MinimizeEnd::kTolerance);
        CHECK(minimum.gradient_norm <= 1e-7 * std::max(1.0, norm(w)));
        for (Index i = 0; i < n; ++i)
          CHECK(curvature[i] * (w[i] - at[i]) == Approx(0).margin(2e-7));
        check_report(function, w, minimum);
      }
    }
  }
}

TEST_CASE("conjugate gradients solve a quadratic of n variables in about n steps",
          "[core][optimize]") {
  Dice dice(2);
  for (const Index n : {2, 5, 10, 30}) {
    Vector curvature(n), at = dice.vector(n, Numbers::kReals);
    for (Index i = 0; i < n; ++i) curvature[i] = 1 + static_cast<double>(i);
    const Counted function = quadratic(curvature, at);
    Vector w(n, 0.0);
    MinimizeOptions options;
    options.tolerance = 1e-6;
    const Minimum minimum = minimize_conjugate_gradients(function, w, options);
    INFO(n << " variables, " << minimum.iterations << " steps");
    CHECK(minimum.end == MinimizeEnd::kTolerance);
    CHECK(minimum.iterations <= 2 * n + 5);
  }
}

TEST_CASE("a preconditioner with the curvatures solves a quadratic at once", "[core][optimize]") {
  Dice dice(3);
  const Index n = 12;
  Vector curvature(n), at = dice.vector(n, Numbers::kReals);
  for (Index i = 0; i < n; ++i) curvature[i] = std::pow(10.0, static_cast<double>(i % 7));
  const Counted function = quadratic(curvature, at);
  MinimizeOptions options;
  options.tolerance = 1e-6;
  options.precondition = [&](ConstVectorRef g, VectorRef out) {
    for (Index i = 0; i < n; ++i) out[i] = g[i] / curvature[i];
  };
  Vector w(n, 0.0);
  const Minimum minimum = minimize_conjugate_gradients(function, w, options);
  CHECK(minimum.end == MinimizeEnd::kTolerance);
  CHECK(minimum.iterations <=
        8);  // one with an exact search; each leaves a tenth of the slope at most
}

TEST_CASE(
    "scaled by the curvatures, L-BFGS solves a quadratic at once and speaks of the weights "
    "themselves",
    "[core][optimize]") {
  Dice dice(5);
  const Index n = 12;
  Vector curvature(n), at = dice.vector(n, Numbers::kReals),
                       start = dice.vector(n, Numbers::kReals);
  for (Index i = 0; i < n; ++i) curvature[i] = std::pow(10.0, static_cast<double>(i % 7));
  const Counted function = quadratic(curvature, at);
  MinimizeOptions options;
  options.tolerance = 1e-6;
  std::vector<double> norms;
  options.ends = [&](const Iterate& iterate) {
    norms.push_back(iterate.gradient_norm);
    return false;
  };
  Vector plain = start;
  CHECK(minimize_lbfgs(function, plain, options).iterations > 8);
  for (const double each : curvature) options.scale.push_back(std::sqrt(each));
  norms.clear();
  Vector w = start;
  const Minimum minimum = minimize_lbfgs(function, w, options);
  CHECK(minimum.end == MinimizeEnd::kTolerance);
  CHECK(minimum.iterations <= 4);  // one with an exact search
  CHECK(norms.back() == Approx(minimum.gradient_norm).margin(1e-9));
  for (Index i = 0; i < n; ++i) CHECK(w[i] == Approx(at[i]).margin(1e-6));
  // One iteration from the start ends where the norm it told is that of the gradient there.
  options.ends = [&](const Iterate& iterate) {
    norms.push_back(iterate.gradient_norm);
    return true;
  };
  options.tolerance = 0;
  options.scale.assign(n, 1.0);
  options.scale[3] = 7;
  w = start;
  const Minimum first = minimize_lbfgs(function, w, options);
  CHECK(norms.back() == Approx(first.gradient_norm).epsilon(1e-9));
}

TEST_CASE("both minimisers go through Rosenbrock's valley", "[core][optimize]") {
  for (const Minimizer& minimizer : minimizers()) {
    for (const Vector& start : {Vector{-1.2, 1}, Vector{0, 0}, Vector{30, -20}}) {
      INFO(minimizer.name << " from " << start[0]);
      const Counted function = rosenbrock();
      Vector w = start;
      MinimizeOptions options;
      options.tolerance = 1e-9;
      const Minimum minimum = minimizer.run(function, w, options);
      CHECK(minimum.end == MinimizeEnd::kTolerance);
      CHECK(w[0] == Approx(1).epsilon(1e-6));
      CHECK(w[1] == Approx(1).epsilon(1e-6));
      CHECK(minimum.iterations < 200);
    }
  }
}

TEST_CASE("every step of conjugate gradients satisfies the strong Wolfe conditions",
          "[core][optimize]") {
  Dice dice(4);
  MinimizeOptions options;
  options.tolerance = 1e-9;
  const Counted valley = rosenbrock();
  const Traced traced(valley);
  Vector w = {-1.2, 1};
  minimize_conjugate_gradients(traced, w, options);
  CHECK(check_strong_wolfe(valley, traced.starts) > 10);

  Vector curvature(20), at = dice.vector(20, Numbers::kReals);
  for (double& each : curvature) each = std::pow(10.0, 3 * dice.real());
  const Counted bowl = quadratic(curvature, at, 1);
  const Traced traced_bowl(bowl);
  Vector v(20, 0.0);
  minimize_conjugate_gradients(traced_bowl, v, options);
  CHECK(check_strong_wolfe(bowl, traced_bowl.starts) > 10);
}

TEST_CASE("a line search finds Wolfe steps whatever its first guess", "[core][optimize]") {
  const std::vector<std::function<SmoothFunction::OnLine(double)>> lines = {
      [](double s) {
        return SmoothFunction::OnLine{(s - 1) * (s - 1), 2 * (s - 1)};
      },
      [](double s) {
        return SmoothFunction::OnLine{std::cosh(s - 3), std::sinh(s - 3)};
      },
      [](double s) {
        return SmoothFunction::OnLine{-s / (s * s + 2), (s * s - 2) / std::pow(s * s + 2, 2)};
      },
      [](double s) {
        return SmoothFunction::OnLine{std::pow(s + 0.004, 5) - 2 * std::pow(s + 0.004, 4),
                                      5 * std::pow(s + 0.004, 4) - 8 * std::pow(s + 0.004, 3)};
      },
      [](double s) {  // defined for s < 2 only
        return SmoothFunction::OnLine{-std::log(2 - s) - 3 * s, 1 / (2 - s) - 3};
      },
      [](double s) {
        return SmoothFunction::OnLine{std::abs(s - 1), s < 1 ? -1.0 : s > 1 ? 1.0 : 0.0};
      }};
  const WolfeConditions wolfe;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    for (const double guess : {1e-12, 1e-3, 0.1, 1.0, 10.0, 1e3, 1e12}) {
      INFO("line " << k << ", guess " << guess);
      const SmoothFunction::OnLine zero = lines[k](0);
      REQUIRE(zero.slope < 0);
      Index evaluations = 0;
      const auto step = line_search(
          [&](double s) {
            ++evaluations;
            return lines[k](s);
          },
          zero, guess);
      CHECK(evaluations <= 100);
      REQUIRE(step);
      CHECK(*step > 0);
      const SmoothFunction::OnLine at = lines[k](*step);
      CHECK(at.value <= zero.value + wolfe.decrease * *step * zero.slope);
      if (k + 1 < lines.size())
        CHECK(std::abs(at.slope) <= -wolfe.curvature * zero.slope);  // smooth
    }
  }
}

TEST_CASE("a line search finds steps that are smaller than its guess by any power of ten",
          "[core][optimize]") {
  for (const double scale : {1e-10, 1e-40, 1e-100, 1e-200, 1e-290}) {
    const auto line = [&](double s) {
      const double t = s / scale - 1;
      return SmoothFunction::OnLine{std::hypot(t, 1), t / (std::hypot(t, 1) * scale)};
    };
    INFO("minimum at " << scale);
    const auto step = line_search(line, line(0), 1);
    REQUIRE(step);
    CHECK(std::abs(line(*step).slope) <= 0.1 * std::abs(line(0).slope));
    CHECK(line(*step).value < line(0).value);
  }
}

TEST_CASE("the default line of a function is the function on that line", "[core][optimize]") {
  const Counted function = rosenbrock();
  const Vector w = {0.3, -2}, d = {1.5, 0.25};
  auto line = function.line(w, d);
  for (const double step : {0.0, 1e-3, 0.7, 20.0}) {
    Vector at = w, gradient(2);
    for (std::size_t i = 0; i < 2; ++i) at[i] += step * d[i];
    const double value = function.value(at, gradient);
    const auto [on_line, slope] = line(step);
    CHECK(on_line == Approx(value).epsilon(1e-13));
    CHECK(slope == Approx(inner(gradient, d)).epsilon(1e-13));
  }
}

TEST_CASE("L-BFGS and conjugate gradients reach the same minimum", "[core][optimize]") {
  Dice dice(5);
  for (int repetition = 0; repetition < 5; ++repetition) {
    // 1/2 |w|^2 + 3 sum_j log(1 + exp(-<a_j, w>)): strongly convex.
    const Index n = 8;
    std::vector<Vector> a;
    for (int j = 0; j < 20; ++j) a.push_back(dice.vector(n, Numbers::kIntegers));
    const auto value = [&](ConstVectorRef w, VectorRef gradient) {
      double sum = 0.5 * inner(w, w);
      std::copy(w.begin(), w.end(), gradient.begin());
      for (const Vector& row : a) {
        const double t = inner(row, w);
        sum += 3 * std::log1p(std::exp(-t));
        for (Index i = 0; i < n; ++i) gradient[i] -= 3 * row[i] / (1 + std::exp(t));
      }
      return sum;
    };
    MinimizeOptions options;
    options.tolerance = 1e-7;  // L-BFGS looks at values, whose rounding hides smaller gradients
    std::vector<Vector> found;
    for (const Minimizer& minimizer : minimizers()) {
      Vector w = dice.vector(n, Numbers::kReals);
      CHECK(minimizer.run(Counted(n, value), w, options).gradient_norm < 1e-6);
      found.push_back(w);
    }
    for (Index i = 0; i < n; ++i) CHECK(found[0][i] == Approx(found[1][i]).margin(1e-6));
  }
}

TEST_CASE("nothing is done where nothing can be gained", "[core][optimize]") {
  for (const Minimizer& minimizer : minimizers()) {
    INFO(minimizer.name);
    const Counted flat(3, [](ConstVectorRef, VectorRef gradient) {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      return 7.0;
    });
    Vector w = {1, 2, 3};
    Minimum minimum = minimizer.run(flat, w, {});
    CHECK(minimum.end == MinimizeEnd::kTolerance);
    CHECK(minimum.iterations == 0);
    CHECK(minimum.value == 7);
    CHECK(w == Vector{1, 2, 3});

    minimum = minimizer.run(quadratic({1, 2, 3}, w), w, {});
    CHECK(minimum.end == MinimizeEnd::kTolerance);
    CHECK(minimum.iterations == 0);
    CHECK(w == Vector{1, 2, 3});

    Vector none;
    minimum = minimizer.run(quadratic({}, {}, 5), none, {});
    CHECK(minimum.end == MinimizeEnd::kTolerance);
    CHECK(minimum.value == 5);
  }
}

TEST_CASE("huge and tiny values are minimised like any other", "[core][optimize]") {
  for (const double scale : {1e-60, 1e-20, 1e20, 1e150}) {
    const Counted function = quadratic({scale, 3 * scale, 10 * scale}, {1, -2, 0.5});
    Vector w(3, 0.0);
    MinimizeOptions options;
    options.tolerance = 1e-8 * scale;
    const Minimum minimum = minimize_conjugate_gradients(function, w, options);
    INFO("scale " << scale << ", " << minimum.iterations << " iterations");
    CHECK(minimum.end == MinimizeEnd::kTolerance);
    CHECK(w[0] == Approx(1).epsilon(1e-6));
    CHECK(w[1] == Approx(-2).epsilon(1e-6));
    CHECK(w[2] == Approx(0.5).epsilon(1e-6));
  }
}

TEST_CASE("separable points of any size are separated by both minimisers", "[core][optimize]") {
  // 1/2 |w|^2 + C sum over points of huber_loss(1, 0.3, <w, x>). Where C |x|^2 is large margins
  // reach 1.3, only (1, 1) is bound, w = 0.65 / scale (1, 1), and the minimum (1.3 / scale)^2 / 4.
  const std::vector<Vector> points = {{1, 1}, {1.2, 1.1}, {3, 0.5}, {0.7, 2}};
  for (const double C : {1.0, 1e6}) {
    for (const double scale : {1.0, 30.0, 1e2, 1e3, 1e4, 1e6, 1e10, 1e18, 1e40, 1e80, 1e120}) {
      const Counted function(2, [&](ConstVectorRef w, VectorRef gradient) {
        double value = 0.5 * inner(w, w);
        for (std::size_t j = 0; j < 2; ++j) gradient[j] = w[j];
        for (const Vector& x : points) {
          const LossAt at = huber_loss(1, 0.3, scale * inner(x, w));
          value += C * at.value;
          for (std::size_t j = 0; j < 2; ++j) gradient[j] += C * at.slope * scale * x[j];
        }
        return value;
      });
      for (const Minimizer& minimizer : minimizers()) {
        INFO(minimizer.name << ", C = " << C << ", scale " << scale);
        function.evaluations = 0;
        Vector w(2, 0.0);
        Minimum minimum;
        Index last = 0;
        MinimizeOptions options;
        options.ends = [&](const Iterate& at) {
          CHECK(at.iteration <= last + 1);
          last = at.iteration;
          return false;
        };
        CHECK_NOTHROW(minimum = minimizer.run(function, w, options));
        CHECK(minimum.iterations == last);
        CHECK(function.evaluations < 20'000);
        for (const Vector& x : points) CHECK(scale * inner(x, w) > 0);
        if (C * scale >= 1e4) CHECK(minimum.value <= 1.1 * 0.5 * std::pow(1.3 / scale, 2) / 2);
      }
    }
  }
}

TEST_CASE(
    "minimisers end on functions that are not finite, not bounded, or not the integral of their "
    "gradient",
    "[core][optimize]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto one = [](std::function<double(double)> value, std::function<double(double)> slope) {
    return Counted(1, [=](ConstVectorRef w, VectorRef gradient) {
      gradient[0] = slope(w[0]);
      return value(w[0]);
    });
  };
  const std::vector<std::pair<const char*, Counted>> functions = {
      {"NaN everywhere", one([=](double) { return nan; }, [=](double) { return nan; })},
      {"infinite everywhere", one([](double) { return HUGE_VAL; }, [](double) { return 1.0; })},
      {"NaN beyond 2",
       one([=](double x) { return x > 2 ? nan : -x; }, [=](double x) { return x > 2 ? nan : -1; })},
      {"a pole", one([](double x) { return x > 2 ? HUGE_VAL : 1 / (2 - x) - 3 * x; },
                     [](double x) { return x > 2 ? HUGE_VAL : std::pow(2 - x, -2) - 3; })},
      {"falls for ever", one([](double x) { return -x; }, [](double) { return -1.0; })},
      {"falls ever faster",
       one([](double x) { return -std::exp(x); }, [](double x) { return -std::exp(x); })},
      {"minus infinity at 0",
       one([](double x) { return std::log(x * x); }, [](double x) { return 2 / x; })},
      {"a gradient of the wrong sign",
       one([](double x) { return x * x; }, [](double x) { return -2 * x; })},
      {"a gradient without values",
       one([](double) { return 1.0; }, [](double x) { return std::sin(100 * x) + 0.1; })},
      {"values of rounding alone", one([](double x) { return 1 + 1e-14 * std::sin(1e3 * x); },
                                       [](double x) { return 1e-11 * std::cos(1e3 * x); })},
      {"a kink",
       one([](double x) { return std::abs(x); }, [](double x) { return x < 0 ? -1.0 : 1.0; })},
      {"noise", one([](double x) { return x * x + 1e-9 * std::sin(1e12 * x); },
                    [](double x) { return 2 * x; })},
  };
  for (const Minimizer& minimizer : minimizers()) {
    for (const auto& [name, function] : functions) {
      INFO(minimizer.name << ": " << name);
      function.evaluations = 0;
      Vector w = {1};
      Minimum minimum;
      CHECK_NOTHROW(minimum = minimizer.run(function, w, {}));
      CHECK(function.evaluations < 100'000);
      CHECK(std::isfinite(w[0]));
    }
  }
}

TEST_CASE("with no tolerance and nobody to end them, minimisers end at rounding",
          "[core][optimize]") {
  Dice dice(6);
  for (const Minimizer& minimizer : minimizers()) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      const Index n = dice.range(1, 30);
      Vector curvature(n);
      for (double& each : curvature) each = std::pow(10.0, 3 * dice.real());
      const Counted function =
          quadratic(curvature, dice.vector(n, Numbers::kReals), dice.range(-1, 1));
      Vector w(n, 0.0);
      INFO(minimizer.name << ", " << n << " variables");
      Minimum minimum;
      CHECK_NOTHROW(minimum = minimizer.run(function, w, {}));
      CHECK(minimum.gradient_norm < 1e-4);
      CHECK(function.evaluations < 20'000);
    }
  }
}

TEST_CASE("a minimiser ends when it is asked to, and passes on exceptions", "[core][optimize]") {
  for (const Minimizer& minimizer : minimizers()) {
    INFO(minimizer.name);
    const Counted function = rosenbrock();
    Vector w = {-1.2, 1};
    MinimizeOptions options;
    Index last = 0;
    options.ends = [&](const Iterate& at) {
      CHECK(at.iteration == ++last);
      return at.iteration == 4;
    };
    const Minimum minimum = minimizer.run(function, w, options);
    CHECK(minimum.end == MinimizeEnd::kAsked);
    CHECK(minimum.iterations == 4);
    check_report(function, w, minimum);

    options.ends = [](const Iterate&) -> bool { throw std::domain_error("asked too much"); };
    CHECK_THROWS_AS(minimizer.run(function, w, options), std::domain_error);
    const Counted broken(
        1, [](ConstVectorRef, VectorRef) -> double { throw std::domain_error("no value"); });
    Vector v = {1};
    CHECK_THROWS_AS(minimizer.run(broken, v, {}), std::domain_error);
  }
}

TEST_CASE("an interrupt within an evaluation leaves L-BFGS at its last iterate",
          "[core][optimize]") {
  const Vector start = {-1.2, 1};
  for (const Vector& scale : {Vector(), Vector{2, 0.5}}) {
    for (Index at = 1; at <= 12; ++at) {
      INFO("evaluation " << at);
      Index evaluations = 0, iterations = 0;
      const Counted whole = rosenbrock();
      const Counted function(2, [&](ConstVectorRef w, VectorRef gradient) {
        if (++evaluations >= at) throw Interrupted();
        return whole.value(w, gradient);
      });
      MinimizeOptions options;
      options.scale = scale;
      options.ends = [&](const Iterate&) { return ++iterations, false; };
      Vector w = start;
      const Minimum minimum = minimize_lbfgs(function, w, options);
      CHECK(minimum.end == MinimizeEnd::kInterrupted);
      CHECK(minimum.iterations == iterations);
      if (iterations == 0) {
        CHECK(w == start);
        continue;
      }
      // The same as after that many iterations.
      Vector expected = start;
      options.ends = [&](const Iterate& each) { return each.iteration == iterations; };
      const Minimum asked = minimize_lbfgs(whole, expected, options);
      CHECK(w == expected);
      CHECK(minimum.value == Approx(asked.value).epsilon(1e-12));
      CHECK(minimum.gradient_norm == Approx(asked.gradient_norm).epsilon(1e-9));
    }
  }
}

TEST_CASE(
    "in a kernel expansion, preconditioned by the kernel matrix, conjugate gradients take the same "
    "way",
    "[core][optimize]") {
  // P(w) = 1/2 |w|^2 + sum_k huber(<a_k, w>), w = A^T alpha: F(alpha) = P(A^T alpha), M = K = A
  // A^T.
  Dice dice(7);
  const Index n = 30, rows = 9;
  std::vector<Vector> a;
  for (Index k = 0; k < rows; ++k) a.push_back(dice.vector(n, Numbers::kReals));
  const auto weights = [&](ConstVectorRef alpha) {
    Vector w(n, 0.0);
    for (Index k = 0; k < rows; ++k) {
      for (Index i = 0; i < n; ++i) w[i] += alpha[k] * a[k][i];
    }
    return w;
  };
  const auto primal = [&](ConstVectorRef w, VectorRef gradient) {
    double sum = 0.5 * inner(w, w);
    std::copy(w.begin(), w.end(), gradient.begin());
    for (Index k = 0; k < rows; ++k) {
      const double left = 1.3 - inner(a[k], w), size = 2 + static_cast<double>(k);
      if (left <= 0) continue;
      const bool parabola = left < 0.6;
      sum += size * (parabola ? left * left / 1.2 : left - 0.3);
      const double slope = size * (parabola ? left / 0.6 : 1);
      for (Index i = 0; i < n; ++i) gradient[i] -= slope * a[k][i];
    }
    return sum;
  };
  const auto expanded = [&](ConstVectorRef alpha, VectorRef gradient) {
    Vector in_w(n);
    const double value = primal(weights(alpha), in_w);
    for (Index k = 0; k < rows; ++k) gradient[k] = inner(a[k], in_w);
    return value;
  };
  // Cholesky's factor of K.
  std::vector<Vector> factor(rows, Vector(rows, 0.0));
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j <= i; ++j) {
      double rest = inner(a[i], a[j]);
      for (Index k = 0; k < j; ++k) rest -= factor[i][k] * factor[j][k];
      factor[i][j] = i == j ? std::sqrt(rest) : rest / factor[j][j];
    }
  }
  MinimizeOptions in_alpha;
  in_alpha.precondition = [&](ConstVectorRef g, VectorRef out) {
    for (Index i = 0; i < rows; ++i) {
      double rest = g[i];
      for (Index k = 0; k < i; ++k) rest -= factor[i][k] * out[k];
      out[i] = rest / factor[i][i];
    }
    for (Index i = rows - 1; i >= 0; --i) {
      double rest = out[i];
      for (Index k = i + 1; k < rows; ++k) rest -= factor[k][i] * out[k];
      out[i] = rest / factor[i][i];
    }
  };
  Index steps = 0;
  in_alpha.ends = [&](const Iterate& at) { return at.iteration == steps; };
  MinimizeOptions in_w;
  in_w.ends = in_alpha.ends;
  double before = HUGE_VAL;
  for (steps = 1; steps <= 8; ++steps) {
    INFO(steps << " steps");
    Vector alpha(rows, 0.0), w(n, 0.0);
    const Minimum dual_way = minimize_conjugate_gradients(Counted(rows, expanded), alpha, in_alpha);
    const Minimum primal_way = minimize_conjugate_gradients(Counted(n, primal), w, in_w);
    REQUIRE(dual_way.iterations == steps);
    REQUIRE(primal_way.iterations == steps);
    CHECK(dual_way.value == Approx(primal_way.value).epsilon(1e-10));
    const Vector same = weights(alpha);
    for (Index i = 0; i < n; ++i) CHECK(same[i] == Approx(w[i]).margin(1e-8));
    CHECK(primal_way.value < before);
    before = primal_way.value;
  }
}
