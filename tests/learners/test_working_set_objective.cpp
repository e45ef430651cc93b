// The smoothed objective over working sets, against one with dense rows and formulas of its own.
#include <catch2/catch.hpp>

#include "costruct/core/optimize/working_set_objective.hpp"
#include "support/smooth_oracle.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

using LossForm = WorkingSetObjective::LossForm;

/// An objective over random working sets, its oracle, and the way from variables to the problem's
/// weights.
struct Pair {
  WorkingSetObjective objective;
  SmoothOracle oracle;
  Index dimension;

  Vector spread(const Vector& variables) const {
    Vector w(dimension, 0.0);
    for (std::size_t j = 0; j < variables.size(); ++j) w[objective.coordinates()[j]] = variables[j];
    return w;
  }
};

Smoothing smoothing(const SmoothShape& shape) {
  return {shape.epsilon, shape.tau, shape.rho};
}

/// Every input once as a labeled and once as an unknown block, each with a random working set.
Pair random_pair(const SvmTask& task, const StructuredProblem& problem, const SmoothShape& shape,
                 Dice& dice) {
  Pair pair{WorkingSetObjective(problem, shape.rescaling, smoothing(shape), 1),
            SmoothOracle(shape, problem.dimension()), problem.dimension()};
  for (const LossForm form : {LossForm::kHuber, LossForm::kSymmetric}) {
    for (const auto& [x, y, weight] : task.sample.labeled) {
      std::vector<Output> some;
      for (const Output& y_hat : task.outputs(x)) {
        if (y_hat != y && dice.range(0, 2) == 0) some.push_back(y_hat);
      }
      const Index block = pair.objective.add_block(x, form);
      pair.objective.set_reference(block, y);
      pair.objective.set_weight(block, weight);
      for (const Output& y_hat : some) CHECK(pair.objective.add_constraint(block, y_hat));
      pair.oracle.add(problem, x, y, some, weight, form == LossForm::kHuber);
    }
  }
  return pair;
}

std::vector<SmoothShape> shapes() {
  std::vector<SmoothShape> all;
  for (const Rescaling rescaling : {Rescaling::kMargin, Rescaling::kSlack}) {
    all.push_back({0.3, 0.4, 10, rescaling});
    all.push_back({1.5, 0.05, 1e-3, rescaling});
    all.push_back({0.01, 3, 200, rescaling});
  }
  return all;
}

template <class Check>
void over_pairs(std::uint64_t seed, const Check& check) {
  Dice dice(seed);
  for (const SvmTask& task : svm_tasks(seed)) {
    const Views views = task.views();
    std::vector<const StructuredProblem*> problems = {&views.joint()};
    for (Index v = 0; v < views.count() && views.count() > 1; ++v) problems.push_back(&views[v]);
    for (std::size_t p = 0; p < problems.size(); ++p) {
      for (const SmoothShape& shape : shapes()) {
        INFO(task.name << ", problem " << p << ", rho " << shape.rho << ", "
                       << (shape.rescaling == Rescaling::kSlack ? "slack" : "margin")
                       << " rescaling");
        check(random_pair(task, *problems[p], shape, dice), shape, dice);
      }
    }
  }
}

/// The examples of random points with K labels and dense integer features.
LabeledData dense_points(Dice& dice, Index count, Index features) {
  LabeledData data;
  data.parts.labels = {"a", "b", "c"};
  FeatureTable table;
  table.num_features = features;
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < features; ++j) {
      table.feature.push_back(static_cast<std::int32_t>(j));
      table.value.push_back(dice.real());
    }
    table.end_part();
    table.end_example();
    data.truth.push_back(dice.labeling(1, 3));
  }
  data.parts.views.push_back(std::move(table));
  return data;
}

}  // namespace

TEST_CASE("the objective over working sets is that of its formula", "[core][optimize]") {
  over_pairs(1, [](const Pair& pair, const SmoothShape&, Dice& dice) {
    for (const double scale : {0.0, 0.1, 1.0, 30.0}) {
      Vector variables = dice.vector(pair.objective.dimension(), Numbers::kReals);
      for (double& each : variables) each *= scale;
      Vector gradient(variables.size()), expected;
      const double value = pair.objective.value(variables, gradient);
      CHECK(value == Approx(pair.oracle.value(pair.spread(variables), expected)).epsilon(1e-11));
      const Vector spread = pair.spread(gradient);
      for (Index j = 0; j < pair.dimension; ++j)
        CHECK(spread[j] == Approx(expected[j]).epsilon(1e-9).margin(1e-10));
    }
  });
}

