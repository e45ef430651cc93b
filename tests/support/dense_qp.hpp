// A dense solver of the quadratic programs behind max-margin learning, for problems whose
// constraints can all be written down. It is the oracle of every test of core/optimize, with which
// it shares no code.
//
//   minimise over w, xi   1/2 |w|^2 + sum_i C_i xi_i          (slack_norm 1)
//                         1/2 |w|^2 + 1/2 sum_i C_i xi_i^2    (slack_norm 2)
//   such that             <a_j, w> + xi_{i(j)} >= b_j  for every j
//
// by a primal-dual interior point method with predictor and corrector (Mehrotra). The solution is
// judged by its own duality gap, from w and the multipliers alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::test {

struct DenseConstraint {
  Index slack = 0;  ///< i(j)
  Vector a;
  double b = 0;
};

struct DenseQp {
  Index dimension = 0;
  Vector costs;  ///< C_i > 0, one per slack; every slack has a constraint
  int slack_norm = 1;
  std::vector<DenseConstraint> constraints;
};

struct DenseSolution {
  Vector w;
  double primal = 0, dual = 0;
};

/// Each slack at weights w: the largest b_j - <a_j, w>, and at least 0 where it is squared.
inline Vector dense_slacks(const DenseQp& qp, const Vector& w) {
  Vector slacks(qp.costs.size(), qp.slack_norm == 2 ? 0.0 : -HUGE_VAL);
  for (const DenseConstraint& row : qp.constraints) {
    double violation = row.b;
    for (Index k = 0; k < qp.dimension; ++k) violation -= row.a[k] * w[k];
    slacks[row.slack] = std::max(slacks[row.slack], violation);
  }
  return slacks;
}

inline double dense_primal(const DenseQp& qp, const Vector& w) {
  const Vector slacks = dense_slacks(qp, w);
  double value = 0;
  for (const double each : w) value += 0.5 * each * each;
  for (std::size_t i = 0; i < slacks.size(); ++i) {
    value += qp.costs[i] * (qp.slack_norm == 2 ? 0.5 * slacks[i] * slacks[i] : slacks[i]);
  }
  return value;
}

/// The iterates need more digits than the solution: multipliers over distances span twice as many.
using LongDouble = long double;
using LongVector = std::vector<LongDouble>;

/// Solves A u = b in place of b, A symmetric, row by row in `A`; false where A is not
/// positive definite.
inline bool solve_by_cholesky(std::vector<LongVector>& A, LongVector& b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k) {
      if (A[j][k] == 0) continue;
      for (std::size_t i = j; i < n; ++i) A[i][j] -= A[i][k] * A[j][k];
    }
    if (!(A[j][j] > 0)) return false;
    const LongDouble root = std::sqrt(A[j][j]);
    for (std::size_t i = j; i < n; ++i) A[i][j] /= root;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= A[i][k] * b[k];
    b[i] /= A[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= A[k][i] * b[k];
    b[i] /= A[i][i];
  }
  return true;
}

/// Solves to a relative duality gap of 1e-10. If the value is next to 0, the gap is 1e-13 of what a
/// constraint can cost. Throws if the gap is not reached.
class DenseSolver {
 public:
  explicit DenseSolver(const DenseQp& qp)
      : qp_(qp),
        d_(qp.dimension),
        n_(static_cast<Index>(qp.costs.size())),
        rows_(qp.constraints.size()) {
    for (const DenseConstraint& row : qp.constraints) {
      std::vector<std::pair<Index, double>> entries;
      for (Index k = 0; k < d_; ++k) {
        if (row.a[k] != 0) entries.emplace_back(k, row.a[k]);
      }
      entries.emplace_back(d_ + row.slack, 1.0);
      sparse_.push_back(std::move(entries));
    }
  }

  DenseSolution solve() {
    start();
    DenseSolution best;
    double best_gap = HUGE_VAL;
    for (int iteration = 0; iteration < 100; ++iteration) {
      const DenseSolution now = certified();
      const double gap = now.primal - now.dual;
      if (gap < best_gap) {
        best_gap = gap;
        best = now;
      }
      if (best_gap <= 1e-12 * std::abs(best.primal)) break;
      if (!newton_step()) break;
    }
    double scale = 0;  // of a solution of value 0
    for (const DenseConstraint& row : qp_.constraints) {
      scale = std::max(scale, qp_.costs[row.slack] * (1 + row.b * row.b));
    }
    if (!(best_gap <= 1e-10 * std::abs(best.primal) || best_gap <= 1e-13 * scale)) {
      throw std::logic_error("the dense solver has stopped at the gap " +
                             std::to_string(best_gap / best.primal * 1e10) + "e-10");
    }
    return best;
  }

 private:
  void start() {
    Vector counts(n_, 0.0), largest(n_, 0.0);
    for (const DenseConstraint& row : qp_.constraints) {
      counts[row.slack] += 1;
      largest[row.slack] = std::max(largest[row.slack], row.b);
    }
    x_.assign(d_ + n_, 0.0);
    for (Index i = 0; i < n_; ++i) x_[d_ + i] = largest[i] + 1;
    for (std::size_t j = 0; j < rows_; ++j) {
      const DenseConstraint& row = qp_.constraints[j];
      const LongDouble cost =
          qp_.costs[row.slack] * (qp_.slack_norm == 2 ? x_[d_ + row.slack] : 1.0);
      lambda_.push_back(cost / counts[row.slack]);
      s_.push_back(x_[d_ + row.slack] - row.b);
    }
  }

