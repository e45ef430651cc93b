// Co-regularised least squares regression: the closed forms compared with the limits of the
// machine, in one run.
//
//   co_rlsr [THREADS [LARGEST]]   default: 1 thread, and at most 1,000,000 unlabeled rows
//
// Peers run with one thread. Times are CPU times for one thread, and wall times for several.
//
// 1. Non-parametric, V = 2, n = 100, m = 1,900, 25 attributes in each view. Compared with computing
//    the thesis' kernel matrices and one Cholesky factorisation of order 4,000 by OpenBLAS, one
//    thread.
// 2. Our Cholesky factorisation of order 4,000. Compared with the rate of dgemm in OpenBLAS and
//    Eigen, one thread.
// 3. Semi-parametric, n = 100, V = 2, rows of 50 attributes from a generator.
// 4. rlsr, n = 4,000, only the fit. Compared with dpotrf and dpotrs of OpenBLAS on the same kernel
//    matrix, one thread.
#include <fmt/format.h>
#include <sys/resource.h>

#include <Eigen/Core>
#include <chrono>
#include <cmath>
#include <ctime>

#include "costruct/core/linear_algebra/blas.hpp"
#include "costruct/core/linear_algebra/cholesky.hpp"
#include "costruct/core/regression/kernel_values.hpp"
#include "costruct/learners/solvers/co_rlsr_closed_form.hpp"

using namespace costruct;

namespace {

// Measures CPU time for one thread, because other work on the machine affects it less. Measures
// wall time for several threads.
class Clock {
 public:
  explicit Clock(int threads = 1) : threads_(threads) {}
  double seconds() const {
    if (threads_ == 1) return static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  int threads_;
  std::clock_t cpu_ = std::clock();
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Numbers in [-1, 1) from four independent streams.
class Generator {
 public:
  void fill(Vector& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      std::uint64_t& s = state_[i % 4];
      s = s * 6364136223846793005u + 1442695040888963407u;
      numbers[i] = static_cast<double>(static_cast<std::int64_t>(s) >> 11) * 0x1p-52;
    }
  }

 private:
  std::uint64_t state_[4] = {1, 2, 3, 4};
};

class Generated final : public UnlabeledPoints {
 public:
  Generated(Index views, Index dimension, Index m) : views_(views), dimension_(dimension), m_(m) {}
  void rewind() override {
    generator_ = {};
    given_ = 0;
  }
  bool next(std::vector<Matrix>& by_view) override {
    const Index count = std::min<Index>(4096, m_ - given_);
    if (count == 0) return false;
    by_view.resize(static_cast<std::size_t>(views_));
    for (Matrix& points : by_view) {
      points.rows = dimension_;
      points.cols = count;
      points.data.resize(static_cast<std::size_t>(dimension_ * count));
      generator_.fill(points.data);
    }
    given_ += count;
    return true;
  }

