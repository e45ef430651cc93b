#include "costruct/core/optimize/label_ascent.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"

namespace costruct {
namespace {

constexpr Index kMostDoubles = Index{1} << 27;  // 1 GiB

Output label(Index k) {
  return {{static_cast<int>(k)}};
}

}  // namespace

bool LabelAscent::applies_to(const MaxMargin& objective) {
  const auto* scores = offered<LabelScores>(objective.problem);
  if (scores == nullptr || objective.size() == 0) return false;
  const Index labels = scores->num_labels();
  if (labels * std::max(labels, objective.size()) > kMostDoubles) return false;
  if (objective.augmentation.rescaling == Rescaling::kMargin) return true;
  for (Index y = 0; y < labels; ++y) {
    for (Index k = 0; k < labels; ++k) {
      if (k != y && objective.problem.loss(objective.examples.front().x, label(y), label(k)) != 1)
        return false;
    }
  }
  return true;
}

LabelAscent::LabelAscent(const MaxMargin& objective)
    : objective_(objective),
      scores_(*offered<LabelScores>(objective.problem)),
      labels_(scores_.num_labels()),
      weights_(objective.problem.dimension()),
      d_(objective.size() * labels_, 0.0),
      f_(labels_),
      target_(labels_),
      change_(labels_) {
  for (const LabeledExample& example : objective_.examples) {
    squared_norm_.push_back(scores_.squared_norm(example.x));
  }
  for (Index y = 0; y < labels_; ++y) {
    Vector row;
    for (Index k = 0; k < labels_; ++k) {
      row.push_back(constraint_scale(
                        objective_.problem.loss(objective_.examples.front().x, label(y), label(k)),
                        objective_.augmentation)
                        .b);
    }
    b_.push_back(std::move(row));
  }
}

void LabelAscent::start(std::span<const DualVariables> dual) {
  COSTRUCT_ASSERT(static_cast<Index>(dual.size()) == objective_.size(),
                  "dual variables of every example");
  for (Index i = 0; i < objective_.size(); ++i) {
    const auto& [x, y, weight] = objective_.examples[i];
    std::fill(change_.begin(), change_.end(), 0.0);
    for (std::size_t j = 0; j < dual[i].outputs.size(); ++j) {
      const double alpha = dual[i].alpha[j];
      const int k = dual[i].outputs[j].parts[0];
      change_[k] -= alpha;
      change_[y.parts[0]] += alpha;
      linear_ += alpha * b_[y.parts[0]][k];
    }
    std::copy(change_.begin(), change_.end(), d_.begin() + i * labels_);
    const double d_y = change_[y.parts[0]];
    if (d_y == 0) continue;
    if (objective_.augmentation.slack_norm == 2) squares_ += d_y * d_y / (2 * objective_.cost(i));
    scores_.add_labels(x, change_, weights_.w());
  }
}

// beta of the solution over all K labels: d_k = min{u_k, (beta - target_k) / A_k} with sum zero.
// Here u_k = 0 and A_k = A, except for the reference, which has `most` and A_y.
//
// It is found by clipping. It starts with no label at its bound, and then clips those that exceed
// it, until none does. Each round raises beta, so clipped labels stay clipped.
double LabelAscent::level(Index y, double A, double A_y, double most) {
  constexpr double kLowest = -std::numeric_limits<double>::infinity();
  const double target_y = std::exchange(target_[y], kLowest);
  const double* target = target_.data();
  double beta = kLowest;
  bool y_clipped = false;
  for (Index below = 0, last = labels_;; last = below) {
    double sum = 0;
    below = 0;
#pragma omp simd reduction(+ : sum, below)
    for (Index k = 0; k < labels_; ++k) {
      sum += target[k] > beta ? target[k] : 0.0;
      below += target[k] > beta ? 1 : 0;
    }
    const double count = static_cast<double>(below);
    const bool clips_y = !y_clipped && beta - target_y > A_y * most;
    if (below >= last && !clips_y) break;  // rounding may bring back a label
    y_clipped = y_clipped || clips_y;
    if (!y_clipped) {
      beta = (sum * A_y + target_y * A) / (count * A_y + A);
    } else if (below > 0) {
      beta = (sum - A * most) / count;
    }
  }
  target_[y] = target_y;
  return beta;
}

double LabelAscent::visit(Index i) {
  const double cost = objective_.cost(i);
  if (cost == 0 || labels_ == 1) return 0;
  const auto& [x, reference, weight] = objective_.examples[i];
  const Index y = reference.parts[0];
  const Vector& b = b_[y];
  const bool squared = objective_.augmentation.slack_norm == 2;
  double* d = d_.data() + i * labels_;
  scores_.label_scores(x, weights_.w(), f_);
  ++oracle_calls_;

  // The violations h_k = f_k + b_k - f_y, and the share C_i H^r / r - sum_k alpha_k h_k [+ d_y^2 /
  // (2 C_i)].
  const double f_y = f_[y];
  double worst = 0, held = 0;
  double* f = f_.data();
  const double* of_b = b.data();
#pragma omp simd reduction(max : worst) reduction(- : held)
  for (Index k = 0; k < labels_; ++k) {
    f[k] += of_b[k];
    worst = std::max(worst, f[k] - f_y);
    held -= d[k] * (f[k] - f_y);
  }
  const double share =
      squared ? 0.5 * cost * worst * worst - held + d[y] * d[y] / (2 * cost) : cost * worst - held;
  if (share <= 0) return share;

  // If x is 0, or tiny compared with 1 / C_i, a small curvature that keeps the digits of d.
  const double least = (squared_norm_[i] == 0 ? 1e-3 : 1e-8) / cost;
  const double A = std::max(squared_norm_[i] * weights_.scale(), least),
               A_y = squared ? A + 1 / cost : A;
  for (Index k = 0; k < labels_; ++k) target_[k] = f[k] - A * d[k];
  const double beta = level(y, A, A_y, squared ? std::numeric_limits<double>::infinity() : cost);

  const double before = d[y], inverse = 1 / A;
  const double* target = target_.data();
  double* change = change_.data();
  double others = 0, linear = 0, moved = 0;
  d[y] = 0;
  target_[y] = beta;  // no change here
#pragma omp simd reduction(+ : others, linear, moved)
  for (Index k = 0; k < labels_; ++k) {
    const double now = std::min(0.0, (beta - target[k]) * inverse);
    others += now;
    change[k] = now - d[k];
    d[k] = now;
    linear += change[k] * of_b[k];
    moved += std::abs(change[k]);
  }
  if (moved == 0) {
    d[y] = before;
    return share;
  }
  d[y] = -others;  // the sum is zero
  linear_ -= linear;
  change[y] = d[y] - before;
  if (squared) squares_ += (d[y] * d[y] - before * before) / (2 * cost);
  for (Index k = 0; k < labels_; ++k) change[k] *= weights_.scale();
  scores_.add_labels(x, change_, weights_.w());
  return share;
}

void LabelAscent::change_C(double C) {
  const double factor = C / objective_.C;
  objective_.C = C;
  linear_ *= factor;
  squares_ *= factor;
  for (double& d : d_) d *= factor;
  weights_.scale_v(factor);
}

double LabelAscent::dual() const {
  return linear_ - squares_ - 0.5 * weights_.squared_norm_of_v();
}

std::vector<DualVariables> LabelAscent::dual_variables() const {
  std::vector<DualVariables> all(objective_.size());
  for (Index i = 0; i < objective_.size(); ++i) {
    for (Index k = 0; k < labels_; ++k) {
      const double d = d_[i * labels_ + k];
      if (k == objective_.examples[i].y.parts[0] || d == 0) continue;
      all[i].outputs.push_back(label(k));
      all[i].alpha.push_back(-d);
    }
  }
  return all;
}

// |a|^2 / b for a loss of 1.
double LabelAscent::mean_stiffness() const {
  double sum = 0;
  for (const double square : squared_norm_) sum += 2 * square;
  return squared_norm_.empty() ? 0.0 : sum / static_cast<double>(squared_norm_.size());
}

}  // namespace costruct
