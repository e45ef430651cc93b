#include "costruct/learners/solvers/co_rlsr_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/clock.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/linear_algebra/blas.hpp"
#include "costruct/core/linear_algebra/cholesky.hpp"
#include "costruct/core/optimize/gap_decline.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/learners/shared/feature_products.hpp"
#include "costruct/learners/shared/time_left.hpp"
#include "costruct/learners/shared/unlabeled_blocks.hpp"

namespace costruct {
namespace {

[[noreturn]] void fail_singular_site() {
  throw DataError(
      "the system of a site is singular to working precision: take a larger eta or a smaller "
      "lambda, or scale the feature values down");
}

// Fills columns [first, last) of the kernel between all `centres` and `points`.
void fill_columns(const Kernel& kernel, const PackedPoints& centres, const Matrix& points,
                  int threads, Matrix& k) {
  constexpr Index kBlock = 64;
  const Index blocks = (points.cols + kBlock - 1) / kBlock;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (Index block = 0; block < blocks; ++block) {
    const Index first = block * kBlock, last = std::min(points.cols, first + kBlock);
    kernel_values(kernel, centres, 0, points, first, last, k.data.data() + first * k.rows, k.rows);
  }
}

class NonparametricSite final : public CoRlsrSite {
 public:
  NonparametricSite(const RegressionView& view, const Matrix& unlabeled, double lambda,
                    Index num_sites, int threads, const WorkWatch& watch)
      : targets_(view.targets),
        eta_(view.eta),
        lambda_(lambda),
        root_(std::sqrt(2 * lambda * static_cast<double>(num_sites - 1))),
        threads_(threads),
        points_(side_by_side(view.points, unlabeled)),
        on_unlabeled_(points_.cols, unlabeled.cols),
        alpha_(static_cast<std::size_t>(points_.cols), 0.0) {
    predictions_.assign(static_cast<std::size_t>(unlabeled.cols), 0.0);
    fill_columns(view.kernel, PackedPoints(points_), unlabeled, threads, on_unlabeled_);
    factor_ = kernel_matrix(view.kernel, points_, threads, watch);
    for (Index j = 0; j < factor_.cols; ++j) {
      for (Index i = j; i < factor_.rows; ++i)
        factor_(i, j) *= weight_root(i) * weight_root(j) / eta_;
      factor_(j, j) += 1;
    }
    if (!cholesky(factor_, threads, watch)) fail_singular_site();
  }

  void update(ConstVectorRef others) override {
    const Index n = static_cast<Index>(targets_.size()), m = static_cast<Index>(others.size());
    std::copy(targets_.begin(), targets_.end(), alpha_.begin());
    // D^1/2 t = sqrt(delta) s / (V - 1) = 2 lambda s / sqrt(delta)
    for (Index i = 0; i < m; ++i) alpha_[n + i] = root_ > 0 ? 2 * lambda_ * others[i] / root_ : 0;
    solve_cholesky(factor_, alpha_);
    for (Index i = 0; i < n + m; ++i) alpha_[i] *= weight_root(i) / eta_;
    // With fewer products than this in a round, starting threads takes longer than computing.
    constexpr Index kWorthThreads = Index{1} << 16;
#pragma omp parallel for schedule(static) num_threads(threads_) if (m * (n + m) >= kWorthThreads)
    for (Index j = 0; j < m; ++j) predictions_[j] = dot(alpha_, on_unlabeled_.column(j));
  }

  KernelSum function() const override {
    return {points_, alpha_};
  }

 private:
  double weight_root(Index i) const {
    return i < static_cast<Index>(targets_.size()) ? 1 : root_;
  }

