// Functions some of whose variables follow the others.
#include <catch2/catch.hpp>

#include "costruct/core/optimize/tied_objective.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// 1/2 |x|^2 + sum_i weight_i (x_i - x_{i+1})^4, with a gradient of its own.
class Quartic final : public SmoothFunction {
 public:
  explicit Quartic(Vector weight) : weight_(std::move(weight)) {}
  Index dimension() const override { return static_cast<Index>(weight_.size()) + 1; }
  double value(ConstVectorRef x, VectorRef gradient) const override {
    double value = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      value += 0.5 * x[i] * x[i];
      gradient[i] = x[i];
    }
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      const double d = x[i] - x[i + 1];
      value += weight_[i] * d * d * d * d;
      gradient[i] += 4 * weight_[i] * d * d * d;
      gradient[i + 1] -= 4 * weight_[i] * d * d * d;
    }
    return value;
  }

 private:
  Vector weight_;
};

/// x_1 = 0.3 - 2 x_0 + x_3, x_4 = -1 - 0.5 x_2
std::vector<TiedVariable> ties() {
  return {{1, 0.3, {0, 3}, {2, -1}}, {4, -1, {2}, {0.5}}};
}

/// The function written out by hand.
double by_hand(const Quartic& base, Vector x) {
  x[1] = 0.3 - 2 * x[0] + x[3];
  x[4] = -1 - 0.5 * x[2];
  Vector unused(x.size());
  return base.value(x, unused) - 0.5 * x[1] * x[1] - 0.5 * x[4] * x[4];
}

}  // namespace

TEST_CASE("tied variables follow the others, whatever they were, and have no gradient", "[tied]") {
  Dice dice(1);
  const Quartic base({0.5, 1, 0.25, 2, 1});
  const std::vector<TiedVariable> tied = ties();
  const TiedObjective objective(base, tied);
  for (int round = 0; round < 20; ++round) {
    Vector x = dice.vector(6, Numbers::kReals), gradient(6);
    const double value = objective.value(x, gradient);
    CHECK(value == Approx(by_hand(base, x)).epsilon(1e-12));
    CHECK(gradient[1] == 0);
    CHECK(gradient[4] == 0);
    for (const std::size_t i : {0, 2, 3, 5}) {
      const double h = 1e-5;
      Vector up = x, down = x;
      up[i] += h;
      down[i] -= h;
      const double slope = (by_hand(base, up) - by_hand(base, down)) / (2 * h);
      CHECK(gradient[i] == Approx(slope).epsilon(1e-6).margin(1e-6));
    }
    x[1] = 100;
    x[4] = -7;
    CHECK(objective.value(x, gradient) == value);
  }
}

TEST_CASE("on a line the tied objective has the values and slopes of its points", "[tied]") {
  Dice dice(2);
  const Quartic base({0.5, 1, 0.25, 2, 1});
  const std::vector<TiedVariable> tied = ties();
  const TiedObjective objective(base, tied);
  const Vector x = dice.vector(6, Numbers::kReals), d = dice.vector(6, Numbers::kReals);
  SmoothFunction::Line line = objective.line(x, d);
  for (const double step : {0.0, 0.3, -1.0, 2.5}) {
    Vector at = x, gradient(6);
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += step * d[i];
    const SmoothFunction::OnLine found = line(step);
    CHECK(found.value == Approx(objective.value(at, gradient)).epsilon(1e-12));
    double slope = 0;
    for (std::size_t i = 0; i < at.size(); ++i) slope += gradient[i] * d[i];
    CHECK(found.slope == Approx(slope).epsilon(1e-10).margin(1e-10));
  }
}

TEST_CASE("a minimiser ends where the free variables have no slope and the tied ones their values",
          "[tied]") {
  const Quartic base({0.5, 1, 0.25, 2, 1});
  const std::vector<TiedVariable> tied = ties();
  const TiedObjective objective(base, tied);
  Vector x(6, 0.0);
  MinimizeOptions options;
  options.tolerance = 1e-9;
  const Minimum minimum = minimize_conjugate_gradients(objective, x, options);
  CHECK(minimum.end == MinimizeEnd::kTolerance);
  objective.tie(x);
  CHECK(x[1] == Approx(0.3 - 2 * x[0] + x[3]).margin(1e-12));
  CHECK(x[4] == Approx(-1 - 0.5 * x[2]).margin(1e-12));
  Dice dice(3);
  for (int round = 0; round < 50; ++round) {
    Vector near = x;
    for (double& each : near) each += 0.01 * dice.real();
    CHECK(by_hand(base, near) >= minimum.value - 1e-12);
  }
}

TEST_CASE("without ties nothing changes", "[tied]") {
  Dice dice(4);
  const Quartic base({0.5, 1, 0.25});
  const std::vector<TiedVariable> none;
  const Vector x = dice.vector(4, Numbers::kReals);
  Vector a(4), b(4);
  CHECK(TiedObjective(base, none).value(x, a) == base.value(x, b));
  CHECK(a == b);
}