 private:
  Index views_, dimension_, m_, given_ = 0;
  Generator generator_;
};

Matrix random_matrix(Index rows, Index cols, Generator& generator) {
  Matrix a(rows, cols);
  generator.fill(a.data);
  return a;
}

std::vector<RegressionView> views_of(Index count, Index dimension, Index n, Generator& generator) {
  std::vector<RegressionView> views;
  for (Index v = 0; v < count; ++v) {
    LabeledPoints labeled{random_matrix(dimension, n, generator),
                          Vector(static_cast<std::size_t>(n))};
    generator.fill(labeled.targets);
    views.push_back(prepare_view(labeled, {}, v));
  }
  return views;
}

Matrix positive_definite(Index n, Generator& generator) {
  const Matrix points = random_matrix(25, n, generator);
  Matrix k = kernel_matrix({KernelType::kGaussian, 2, 1, 16}, points, 1);
  for (Index i = 0; i < n; ++i) k(i, i) += 0.3;
  return k;
}

double gflops(double flops, double seconds) {
  return flops / seconds * 1e-9;
}

constexpr int kRepeats = 3;  // the best of these runs counts
template <class Run>
double best_of(const Run& run) {
  double best = 1e300;
  for (int i = 0; i < kRepeats; ++i) best = std::min(best, run());
  return best;
}

void nonparametric(int threads) {
  Generator generator;
  const Index n = 100, m = 1900;
  const auto views = views_of(2, 25, n, generator);
  const std::vector<Matrix> unlabeled = {random_matrix(25, m, generator),
                                         random_matrix(25, m, generator)};
  const double ours = best_of([&] {
    const Clock clock(threads);
    const auto found = solve_nonparametric(views, unlabeled, 0.1, threads);
    return found.size() == 2 ? clock.seconds() : 1e300;
  });
  const double blocks = best_of([&] {
    const Clock clock;
    for (std::size_t v = 0; v < 2; ++v)
      kernel_matrix(views[v].kernel, side_by_side(views[v].points, unlabeled[v]), 1);
    return clock.seconds();
  });
  const Matrix a = positive_definite(2 * (n + m), generator);
  const double bare = best_of([&] {
    Matrix copy = a;
    const Clock clock;
    blas::cholesky(copy.rows, {copy.data.data(), copy.rows});
    return clock.seconds();
  });
  fmt::print(
      "non-parametric, n = 100, m = 1,900, {} threads: {:.3f} s; kernel matrices {:.3f} s and bare "
      "dpotrf of "
      "order "
      "4,000 {:.3f} s, one thread; ratio {:.2f}\n",
      threads, ours, blocks, bare, ours / (blocks + bare));
}

void factorisation(int threads) {
  Generator generator;
  const Index n = 4000, k = 1500;
  const Matrix a = positive_definite(n, generator);
  const double cholesky_seconds = best_of([&] {
    Matrix copy = a;
    const Clock clock(threads);
    return cholesky(copy, threads) ? clock.seconds() : 1e300;
  });
  const Matrix b = random_matrix(k, k, generator);
  Matrix c(k, k);
  const double product = best_of([&] {
    const Clock clock;
    blas::add_product_transposed(k, k, k, 1, {b.data.data(), k}, {b.data.data(), k},
                                 {c.data.data(), k});
    return clock.seconds();
  });
  const Eigen::Map<const Eigen::MatrixXd> in(b.data.data(), k, k);
  Eigen::Map<Eigen::MatrixXd> out(c.data.data(), k, k);
  const double eigen = best_of([&] {
    const Clock clock;
    out.noalias() += in * in.transpose();
    return clock.seconds();
  });
  const double size = static_cast<double>(n), side = static_cast<double>(k),
               flops = 2 * side * side * side;
  fmt::print(
      "Cholesky of order 4,000, {} threads: {:.3f} s, {:.1f} GFLOP/s; dgemm on one thread: "
      "OpenBLAS {:.1f}, "
      "Eigen "
      "{:.1f}\n",
      threads, cholesky_seconds, gflops(size * size * size / 3, cholesky_seconds),
      gflops(flops, product), gflops(flops, eigen));
}

void semiparametric(int threads, Index largest) {
  Generator generator;
  const auto views = views_of(2, 25, 100, generator);
  double before = 0;
  for (Index m = 100000; m <= largest; m *= 10) {
    Generated rows(2, 25, m);
    const Clock clock(threads);
    const auto found = solve_semiparametric(views, &rows, 0.1, threads);
    const double seconds = clock.seconds();
    const Clock reading;
    rows.rewind();
    std::vector<Matrix> block;
    while (rows.next(block)) {
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print(
        "semi-parametric, m = {:>8}, {} threads: {:.2f} s, {:.2f} s of it the generator; peak {} "
        "MiB so far; "
        "Q {:.6f}",
        m, threads, seconds, reading.seconds(), usage.ru_maxrss / 1024, found.primal);
    if (before > 0) fmt::print("; exponent {:.3f}", std::log10(seconds / before));
    fmt::print("\n");
    before = seconds;
  }
}

void ridge(int threads) {
  Generator generator;
  const auto views = views_of(1, 25, 4000, generator);
  const double ours = best_of([&] {
    const Clock clock(threads);
    return solve_rlsr(views[0], threads).coefficients.empty() ? 1e300 : clock.seconds();
  });
  const double kernel = best_of([&] {
    const Clock clock(threads);
    return kernel_matrix(views[0].kernel, views[0].points, threads).rows > 0 ? clock.seconds()
                                                                             : 1e300;
  });
  Matrix a = kernel_matrix(views[0].kernel, views[0].points, threads);
  for (Index i = 0; i < a.rows; ++i) a(i, i) += views[0].eta;
  const double peer = best_of([&] {
    Matrix copy = a;
    Vector x = views[0].targets;
    const Clock clock;
    blas::cholesky(copy.rows, {copy.data.data(), copy.rows});
    solve_cholesky(copy, x);
    return clock.seconds();
  });
  fmt::print(
      "rlsr, n = 4,000, {} threads: {:.3f} s, {:.3f} s of it the kernel matrix; dpotrf and dpotrs "
      "on one "
      "thread "
      "{:.3f} s\n",
      threads, ours, kernel, peer);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  const Index largest = argc > 2 ? std::atoll(argv[2]) : 1000000;
  nonparametric(threads);
  factorisation(threads);
  ridge(threads);
  semiparametric(threads, largest);
}
