// The combinatorial transductive SVM against dense quadratic programs, exhaustive search over
// pseudo-labels, and its laws.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <numeric>
#include <utility>

#include "costruct/learners/solvers/transductive_svm.hpp"
#include "support/dense_qp.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

using PointRows = std::vector<Vector>;  // one row each

FeatureRows rows_of(const PointRows& points, Index columns) {
  FeatureRows rows;
  rows.columns = columns;
  for (const Vector& x : points) {
    for (Index j = 0; j < columns; ++j) {
      if (x[j] == 0) continue;
      rows.column.push_back(j);
      rows.value.push_back(x[j]);
    }
    rows.end_row();
  }
  return rows;
}

PartData part_data(const PointRows& points, Index columns, std::vector<std::string> labels) {
  PartData data;
  data.labels = std::move(labels);
  FeatureTable table;
  table.num_features = columns;
  for (const Vector& x : points) {
    for (Index j = 0; j < columns; ++j) {
      if (x[j] == 0) continue;
      table.feature.push_back(static_cast<std::int32_t>(j));
      table.value.push_back(x[j]);
    }
    table.end_part();
    table.end_example();
  }
  data.views.push_back(std::move(table));
  return data;
}

double inner(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// 1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>), term by term.
double objective_at(const PointRows& points, const std::vector<int>& y, const Vector& costs,
                    const Vector& w) {
  double value = 0.5 * inner(w, w);
  for (std::size_t i = 0; i < points.size(); ++i) {
    value += costs[i] * std::max(0.0, 1 - y[i] * inner(w, points[i]));
  }
  return value;
}

/// Its minimum, by the dense interior point method.
DenseSolution dense_svm(const PointRows& points, const std::vector<int>& y, const Vector& costs,
                        Index columns) {
  DenseQp qp;
  qp.dimension = columns;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (costs[i] == 0) continue;
    const Index slack = static_cast<Index>(qp.costs.size());
    Vector a = points[i];
    for (double& each : a) each *= y[i];
    qp.constraints.push_back({slack, a, 1});
    qp.constraints.push_back({slack, Vector(columns, 0.0), 0});
    qp.costs.push_back(costs[i]);
  }
  if (qp.costs.empty()) return {Vector(columns, 0.0), 0, 0};
  return solve_dense(qp);
}

PointRows random_points(Index count, Index columns, Dice& dice, Numbers numbers = Numbers::kReals) {
  PointRows points;
  for (Index i = 0; i < count; ++i) points.push_back(dice.vector(columns, numbers));
  return points;
}

std::vector<int> random_signs(Index count, Dice& dice) {
  std::vector<int> y;
  for (Index i = 0; i < count; ++i) y.push_back(2 * dice.range(0, 1) - 1);
  return y;
}

const std::function<bool(Index)> kGoOn = [](Index) { return false; };

TransductiveControl control_of(double gap, std::optional<Index> switches = std::nullopt) {
  TransductiveControl control;
  control.gap = gap;
  control.switches = switches;
  control.stop = [](Index) { return std::string(); };
  return control;
}

/// A transductive problem, in rows and in dense form.
struct Small {
  PointRows points;  // the labeled, then the unlabeled
  Index columns = 0;
  std::vector<int> y;
  Vector costs;
  Index num_plus = 0;
  double c_first = 1e-5, c = 1;

  Index unlabeled() const { return static_cast<Index>(points.size() - y.size()); }
  TransductiveSolution solve(const TransductiveControl& control) const {
    const FeatureRows rows = rows_of(points, columns);
    return solve_transductive({rows, y, costs, num_plus, c_first, c}, RandomStream(1, 0, "test"),
                              control);
  }
  std::vector<int> with(const std::vector<int>& pseudo) const {
    std::vector<int> all = y;
    all.insert(all.end(), pseudo.begin(), pseudo.end());
    return all;
  }
  Vector all_costs() const {
    Vector all = costs;
    all.resize(points.size(), c);
    return all;
  }
  double at(const Vector& w, const std::vector<int>& pseudo) const {
    return objective_at(points, with(pseudo), all_costs(), w);
  }
  /// All that differ by a swap of two.
  std::vector<std::vector<int>> swapped(const std::vector<int>& pseudo) const {
    std::vector<std::vector<int>> all;
    for (std::size_t p = 0; p < pseudo.size(); ++p) {
      for (std::size_t q = 0; q < pseudo.size(); ++q) {
        if (pseudo[p] != 1 || pseudo[q] != -1) continue;
        all.push_back(pseudo);
        std::swap(all.back()[p], all.back()[q]);
      }
    }
    return all;
  }
  double optimum(const std::vector<int>& pseudo) const {
    return dense_svm(points, with(pseudo), all_costs(), columns).primal;
  }
  /// The least over all pseudo-labels with num_plus ones.
  double global_optimum() const {
    const Index m = unlabeled();
    double least = HUGE_VAL;
    for (int mask = 0; mask < 1 << m; ++mask) {
      std::vector<int> pseudo;
      for (Index j = 0; j < m; ++j) pseudo.push_back((mask >> j & 1) != 0 ? 1 : -1);
      if (std::count(pseudo.begin(), pseudo.end(), 1) == num_plus)
        least = std::min(least, optimum(pseudo));
    }
    return least;
  }
};

