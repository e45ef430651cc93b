#include "costruct/core/optimize/proximal_weights.hpp"

#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct {

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
  double away = 0;
  for (std::size_t k = 0; k < w_.size(); ++k) {
    const double w = w_[k];
    away += (w - center_[k]) * (w - center_[k]);
    const double center = w + momentum * (w - last_[k]);
    w_[k] += share_of_center * (center - center_[k]);
    center_[k] = center;
    last_[k] = w;
  }
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
  double square = 0;
  for (std::size_t k = 0; k < w_.size(); ++k) {
    const double v = kappa_ == 0 ? w_[k] : (1 + kappa_) * w_[k] - kappa_ * center_[k];
    square += v * v;
  }
  return square;
}

}  // namespace costruct