TEST_CASE("the gradient of the objective agrees with central differences", "[core][optimize]") {
  over_pairs(2, [](const Pair& pair, const SmoothShape& shape, Dice& dice) {
    if (shape.rho > 100) return;  // curvature of thousands: other differences
    Vector variables = dice.vector(pair.objective.dimension(), Numbers::kReals);
    Vector gradient(variables.size()), ignored(variables.size());
    const double value = pair.objective.value(variables, gradient);
    for (std::size_t j = 0; j < variables.size(); ++j) {
      constexpr double h = 1e-6;
      Vector up = variables, down = variables;
      up[j] += h;
      down[j] -= h;
      const double difference =
          (pair.objective.value(up, ignored) - pair.objective.value(down, ignored)) / (2 * h);
      CHECK(gradient[j] == Approx(difference).epsilon(1e-6).margin(1e-6 * (1 + std::abs(value))));
    }
  });
}

TEST_CASE("the objective on a line is the objective", "[core][optimize]") {
  over_pairs(3, [](const Pair& pair, const SmoothShape&, Dice& dice) {
    const Index n = pair.objective.dimension();
    const Vector w = dice.vector(n, Numbers::kReals), d = dice.vector(n, Numbers::kReals);
    const auto line = pair.objective.line(w, d);
    for (const double step : {0.0, 1e-9, 0.01, 0.3, 1.0, 100.0}) {
      Vector at = w, gradient(w.size());
      for (std::size_t j = 0; j < w.size(); ++j) at[j] += step * d[j];
      const double value = pair.objective.value(at, gradient);
      double slope = 0, size = 0;
      for (std::size_t j = 0; j < w.size(); ++j) {
        slope += gradient[j] * d[j];
        size += std::abs(gradient[j] * d[j]);
      }
      const auto [on_line, slope_on_line] = line(step);
      CHECK(on_line == Approx(value).epsilon(1e-11));
      CHECK(slope_on_line == Approx(slope).margin(1e-9 * (1 + size)));
    }
  });
}

TEST_CASE("the smoothed objective has the same bits for any number of threads",
          "[core][optimize][determinism]") {
  Dice dice(4);
  const LabeledData data = dense_points(dice, 1100, 60);
  const Views views = make_views("multiclass", Json::object(), data.parts);
  std::vector<Vector> gradients, values;
  for (const int threads : {1, 2, 8}) {
    WorkingSetObjective objective(views.joint(), Rescaling::kMargin, {}, threads);
    for (std::size_t i = 0; i < data.truth.size(); ++i) {
      const Index block = objective.add_block(static_cast<InputId>(i),
                                              i % 2 ? LossForm::kHuber : LossForm::kSymmetric);
      objective.set_reference(block, data.truth[i]);
      objective.set_weight(block, 1);
      for (int k = 0; k < 3; ++k) {
        if (k != data.truth[i].parts[0]) objective.add_constraint(block, {{k}});
      }
    }
    Dice same(5);
    const Vector w = same.vector(objective.dimension(), Numbers::kReals);
    const Vector d = same.vector(objective.dimension(), Numbers::kReals);
    Vector gradient(w.size());
    const double value = objective.value(w, gradient);
    const auto on_line = objective.line(w, d)(0.1);
    values.push_back({value, on_line.value, on_line.slope});
    gradients.push_back(gradient);
  }
  for (std::size_t k = 1; k < values.size(); ++k) {
    CHECK(same_bits(values[k], values[0]));
    CHECK(same_bits(gradients[k], gradients[0]));
  }
}

TEST_CASE("working sets know their outputs, drop those of another reference, and prune",
          "[core][optimize]") {
  Dice dice(6);
  const LabeledData data = dense_points(dice, 3, 4);
  const Views views = make_views("multiclass", Json::object(), data.parts);
  WorkingSetObjective objective(views.joint(), Rescaling::kMargin, {}, 1);
  CHECK(objective.dimension() == 0);
  const Index labeled = objective.add_block(0, LossForm::kHuber),
              unknown = objective.add_block(1, LossForm::kSymmetric);
  CHECK(objective.block_count() == 2);
  CHECK(!objective.set_reference(labeled, {{0}}));
  CHECK(!objective.set_reference(unknown, {{0}}));
  objective.set_weight(labeled, 2);
  objective.set_weight(unknown, 0);

  CHECK(objective.add_constraint(labeled, {{1}}));
  CHECK(!objective.add_constraint(labeled, {{1}}));
  CHECK(objective.add_constraint(labeled, {{2}}));
  CHECK(objective.add_constraint(unknown, {{1}}));
  CHECK(objective.has_constraint(labeled, {{2}}));
  CHECK(!objective.has_constraint(unknown, {{2}}));
  CHECK(objective.constraint_count() == 3);
  CHECK(objective.added_count() == 3);
  CHECK(objective.tau_cut_count() == 0);
  CHECK(objective.dimension() == 12);

  // The same reference changes nothing, another one empties the block.
  CHECK(!objective.set_reference(labeled, {{0}}));
  CHECK(objective.constraint_count() == 3);
  CHECK(objective.set_reference(labeled, {{1}}));
  CHECK(objective.constraint_count() == 1);
  CHECK(!objective.has_constraint(labeled, {{2}}));
  CHECK(!objective.set_reference(labeled, {{0}}));  // nothing to drop
  CHECK(objective.add_constraint(labeled, {{1}}));

  // Coefficients at w = 0: 2 for the labeled block, 0 for the other, whose constraint comes back to
  // stay.
  const Vector zero(objective.dimension(), 0.0);
  CHECK(objective.prune(zero, 1e-3) == 1);
  CHECK(objective.has_constraint(labeled, {{1}}));
  CHECK(objective.constraint_count() == 1);
  CHECK(objective.add_constraint(unknown, {{1}}));
  CHECK(objective.prune(zero, 1e-3) == 0);
  CHECK(objective.constraint_count() == 2);
  CHECK(objective.added_count() == 5);
  CHECK(objective.prune(zero, 3) == 1);

  WorkingSetObjective cut(views.joint(), Rescaling::kMargin, {0.3, 1.5, 10}, 1);
  cut.set_reference(cut.add_block(0, LossForm::kSymmetric), {{0}});
  cut.set_reference(cut.add_block(0, LossForm::kHuber), {{0}});
  cut.add_constraint(0, {{1}});
  cut.add_constraint(1, {{1}});
  CHECK(cut.tau_cut_count() == 1);
}