Small random_small(std::uint64_t seed) {
  Dice dice(seed);
  Small s;
  s.columns = dice.range(1, 4);
  const Index n = dice.range(1, 3), m = dice.range(1, 8);
  s.points = random_points(n + m, s.columns, dice,
                           dice.range(0, 1) == 0 ? Numbers::kReals : Numbers::kIntegers);
  s.y = random_signs(n, dice);
  for (Index i = 0; i < n; ++i) s.costs.push_back(dice.range(1, 3));
  s.num_plus = dice.range(0, static_cast<int>(m));
  s.c = dice.range(0, 1) == 0 ? 10 : 0.7;
  return s;
}

/// Too many points for so few features to go round without slack.
Small crowded(std::uint64_t seed) {
  Dice dice(seed);
  Small s;
  s.columns = 2;
  const Index n = 3, m = dice.range(10, 40);
  s.points = random_points(n + m, s.columns, dice);
  s.y = random_signs(n, dice);
  s.costs.assign(n, 0.5);
  s.num_plus = m / 2;
  s.c = 5;
  return s;
}

/// Labeled points of large cost, and unlabeled ones that score above 1 nearly all.
Small one_sided(std::uint64_t seed) {
  Dice dice(seed);
  Small s;
  s.columns = 3;
  const Index n = 4, m = 8;
  s.points = random_points(n + m, s.columns, dice);
  for (Index i = 0; i < n; ++i) s.y.push_back(i % 2 == 0 ? 1 : -1);
  for (Index i = 0; i < n + m; ++i) s.points[i][0] = i >= n ? 4 : s.y[i];
  s.costs.assign(n, 10);
  s.num_plus = 3;
  s.c = 0.1 * dice.range(1, 8);
  return s;
}

/// One label and weight per point; labeled are those with a weight.
Sample sample_of(const std::vector<int>& labels, const Vector& weights, Index count) {
  Sample sample;
  for (Index i = 0; i < static_cast<Index>(labels.size()); ++i) {
    sample.labeled.push_back({i, {{labels[i]}}, weights[i]});
  }
  for (Index i = static_cast<Index>(labels.size()); i < count; ++i) sample.unlabeled.push_back(i);
  return sample;
}

bool all_finite(const Vector& w) {
  return std::all_of(w.begin(), w.end(), [](double each) { return std::isfinite(each); });
}

/// Two long clusters at x_1 = -3 and 3; the two labeled points suggest a boundary across both.
struct TwoClusters {
  explicit TwoClusters(Index unlabeled) {
    Dice dice(5);
    points = {{0.5, 2}, {-0.5, -2}};
    truth = {0, 1};
    for (Index j = 0; j < unlabeled; ++j) {
      const int sign = j % 2 == 0 ? 1 : -1;
      points.push_back({sign * (3 + 0.2 * dice.real()), 2 * dice.real()});
      truth.push_back(sign > 0 ? 0 : 1);
    }
  }
  Index wrong(const Views& views, const Vector& w) const {
    Index count = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      count += views.joint().decode(static_cast<Index>(i), w).output.parts[0] != truth[i];
    }
    return count;
  }
  Views views() const {
    return make_views("multiclass", Json::object(), part_data(points, 2, {"a", "b"}));
  }
  Sample sample() const { return sample_of({0, 1}, {1, 1}, static_cast<Index>(points.size())); }

  PointRows points;
  std::vector<int> truth;
};

}  // namespace

