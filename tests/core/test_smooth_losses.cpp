// The losses and the softmax of the gradient learners, against finite differences and other ways to
// write them.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "costruct/core/optimize/smooth_losses.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// The mean of f(s) over s uniform on [-half, half], by the midpoint rule.
template <class Function>
double mean_within(double half, const Function& f) {
  constexpr int kPoints = 4000;
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) sum += f(half * ((2 * i + 1.0) / kPoints - 1));
  return sum / kPoints;
}

template <class Loss>
double central_difference(const Loss& loss, double t) {
  constexpr double h = 1e-6;
  return (loss(t + h).value - loss(t - h).value) / (2 * h);
}

/// Points of all pieces, their borders and the doubles beside them.
Vector around(const Vector& kinks) {
  Vector points = {-1e300, -1e6, -7.3, 0, 7.3, 1e6, 1e300};
  for (const double kink : kinks) {
    for (const double offset : {0.0, 0.01, 0.1, 0.37}) {
      points.push_back(kink - offset);
      points.push_back(kink + offset);
    }
    points.push_back(std::nextafter(kink, HUGE_VAL));
    points.push_back(std::nextafter(kink, -HUGE_VAL));
  }
  return points;
}

struct Softmax {
  double value = 0;
  Vector derivatives;
};

Softmax softmax(const Vector& s, double rho) {
  Softmax at;
  at.derivatives.assign(s.size(), -1);
  at.value = soft_maximum(s, rho, at.derivatives);
  return at;
}

double sum_of(const Vector& s) {
  double sum = 0;
  for (const double each : s) sum += each;
  return sum;
}

double max_of(const Vector& s) {
  return *std::max_element(s.begin(), s.end());
}

}  // namespace

TEST_CASE("the Huber loss is the hinge averaged over uniform noise", "[core][optimize]") {
  for (const double target : {0.0, 0.4, 1.0, 3.0}) {
    for (const double epsilon : {0.05, 0.3, 2.0}) {
      for (double t = target - 2.5 * epsilon; t <= target + 2.5 * epsilon; t += 0.1 * epsilon) {
        INFO("target " << target << ", epsilon " << epsilon << ", t " << t);
        const double noisy =
            mean_within(epsilon, [&](double s) { return std::max(target - t + s, 0.0); });
        CHECK(huber_loss(target, epsilon, t).value ==
              Approx(noisy).epsilon(1e-6).margin(1e-8 * epsilon));
      }
    }
  }
}

TEST_CASE("the symmetric loss is a box smoothed by triangular noise", "[core][optimize]") {
  for (const double target : {0.4, 1.0, 3.0}) {
    for (const double tau : {0.05, 0.3, 0.4}) {
      for (double t = -target - 1.5 * tau; t <= target + 1.5 * tau; t += 0.1 * tau) {
        INFO("target " << target << ", tau " << tau << ", t " << t);
        // The sum of two uniform variables is triangular; the share of s with |t + r + s| < target
        // is linear.
        const double smoothed = mean_within(tau / 2, [&](double r) {
          const double low = std::max(-tau / 2, -target - t - r),
                       high = std::min(tau / 2, target - t - r);
          return std::max(high - low, 0.0) / tau;
        });
        CHECK(symmetric_loss(target, tau, t).value == Approx(smoothed).margin(1e-8));
      }
    }
  }
}

TEST_CASE("derivatives of the smooth losses are those of their values, kinks included",
          "[core][optimize]") {
  for (const double target : {0.0, 0.4, 1.0, 3.0}) {
    const double width = 0.3;
    const auto huber = [&](double t) { return huber_loss(target, width, t); };
    for (const double t : around({target - width, target, target + width})) {
      INFO("Huber, target " << target << ", t " << t);
      const LossAt at = huber(t);
      CHECK(at.value >= 0);
      CHECK(at.slope <= 0);
      CHECK(at.slope >= -1);
      if (std::abs(t) < 100) CHECK(at.slope == Approx(central_difference(huber, t)).margin(2e-6));
    }
    if (target < width) continue;
    const auto symmetric = [&](double t) { return symmetric_loss(target, width, t); };
    for (const double t : around({-target - width, -target, width - target, 0, target - width,
                                  target, target + width})) {
      INFO("symmetric, target " << target << ", t " << t);
      const LossAt at = symmetric(t), mirrored = symmetric(-t);
      CHECK(at.value >= 0);
      CHECK(at.value <= 1);
      CHECK(at.slope * t <= 0);
      CHECK(std::abs(at.slope) <= 1 / width);
      CHECK(at.value == mirrored.value);
      CHECK(at.slope == -mirrored.slope);
      if (std::abs(t) < 100)
        CHECK(at.slope == Approx(central_difference(symmetric, t)).margin(1e-5));
    }
  }
}

TEST_CASE("the smooth losses have the values of their definition where pieces meet",
          "[core][optimize]") {
  // Binary fractions, so that all sums are exact.
  CHECK(huber_loss(1, 0.5, 0.5).value == 0.5);
  CHECK(huber_loss(1, 0.5, 0.5).slope == -1);
  CHECK(huber_loss(1, 0.5, 1).value == 0.125);
  CHECK(huber_loss(1, 0.5, 1).slope == -0.5);
  CHECK(huber_loss(1, 0.5, 1.5).value == 0);
  CHECK(huber_loss(1, 0.5, 1.5).slope == 0);
  CHECK(huber_loss(1, 0.5, -9).value == 10);
  for (const double sign : {1.0, -1.0}) {
    CHECK(symmetric_loss(1, 0.5, sign * 0.5).value == 1);
    CHECK(symmetric_loss(1, 0.5, sign * 0.5).slope == 0);
    CHECK(symmetric_loss(1, 0.5, sign * 0.75).value == 0.875);
    CHECK(symmetric_loss(1, 0.5, sign * 1).value == 0.5);
    CHECK(symmetric_loss(1, 0.5, sign * 1).slope == -sign * 2);
    CHECK(symmetric_loss(1, 0.5, sign * 1.25).value == 0.125);
    CHECK(symmetric_loss(1, 0.5, sign * 1.5).value == 0);
    CHECK(symmetric_loss(1, 0.5, sign * 1.5).slope == 0);
  }
  CHECK(symmetric_loss(0.5, 0.5, 0).value == 1);
  CHECK(symmetric_loss(0.5, 0.5, 0).slope == 0);
}

