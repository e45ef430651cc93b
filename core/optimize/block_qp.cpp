#include "costruct/core/optimize/block_qp.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

constexpr Index kStepsPerElement = 10;

Index steepest(ConstVectorRef gradient) {
  return std::max_element(gradient.begin(), gradient.end()) - gradient.begin();
}

// The largest step <= `limit` along a direction of slope > 0 and curvature >= 0.
double line_search(double slope, double curvature, double limit) {
  return slope < curvature * limit ? slope / curvature : limit;
}

// Moves `amount` from coordinate `from` to `to`.
void shift(BlockCurvature curvature, Index to, Index from, double amount, VectorRef alpha,
           VectorRef gradient) {
  alpha[to] += amount;
  alpha[from] = amount == alpha[from] ? 0.0 : std::max(0.0, alpha[from] - amount);
  for (Index k = 0; k < curvature.gram.size(); ++k) {
    gradient[k] -= amount * curvature.scale * (curvature.gram(to, k) - curvature.gram(from, k));
  }
}

}  // namespace

double PackedGram::squared_distance(Index j, Index k) const {
  return std::max(0.0, (*this)(j, j) + (*this)(k, k) - 2 * (*this)(j, k));
}

double PackedGram::squared_norm(ConstVectorRef c) const {
  double square = 0;
  for (Index j = 0; j < size_; ++j) {
    if (c[j] == 0) continue;
    double product = 0.5 * c[j] * (*this)(j, j);
    for (Index k = 0; k < j; ++k) product += c[k] * (*this)(j, k);
    square += 2 * c[j] * product;
  }
  return std::max(0.0, square);
}

void PackedGram::append(ConstVectorRef row) {
  COSTRUCT_ASSERT(static_cast<Index>(row.size()) == size_ + 1, "one product per element");
  entries_.insert(entries_.end(), row.begin(), row.end());
  ++size_;
}

void PackedGram::keep(std::span<const Index> kept) {
  std::size_t out = 0;  // never overtakes the reads, because `kept` is ascending
  for (std::size_t j = 0; j < kept.size(); ++j) {
    for (std::size_t k = 0; k <= j; ++k) entries_[out++] = (*this)(kept[j], kept[k]);
  }
  entries_.resize(out);
  size_ = static_cast<Index>(kept.size());
}

void maximise_on_simplex(BlockCurvature curvature, double accuracy, VectorRef alpha,
                         VectorRef gradient, Index steps) {
  const Index size = curvature.gram.size();
  const double total = std::accumulate(alpha.begin(), alpha.end(), 0.0);
  double enough = 0;
  for (Index step = 0; step < steps * size; ++step) {
    const Index to = steepest(gradient);
    double left = total * gradient[to];
    Index from = -1;
    double best_gain = 0, amount = 0;
    for (Index k = 0; k < size; ++k) {
      if (alpha[k] <= 0) continue;
      left -= alpha[k] * gradient[k];
      const double slope = gradient[to] - gradient[k];
      if (slope <= 0) continue;
      const double bend = curvature.scale * curvature.gram.squared_distance(to, k);
      const double length = line_search(slope, bend, alpha[k]);
      const double gain = length * (slope - 0.5 * bend * length);
      if (gain > best_gain) {
        best_gain = gain;
        amount = length;
        from = k;
      }
    }
    if (step == 0) enough = accuracy * left;
    if (from < 0 || (step > 0 && left <= enough)) return;
    shift(curvature, to, from, amount, alpha, gradient);
  }
}

void maximise_on_orthant(BlockCurvature curvature, double accuracy, VectorRef alpha,
                         VectorRef gradient) {
  const Index size = curvature.gram.size();
  if (size == 1) return;
  const auto Q = [&](Index j, Index k) {
    return curvature.scale * curvature.gram(j, k) + curvature.ridge;
  };
  double enough = 0;
  for (Index step = 0; step < kStepsPerElement * size; ++step) {
    const Index to = 1 + steepest(gradient.subspan(1));
    // The coordinate that gains most alone, and the one that gains most by giving to the steepest.
    Index alone = -1, from = -1;
    double best_gain = 0, amount = 0, steepest_slope = 0;
    for (Index k = 1; k < size; ++k) {
      if (gradient[k] <= 0 && alpha[k] <= 0) continue;
      steepest_slope = std::max(steepest_slope, std::abs(gradient[k]));
      const double change = std::max(-alpha[k], gradient[k] / Q(k, k));
      const double gain = change * (gradient[k] - 0.5 * change * Q(k, k));
      if (gain > best_gain) {
        best_gain = gain;
        amount = change;
        alone = k;
        from = -1;
      }
      const double slope = gradient[to] - gradient[k];
      if (alpha[k] <= 0 || slope <= 0) continue;
      const double bend = curvature.scale * curvature.gram.squared_distance(to, k);
      const double length = line_search(slope, bend, alpha[k]);
      const double pair_gain = length * (slope - 0.5 * bend * length);
      if (pair_gain > best_gain) {
        best_gain = pair_gain;
        amount = length;
        alone = -1;
        from = k;
      }
    }
    if (step == 0) enough = accuracy * steepest_slope;
    if ((alone < 0 && from < 0) || (step > 0 && steepest_slope <= enough)) return;
    if (from >= 0) {
      shift(curvature, to, from, amount, alpha, gradient);
      continue;
    }
    alpha[alone] = amount == -alpha[alone] ? 0.0 : alpha[alone] + amount;
    for (Index k = 1; k < size; ++k) gradient[k] -= amount * Q(alone, k);
  }
}

void frank_wolfe_step(BlockCurvature curvature, VectorRef alpha, VectorRef gradient) {
  const Index size = curvature.gram.size(), to = steepest(gradient);
  const double total = std::accumulate(alpha.begin(), alpha.end(), 0.0);
  // Slope and curvature along the direction total * e_to - alpha, and the change of the gradient.
  thread_local Vector change;
  change.assign(size, 0.0);
  double slope = 0, bend = 0;
  for (Index k = 0; k < size; ++k) {
    change[k] = total * curvature.gram(to, k);
    for (Index j = 0; j < size; ++j) {
      if (alpha[j] > 0) change[k] -= alpha[j] * curvature.gram(j, k);
    }
    change[k] *= curvature.scale;
  }
  for (Index k = 0; k < size; ++k) {
    const double direction = (k == to ? total : 0.0) - alpha[k];
    slope += direction * gradient[k];
    bend += direction * change[k];
  }
  if (slope <= 0) return;
  const double step = line_search(slope, std::max(0.0, bend), 1.0);
  for (Index k = 0; k < size; ++k) {
    alpha[k] = (1 - step) * alpha[k] + (k == to ? step * total : 0.0);
    gradient[k] -= step * change[k];
  }
}

void pairwise_step(BlockCurvature curvature, VectorRef alpha, VectorRef gradient) {
  const Index to = steepest(gradient);
  Index from = -1;
  for (Index k = 0; k < curvature.gram.size(); ++k) {
    if (alpha[k] > 0 && (from < 0 || gradient[k] < gradient[from])) from = k;
  }
  if (from < 0 || gradient[to] <= gradient[from]) return;
  const double bend = curvature.scale * curvature.gram.squared_distance(to, from);
  const double amount = line_search(gradient[to] - gradient[from], bend, alpha[from]);
  shift(curvature, to, from, amount, alpha, gradient);
}

}  // namespace costruct