TEST_CASE("the binary SVM agrees with a dense quadratic program and satisfies the KKT conditions",
          "[core][binary_svm]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice(seed);
    const Index n = dice.range(1, 14), columns = dice.range(1, 5);
    PointRows points = random_points(
        n, columns, dice, seed % 2 == 0 ? Numbers::kReals : Numbers::kIntegers);  // ties, zeros
    std::vector<int> y = random_signs(n, dice);
    Vector costs;
    for (Index i = 0; i < n; ++i)
      costs.push_back(dice.range(0, 3) * (seed % 3 == 0 ? 20 : seed % 5 == 0 ? 1000 : 0.5));
    const FeatureRows rows = rows_of(points, columns);
    BinarySvm svm(rows, RandomStream(seed, 0, "test"));
    for (Index i = 0; i < n; ++i) svm.set(i, y[i], costs[i]);
    INFO("seed " << seed);
    CHECK(svm.solve(1e-9, kGoOn) == BinarySvm::End::kGap);
    const DenseSolution dense = dense_svm(points, y, costs, columns);
    CHECK(svm.primal() == Approx(dense.primal).epsilon(1e-8).margin(1e-12));
    CHECK(svm.primal() ==
          Approx(objective_at(points, y, costs, svm.w())).epsilon(1e-12).margin(1e-14));
    CHECK(svm.dual() <= dense.primal * (1 + 1e-9) + 1e-12);
    Vector v(columns, 0.0);
    for (Index i = 0; i < n; ++i) {
      const double alpha = svm.dual_variables()[i], margin = y[i] * inner(svm.w(), points[i]);
      CHECK(alpha >= 0);
      CHECK(alpha <= costs[i]);
      // |w - w*|^2 <= 2 (P - P*): margins are known to the root of what the gap leaves.
      const double unsure =
          4 * std::sqrt(2e-9 * dense.primal) * (1 + std::sqrt(inner(points[i], points[i])));
      if (margin > 1 + unsure) CHECK(alpha <= 1e-3 * costs[i]);
      if (margin < 1 - unsure) CHECK(alpha >= 0.999 * costs[i]);
      for (Index j = 0; j < columns; ++j) v[j] += alpha * y[i] * points[i][j];
    }
    for (Index j = 0; j < columns; ++j) {
      CHECK(v[j] == Approx(svm.w()[j]).margin(4 * std::sqrt(2e-9 * dense.primal) + 1e-12));
    }
  }
}

TEST_CASE(
    "a binary SVM goes on from where it stands when labels and costs change, and its primal never "
    "rises",
    "[core][binary_svm]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Dice dice(seed);
    const Index n = 12, columns = 3;
    const PointRows points = random_points(n, columns, dice);
    std::vector<int> y = random_signs(n, dice);
    Vector costs(n, 1.0);
    const FeatureRows rows = rows_of(points, columns);
    BinarySvm svm(rows, RandomStream(seed, 0, "test"));
    for (int change = 0; change < 8; ++change) {
      INFO("seed " << seed << ", change " << change);
      for (Index i = 0; i < n; ++i) {
        if (dice.range(0, 2) == 0) y[i] = -y[i];
        if (dice.range(0, 2) == 0) costs[i] = dice.range(0, 4) * 0.7;
        svm.set(i, y[i], costs[i]);
      }
      const double before = svm.primal();
      const double gap =
          change % 2 == 0 ? 0.3 : 1e-9;  // coarse ones may end above what they began at
      REQUIRE(svm.solve(gap, kGoOn) == BinarySvm::End::kGap);
      CHECK(svm.primal() <= before);
      const double optimum = dense_svm(points, y, costs, columns).primal;
      CHECK(svm.primal() >= optimum * (1 - 1e-9) - 1e-12);
      CHECK(svm.primal() <= optimum / (1 - gap) * (1 + 1e-9) + 1e-12);
    }
  }
}

TEST_CASE(
    "without unlabeled examples, or with Cu = 0, tsvm_ova is K support vector machines, one "
    "against all",
    "[learners][tsvm_ova]") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Dice dice(seed);
    const Index n = 15, columns = 4, K = 3;
    const PointRows points = random_points(n + 5, columns, dice, Numbers::kIntegers);
    std::vector<int> labels;
    Vector weights;
    for (Index i = 0; i < n; ++i) {
      labels.push_back(dice.range(0, K - 1));
      weights.push_back(dice.range(0, 4) * 0.5);
    }
    const Views views =
        make_views("multiclass", Json::object(), part_data(points, columns, {"a", "b", "c"}));
    const auto learner = make_learner("tsvm_ova", {{"C", 0.7}, {"gap", 1e-9}});
    const Fitted fitted = learner->fit(views, sample_of(labels, weights, n), {});
    double sum = 0;
    for (Index k = 0; k < K; ++k) {
      std::vector<int> y;
      Vector costs;
      for (Index i = 0; i < n; ++i) {
        y.push_back(labels[i] == k ? 1 : -1);
        costs.push_back(0.7 * weights[i]);
      }
      const DenseSolution dense =
          dense_svm({points.begin(), points.begin() + n}, y, costs, columns);
      sum += dense.primal;
      for (Index j = 0; j < columns; ++j) {
        CHECK(fitted.weights[0][j * K + k] ==
              Approx(dense.w[j]).margin(4 * std::sqrt(2e-9 * dense.primal) + 1e-9));
      }
    }
    REQUIRE(fitted.report.primal);
    REQUIRE(fitted.report.dual);
    CHECK(*fitted.report.primal == Approx(sum).epsilon(1e-8));
    CHECK(*fitted.report.dual == Approx(sum).epsilon(1e-8));
    CHECK(*fitted.report.gap <= 1e-9);
    CHECK(fitted.report.converged);
    CHECK(fitted.report.stopped_because == "gap");
    const Fitted without = make_learner("tsvm_ova", {{"C", 0.7}, {"gap", 1e-9}, {"Cu", 0}})
                               ->fit(views, sample_of(labels, weights, n + 5), {});
    check_same_fit(without, fitted);
  }
}

