// Structural SVMs on relaxed outputs, against the quadratic program over all vertices of the
// relaxation.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/optimize/relaxed_constraints.hpp"
#include "support/enumerate.hpp"
#include "support/svm_solvers.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// Two labels on the three nodes of a triangle. What a point stands for: the share mu_i of label 1
/// at node i, and z_e, whether the ends of edge e differ.
struct TrianglePoint {
  std::array<double, 3> mu{}, z{};
};

constexpr std::array<std::array<int, 2>, 3> kEdges = {{{0, 1}, {0, 2}, {1, 2}}};

TrianglePoint point_of(const Output& y) {
  TrianglePoint point;
  for (int i = 0; i < 3; ++i) point.mu[i] = y.parts[i];
  for (int e = 0; e < 3; ++e) point.z[e] = y.parts[kEdges[e][0]] != y.parts[kEdges[e][1]];
  return point;
}

/// The vertices of the relaxation that knows edges one by one,
///   |mu_i - mu_j| <= z_ij <= min{mu_i + mu_j, 2 - mu_i - mu_j}:
/// the eight labelings, and with all mu = 1/2 the four z of an odd number of ends that differ,
/// which no labeling has.
std::vector<TrianglePoint> triangle_vertices(bool fractional) {
  std::vector<TrianglePoint> all;
  for (const Output& y : all_labelings(3, 2)) all.push_back(point_of(y));
  if (!fractional) return all;
  for (const std::array<double, 3>& odd :
       {std::array<double, 3>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}) {
    all.push_back({{0.5, 0.5, 0.5}, odd});
  }
  return all;
}

/// Phi = sum_i mu_i psi_i (+) sum_e z_e phi_e, two features each; the loss is sum_i |mu_i - y_i|.
/// Exact decoding where nothing is trained; its loss-augmented decoder is relaxed.
class Triangle final : public StructuredProblem, public RelaxedDecoder {
 public:
  Triangle(Index inputs, std::uint64_t seed) {
    Dice dice(seed);
    for (Index x = 0; x < inputs; ++x) {
      numbers_.push_back(dice.vector(12, Numbers::kReals));
      for (const int e : {0, 1, 2})
        numbers_[x][6 + 2 * e] += 2;  // all ends would like to differ, or to agree
    }
  }
  Index dimension() const override { return 4; }
  Index num_inputs() const override { return static_cast<Index>(numbers_.size()); }
  SparseVector joint_feature(InputId x, const Output& y) const override {
    return feature(x, point_of(y));
  }
  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return loss(y, point_of(y_hat));
  }
  Decoded decode(InputId x, ConstVectorRef w) const override {
    Decoded best{{}, -HUGE_VAL};
    for (const Output& y : all_labelings(3, 2)) {
      if (const double f = score(x, y, w); f > best.value) best = {y, f};
    }
    return best;
  }
  /// A labeling that rounds the relaxed optimum, and the value of that.
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation a) const override {
    const TrianglePoint z = relaxed_optimum(x, y, w, a);
    Output rounded;
    for (const double mu : z.mu) rounded.parts.push_back(mu > 0.5);
    const RelaxedOutput worst = most_violated_relaxed(x, y, w, a);
    return {rounded,
            violation(worst, w, a) + (a.rescaling == Rescaling::kMargin ? score(x, y, w) : 0)};
  }
  Exactness loss_augmented_exactness(Augmentation) const override { return Exactness::kRelaxed; }
  RelaxedOutput most_violated_relaxed(InputId x, const Output& y, ConstVectorRef w,
                                      Augmentation a) const override {
    return relaxed(x, y, relaxed_optimum(x, y, w, a));
  }

  SparseVector feature(InputId x, const TrianglePoint& point) const {
    Vector phi(4, 0.0);
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 2; ++k) {
        phi[k] += point.mu[i] * numbers_[x][2 * i + k];
        phi[2 + k] += point.z[i] * numbers_[x][6 + 2 * i + k];
      }
    }
    return {{0, 1, 2, 3}, phi};
  }
  static double loss(const Output& y, const TrianglePoint& point) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += std::abs(point.mu[i] - y.parts[i]);
    return sum;
  }

 private:
  RelaxedOutput relaxed(InputId x, const Output& y, const TrianglePoint& z) const {
    return {difference(joint_feature(x, y), feature(x, z)), loss(y, z)};
  }
  static double violation(const RelaxedOutput& z, ConstVectorRef w, Augmentation a) {
    const auto [b, s] = reference_scale(z.loss, a);
    return b - s * dot(z.difference, w);
  }
  TrianglePoint relaxed_optimum(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation a) const {
    TrianglePoint best;
    double value = -HUGE_VAL;
    for (const TrianglePoint& z : triangle_vertices(true)) {
      const double at_z = violation(relaxed(x, y, z), w, a);
      if (at_z > value) {
        value = at_z;
        best = z;
      }
    }
    return best;
  }

  std::vector<Vector> numbers_;
};

