// Tiled Cholesky factors and kernel values, against their definitions.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/core/linear_algebra/cholesky.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/regression/kernel_values.hpp"

using namespace costruct;

namespace {

Matrix numbers(Index rows, Index cols, std::uint64_t seed) {
  RandomStream random(seed, 0, "dense algebra");
  Matrix a(rows, cols);
  for (double& x : a.data) x = static_cast<double>(random.below(2001)) / 1000.0 - 1;
  return a;
}

}  // namespace

TEST_CASE("the factor of a positive definite matrix gives it back, whatever its tiles and threads",
          "[core][linear_algebra]") {
  for (const Index n : {0, 1, 5, 255, 256, 257, 600}) {
    const Matrix points = numbers(3, n, 1);
    Matrix a = kernel_matrix({KernelType::kGaussian, 2, 1, 2}, points, 1);
    for (Index i = 0; i < n; ++i) a(i, i) += 1;
    Matrix l = a, again = a;
    REQUIRE(cholesky(l, 1));
    REQUIRE(cholesky(again, 3));
    CHECK(l.data == again.data);
    double worst = 0;
    for (Index j = 0; j < n; j += 7) {
      for (Index i = j; i < n; i += 3) {
        double sum = 0;
        for (Index k = 0; k <= j; ++k) sum += l(i, k) * l(j, k);
        worst = std::max(worst, std::abs(sum - a(i, j)));
      }
    }
    CHECK(worst <= 1e-12);
    Vector x(static_cast<std::size_t>(n), 1.0), product(x.size(), 0.0);
    solve_cholesky(l, x);
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < n; ++i) product[i] += (i >= j ? a(i, j) : a(j, i)) * x[j];
    }
    for (const double one : product) CHECK(one == Approx(1).epsilon(1e-11));
  }
}

TEST_CASE("a factor tells how far it is, and ends where somebody throws",
          "[core][linear_algebra]") {
  struct End {};
  for (const int threads : {1, 3}) {
    Matrix a(600, 600);
    for (Index i = 0; i < 600; ++i) a(i, i) = 1;
    Matrix again = a;
    std::vector<Index> done;
    const auto hear = [&](const WorkStep& step) {
      CHECK(step.stage == "solving 600 x 600");
      done.push_back(100 * step.done / step.of);
    };
    REQUIRE(cholesky(a, threads, hear));
    CHECK(done == std::vector<Index>{0, 70, 96});
    const auto end = [](const WorkStep& step) {
      if (step.done > 0) throw End();
    };
    CHECK_THROWS_AS(cholesky(again, threads, end), End);
    CHECK_THROWS_AS(kernel_matrix({}, numbers(2, 3000, 1), threads, end), End);
  }
}

TEST_CASE("matrices that are not positive definite to working precision are refused",
          "[core][linear_algebra]") {
  for (const Index n : {2, 300, 520}) {
    Matrix ones(n, n);
    ones.data.assign(ones.data.size(), 1.0);
    CHECK(!cholesky(ones, 2));
    Matrix indefinite(n, n);
    for (Index i = 0; i < n; ++i) indefinite(i, i) = i == n - 1 ? -1 : 1;
    CHECK(!cholesky(indefinite, 2));
    Matrix no_number(n, n);
    for (Index i = 0; i < n; ++i) no_number(i, i) = i == n / 2 ? std::nan("") : 1;
    CHECK(!cholesky(no_number, 2));
  }
}

TEST_CASE("kernel values are those of the definition, symmetric to the last bit",
          "[core][regression]") {
  for (const Index d : {0, 1, 5}) {
    const Matrix a = numbers(d, 21, 2);
    for (const Kernel& kernel :
         {Kernel{KernelType::kGaussian, 2, 1, 0.7}, Kernel{KernelType::kLinear, 2, 1, 1},
          Kernel{KernelType::kPolynomial, 3, 0.5, 1}}) {
      Matrix k(21, 21);
      kernel_values(kernel, PackedPoints(a), 0, a, 0, 21, k.data.data(), 21);
      for (Index i = 0; i < 21; ++i) {
        for (Index j = 0; j < 21; ++j) {
          long double inner = 0, distance = 0;
          for (Index e = 0; e < d; ++e) {
            inner += static_cast<long double>(a(e, i)) * a(e, j);
            distance += (static_cast<long double>(a(e, i)) - a(e, j)) *
                        (static_cast<long double>(a(e, i)) - a(e, j));
          }
          const long double expected =
              kernel.type == KernelType::kGaussian ? std::exp(-distance / kernel.sigma2)
              : kernel.type == KernelType::kLinear ? inner
                                                   : std::pow(inner + 0.5L, 3.0L);
          CHECK(k(i, j) == Approx(static_cast<double>(expected)).epsilon(1e-14).margin(1e-15));
          CHECK(k(i, j) == k(j, i));
        }
        if (kernel.type == KernelType::kGaussian) CHECK(k(i, i) == 1);
      }
    }
  }
}

TEST_CASE("close points far from the origin keep their distance", "[core][regression]") {
  Matrix points(1, 2);
  points(0, 0) = 1e8;
  points(0, 1) = 1e8 + 0.25;
  const Matrix k = kernel_matrix({KernelType::kGaussian, 2, 1, 1}, points, 1);
  CHECK(k(1, 0) == Approx(std::exp(-0.0625)).epsilon(1e-15));
}