  // The weights and values that the multipliers stand for, made feasible.
  DenseSolution certified() const {
    LongVector multipliers = lambda_, w(d_, 0.0), sums(n_, 0.0);
    LongDouble dual = 0;
    for (std::size_t j = 0; j < rows_; ++j) sums[qp_.constraints[j].slack] += lambda_[j];
    for (std::size_t j = 0; j < rows_; ++j) {
      const DenseConstraint& row = qp_.constraints[j];
      if (qp_.slack_norm == 1) multipliers[j] *= qp_.costs[row.slack] / sums[row.slack];
      dual += multipliers[j] * row.b;
      for (Index k = 0; k < d_; ++k) w[k] += multipliers[j] * row.a[k];
    }
    for (const LongDouble each : w) dual -= each * each / 2;
    if (qp_.slack_norm == 2) {
      for (Index i = 0; i < n_; ++i) dual -= sums[i] * sums[i] / (2 * qp_.costs[i]);
    }
    DenseSolution found;
    found.w.assign(w.begin(), w.end());
    found.dual = static_cast<double>(dual);
    found.primal = dense_primal(qp_, found.w);
    return found;
  }

  // The direction of lambda and s to the products lambda s = target.
  bool direction(const LongVector& target, LongVector& dx, LongVector& ds, LongVector& dlambda) {
    std::vector<LongVector> H(d_ + n_, LongVector(d_ + n_, 0.0));
    dx.assign(d_ + n_, 0.0);
    for (Index k = 0; k < d_; ++k) {
      H[k][k] = 1;
      dx[k] = -x_[k];
    }
    for (Index i = 0; i < n_; ++i) {
      if (qp_.slack_norm == 2) H[d_ + i][d_ + i] = qp_.costs[i];
      dx[d_ + i] = -qp_.costs[i] * (qp_.slack_norm == 2 ? x_[d_ + i] : 1.0);
    }
    LongVector off(rows_);  // A x - s - b
    for (std::size_t j = 0; j < rows_; ++j) {
      off[j] = -s_[j] - qp_.constraints[j].b;
      for (const auto& [k, value] : sparse_[j]) off[j] += value * x_[k];
      const LongDouble weight = lambda_[j] / s_[j];
      const LongDouble pull = target[j] / s_[j] - weight * off[j];
      for (std::size_t e = 0; e < sparse_[j].size(); ++e) {
        const auto& [k, value] = sparse_[j][e];
        dx[k] += pull * value;
        for (std::size_t f = 0; f <= e; ++f)
          H[k][sparse_[j][f].first] += weight * value * sparse_[j][f].second;
      }
    }
    if (!solve_by_cholesky(H, dx)) return false;  // the last digits are reached
    ds = off;
    dlambda.resize(rows_);
    for (std::size_t j = 0; j < rows_; ++j) {
      for (const auto& [k, value] : sparse_[j]) ds[j] += value * dx[k];
      dlambda[j] = (target[j] - lambda_[j] * ds[j]) / s_[j] - lambda_[j];
    }
    return true;
  }

  static LongDouble longest_step(const LongVector& values, const LongVector& change) {
    LongDouble step = 1;
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (change[j] < 0) step = std::min(step, -values[j] / change[j]);
    }
    return step;
  }

  bool newton_step() {
    LongDouble mu = 0;
    for (std::size_t j = 0; j < rows_; ++j)
      mu += lambda_[j] * s_[j] / static_cast<LongDouble>(rows_);
    LongVector dx, ds, dlambda, target(rows_, 0.0);
    if (!direction(target, dx, ds, dlambda)) return false;
    const LongDouble reach = std::min(longest_step(s_, ds), longest_step(lambda_, dlambda));
    LongDouble mu_then = 0;
    for (std::size_t j = 0; j < rows_; ++j) {
      mu_then += (lambda_[j] + reach * dlambda[j]) * (s_[j] + reach * ds[j]) /
                 static_cast<LongDouble>(rows_);
    }
    const LongDouble centring = std::pow(mu_then / mu, 3);
    for (std::size_t j = 0; j < rows_; ++j) target[j] = centring * mu - dlambda[j] * ds[j];
    if (!direction(target, dx, ds, dlambda)) return false;
    const LongDouble step = 0.995 * std::min(longest_step(s_, ds), longest_step(lambda_, dlambda));
    for (std::size_t k = 0; k < x_.size(); ++k) x_[k] += step * dx[k];
    for (std::size_t j = 0; j < rows_; ++j) {
      s_[j] += step * ds[j];
      lambda_[j] += step * dlambda[j];
      if (!(s_[j] > 0 && lambda_[j] > 0)) return false;
    }
    return true;
  }

  const DenseQp& qp_;
  Index d_, n_;
  std::size_t rows_;
  std::vector<std::vector<std::pair<Index, double>>> sparse_;  // rows of A, columns ascending
  LongVector x_, s_, lambda_;                                  // x = (w, xi)
};

inline DenseSolution solve_dense(const DenseQp& qp) {
  return DenseSolver(qp).solve();
}

}  // namespace costruct::test
