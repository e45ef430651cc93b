#include "costruct/learners/solvers/co_rlsr_closed_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/core/linear_algebra/blas.hpp"
#include "costruct/core/linear_algebra/cholesky.hpp"
#include "costruct/core/regression/kernel_basis.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/learners/shared/feature_products.hpp"
#include "costruct/learners/shared/unlabeled_blocks.hpp"

namespace costruct {
namespace {

// q(v, p), V x (V - 1): orthonormal columns, each of which adds up to 0 (Helmert's).
Matrix differences_basis(Index num_views) {
  Matrix q(num_views, num_views - 1);
  for (Index p = 0; p < q.cols; ++p) {
    const double scale = 1 / std::sqrt(static_cast<double>((p + 1) * (p + 2)));
    for (Index v = 0; v <= p; ++v) q(v, p) = scale;
    q(p + 1, p) = -static_cast<double>(p + 1) * scale;
  }
  return q;
}

// Rows of the system of solve_nonparametric(): those of each c_v, followed by those of each b_p.
struct Layout {
  std::vector<Index> labeled;
  Index unlabeled = 0, m = 0, order = 0;

  Layout(const std::vector<RegressionView>& views, Index points) : m(points) {
    for (const RegressionView& view : views) {
      labeled.push_back(unlabeled);
      unlabeled += view.points.cols;
    }
    order = unlabeled + (static_cast<Index>(views.size()) - 1) * m;
  }
  Index difference(Index p) const { return unlabeled + p * m; }
};

// Adds the kernel of view v to the lower triangle of the system.
void add_view(const RegressionView& view, const Matrix& unlabeled, Index v, double lambda,
              const Matrix& q, const Layout& rows, int threads, const WorkWatch& watch,
              Matrix& system) {
  constexpr Index kBlock = 32;
  const Matrix points = side_by_side(view.points, unlabeled);
  const PackedPoints packed(points);
  const Index n = view.points.cols, all = points.cols, blocks = (all + kBlock - 1) / kBlock;
  const double t = std::sqrt(2 * lambda * static_cast<double>(q.rows));
  const std::string stage = fmt::format("kernel of view {}", v + 1);
  const Index at_once = std::max<Index>(32, 4 * threads);
  for (Index done = 0; done < blocks; done += at_once) {
    watch_step(watch, {stage, "points", done * kBlock, all});
#pragma omp parallel num_threads(threads)
    {
      Vector kernel(static_cast<std::size_t>(all * kBlock));
#pragma omp for schedule(dynamic)
      for (Index block = done; block < std::min(blocks, done + at_once); ++block) {
        const Index first = block * kBlock, last = std::min(all, first + kBlock);
        kernel_values(view.kernel, packed, first, points, first, last, kernel.data(), all);
        for (Index j = first; j < last; ++j) {
          const double* k = kernel.data() + (j - first) * all;
          if (j < n) {
            double* column = system.data.data() + (rows.labeled[v] + j) * system.rows;
            for (Index i = j; i < n; ++i) column[rows.labeled[v] + i] += k[i] / view.eta;
            for (Index p = 0; p < q.cols; ++p) {
              const double scale = t * q(v, p) / view.eta;
              if (scale == 0) continue;
              for (Index i = 0; i < rows.m; ++i) column[rows.difference(p) + i] += scale * k[n + i];
            }
            continue;
          }
          for (Index r = 0; r < q.cols; ++r) {
            double* column = system.data.data() + (rows.difference(r) + j - n) * system.rows;
            for (Index p = r; p < q.cols; ++p) {
              const double scale = t * t * q(v, p) * q(v, r) / view.eta;
              if (scale == 0) continue;
              // Only below the diagonal if the block is on the diagonal. The other blocks are
              // symmetric, and complete_blocks() fills their upper halves.
              for (Index i = j - n; i < rows.m; ++i)
                column[rows.difference(p) + i] += scale * k[n + i];
            }
          }
        }
      }
    }
  }
}

// Fills the upper halves of the blocks (p, r), p > r, of differences. These blocks are symmetric,
// and add_view() fills only their lower halves.
void complete_blocks(const Layout& rows, Index differences, Matrix& system) {
  for (Index r = 0; r < differences; ++r) {
    for (Index p = r + 1; p < differences; ++p) {
      for (Index j = 0; j < rows.m; ++j) {
        for (Index i = 0; i < j; ++i) {
          system(rows.difference(p) + i, rows.difference(r) + j) =
              system(rows.difference(p) + j, rows.difference(r) + i);
        }
      }
    }
  }
}

bool uncoupled(Index num_views, Index m, double lambda) {
  return num_views == 1 || m == 0 || lambda == 0;
}

std::vector<KernelSum> independent(const std::vector<RegressionView>& views, int threads,
                                   const WorkWatch& watch) {
  std::vector<KernelSum> solutions;
  for (const RegressionView& view : views) solutions.push_back(solve_rlsr(view, threads, watch));
  return solutions;
}

// Least squares in the features of `bases`. This is the semi-parametric problem if they span the
// labeled points.
class FeatureLeastSquares {
 public:
  FeatureLeastSquares(const std::vector<RegressionView>& views,
                      const std::vector<KernelBasis>& bases)
      : views_(views), bases_(bases) {
    Index order = 0;
    for (std::size_t v = 0; v < views.size(); ++v) {
      const Index n = views[v].points.cols;
      first_.push_back(order);
      features_.emplace_back(bases[v].rank(), n);
      bases[v].features(views[v].points, 0, n, features_[v].data.data(), bases[v].rank());
      order += bases[v].rank();
    }
    w_.assign(static_cast<std::size_t>(order), 0.0);
  }

