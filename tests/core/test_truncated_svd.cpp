// Truncated singular value decompositions and their LAPACK calls, against dense decompositions by
// Eigen.
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/core/linear_algebra/blas.hpp"
#include "costruct/core/linear_algebra/truncated_svd.hpp"
#include "costruct/core/random.hpp"

using namespace costruct;

namespace {

double one_of_thousands(RandomStream& random) {
  return static_cast<double>(random.below(2001)) / 1000.0 - 1;
}

/// A sparse matrix whose rows have some entries, some of them none.
SparseRows sparse_numbers(Index rows, Index cols, double filled, std::uint64_t seed) {
  RandomStream random(seed, 0, "sparse");
  SparseRows a;
  a.cols = cols;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) {
      if (random.uniform() < filled)
        a.add(static_cast<std::int32_t>(j), static_cast<float>(one_of_thousands(random)));
    }
    a.end_row();
  }
  return a;
}

Eigen::MatrixXd dense(const SparseRows& a) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(a.rows(), a.cols);
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index e = a.begin[i]; e < a.begin[i + 1]; ++e) m(i, a.col[e]) += double{a.value[e]};
  }
  return m;
}

SparseRows sparse(const Eigen::MatrixXd& m) {
  SparseRows a;
  a.cols = m.cols();
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j)
      a.add(static_cast<std::int32_t>(j), static_cast<float>(m(i, j)));
    a.end_row();
  }
  return a;
}

Eigen::MatrixXd as_eigen(const Matrix& m) {
  return Eigen::Map<const Eigen::MatrixXd>(m.data.data(), m.rows, m.cols);
}

Matrix dense_numbers(Index rows, Index cols, std::uint64_t seed) {
  RandomStream random(seed, 0, "dense");
  Matrix a(rows, cols);
  for (double& x : a.data) x = one_of_thousands(random);
  return a;
}

/// An orthonormal basis of so many columns.
Eigen::MatrixXd basis(Index rows, Index cols, std::uint64_t seed) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(as_eigen(dense_numbers(rows, cols, seed)));
  return qr.householderQ() * Eigen::MatrixXd::Identity(rows, cols);
}

/// What must hold of a decomposition of any matrix.
void check_form(const TruncatedSvd& svd, Index cols) {
  const Index count = std::ssize(svd.singular_values);
  REQUIRE((svd.right.rows == cols && svd.right.cols == count));
  const Eigen::MatrixXd v = as_eigen(svd.right);
  if (count > 0)
    CHECK((v.transpose() * v - Eigen::MatrixXd::Identity(count, count)).cwiseAbs().maxCoeff() <
          1e-12);
  CHECK(std::is_sorted(svd.singular_values.rbegin(), svd.singular_values.rend()));
  for (Index j = 0; j < count; ++j) {
    Index peak = 0;
    v.col(j).cwiseAbs().maxCoeff(&peak);
    CHECK(v(peak, j) > 0);
  }
}

}  // namespace