  Vector targets_;
  double eta_, lambda_, root_;  // root_ = sqrt(delta)
  int threads_;
  Matrix points_, on_unlabeled_, factor_;  // on_unlabeled_: (n + m) x m, kernel values
  Vector alpha_;
};

class SemiparametricSite final : public CoRlsrSite {
 public:
  SemiparametricSite(const RegressionView& view, UnlabeledPoints* unlabeled, double lambda,
                     Index num_sites, int threads, const WorkWatch& watch)
      : view_{view}, unlabeled_(unlabeled), lambda_(lambda), threads_(threads) {
    bases_.emplace_back(view.kernel, view.points, watch);
    const Index n = view.points.cols, rank = basis().rank();
    FeatureProducts products(bases_, threads);
    UnlabeledBlocks blocks(unlabeled, view_, FeatureProducts::kPointsPerBlock);
    std::vector<Matrix> block;
    Index m = 0;
    for (; blocks.next(block); m += block.front().cols) products.add(block);
    predictions_.assign(static_cast<std::size_t>(m), 0.0);

    factor_ = products.sum();
    for (double& entry : factor_.data) entry *= 2 * lambda * static_cast<double>(num_sites - 1);
    Matrix features(rank, n);
    basis().features(view.points, 0, n, features.data.data(), rank);
    fit_.assign(static_cast<std::size_t>(rank), 0.0);
    for (Index i = 0; i < n; ++i) {
      for (Index k = 0; k < rank; ++k) fit_[k] += view.targets[i] * features(k, i);
    }
    if (rank == 0) return;
    blas::add_outer_product(rank, n, 1, {features.data.data(), rank}, {factor_.data.data(), rank});
    for (Index k = 0; k < rank; ++k) factor_(k, k) += view.eta;
    if (!cholesky(factor_, threads, watch)) fail_singular_site();
    if (rank * m <= kKept) keep_features(m);
  }

  void update(ConstVectorRef others) override {
    Vector w(fit_.size(), 0.0);
    if (lambda_ > 0) {
      over_unlabeled([&](const Matrix& psi, Index first) {
        for (Index j = 0; j < psi.cols; ++j) {
          const double scale = others[first + j];
          const ConstVectorRef column = psi.column(j);
          for (std::size_t k = 0; k < w.size(); ++k) w[k] += scale * column[k];
        }
      });
    }
    for (std::size_t k = 0; k < w.size(); ++k) w[k] = fit_[k] + 2 * lambda_ * w[k];
    if (!w.empty()) solve_cholesky(factor_, w);
    // Uses features instead of alpha. If kernel values are nearly dependent, alpha is large, and
    // its rounding errors would change from round to round by more than the tolerance.
    over_unlabeled([&](const Matrix& psi, Index first) {
      for (Index j = 0; j < psi.cols; ++j) predictions_[first + j] = dot(w, psi.column(j));
    });
    alpha_ = basis().coefficients(std::move(w));
  }

  KernelSum function() const override { return {basis().points(), alpha_}; }
  std::optional<std::string> warning() const override {
    return ill_posed(view_.front(), basis().rank());
  }

 private:
  static constexpr Index kKept = Index{1} << 24;  // most numbers to keep

  const KernelBasis& basis() const { return bases_.front(); }

  void keep_features(Index m) {
    Matrix kept(basis().rank(), 0);
    kept.data.reserve(static_cast<std::size_t>(kept.rows * m));
    over_unlabeled([&](const Matrix& psi, Index) {
      kept.data.insert(kept.data.end(), psi.data.begin(), psi.data.end());
      kept.cols += psi.cols;
    });
    kept_ = std::move(kept);
  }

  // Calls visit(psi, first) for runs of unlabeled points in their order. psi has their features, a
  // column per point.
  template <class Visit>
  void over_unlabeled(const Visit& visit) {
    if (predictions_.empty()) return;
    if (kept_) return visit(*kept_, 0);
    UnlabeledBlocks blocks(unlabeled_, view_, FeatureProducts::kPointsPerBlock);
    std::vector<Matrix> block;
    for (Index first = 0; blocks.next(block); first += block.front().cols) {
      visit(features_of(block.front()), first);
    }
  }

  Matrix features_of(const Matrix& points) const {
    constexpr Index kBlock = 64;
    const Index rank = basis().rank(), blocks = (points.cols + kBlock - 1) / kBlock;
    Matrix psi(rank, points.cols);
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
    for (Index block = 0; block < blocks; ++block) {
      const Index first = block * kBlock, last = std::min(points.cols, first + kBlock);
      basis().features(points, first, last, psi.data.data() + first * rank, rank);
    }
    return psi;
  }