TEST_CASE(
    "the transductive SVM reports the objective of what it returns, keeps the balance, and leaves "
    "no pair",
    "[learners][tsvm_ova]") {
  Index switches = 0, at_optimum = 0, cases = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Small s = random_small(seed);
    for (const std::optional<Index> most : {std::optional<Index>(), std::optional<Index>(1)}) {
      INFO("seed " << seed << (most ? ", one switch at a time" : ", all switches at once"));
      const TransductiveSolution found = s.solve(control_of(1e-7, most));
      CHECK(found.converged);
      CHECK(found.stopped_because.empty());
      REQUIRE(static_cast<Index>(found.pseudo_labels.size()) == s.unlabeled());
      CHECK(std::count(found.pseudo_labels.begin(), found.pseudo_labels.end(), 1) == s.num_plus);
      CHECK(std::count(found.pseudo_labels.begin(), found.pseudo_labels.end(), -1) ==
            s.unlabeled() - s.num_plus);
      CHECK(found.primal == Approx(s.at(found.w, found.pseudo_labels)).epsilon(1e-12));
      CHECK(found.primal == Approx(s.optimum(found.pseudo_labels)).epsilon(2e-7).margin(1e-12));
      Vector combined(s.columns, 0.0);
      for (std::size_t i = 0; i < s.points.size(); ++i) {
        for (Index j = 0; j < s.columns; ++j) combined[j] += found.coefficients[i] * s.points[i][j];
      }
      for (Index j = 0; j < s.columns; ++j) CHECK(combined[j] == Approx(found.w[j]).margin(1e-12));
      const double global = s.global_optimum();
      CHECK(found.primal >= global * (1 - 1e-8) - 1e-12);
      at_optimum += found.primal <= global * (1 + 1e-6);
      for (const TransductiveStage& stage : found.stages) switches += stage.switches;
      // By enumeration: no swap of two pseudo-labels lowers the objective at these weights.
      for (const std::vector<int>& other : s.swapped(found.pseudo_labels))
        CHECK(s.at(found.w, other) >= found.primal - s.c * 2e-6);
      ++cases;
    }
  }
  CHECK(switches > 0);
  CHECK(2 * at_optimum >
        cases);  // a heuristic, but one that mostly finds the best of tiny problems
}

TEST_CASE("the published rule leaves no pair of its own, and pairs that would gain",
          "[learners][tsvm_ova]") {
  Index left = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Small s = one_sided(seed);
    TransductiveControl control = control_of(1e-7);
    control.swaps = SwapRule::kPublished;
    const TransductiveSolution found = s.solve(control);
    INFO("seed " << seed);
    CHECK(found.converged);
    for (std::size_t p = 0; p < found.pseudo_labels.size(); ++p) {
      for (std::size_t q = 0; q < found.pseudo_labels.size(); ++q) {
        if (found.pseudo_labels[p] != 1 || found.pseudo_labels[q] != -1) continue;
        const double plus = 1 - inner(found.w, s.points[s.y.size() + p]);
        const double minus = 1 + inner(found.w, s.points[s.y.size() + q]);
        CHECK(!(plus > 0 && minus > 0 && plus + minus > 2 + 2e-6));
      }
    }
    for (const std::vector<int>& other : s.swapped(found.pseudo_labels))
      left += s.at(found.w, other) < found.primal - s.c * 1e-4;
  }
  CHECK(left > 0);
}