TEST_CASE(
    "where the rank asked for nearly exhausts a matrix, its truncated decomposition is the dense "
    "one",
    "[core][linear_algebra]") {
  // rank + 10 >= the smaller side: the random subspace is the whole space.
  for (const auto& [rows, cols, rank] : {std::array<Index, 3>{30, 12, 5},
                                         {9, 40, 9},
                                         {15, 15, 6},
                                         {1, 8, 1},
                                         {8, 1, 1},
                                         {200, 13, 3},
                                         {13, 200, 4}}) {
    CAPTURE(rows, cols, rank);
    const SparseRows a = sparse_numbers(rows, cols, .6, 3);
    const Eigen::JacobiSVD<Eigen::MatrixXd> oracle(dense(a),
                                                   Eigen::ComputeThinU | Eigen::ComputeThinV);
    const TruncatedSvd svd = truncated_svd(a, rank);
    check_form(svd, cols);
    REQUIRE(std::ssize(svd.singular_values) == rank);
    for (Index j = 0; j < rank; ++j) {
      CHECK(svd.singular_values[j] == Approx(oracle.singularValues()[j]).epsilon(1e-9));
      CHECK(std::abs(oracle.matrixV().col(j).dot(as_eigen(svd.right).col(j))) ==
            Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("a truncated decomposition has no more values than the rank of the matrix",
          "[core][linear_algebra]") {
  for (const Index rank : {1, 2, 5}) {
    const Eigen::MatrixXd low =
        as_eigen(dense_numbers(40, rank, 7)) * as_eigen(dense_numbers(rank, 25, 8));
    const SparseRows a = sparse(low);
    const TruncatedSvd svd = truncated_svd(a, 15);
    check_form(svd, 25);
    // Entries are float: what rounding adds is below the limit of what counts as zero.
    REQUIRE(std::ssize(svd.singular_values) == rank);
    const Eigen::MatrixXd v = as_eigen(svd.right);
    CHECK((low - low * v * v.transpose()).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(std::ssize(truncated_svd(a, 1).singular_values) == 1);
  }
}

TEST_CASE("matrices without entries have no singular values", "[core][linear_algebra]") {
  SparseRows nothing, no_rows, no_columns, zeros;
  no_rows.cols = 5;
  zeros.cols = 3;
  for (int i = 0; i < 4; ++i) {
    no_columns.end_row();
    zeros.add(1, 0.0F);
    zeros.end_row();
  }
  for (const SparseRows* a : {&nothing, &no_rows, &no_columns, &zeros}) {
    const TruncatedSvd svd = truncated_svd(*a, 3);
    check_form(svd, a->cols);
    CHECK(svd.singular_values.empty());
    CHECK(times(*a, svd.right).empty());
  }
  CHECK(truncated_svd(sparse_numbers(5, 5, 1, 1), 0).singular_values.empty());
}

TEST_CASE("leading values of a falling spectrum have relative errors below a thousandth",
          "[core][linear_algebra]") {
  // 1, 1/2, 1/3, ...: as slow as those of word counts.
  const Index n = 150;
  Eigen::VectorXd values(n);
  for (Index j = 0; j < n; ++j) values[j] = 1 / static_cast<double>(j + 1);
  const Eigen::MatrixXd u = basis(300, n, 11), v = basis(200, n, 12);
  const SparseRows a = sparse(u * values.asDiagonal() * v.transpose());
  const Index rank = 30;
  const TruncatedSvd svd = truncated_svd(a, rank);
  check_form(svd, 200);
  REQUIRE(std::ssize(svd.singular_values) == rank);
  for (Index j = 0; j < rank; ++j) {
    CAPTURE(j);
    CHECK(svd.singular_values[j] <= values[j] * (1 + 1e-5));  // a subspace has no larger ones
    CHECK(svd.singular_values[j] >= values[j] * (1 - (j < rank / 2 ? 1e-4 : 2e-2)));
  }
  // More iterations come closer.
  const TruncatedSvd closer = truncated_svd(a, rank, {.iterations = 12});
  for (Index j = 0; j < rank; ++j) {
    CHECK(closer.singular_values[j] == Approx(values[j]).epsilon(1e-4));
    CHECK(closer.singular_values[j] >= svd.singular_values[j] * (1 - 1e-12));
  }
}

TEST_CASE("truncated decompositions have the same bits every time",
          "[core][linear_algebra][determinism]") {
  const SparseRows a = sparse_numbers(300, 120, .1, 4);
  const TruncatedSvd first = truncated_svd(a, 20);
  std::vector<TruncatedSvd> again(4);
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; ++i) again[i] = truncated_svd(a, 20);
  for (const TruncatedSvd& svd : again) {
    CHECK(svd.singular_values == first.singular_values);
    CHECK(svd.right.data == first.right.data);
  }
}

TEST_CASE("sparse times dense is what the definition says, row by row", "[core][linear_algebra]") {
  RandomStream random(5, 0, "integers");
  for (const auto& [rows, cols, width] :
       {std::array<Index, 3>{0, 3, 2}, {4, 0, 2}, {5, 3, 0}, {1, 1, 1}, {17, 9, 4}}) {
    SparseRows a;  // integers: exact in float
    a.cols = cols;
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < cols; ++j) {
        if (random.below(3) != 0)
          a.add(static_cast<std::int32_t>(j), static_cast<float>(random.below(7)) - 3);
      }
      a.end_row();
    }
    Matrix m(cols, width);
    for (double& x : m.data) x = static_cast<double>(random.below(9)) - 4;
    const std::vector<float> product = times(a, m);
    REQUIRE(std::ssize(product) == rows * width);
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < width; ++j) {
        double sum = 0;
        for (Index e = a.begin[i]; e < a.begin[i + 1]; ++e) sum += a.value[e] * m(a.col[e], j);
        CHECK(product[i * width + j] == sum);
      }
    }
  }
}