TEST_CASE("decoding finds an output with a loss where there is one", "[core][optimize]") {
  Dice dice(7);
  for (const SvmTask& task : svm_tasks(7)) {
    const Views views = task.views();
    const StructuredProblem& problem = views.joint();
    for (const SmoothShape& shape : shapes()) {
      INFO(task.name << ", epsilon " << shape.epsilon << ", "
                     << (shape.rescaling == Rescaling::kSlack ? "slack" : "margin")
                     << " rescaling");
      for (const double scale : {0.0, 0.05, 0.3, 1.0}) {
        Vector w = dice.vector(problem.dimension(), Numbers::kReals);
        for (double& each : w) each *= scale;
        const Violators violators(problem, shape.rescaling, smoothing(shape), w, "test");
        for (const auto& [x, y, weight] : task.sample.labeled) {
          const auto margin_of = [&, x = x](const Output& reference, const Output& y_hat) {
            return problem.score(x, reference, w) - problem.score(x, y_hat, w);
          };
          const auto target_of = [&, x = x](const Output& reference, const Output& y_hat) {
            return shape.rescaling == Rescaling::kMargin ? problem.loss(x, reference, y_hat) : 1;
          };
          const auto loss_of = [&, x = x](bool labeled, const Output& reference,
                                          const Output& y_hat) {
            const double loss = problem.loss(x, reference, y_hat);
            return reference_loss_at(shape, labeled, loss, margin_of(reference, y_hat)).value;
          };
          const std::vector<Output> found = violators.with_huber_loss(x, y);
          double largest = 0;
          for (const Output& y_hat : without(task.outputs(x), y)) {
            largest = std::max(largest, loss_of(true, y, y_hat));
            if (violators.all() && loss_of(true, y, y_hat) > 1e-12)
              CHECK(std::count(found.begin(), found.end(), y_hat) == 1);
          }
          if (!violators.all()) CHECK(found.size() <= 1);
          for (const Output& y_hat : found) {
            CHECK(y_hat != y);
            // The worst of all; with slack rescaling the worst of its upper bound loss (1 + epsilon
            // - t).
            if (shape.rescaling == Rescaling::kMargin && !violators.all())
              CHECK(loss_of(true, y, y_hat) >= largest - shape.epsilon - 1e-12);
            CHECK(margin_of(y, y_hat) <= target_of(y, y_hat) + shape.epsilon + 1e-12);
          }
          if (found.empty()) CHECK(largest <= 1e-12);
          const Output top = problem.decode(x, w).output;
          const std::vector<Output> unsure = violators.with_symmetric_loss(x, top);
          for (const Output& y_hat : unsure) {
            CHECK(y_hat != top);
            const double target = target_of(top, y_hat);
            CHECK(margin_of(top, y_hat) <= target + std::min(shape.tau, target) + 1e-12);
          }
          for (const Output& y_hat : without(task.outputs(x), top)) {
            if (violators.all() && loss_of(false, top, y_hat) > 1e-12)
              CHECK(std::count(unsure.begin(), unsure.end(), y_hat) == 1);
          }
          // Losses of less than tau are out of its reach: it looks at the most violated output
          // alone.
          if (unsure.empty() && shape.tau < 0.1) {
            for (const Output& y_hat : without(task.outputs(x), top)) {
              if (problem.loss(x, top, y_hat) >= shape.tau)
                CHECK(loss_of(false, top, y_hat) <= 1e-12);
            }
          }
        }
      }
    }
  }
}
