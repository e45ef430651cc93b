// The binary SVM and its transductive solver against dense quadratic programs and exhaustive search
// over pseudo-labels.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "costruct/learners/solvers/transductive_svm.hpp"
#include "support/point_rows.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

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

/// 1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>), term by term.
double objective_at(const PointRows& points, const std::vector<int>& y, const Vector& costs,
                    const Vector& w) {
  double value = 0.5 * inner(w, w);
  for (std::size_t i = 0; i < points.size(); ++i) {
    value += costs[i] * std::max(0.0, 1 - y[i] * inner(w, points[i]));
  }
  return value;
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