TEST_CASE("columns are made orthonormal within their span, in tiles too",
          "[core][linear_algebra]") {
  for (const auto& [m, n, stride] :
       {std::array<Index, 3>{1, 1, 1}, {7, 7, 7}, {40, 12, 40}, {30, 5, 37}, {300, 110, 300}}) {
    CAPTURE(m, n, stride);
    Matrix a = dense_numbers(stride, n, 21);
    const Matrix before = a;
    blas::make_orthonormal(m, n, {a.data.data(), stride});
    const Eigen::MatrixXd q = as_eigen(a).topRows(m), old = as_eigen(before).topRows(m);
    CHECK((q.transpose() * q - Eigen::MatrixXd::Identity(n, n)).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((old - q * (q.transpose() * old)).cwiseAbs().maxCoeff() < 1e-12 * static_cast<double>(m));
    if (stride > m)
      CHECK(as_eigen(a).bottomRows(stride - m) == as_eigen(before).bottomRows(stride - m));
  }
}

TEST_CASE("columns that depend on each other become orthonormal ones that span them and more",
          "[core][linear_algebra]") {
  Matrix a = dense_numbers(20, 6, 22);
  std::ranges::copy(a.column(0), a.column(3).begin());
  std::ranges::fill(a.column(4), 0.0);
  const Eigen::MatrixXd old = as_eigen(a);
  blas::make_orthonormal(20, 6, {a.data.data(), 20});
  const Eigen::MatrixXd q = as_eigen(a);
  CHECK((q.transpose() * q - Eigen::MatrixXd::Identity(6, 6)).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((old - q * (q.transpose() * old)).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("symmetric matrices have the eigenvalues that Eigen finds, from their lower triangle",
          "[core][linear_algebra]") {
  for (const auto& [n, stride] :
       {std::array<Index, 2>{0, 1}, {1, 1}, {2, 5}, {33, 33}, {110, 120}}) {
    CAPTURE(n);
    Matrix a = dense_numbers(stride, std::max<Index>(n, 1), 31);
    Eigen::MatrixXd full(n, n);
    for (Index j = 0; j < n; ++j) {
      for (Index i = j; i < n; ++i) full(i, j) = full(j, i) = a(i, j);
    }
    const Vector values = blas::symmetric_eigen(n, {a.data.data(), stride});
    REQUIRE(std::ssize(values) == n);
    if (n == 0) continue;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> oracle(full);
    for (Index j = 0; j < n; ++j) CHECK(values[j] == Approx(oracle.eigenvalues()[j]).margin(1e-11));
    const Eigen::MatrixXd vectors = as_eigen(a).topRows(n);
    CHECK((vectors.transpose() * vectors - Eigen::MatrixXd::Identity(n, n)).cwiseAbs().maxCoeff() <
          1e-12);
    const Eigen::MatrixXd diagonal =
        Eigen::Map<const Eigen::VectorXd>(values.data(), n).asDiagonal();
    CHECK((full * vectors - vectors * diagonal).cwiseAbs().maxCoeff() < 1e-11);
  }
}