TEST_CASE("the softmax agrees with its formula in long doubles", "[core][optimize]") {
  Dice dice(1);
  for (const double rho : {1e-3, 0.1, 1.0, 3.0, 10.0, 100.0}) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      Vector s(dice.range(1, 6));
      for (double& each : s) each = dice.range(0, 3) == 0 ? 0 : 2 + 2 * dice.real();
      INFO("rho " << rho << ", " << s.size() << " values");
      long double total = 1;
      for (const double each : s) total += std::expm1(static_cast<long double>(rho) * each);
      const Softmax at = softmax(s, rho);
      CHECK(at.value ==
            Approx(static_cast<double>(std::log(total) / rho)).epsilon(1e-12).margin(1e-15));
      for (std::size_t i = 0; i < s.size(); ++i) {
        const long double share = std::exp(static_cast<long double>(rho) * s[i]) / total;
        CHECK(at.derivatives[i] ==
              Approx(static_cast<double>(share)).epsilon(1e-12).margin(1e-300));
      }
    }
  }
}

TEST_CASE("the softmax lies between maximum and sum, reaches either, and never overflows",
          "[core][optimize]") {
  const double least = std::numeric_limits<double>::denorm_min();
  const std::vector<Vector> all = {
      {1},       {1, 1, 1, 1},       {0.3, 2, 0.7},          {0, 0},
      {5, 0, 0}, {1e300, 1},         {1e300, 1e300, 1e300},  {1e-300, 1e-290},
      {least},   {1e-3, 1e3, 1e300}, {0.1, 0.1, 0.1, 2, 2.1}};
  for (const Vector& s : all) {
    double before = HUGE_VAL;
    for (const double rho : {1e-300, 1e-12, 1e-3, 1.0, 10.0, 1e6, 1e300}) {
      INFO("rho " << rho << ", first value " << s[0] << ", " << s.size() << " values");
      const auto [value, derivatives] = softmax(s, rho);
      const double rounding = 1e-11 * value;
      REQUIRE(std::isfinite(value));
      CHECK(value >= max_of(s) - rounding);
      CHECK(value <= sum_of(s) + rounding);
      CHECK(value <= max_of(s) + std::log(static_cast<double>(s.size())) / rho + rounding);
      CHECK(value <= before + rounding);  // falls as rho grows
      before = value;
      for (std::size_t i = 0; i < s.size(); ++i) {
        CHECK(derivatives[i] >= 0);
        CHECK(derivatives[i] <= 1 + 1e-12);
        if (s[i] == max_of(s)) CHECK(derivatives[i] >= 1 / (1.0 + static_cast<double>(s.size())));
        for (std::size_t j = 0; j < s.size(); ++j) {
          if (s[i] <= s[j]) CHECK(derivatives[i] <= derivatives[j]);
        }
      }
      if (rho * sum_of(s) <= 1e-10) {
        CHECK(value == Approx(sum_of(s)).epsilon(1e-9));
        for (const double derivative : derivatives) CHECK(derivative == Approx(1));
      }
      if (s.size() == 1) {
        CHECK(value == Approx(s[0]).epsilon(1e-11));
        CHECK(derivatives[0] == Approx(1));
      }
    }
    CHECK(softmax(s, 1e300).value == Approx(max_of(s)));
  }
}

TEST_CASE("the softmax of equal values has a closed form", "[core][optimize]") {
  for (const double s : {0.01, 0.5, 3.0, 400.0}) {
    for (const double rho : {0.01, 1.0, 10.0, 1000.0}) {
      for (const Index d : {1, 2, 7, 100}) {
        const double n = static_cast<double>(d), rest = std::exp(-rho * s);
        const auto [value, derivatives] = softmax(Vector(d, s), rho);
        CHECK(value == Approx(s + std::log(n - (n - 1) * rest) / rho).epsilon(1e-9));
        for (const double each : derivatives) CHECK(each == Approx(1 / (n - (n - 1) * rest)));
      }
    }
  }
}

TEST_CASE("derivatives of the softmax are those of its value", "[core][optimize]") {
  Dice dice(2);
  for (const double rho : {1e-9, 0.1, 1.0, 10.0}) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      Vector s(dice.range(1, 5));
      for (double& each : s) each = 1.5 + dice.real();
      const Vector derivatives = softmax(s, rho).derivatives;
      for (std::size_t i = 0; i < s.size(); ++i) {
        constexpr double h = 1e-5;
        Vector up = s, down = s;
        up[i] += h;
        down[i] -= h;
        CHECK(derivatives[i] ==
              Approx((softmax(up, rho).value - softmax(down, rho).value) / (2 * h)).margin(1e-6));
      }
    }
  }
}

TEST_CASE("the softmax of no values is zero", "[core][optimize]") {
  CHECK(softmax({}, 10).value == 0);
}
