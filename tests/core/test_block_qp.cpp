// The quadratic programs of a working set against a dense interior point solver.
#include "costruct/core/optimize/block_qp.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "support/dense_qp.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// Difference vectors of a working set: element 0 is the zero vector of the reference, b_0 = 0.
struct Block {
  std::vector<Vector> a;
  Vector b;
  PackedGram gram;
  double scale = 1, ridge = 0;

  Index size() const { return gram.size(); }
  BlockCurvature curvature() const { return {gram, scale, ridge}; }
};

double product(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Block random_block(Dice& dice, Index size, Index dimension, Numbers numbers) {
  Block block;
  for (Index j = 0; j < size; ++j) {
    block.a.push_back(dice.vector(dimension, j == 0 ? Numbers::kZeros : numbers));
    block.b.push_back(j == 0 ? 0.0 : 0.5 * dice.range(0, 4));
    Vector row;
    for (Index k = 0; k <= j; ++k) row.push_back(product(block.a[j], block.a[k]));
    block.gram.append(row);
  }
  return block;
}

/// sum_j b_j alpha_j - 1/2 scale |sum_j alpha_j a_j|^2 - 1/2 ridge (sum_{j>0} alpha_j)^2
double value(const Block& block, const Vector& alpha) {
  Vector w(block.a[0].size(), 0.0);
  double total = 0, linear = 0;
  for (std::size_t j = 0; j < alpha.size(); ++j) {
    linear += block.b[j] * alpha[j];
    if (j > 0) total += alpha[j];
    for (std::size_t k = 0; k < w.size(); ++k) w[k] += alpha[j] * block.a[j][k];
  }
  return linear - 0.5 * block.scale * product(w, w) - 0.5 * block.ridge * total * total;
}

Vector gradient_at(const Block& block, const Vector& alpha) {
  const double total = std::accumulate(alpha.begin() + 1, alpha.end(), 0.0);
  Vector gradient = block.b;
  for (std::size_t j = 0; j < alpha.size(); ++j) {
    if (j > 0) gradient[j] -= block.ridge * total;
    for (std::size_t k = 0; k < alpha.size(); ++k) {
      gradient[j] -= block.scale * product(block.a[j], block.a[k]) * alpha[k];
    }
  }
  return gradient;
}

/// The maximum by the dual problem: min 1/2 |w|^2 + the cost of a slack, for all constraints of the
/// block.
double optimum(const Block& block, double total) {
  DenseQp qp;
  qp.dimension = static_cast<Index>(block.a[0].size());
  qp.slack_norm = block.ridge > 0 ? 2 : 1;
  qp.costs = {block.ridge > 0 ? 1 / block.ridge : total};
  for (std::size_t j = block.ridge > 0 ? 1 : 0; j < block.b.size(); ++j) {
    Vector a = block.a[j];
    for (double& each : a) each *= std::sqrt(block.scale);
    qp.constraints.push_back({0, std::move(a), block.b[j]});
  }
  return solve_dense(qp).dual;
}

double sum(const Vector& alpha) {
  return std::accumulate(alpha.begin(), alpha.end(), 0.0);
}

/// Nonnegative numbers, some of them zero, of the given sum.
Vector point_on_simplex(Dice& dice, Index size, double total) {
  Vector alpha(size, 0.0);
  for (double& each : alpha) each = dice.range(0, 2);
  alpha[dice.range(0, static_cast<int>(size) - 1)] += 1;
  const double so_far = sum(alpha);
  for (double& each : alpha) each *= total / so_far;
  return alpha;
}

bool all_nonnegative(const Vector& alpha) {
  return std::all_of(alpha.begin(), alpha.end(), [](double each) { return each >= 0; });
}

void check_gradient(const Block& block, const Vector& alpha, const Vector& gradient,
                    std::size_t from = 0) {
  const Vector expected = gradient_at(block, alpha);
  for (std::size_t j = from; j < gradient.size(); ++j) {
    if (std::abs(gradient[j] - expected[j]) <= 1e-9 * (1 + std::abs(expected[j]))) continue;
    CHECK(gradient[j] == Approx(expected[j]).margin(1e-9));
  }
}

/// What can still be gained in the first order on the simplex: at least what can be gained at all.
double room(const Vector& alpha, const Vector& gradient) {
  return sum(alpha) * *std::max_element(gradient.begin(), gradient.end()) -
         product(alpha, gradient);
}

/// Blocks of every kind: of one element, more elements than dimensions, repeated and zero vectors,
/// integers.
template <class Check>
void over_blocks(std::uint64_t seed, const Check& check) {
  Dice dice(seed);
  for (const Numbers numbers : {Numbers::kReals, Numbers::kIntegers, Numbers::kZeros}) {
    for (const Index size : {1, 2, 3, 8, 20}) {
      for (const Index dimension : {1, 3, 30}) {
        for (const double scale : {1.0, 0.25}) {
          Block block = random_block(dice, size, dimension, numbers);
          block.scale = scale;
          INFO("size " << size << ", dimension " << dimension << ", scale " << scale);
          check(block, dice);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("a packed Gram matrix holds what was appended and kept", "[core][optimize]") {
  Dice dice(501);
  const Block block = random_block(dice, 9, 4, Numbers::kIntegers);
  for (Index j = 0; j < 9; ++j) {
    for (Index k = 0; k < 9; ++k) {
      CHECK(block.gram(j, k) == product(block.a[j], block.a[k]));
      Vector between = block.a[j];
      for (std::size_t e = 0; e < between.size(); ++e) between[e] -= block.a[k][e];
      CHECK(block.gram.squared_distance(j, k) == product(between, between));
    }
  }
  for (const std::vector<Index>& kept :
       {std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 2, 3, 7}, {0, 8}, {0}, {}}) {
    PackedGram gram = block.gram;
    gram.keep(kept);
    REQUIRE(gram.size() == static_cast<Index>(kept.size()));
    for (Index j = 0; j < gram.size(); ++j) {
      for (Index k = 0; k < gram.size(); ++k) CHECK(gram(j, k) == block.gram(kept[j], kept[k]));
    }
    Vector row(gram.size() + 1, 7.0);
    gram.append(row);
    for (Index k = 0; k < gram.size(); ++k) CHECK(gram(k, gram.size() - 1) == 7);
  }
}

TEST_CASE("the maximum over a simplex is that of a dense solver", "[core][optimize]") {
  over_blocks(502, [](const Block& block, Dice& dice) {
    for (const double total : {1.0, 0.01, 300.0}) {
      const double best = optimum(block, total);
      Vector alpha = point_on_simplex(dice, block.size(), total);
      Vector gradient = gradient_at(block, alpha);
      double last = value(block, alpha);
      Index rounds = 0;
      while (room(alpha, gradient) > 1e-9 * (1 + std::abs(best)) && ++rounds < 200) {
        maximise_on_simplex(block.curvature(), 1e-12, alpha, gradient);
        CHECK(all_nonnegative(alpha));
        CHECK(std::abs(sum(alpha) - total) <= 1e-12 * total);
        CHECK(value(block, alpha) >= last - 1e-12 * (1 + std::abs(best)));
        last = value(block, alpha);
        check_gradient(block, alpha, gradient);
      }
      CHECK(rounds < 200);
      CHECK(value(block, alpha) == Approx(best).epsilon(1e-8).margin(1e-8));
      CHECK(value(block, alpha) <= best + 1e-9 * (1 + std::abs(best)));
    }
  });
}

TEST_CASE("the maximum over the orthant is that of a dense solver", "[core][optimize]") {
  over_blocks(503, [](Block block, Dice& dice) {
    if (block.size() == 1) return;
    for (const double cost : {1.0, 0.01, 300.0}) {
      block.ridge = 1 / cost;
      const double best = optimum(block, 0);
      Vector alpha = point_on_simplex(dice, block.size(), cost);
      alpha[0] = 0.75;  // nobody's business
      Vector gradient = gradient_at(block, alpha);
      double last = value(block, alpha);
      Index rounds = 0;
      const auto left = [&] {
        double steepest = 0;
        for (Index k = 1; k < block.size(); ++k) {
          if (gradient[k] > 0 || alpha[k] > 0) steepest = std::max(steepest, std::abs(gradient[k]));
        }
        return steepest;
      };
      while (left() > 1e-8 && ++rounds < 500) {
        maximise_on_orthant(block.curvature(), 1e-12, alpha, gradient);
        CHECK(all_nonnegative(alpha));
        CHECK(alpha[0] == 0.75);
        CHECK(value(block, alpha) >= last - 1e-12 * (1 + std::abs(best)));
        last = value(block, alpha);
        check_gradient(block, alpha, gradient, 1);
      }
      CHECK(rounds < 500);
      CHECK(value(block, alpha) == Approx(best).epsilon(1e-7).margin(1e-7));
      CHECK(value(block, alpha) <= best + 1e-9 * (1 + std::abs(best)));
    }
  });
}

TEST_CASE(
    "one call leaves at most the asked share of what a simplex can gain, or took all its steps",
    "[core][optimize]") {
  Dice dice(504);
  Index reached = 0, calls = 0;
  for (const double accuracy : {0.5, 0.1, 1e-3}) {
    for (int draw = 0; draw < 50; ++draw) {
      const Block block = random_block(dice, dice.range(2, 12), 8, Numbers::kReals);
      Vector alpha(block.size(), 0.0);
      alpha[0] = 1;
      Vector gradient = gradient_at(block, alpha);
      const double before = room(alpha, gradient);
      maximise_on_simplex(block.curvature(), accuracy, alpha, gradient);
      ++calls;
      reached += room(alpha, gradient) <= accuracy * before + 1e-12;
    }
  }
  CHECK(reached >= 0.95 * calls);  // "after 10 steps an element" is the exception
}

TEST_CASE("a step of Frank-Wolfe is the best on its line, a pairwise step on its own",
          "[core][optimize]") {
  over_blocks(505, [](const Block& block, Dice& dice) {
    const double total = 2;
    Vector alpha = point_on_simplex(dice, block.size(), total);
    const Vector gradient_before = gradient_at(block, alpha);
    const std::size_t to =
        std::max_element(gradient_before.begin(), gradient_before.end()) - gradient_before.begin();
    std::size_t from = to;
    for (std::size_t k = 0; k < alpha.size(); ++k) {
      if (alpha[k] > 0 && (alpha[from] == 0 || gradient_before[k] < gradient_before[from]))
        from = k;
    }
    const auto best_on = [&](const auto& point) {  // a fine grid
      double best = -HUGE_VAL;
      for (int i = 0; i <= 200; ++i) best = std::max(best, value(block, point(i / 200.0)));
      return best;
    };
    const auto towards_vertex = [&](double share) {
      Vector moved = alpha;
      for (double& each : moved) each *= 1 - share;
      moved[to] += share * total;
      return moved;
    };
    const auto between_two = [&](double share) {
      Vector moved = alpha;
      moved[from] -= share * alpha[from];
      moved[to] += share * alpha[from];
      return moved;
    };
    for (const bool pairwise : {false, true}) {
      Vector after = alpha, gradient = gradient_before;
      if (pairwise) {
        pairwise_step(block.curvature(), after, gradient);
      } else {
        frank_wolfe_step(block.curvature(), after, gradient);
      }
      CHECK(all_nonnegative(after));
      CHECK(std::abs(sum(after) - total) <= 1e-12 * total);
      check_gradient(block, after, gradient);
      const double best = pairwise ? best_on(between_two) : best_on(towards_vertex);
      CHECK(value(block, after) >= best - 1e-10 * (1 + std::abs(best)));
      // and on that line: no coordinate but its own two has moved, or all shrink by one factor
      for (std::size_t k = 0; k < alpha.size(); ++k) {
        if (pairwise && k != to && k != from) CHECK(after[k] == alpha[k]);
        if (!pairwise && k != to && alpha[k] == 0) CHECK(after[k] == 0);
      }
    }
  });
}

TEST_CASE("single steps, repeated, come to the maximum over a simplex", "[core][optimize]") {
  Dice dice(506);
  for (int draw = 0; draw < 10; ++draw) {
    const Block block = random_block(dice, 6, 3, Numbers::kReals);
    const double best = optimum(block, 2);
    Vector alpha(6, 0.0);
    alpha[0] = 2;
    Vector gradient = gradient_at(block, alpha);
    for (int step = 0; step < 2000; ++step) pairwise_step(block.curvature(), alpha, gradient);
    CHECK(value(block, alpha) == Approx(best).margin(1e-8));
    alpha = {2, 0, 0, 0, 0, 0};
    gradient = gradient_at(block, alpha);
    for (int step = 0; step < 2000; ++step) frank_wolfe_step(block.curvature(), alpha, gradient);
    CHECK(value(block, alpha) == Approx(best).margin(1e-2 * (1 + std::abs(best))));  // sublinear
    CHECK(std::abs(sum(alpha) - 2) <= 1e-12 * 2000);
  }
}