  // `products` is the lower triangle of Psi^T Psi. Returns false if the system is not positive
  // definite.
  bool solve(const Matrix& products, double lambda, int threads, const WorkWatch& watch) {
    const Index order = static_cast<Index>(w_.size()),
                num_views = static_cast<Index>(views_.size());
    Matrix system = products;
    for (Index v = 0; v < num_views; ++v) {
      for (Index j = first_[v]; j < first_[v] + bases_[v].rank(); ++j) {
        for (Index i = j; i < order; ++i) {
          const bool same_view = i < first_[v] + bases_[v].rank();
          system(i, j) *= same_view ? 2 * lambda * static_cast<double>(num_views - 1) : -2 * lambda;
        }
        system(j, j) += views_[v].eta;
      }
      const Index n = views_[v].points.cols, rank = bases_[v].rank();
      blas::add_outer_product(rank, n, 1, {features_[v].data.data(), rank},
                              {system.data.data() + first_[v] * order + first_[v], order});
      for (Index i = 0; i < n; ++i) {
        const ConstVectorRef phi = features_[v].column(i);
        for (Index k = 0; k < rank; ++k) w_[first_[v] + k] += views_[v].targets[i] * phi[k];
      }
    }
    if (order > 0 && !cholesky(system, threads, watch)) return false;
    if (order > 0) solve_cholesky(system, w_);
    return true;
  }

  // Q at the solution.
  double objective(const Matrix& products, double lambda) const {
    double sum = 0;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const ConstVectorRef w = weights(v);
      Vector fitted;
      for (Index i = 0; i < views_[v].points.cols; ++i) {
        fitted.push_back(dot(w, features_[v].column(i)));
      }
      sum += squared_error(views_[v].targets, fitted) + views_[v].eta * dot(w, w);
    }
    return sum + lambda * disagreement(products);
  }

  std::vector<KernelSum> solutions() const {
    std::vector<KernelSum> all;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const ConstVectorRef w = weights(v);
      all.push_back({bases_[v].points(), bases_[v].coefficients(Vector(w.begin(), w.end()))});
    }
    return all;
  }