std::vector<LabeledExample> labeled_triangles(Index count, std::uint64_t seed) {
  Dice dice(seed);
  std::vector<LabeledExample> examples;
  for (Index x = 0; x < count; ++x) {
    Output y = dice.labeling(3, 2);
    if (y.parts[0] == y.parts[1]) y.parts[2] = 1 - y.parts[0];  // as many ends differ as can
    examples.push_back({x, y, x == 2 ? 2.5 : 1.0});
  }
  return examples;
}

DenseQp enumerated(const Triangle& problem, const std::vector<LabeledExample>& examples, double C,
                   Augmentation augmentation, bool fractional) {
  DenseQp qp;
  qp.dimension = problem.dimension();
  qp.slack_norm = augmentation.slack_norm;
  for (const auto& [x, y, weight] : examples) {
    for (const TrianglePoint& z : triangle_vertices(fractional)) {
      const auto [b, s] = reference_scale(Triangle::loss(y, z), augmentation);
      DenseConstraint row{static_cast<Index>(qp.costs.size()), Vector(qp.dimension, 0.0), b};
      add_to(row.a, s, difference(problem.joint_feature(x, y), problem.feature(x, z)));
      qp.constraints.push_back(std::move(row));
    }
    qp.costs.push_back(C * weight);
  }
  return qp;
}

}  // namespace

TEST_CASE("solvers reach the optimum over all vertices of a relaxation, and certify it",
          "[learners][relaxed]") {
  int loose = 0;
  for (const std::uint64_t seed : {1, 2}) {
    const Triangle problem(8, seed);
    const std::vector<LabeledExample> examples = labeled_triangles(8, seed + 100);
    for (const Augmentation augmentation : all_augmentations()) {
      for (const double C : {0.1, 1.0, 5.0}) {
        const DenseQp qp = enumerated(problem, examples, C, augmentation, true);
        const double optimum = solve_dense(qp).primal;
        const double exact =
            solve_dense(enumerated(problem, examples, C, augmentation, false)).primal;
        CHECK(exact <= optimum * (1 + 1e-9));
        loose += exact < 0.99 * optimum;
        std::optional<RelaxedConstraints> relaxed;
        const MaxMargin objective{with_relaxed_constraints(problem, augmentation, relaxed),
                                  examples, C, augmentation};
        REQUIRE(relaxed);
        for (const SvmSolver& solver : svm_solvers()) {
          SolverCall call;
          call.C = C;
          call.augmentation = augmentation;
          call.limits.gap = solver.fine ? 1e-7 : 1e-3;
          if (!solver.solves(call)) continue;
          INFO(solver.name << ", seed " << seed << ", C " << C << ", "
                           << (augmentation.rescaling == Rescaling::kSlack ? "slack" : "margin")
                           << ", r = " << augmentation.slack_norm);
          const SolverResult result = solver.solve(objective, call, {});
          CHECK(result.converged);
          CHECK(result.gap <= call.limits.gap);
          // The certificate, by code that has seen neither the solvers nor the decoder.
          CHECK(result.primal == Approx(dense_primal(qp, result.w)).epsilon(1e-9));
          CHECK(result.dual <= optimum * (1 + 1e-9));
          CHECK(result.primal >= optimum * (1 - 1e-9));
        }
      }
    }
  }
  CHECK(loose >= 4);  // relaxed outputs matter
}