TEST_CASE("tsvm_ova names the rule by which its swaps end", "[learners][tsvm_ova]") {
  const TwoClusters clusters(20);
  for (const auto& [rule, end] :
       {std::pair{"gaining", "no swap of two pseudo-labels lowers the objective"},
        std::pair{"published", "no pair of pseudo-labels meets the published rule"}}) {
    const Fitted fitted =
        make_learner("tsvm_ova", {{"swaps", rule}})->fit(clusters.views(), clusters.sample(), {});
    CHECK(fitted.report.stopped_because == end);
    CHECK(fitted.report.converged);
  }
}

TEST_CASE("from the final cost on, every switch lowers the objective", "[learners][tsvm_ova]") {
  Index switched = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Small s = crowded(seed);
    s.c_first = s.c * static_cast<double>(s.unlabeled());  // one stage: both sides have cost c
    // The labels it begins with, from a dense solution of the labeled rows.
    const PointRows labeled(s.points.begin(), s.points.begin() + s.y.size());
    const Vector w = dense_svm(labeled, s.y, s.costs, s.columns).w;
    std::vector<double> values;
    for (std::size_t i = s.y.size(); i < s.points.size(); ++i)
      values.push_back(inner(w, s.points[i]));
    std::vector<double> sorted = values;
    std::sort(sorted.rbegin(), sorted.rend());
    if (sorted[s.num_plus - 1] - sorted[s.num_plus] < 1e-3)
      continue;  // which come first is a matter of digits
    std::vector<int> first;
    for (const double value : values) first.push_back(value >= sorted[s.num_plus - 1] ? 1 : -1);
    INFO("seed " << seed);
    const double before = s.optimum(first);
    double last = before;
    for (const std::optional<Index> most : {std::optional<Index>(1), std::optional<Index>()}) {
      const TransductiveSolution found = s.solve(control_of(1e-9, most));
      REQUIRE(found.stages.size() == 2);
      // A solution for every switch, or for as many as there are at once.
      if (most) CHECK(found.stages[1].solutions == 1 + found.stages[1].switches);
      CHECK(found.stages[1].solutions <= 1 + found.stages[1].switches);
      if (found.stages[1].switches == 0) {
        CHECK(found.pseudo_labels == first);
        CHECK(found.primal == Approx(before).epsilon(1e-8));
      } else {
        CHECK(found.pseudo_labels != first);
        CHECK(found.primal < before);
        ++switched;
      }
      last = found.primal;
    }
    CHECK(last <= before * (1 + 1e-8));
  }
  CHECK(switched > 20);
}

TEST_CASE("on well separated clusters the transductive SVM finds the best pseudo-labels of all",
          "[learners][tsvm_ova]") {
  TwoClusters clusters(8);
  clusters.points[0] = {2, 1.5};  // within their clusters
  clusters.points[1] = {-2, -1.5};
  Small s{clusters.points, 2, {1, -1}, {1, 1}, 4, 1e-5, 1};
  for (const std::optional<Index> most : {std::optional<Index>(), std::optional<Index>(1)}) {
    const TransductiveSolution found = s.solve(control_of(1e-8, most));
    CHECK(found.primal == Approx(s.global_optimum()).epsilon(1e-7));
    for (Index j = 0; j < 8; ++j)
      CHECK(found.pseudo_labels[j] == (clusters.truth[2 + j] == 0 ? 1 : -1));
  }
}

TEST_CASE("unlabeled clusters mend a boundary that two labeled points have put across them",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(60);
  const Views views = clusters.views();
  const auto learner = make_learner("tsvm_ova", {{"C", 10}});
  Sample labeled = clusters.sample();
  labeled.unlabeled.clear();
  CHECK(clusters.wrong(views, learner->fit(views, labeled, {}).weights[0]) > 6);
  const Fitted fitted = learner->fit(views, clusters.sample(), {});
  CHECK(clusters.wrong(views, fitted.weights[0]) == 0);
  CHECK(fitted.report.converged);
  CHECK(!fitted.report.dual);
  CHECK(!fitted.report.gap);
  Index switches = 0;
  for (const Json& row : fitted.report.history) switches += row.at("switches").get<Index>();
  CHECK(switches > 0);
}

