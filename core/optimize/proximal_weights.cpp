#include "costruct/core/optimize/proximal_weights.hpp"

#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

// The sum of term(k) for k < n. The terms k, k + kLanes, k + 2 kLanes, ... are summed separately,
// so that registers hold the sums.
template <class Term>
double sum_in_lanes(Index n, const Term& term) {
  constexpr Index kLanes = 16;
  double sums[kLanes] = {};
  Index k = 0;
  for (; k + kLanes <= n; k += kLanes) {
    for (Index lane = 0; lane < kLanes; ++lane) sums[lane] += term(k + lane);
  }
  double sum = 0;
  for (; k < n; ++k) sum += term(k);
  for (const double of_lane : sums) sum += of_lane;
  return sum;
}

}  // namespace

void ProximalWeights::accelerate(double kappa) {
  COSTRUCT_ASSERT(kappa >= 0, "kappa is not negative");
  if (kappa_ > 0) {
    for (std::size_t k = 0; k < w_.size(); ++k) w_[k] = (1 + kappa_) * w_[k] - kappa_ * center_[k];
    center_.clear();
    last_.clear();
  }
  kappa_ = kappa;
  if (kappa == 0) return;
  center_ = w_;  // then w = (v + kappa v) / (1 + kappa) = v
  last_ = w_;
}

double ProximalWeights::move_center() {
  if (kappa_ == 0) return 0;
  // The momentum for a condition number 1 + kappa of the outer problem (Nesterov; Lin et al. 2015).
  const double root = std::sqrt(1 / (1 + kappa_)), momentum = (1 - root) / (1 + root);
  const double share_of_center = kappa_ / (1 + kappa_);
  double* __restrict w_at = w_.data();
  double* __restrict center_at = center_.data();
  double* __restrict last_at = last_.data();
  const double away = sum_in_lanes(static_cast<Index>(w_.size()), [=](Index k) {
    const double w = w_at[k], from_center = w - center_at[k];
    const double center = w + momentum * (w - last_at[k]);
    w_at[k] = w + share_of_center * (center - center_at[k]);
    center_at[k] = center;
    last_at[k] = w;
    return from_center * from_center;
  });
  return 0.5 * kappa_ * kappa_ * away;
}

void ProximalWeights::scale_v(double factor) {
  for (std::size_t k = 0; k < w_.size(); ++k) {
    const double center = kappa_ == 0 ? 0.0 : center_[k];
    const double v = (1 + kappa_) * w_[k] - kappa_ * center;
    w_[k] = (factor * v + kappa_ * center) / (1 + kappa_);
  }
}

void ProximalWeights::reset(ConstVectorRef v) {
  for (std::size_t k = 0; k < w_.size(); ++k) {
    w_[k] = kappa_ == 0 ? v[k] : (v[k] + kappa_ * center_[k]) / (1 + kappa_);
  }
}

double ProximalWeights::squared_norm_of_v() const {
  const auto size = static_cast<Index>(w_.size());
  if (kappa_ == 0) return sum_in_lanes(size, [&](Index k) { return w_[k] * w_[k]; });
  return sum_in_lanes(size, [&](Index k) {
    const double v = (1 + kappa_) * w_[k] - kappa_ * center_[k];
    return v * v;
  });
}

}  // namespace costruct