  std::vector<RegressionView> view_;
  UnlabeledPoints* unlabeled_;
  double lambda_;
  int threads_;
  std::vector<KernelBasis> bases_;
  Matrix factor_;
  Vector fit_, alpha_;  // fit_: Phi^T y
  std::optional<Matrix> kept_;
};

double largest_of(ConstVectorRef values) {
  double largest = 0;
  for (const double x : values) largest = std::max(largest, std::abs(x));
  return largest;
}

double largest_change(ConstVectorRef a, ConstVectorRef b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// The change of a round: largest change over largest prediction; infinite if a prediction is NaN or
// infinite.
double relative(double change, double scale) {
  if (!std::isfinite(scale)) return std::numeric_limits<double>::infinity();
  return scale > 0 ? change / scale : 0;
}

}  // namespace

std::unique_ptr<CoRlsrSite> nonparametric_site(const RegressionView& view, const Matrix& unlabeled,
                                               double lambda, Index num_sites, int threads,
                                               const WorkWatch& watch) {
  return std::make_unique<NonparametricSite>(view, unlabeled, lambda, num_sites, threads, watch);
}

std::unique_ptr<CoRlsrSite> semiparametric_site(const RegressionView& view,
                                                UnlabeledPoints* unlabeled, double lambda,
                                                Index num_sites, int threads,
                                                const WorkWatch& watch) {
  return std::make_unique<SemiparametricSite>(view, unlabeled, lambda, num_sites, threads, watch);
}

Rounds run_rounds(const std::vector<CoRlsrSite*>& sites, Transport& transport, bool coupled,
                  double tolerance, Index max_rounds, const FitContext& context) {
  const auto local =
      std::find_if(sites.begin(), sites.end(), [](const CoRlsrSite* s) { return s != nullptr; });
  COSTRUCT_ASSERT(local != sites.end(), "a process has a site");
  // Other processes wait for this one, so it must not stop alone.
  const bool may_stop =
      std::all_of(sites.begin(), sites.end(), [](const CoRlsrSite* s) { return s != nullptr; });
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  const std::size_t m = (*local)->predictions().size();
  Rounds rounds;
  rounds.predictions.assign(sites.size(), Vector(m, 0.0));
  double before = 0, ratio_before = 0;
  constexpr double kPause = 1;  // seconds between two lines, if rounds take long
  const double start = seconds_now();
  double told = start;
  GapDecline decline;  // decline of the remaining change
  while (rounds.stopped_because.empty()) {
    if (may_stop && context.stop_requested() && rounds.count > 0) {
      rounds.stopped_because = "interrupted";
      break;
    }
    double change = 0, scale = 0;
    for (std::size_t v = 0; v < sites.size(); ++v) {
      Vector numbers(m);
      if (sites[v] != nullptr) {
        Vector others(m, 0.0);
        for (std::size_t u = 0; u < sites.size(); ++u) {
          if (u == v) continue;
          for (std::size_t i = 0; i < m; ++i) others[i] += rounds.predictions[u][i];
        }
        sites[v]->update(others);
        numbers = sites[v]->predictions();
      }
      transport.share(static_cast<Index>(v), numbers);
      change = std::max(change, largest_change(numbers, rounds.predictions[v]));
      scale = std::max(scale, largest_of(numbers));
      rounds.predictions[v] = std::move(numbers);
    }
    ++rounds.count;
    const double delta = relative(change, scale), ratio = before > 0 ? delta / before : 0;
    add_thinned(
        rounds.history,
        nlohmann::json{
            {"round", rounds.count}, {"change", delta}, {"bytes_sent", transport.bytes_sent()}},
        rounds.count - 1);
    const double r = std::max(ratio, ratio_before);
    const bool known = rounds.count >= 4 && r < 1;
    if (!coupled) {
      rounds.converged = true;
      rounds.stopped_because = "nothing couples the sites";
    } else if (delta <= kRounding) {
      rounds.converged = true;
      rounds.stopped_because = "predictions stand still";
    } else if (known && delta * r / (1 - r) <= tolerance) {
      rounds.converged = true;
      rounds.stopped_because = "predictions within tolerance of their limit";
    } else if (rounds.count == max_rounds) {
      rounds.stopped_because = counted(max_rounds, "round");
    }
    before = delta;
    ratio_before = ratio;
    const double now = seconds_now();
    if (known) decline.add(now - start, delta * r / (1 - r));
    if (context.progress && (rounds.count % 100 == 0 || now - told > kPause)) {
      told = now;
      context.progress(fmt::format("co_rlsr: round {}, change {:.1e}{}", rounds.count, delta,
                                   time_left(decline.seconds_to(tolerance))));
    }
  }
  return rounds;
}

}  // namespace costruct