TEST_CASE("the unlabeled costs double from 1e-5 C to C Cu, the positive side's in proportion",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(12);
  const Fitted fitted =
      make_learner("tsvm_ova", {{"C", 2}, {"Cu", 0.5}, {"positive_share", {{"a", 0.25}}}})
          ->fit(clusters.views(), clusters.sample(), {});
  double minus = 0, plus = 0;
  Index stages = 0;
  for (const Json& row : fitted.report.history) {
    const Index num_plus = row.at("label") == 0 ? 3 : 9;  // the other class takes the rest
    CHECK(row.at("num_plus") == num_plus);
    const double c_minus = row.at("cost_minus"), c_plus = row.at("cost_plus");
    if (c_minus == 0) {  // the labeled examples alone, of either label
      CHECK(c_plus == 0);
      minus = plus = 0;
      continue;
    }
    const double first = 2e-5 * static_cast<double>(num_plus) / static_cast<double>(12 - num_plus);
    CHECK(c_minus == Approx(minus == 0 ? 2e-5 : std::min(1.0, 2 * minus)));
    CHECK(c_plus == Approx(plus == 0 ? first : std::min(1.0, 2 * plus)));
    minus = c_minus;
    plus = c_plus;
    ++stages;
  }
  CHECK(minus == 1);
  CHECK(plus == 1);
  CHECK(stages == 19 + 17);  // 2e-5 / 3 * 2^18 > 1; 2e-5 * 2^16 > 1
}

namespace {

/// Two classes that overlap a little: an eighth of the inputs are of class a, but half of the
/// labeled ones.
struct UnequalClasses {
  explicit UnequalClasses(std::uint64_t seed, bool b_first = false) : swapped(b_first) {
    Dice dice(seed);
    for (Index i = 0; i < 4 + 160; ++i) {
      const bool is_a = i < 4 ? i % 2 == 0 : i % 8 == 0;
      points.push_back(
          {(is_a ? 1.2 : -1.2) + 0.8 * (dice.real() + dice.real()), dice.real(), dice.real(), 1});
      truth.push_back(is_a != b_first ? 0 : 1);
    }
  }
  Views views() const {
    return make_views("multiclass", Json::object(),
                      part_data(points, 4,
                                swapped ? std::vector<std::string>{"b", "a"}
                                        : std::vector<std::string>{"a", "b"}));
  }
  Fitted fit(const Json& share) const {
    const Sample sample = sample_of({truth.begin(), truth.begin() + 4}, {1, 1, 1, 1}, 164);
    return make_learner("tsvm_ova", {{"positive_share", share}, {"gap", 1e-8}})
        ->fit(views(), sample, {});
  }
  /// The unlabeled inputs that are predicted as class a, in their order, and how many of all are
  /// wrong.
  std::pair<std::vector<bool>, Index> predicted(const Fitted& fitted) const {
    const Views problem = views();
    std::pair<std::vector<bool>, Index> found;
    for (Index i = 4; i < 164; ++i) {
      const int label = problem.joint().decode(i, fitted.weights[0]).output.parts[0];
      found.first.push_back(label == (swapped ? 1 : 0));
      found.second += label != truth[static_cast<std::size_t>(i)];
    }
    return found;
  }

  bool swapped;
  PointRows points;
  std::vector<int> truth;
};

/// How many unlabeled examples each class has taken.
std::vector<Index> taken(const Fitted& fitted, Index labels) {
  std::vector<Index> num_plus(static_cast<std::size_t>(labels), -1);
  for (const Json& row : fitted.report.history) num_plus[row.at("label")] = row.at("num_plus");
  return num_plus;
}

}  // namespace

TEST_CASE("two unequal classes gain from their true shares", "[learners][tsvm_ova]") {
  Index of_labeled = 0, of_true = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const UnequalClasses classes(seed);
    const Fitted by_true = classes.fit({{"a", 0.125}, {"b", 0.875}});
    CHECK(taken(by_true, 2) == std::vector<Index>{20, 140});
    CHECK(taken(classes.fit(nullptr), 2) == std::vector<Index>{80, 80});
    of_labeled += classes.predicted(classes.fit(nullptr)).second;
    of_true += classes.predicted(by_true).second;
  }
  CHECK(of_true * 3 < of_labeled);
  CHECK(of_true < 160);  // of 1,600: less than a tenth
}

TEST_CASE("shares go by the names of classes, whatever their order, and name those left out too",
          "[learners][tsvm_ova]") {
  const UnequalClasses classes(3), swapped(3, true);
  const auto expected = classes.predicted(classes.fit({{"a", 0.125}, {"b", 0.875}}));
  CHECK(swapped.predicted(swapped.fit({{"a", 0.125}, {"b", 0.875}})) == expected);
  CHECK(classes.predicted(classes.fit({{"a", 0.125}})) == expected);
  CHECK(swapped.predicted(swapped.fit({{"b", 0.875}})) == expected);
  CHECK(taken(swapped.fit({{"a", 0.125}}), 2) == std::vector<Index>{140, 20});
}