 private:
  ConstVectorRef weights(std::size_t v) const {
    return ConstVectorRef(w_).subspan(static_cast<std::size_t>(first_[v]),
                                      static_cast<std::size_t>(bases_[v].rank()));
  }

  // sum_{u,v} ||g_u - g_v||^2 = 2 sum_{u,v} (V [u = v] - 1) <g_u, g_v>, g_v = Psi_v w_v.
  double disagreement(const Matrix& products) const {
    const Index order = static_cast<Index>(w_.size()),
                num_views = static_cast<Index>(views_.size());
    double sum = 0;
    for (Index v = 0; v < num_views; ++v) {
      const Index end = first_[v] + bases_[v].rank();
      for (Index j = first_[v]; j < end; ++j) {
        double column = 0;
        for (Index i = j; i < order; ++i) {
          const double factor = i < end ? static_cast<double>(num_views - 1) : -1;
          column += (i == j ? 1 : 2) * factor * products(i, j) * w_[i];
        }
        sum += column * w_[j];
      }
    }
    return std::max(0.0, 2 * sum);
  }

  const std::vector<RegressionView>& views_;
  const std::vector<KernelBasis>& bases_;
  std::vector<Index> first_;      // the first row of each view's features
  std::vector<Matrix> features_;  // Phi_v^T, with a column per labeled point
  Vector w_;
};

[[noreturn]] void fail_singular() {
  throw DataError(
      "the least squares problem is singular to working precision: take a larger eta or a smaller "
      "lambda, or "
      "scale the feature values down");
}

// Solves Opt. Problem 4.1 in the features of all points, for systems that are singular to working
// precision.
std::vector<KernelSum> solve_in_features(const std::vector<RegressionView>& views,
                                         const std::vector<Matrix>& unlabeled, double lambda,
                                         int threads, const WorkWatch& watch) {
  std::vector<KernelBasis> bases;
  for (std::size_t v = 0; v < views.size(); ++v) {
    bases.emplace_back(views[v].kernel, side_by_side(views[v].points, unlabeled[v]), watch);
  }
  watch_step(watch, {"products of features", ""});
  FeatureProducts products(bases, threads);
  products.add(unlabeled);
  FeatureLeastSquares problem(views, bases);
  if (!problem.solve(products.sum(), lambda, threads, watch)) fail_singular();
  return problem.solutions();
}

}  // namespace

