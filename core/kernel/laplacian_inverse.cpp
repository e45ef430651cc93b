#include "costruct/core/kernel/laplacian_inverse.hpp"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;
using Simplicial = Eigen::SimplicialLLT<Sparse, Eigen::Lower, Eigen::AMDOrdering<Index>>;

// Counts the entries of the factor after the analysis of its pattern.
class MeasuredLlt : public Simplicial {
 public:
  double entries() const {  // m_nonZerosPerCol counts entries below the diagonal
    return m_nonZerosPerCol.template cast<double>().sum() +
           static_cast<double>(m_nonZerosPerCol.size());
  }
};

// The diagonal of Z = (L L^T)^-1, by Takahashi's recurrence. L^T Z = L^-1 is lower triangular with
// the diagonal 1 / L_jj, so
//   Z_ij = -sum_{k > j} Z_ik L_kj / L_jj  (i > j),
//   Z_jj = 1 / L_jj^2 - sum_{k > j} Z_kj L_kj / L_jj.
// Both need Z only where L has an entry: if i and k are in column j of L, then (i, k) is an entry.
Vector inverse_diagonal(const Sparse& l) {
  const Index n = l.cols();
  const Index* begin = l.outerIndexPtr();
  const Index* row = l.innerIndexPtr();
  const double* value = l.valuePtr();
  Vector z(static_cast<std::size_t>(l.nonZeros())), diagonal(n), of_column(n), sum(n);
  std::vector<char> inside(n, 0);
  for (Index j = n - 1; j >= 0; --j) {
    const Index first = begin[j] + 1, last = begin[j + 1];
    const double root = value[begin[j]];
    for (Index e = first; e < last; ++e) {
      inside[row[e]] = 1;
      of_column[row[e]] = value[e];
      sum[row[e]] = 0;
    }
    for (Index e = first; e < last; ++e) {
      const Index k = row[e];
      sum[k] += z[begin[k]] * of_column[k];
      for (Index f = begin[k] + 1; f < begin[k + 1]; ++f) {
        const Index i = row[f];
        if (inside[i] == 0) continue;
        sum[i] += z[f] * of_column[k];
        sum[k] += z[f] * of_column[i];
      }
    }
    double own = 1 / (root * root);
    for (Index e = first; e < last; ++e) {
      z[e] = -sum[row[e]] / root;
      own -= z[e] * value[e] / root;
      inside[row[e]] = 0;
    }
    z[begin[j]] = own;
    diagonal[j] = own;
  }
  return diagonal;
}

}  // namespace

struct LaplacianInverse::Factor {
  MeasuredLlt llt;
  double bytes = 0;
};

LaplacianInverse::LaplacianInverse(const NeighbourGraph& graph, double rho, double bytes)
    : graph_(graph), row_(graph.size()), factor_(std::make_unique<Factor>()) {
  const Index n = graph.size();
  Index rows = 0;
  for (Index i = 0; i < n; ++i) {
    const bool is_ground = graph.component[i] == static_cast<Index>(grounds_.size());
    if (is_ground) grounds_.push_back(i);
    row_[i] = is_ground ? -1 : rows++;
  }

  std::vector<Eigen::Triplet<double, Index>> entries;
  Eigen::VectorXd to_ground = Eigen::VectorXd::Zero(rows);  // -a
  for (Index i = 0; i < n; ++i) {
    if (row_[i] < 0) continue;
    entries.emplace_back(row_[i], row_[i], static_cast<double>(graph.of(i).size()) + rho);
    for (const Index j : graph.of(i)) {
      if (row_[j] < 0) {
        to_ground[row_[i]] = 1;
      } else {
        entries.emplace_back(row_[i], row_[j], -1.0);
      }
    }
  }
  Sparse b(rows, rows);
  b.setFromTriplets(entries.begin(), entries.end());
  factor_->llt.analyzePattern(b);
  const double factor_entries = factor_->llt.entries();
  // For each entry: row, value, and a number of the recurrence for the diagonal.
  factor_->bytes = factor_entries * (sizeof(Index) + 2 * sizeof(double));
  if (factor_->bytes > bytes) {
    throw DataError(
        fmt::format("the Laplacian of {} different points has a Cholesky factor of {:.0f} entries, "
                    "too many for "
                    "this machine's memory: limit kernel.neighbours or the number of examples",
                    n, factor_entries));
  }
  factor_->llt.factorize(b);
  COSTRUCT_ASSERT(factor_->llt.info() == Eigen::Success,
                  "a grounded Laplacian is positive definite");

  const Eigen::VectorXd potential = factor_->llt.solve(to_ground);
  v_.resize(n);
  sigma_.assign(grounds_.size(), 0.0);
  for (Index i = 0; i < n; ++i) {
    v_[i] = row_[i] < 0 ? 1 : potential[row_[i]];
    sigma_[graph.component[i]] += v_[i];
  }
  for (double& sigma : sigma_) sigma *= rho;
}

LaplacianInverse::~LaplacianInverse() = default;

double LaplacianInverse::bytes() const {
  return factor_->bytes;
}

Vector LaplacianInverse::grounded_diagonal() const {
  const Vector permuted = inverse_diagonal(factor_->llt.matrixL().nestedExpression());
  const auto& place = factor_->llt.permutationP().indices();
  Vector diagonal(row_.size(), 0.0);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    if (row_[i] >= 0) diagonal[i] = permuted[place[row_[i]]];
  }
  return diagonal;
}

void LaplacianInverse::grounded_column(Index point, VectorRef column) const {
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(factor_->llt.rows());
  unit[row_[point]] = 1;
  const Eigen::VectorXd solution = factor_->llt.solve(unit);
  for (std::size_t i = 0; i < row_.size(); ++i) column[i] = row_[i] < 0 ? 0 : solution[row_[i]];
}

}  // namespace costruct