TEST_CASE("classes without a share divide the rest as they do the labeled examples, by weight",
          "[learners][tsvm_ova]") {
  Dice dice(4);
  const PointRows points = random_points(46, 3, dice);
  const Views views =
      make_views("multiclass", Json::object(), part_data(points, 3, {"a", "b", "c", "d"}));
  const Sample sample = sample_of({0, 1, 2, 0, 1, 2}, {1, 0.5, 1, 1, 0.5, 1}, 46);
  const auto taken_with = [&](const Json& share) {
    return taken(make_learner("tsvm_ova", {{"positive_share", share}})->fit(views, sample, {}), 4);
  };
  CHECK(taken_with(nullptr) == std::vector<Index>{16, 8, 16, 0});
  CHECK(taken_with({{"c", 0.25}}) == std::vector<Index>{20, 10, 10, 0});
  CHECK(taken_with({{"d", 0.5}}) == std::vector<Index>{8, 4, 8, 20});
  CHECK(taken_with({{"a", 0.5}, {"b", 0.2}, {"c", 0.2}}) == std::vector<Index>{20, 8, 8, 4});
  CHECK(taken_with({{"a", 0}, {"b", 1}}) == std::vector<Index>{0, 40, 0, 0});
  CHECK_THROWS_WITH(taken_with({{"aa", 0.5}}),
                    "positive_share.aa: no class of the data; did you mean a?");
  CHECK_THROWS_AS(taken_with({{"e", 0.5}}), ConfigError);
}

TEST_CASE("an example of weight 2 counts like two of them, one of weight 0 like none",
          "[learners][tsvm_ova]") {
  Dice dice(9);
  const PointRows few = random_points(12, 3, dice);
  const std::vector<int> labels = {0, 1, 2, 0, 1, 2};
  // Inputs 0 and 1 again at the end, input 5 of no weight.
  PointRows points = few;
  points.push_back(few[0]);
  points.push_back(few[1]);
  const Views views =
      make_views("multiclass", Json::object(), part_data(points, 3, {"a", "b", "c"}));
  const Sample weighted = sample_of(labels, {2, 2, 1, 1, 1, 0}, 12);
  Sample twice = weighted;
  twice.labeled.pop_back();
  for (LabeledExample& example : twice.labeled) example.weight = 1;
  twice.labeled.push_back({12, {{0}}, 1});
  twice.labeled.push_back({13, {{1}}, 1});
  const auto learner = make_learner("tsvm_ova", {{"gap", 1e-9}});
  const Fitted a = learner->fit(views, weighted, {}), b = learner->fit(views, twice, {});
  CHECK(*a.report.primal == Approx(*b.report.primal).epsilon(1e-8));
  for (std::size_t j = 0; j < a.weights[0].size(); ++j) {
    CHECK(a.weights[0][j] == Approx(b.weights[0][j]).margin(1e-3));
  }
}

TEST_CASE("degenerate samples and extreme options are fitted, with finite weights",
          "[learners][tsvm_ova]") {
  Dice dice(10);
  PointRows points = random_points(24, 3, dice, Numbers::kIntegers);
  points[3] = points[2];  // contradictory labels below
  points[4] = points[20] = {0, 0, 0};
  points[21] = points[22] = points[23] = points[0];
  const std::vector<int> mixed = {0, 1, 0, 1, 2, 2, 0, 1}, same(8, 1);
  const Views views =
      make_views("multiclass", Json::object(), part_data(points, 3, {"a", "b", "c", "never"}));
  for (const std::vector<int>& labels : {mixed, same}) {
    for (const Vector& weights : {Vector(8, 1.0), Vector(8, 0.0), Vector{3, 0, 1, 1, 0, 2, 1, 1}}) {
      for (const char* text :
           {R"({})", R"({"positive_share": {"a": 0}})", R"({"positive_share": {"b": 1}})",
            R"({"positive_share": {"a": 0.5, "never": 0.5}})", R"({"C": 1e-200})", R"({"C": 1e4})",
            R"({"C": 1e-7, "Cu": 1e7})", R"({"Cu": 1e-12})", R"({"switches": 2})"}) {
        INFO(text);
        const Sample sample = sample_of(labels, weights, 24);
        const Fitted fitted = make_learner("tsvm_ova", Json::parse(text))->fit(views, sample, {});
        check_form(*find_learner("tsvm_ova"), views, fitted);
        CHECK(fitted.report.converged);
        CHECK(*fitted.report.primal >= 0);
        for (const Json& row : fitted.report.history) {
          const Index num_plus = row.at("num_plus");
          CHECK((num_plus >= 0 && num_plus <= 16));
        }
      }
    }
  }
  PointRows zeros(6, Vector(2, 0.0));
  const Views empty = make_views("multiclass", Json::object(), part_data(zeros, 2, {"a", "b"}));
  const Fitted fitted =
      make_learner("tsvm_ova")->fit(empty, sample_of({0, 1, 0}, {1, 1, 1}, 6), {});
  CHECK(fitted.weights[0] == Vector(4, 0.0));
  CHECK(*fitted.report.primal == 12);  // every slack is 1
}