TEST_CASE("structural_svm trains on relaxed outputs where the problem offers them",
          "[learners][relaxed]") {
  const Views views(std::make_unique<Triangle>(8, 3));
  const auto& problem = dynamic_cast<const Triangle&>(views.joint());
  const Sample sample{labeled_triangles(8, 103), {}};
  const DenseQp qp = enumerated(problem, sample.labeled, 5, {}, true);
  const double optimum = solve_dense(qp).primal;
  for (const char* solver : {"n_slack", "one_slack", "bcfw"}) {
    const Fitted one =
        make_learner("structural_svm", {{"C", 5}, {"solver", solver}})->fit(views, sample, {});
    CHECK(one.report.converged);
    CHECK(!one.report.gap_is_estimate);
    CHECK(*one.report.primal == Approx(optimum).epsilon(1e-3));
    CHECK(*one.report.primal == Approx(dense_primal(qp, one.weights[0])).epsilon(1e-9));
    bool fraction = false;  // of a support vector's loss
    for (const auto& [loss, count] : one.report.support_losses)
      fraction = fraction || loss != std::floor(loss);
    CHECK(fraction);
    const Fitted two = make_learner("structural_svm", {{"C", 5}, {"solver", solver}})
                           ->fit(views, sample, with_threads(2));
    CHECK(same_bits(one.weights[0], two.weights[0]));
    CHECK(one.report.history == two.report.history);
  }
  // On rounded outputs alone the gap stays open.
  const MaxMargin rounded{problem, sample.labeled, 5, {}};
  NSlackOptions options;
  options.limits.iteration_limit = 300;
  const SolverResult open = solve_n_slack(rounded, options, {});
  CHECK(!open.converged);
  CHECK(open.gap > 5e-3);
}

TEST_CASE("a relaxed output keeps the bits of its constraint", "[learners][relaxed]") {
  Dice dice(7);
  const Triangle problem(4, 9);
  const RelaxedConstraints relaxed(problem);
  const Output y{{0, 1, 1}};
  for (InputId x = 0; x < 4; ++x) {
    for (const Augmentation augmentation : all_augmentations()) {
      const Vector w = dice.vector(4, Numbers::kReals);
      const RelaxedOutput z = problem.most_violated_relaxed(x, y, w, augmentation);
      const Decoded worst = relaxed.most_violated(x, y, w, augmentation, {}, {});
      REQUIRE(RelaxedConstraints::is_relaxed(worst.output));
      CHECK(same_bits(relaxed.loss(x, y, worst.output), z.loss));
      Vector added(4, 0.0), expected(4, 0.0);
      relaxed.add_difference(x, y, worst.output, 1, added);
      add_to(expected, 1, z.difference);
      CHECK(same_bits(added, expected));
      // Beside outputs of the problem.
      const std::vector<Output> outputs = {y, {{1, 1, 0}}, worst.output};
      Vector margins(3), products(3);
      relaxed.margins(x, y, outputs, w, margins);
      relaxed.difference_products(x, y, worst.output, outputs, products);
      CHECK(margins[0] == 0);
      CHECK(margins[1] == Approx(problem.score(x, y, w) - problem.score(x, outputs[1], w)));
      CHECK(margins[2] == dot(z.difference, w));
      CHECK(products[0] == 0);
      CHECK(products[1] ==
            Approx(dot(z.difference, difference(problem.joint_feature(x, y),
                                                problem.joint_feature(x, outputs[1])))));
      CHECK(products[2] == Approx(dot(z.difference, z.difference)));
    }
  }
}