std::optional<std::string> ill_posed(const RegressionView& view, Index rank) {
  if (view.kernel.type != KernelType::kGaussian) return std::nullopt;
  std::vector<Index> order(static_cast<std::size_t>(view.points.cols));
  std::iota(order.begin(), order.end(), Index{0});
  const auto before = [&](Index i, Index j) {
    const ConstVectorRef a = view.points.column(i), b = view.points.column(j);
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  std::sort(order.begin(), order.end(), before);
  const auto end =
      std::unique(order.begin(), order.end(), [&](Index i, Index j) { return !before(i, j); });
  const auto distinct = static_cast<Index>(end - order.begin());
  if (rank >= distinct) return std::nullopt;
  return fmt::format(
      "view {}: the gaussian kernel of its {} different labeled points has rank {} "
      "in working precision. Functions that matter on far points are left out, so "
      "predictions may be off by percents (ill-posed). Take variant nonparametric, "
      "scaling, a smaller sigma2 or a larger eta",
      view.number + 1, distinct, rank);
}

KernelSum solve_rlsr(const RegressionView& view, int threads, const WorkWatch& watch) {
  Matrix system = kernel_matrix(view.kernel, view.points, threads, watch);
  for (Index i = 0; i < system.rows; ++i) system(i, i) += view.eta;
  if (cholesky(system, threads, watch)) {
    Vector alpha = view.targets;
    solve_cholesky(system, alpha);
    return {view.points, std::move(alpha)};
  }
  return std::move(
      solve_in_features({view}, {Matrix(view.points.rows, 0)}, 0, threads, watch).front());
}

double objective(const std::vector<RegressionView>& views, const std::vector<KernelSum>& solutions,
                 const std::vector<Vector>& predictions, double lambda, int threads) {
  double sum = 0, disagreement = 0;
  for (std::size_t v = 0; v < views.size(); ++v) {
    const RegressionView& view = views[v];
    const KernelExpansion f{view.kernel, solutions[v].points, solutions[v].coefficients, {}, 0};
    sum += squared_error(view.targets, values(f, view.points, threads)) +
           view.eta * dot(f.coefficients, values(f, f.points, threads));
  }
  for (const Vector& g_u : predictions) {
    for (const Vector& g_v : predictions) disagreement += squared_error(g_u, g_v);
  }
  return sum + lambda * disagreement;
}

std::vector<KernelSum> solve_nonparametric(const std::vector<RegressionView>& views,
                                           const std::vector<Matrix>& unlabeled, double lambda,
                                           int threads, const WorkWatch& watch) {
  const Index num_views = static_cast<Index>(views.size()), m = unlabeled.front().cols;
  if (uncoupled(num_views, m, lambda)) return independent(views, threads, watch);
  const Layout rows(views, m);
  const Matrix q = differences_basis(num_views);
  Matrix system(rows.order, rows.order);
  Vector x(static_cast<std::size_t>(rows.order), 0.0);
  for (Index v = 0; v < num_views; ++v) {
    add_view(views[v], unlabeled[v], v, lambda, q, rows, threads, watch, system);
    std::copy(views[v].targets.begin(), views[v].targets.end(), x.begin() + rows.labeled[v]);
  }
  complete_blocks(rows, q.cols, system);
  for (Index i = 0; i < rows.order; ++i) system(i, i) += 1;
  if (!cholesky(system, threads, watch))
    return solve_in_features(views, unlabeled, lambda, threads, watch);
  solve_cholesky(system, x);

  const double t = std::sqrt(2 * lambda * static_cast<double>(num_views));
  std::vector<KernelSum> solutions;
  for (Index v = 0; v < num_views; ++v) {
    const Index n = views[v].points.cols;
    Vector alpha(static_cast<std::size_t>(n + m), 0.0);
    for (Index i = 0; i < n; ++i) alpha[i] = x[rows.labeled[v] + i] / views[v].eta;
    for (Index p = 0; p < q.cols; ++p) {
      for (Index i = 0; i < m; ++i)
        alpha[n + i] += t * q(v, p) * x[rows.difference(p) + i] / views[v].eta;
    }
    solutions.push_back({side_by_side(views[v].points, unlabeled[v]), std::move(alpha)});
  }
  return solutions;
}

SemiparametricSolution solve_semiparametric(const std::vector<RegressionView>& views,
                                            UnlabeledPoints* unlabeled, double lambda, int threads,
                                            const WorkWatch& watch) {
  const bool alone = uncoupled(static_cast<Index>(views.size()), 1, lambda);
  UnlabeledBlocks blocks(alone ? nullptr : unlabeled, views, FeatureProducts::kPointsPerBlock);
  std::vector<Matrix> block;
  if (!blocks.next(block)) {
    std::vector<KernelSum> solutions = independent(views, threads, watch);
    const double primal = objective(views, solutions, {}, 0, threads);
    return {std::move(solutions), primal, {}};
  }
  std::vector<KernelBasis> bases;
  for (const RegressionView& view : views) bases.emplace_back(view.kernel, view.points, watch);
  FeatureProducts products(bases, threads);
  do {
    products.add(block);
  } while (blocks.next(block));
  FeatureLeastSquares problem(views, bases);
  const Matrix sum = products.sum();
  if (!problem.solve(sum, lambda, threads, watch)) fail_singular();
  SemiparametricSolution solution{problem.solutions(), problem.objective(sum, lambda), {}};
  for (std::size_t v = 0; v < views.size(); ++v) {
    if (const auto warning = ill_posed(views[v], bases[v].rank()))
      solution.warnings.push_back(*warning);
  }
  return solution;
}

}  // namespace costruct