TEST_CASE("features beyond floating point end a fit of tsvm_ova", "[learners][tsvm_ova]") {
  const PointRows points = {{1e200, 0}, {-1e200, 1}, {0, 1e160}, {1e180, 1e180}};
  const Views views = make_views("multiclass", Json::object(), part_data(points, 2, {"a", "b"}));
  const Fitted fitted = make_learner("tsvm_ova")->fit(views, sample_of({0, 1}, {1, 1}, 4), {});
  CHECK(all_finite(fitted.weights[0]));
}

TEST_CASE("interrupted or limited, tsvm_ova returns what it has and says why",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(40);
  const Views views = clusters.views();
  const auto learner = make_learner("tsvm_ova", {{"gap", 1e-6}});
  const Fitted whole = learner->fit(views, clusters.sample(), {});
  for (const Index after : {0, 1, 3, 17, 25}) {
    INFO("after " << after << " stages");
    std::atomic<bool> stop = after == 0;
    Index lines = 0;
    FitContext context;
    context.stop = &stop;
    context.progress = [&](const std::string&) { stop = ++lines >= after; };
    const Fitted fitted = learner->fit(views, clusters.sample(), context);
    check_form(*find_learner("tsvm_ova"), views, fitted);
    CHECK(!fitted.report.converged);
    CHECK(fitted.report.stopped_because == "interrupted");
    CHECK(fitted.report.iterations <= whole.report.iterations);
    CHECK(std::isfinite(*fitted.report.primal));
  }
  const Fitted limited = make_learner("tsvm_ova", {{"gap", 1e-6}, {"iteration_limit", 5}})
                             ->fit(views, clusters.sample(), {});
  CHECK(!limited.report.converged);
  CHECK(limited.report.stopped_because == "iteration_limit 5");
  CHECK(limited.report.iterations <= 2 * 6);  // of either class, and a certificate
}

TEST_CASE("tsvm_ova tells of every stage which of how many it is, and its gap",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(40);
  std::vector<std::string> lines;
  FitContext context;
  context.progress = [&](const std::string& line) { lines.push_back(line); };
  const Fitted fitted = make_learner("tsvm_ova")->fit(clusters.views(), clusters.sample(), context);
  REQUIRE(lines.size() == fitted.report.history.size());
  const std::size_t of_each = lines.size() / 2;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK_THAT(lines[i], Contains(fmt::format("stage {} of {},", i % of_each + 1, of_each)) &&
                             Contains(", gap "));
    CHECK((lines[i].find("to go") != std::string::npos) == (i + 1 < lines.size()));
  }
}

TEST_CASE("tsvm_ova gives the same bits for any number of threads, and passes exceptions on",
          "[learners][tsvm_ova][determinism]") {
  Dice dice(12);
  const LabeledData data = small_points(dice, 120, {"a", "b", "c", "d", "e"}, {8});
  const Views views = make_views("multiclass", Json::object(), data.parts);
  const Sample sample = split(data.truth, 40, 80);
  const auto learner = make_learner("tsvm_ova");
  const Fitted once = learner->fit(views, sample, with_threads(1));
  for (const int threads : {1, 2, 3, 8}) {
    INFO(threads << " threads");
    check_same_fit(learner->fit(views, sample, with_threads(threads)), once);
    FitContext context = with_threads(threads);
    context.progress = [](const std::string&) { throw std::runtime_error("the screen is full"); };
    CHECK_THROWS_WITH(learner->fit(views, sample, context), "the screen is full");
  }
}

TEST_CASE("tsvm_ova says that sequences do not suit it", "[learners][tsvm_ova]") {
  Dice dice(13);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", Json::object(), data.parts);
  CHECK_THROWS_AS(make_learner("tsvm_ova")->fit(views, split(data.truth, 4, 2), {}), ConfigError);
  CHECK_THROWS_WITH(make_learner("tsvm_ova")->fit(views, split(data.truth, 4, 2), {}),
                    Contains("learner tsvm_ova: needs label scores"));
}
