#include "costruct/core/optimize/binary_svm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/error.hpp"
#include "costruct/core/optimize/max_margin.hpp"

namespace costruct {
namespace {

// A pass is idle if it raises the dual by less than this part of the primal. The primal has kinks:
// its error is about the square root of that of the dual. Idle passes may still lower it, but not
// after too many in a row.
constexpr double kNoRise = 1e-14;
constexpr Index kMostIdleSweeps = 1000;
constexpr Index kPassesExtrapolated = 10;

}  // namespace

BinarySvm::BinarySvm(const FeatureRows& rows, RandomStream order)
    : rows_(rows),
      order_(order),
      label_(rows_.count(), 1),
      cost_(rows_.count(), 0.0),
      alpha_(rows_.count(), 0.0),
      v_(rows_.columns, 0.0),
      w_(rows_.columns, 0.0),
      values_(rows_.count(), 0.0),
      coefficients_(rows_.count(), 0.0) {
  for (Index i = 0; i < size(); ++i) {
    double square = 0;
    for (Index e = rows_.begin[i]; e < rows_.begin[i + 1]; ++e)
      square += rows_.value[e] * rows_.value[e];
    squared_norm_.push_back(square);
  }
}

void BinarySvm::set(Index i, int label, double cost) {
  COSTRUCT_ASSERT((label == 1 || label == -1) && cost >= 0,
                  "a label of a binary problem and a cost");
  const double alpha = label == label_[i] ? std::min(alpha_[i], cost) : 0.0;
  if (alpha != alpha_[i]) add_row(i, label_[i] * (alpha - alpha_[i]));
  alpha_[i] = alpha;
  label_[i] = label;
  cost_[i] = cost;
}

double BinarySvm::product(Index i) const {
  double sum = 0;
  for (Index e = rows_.begin[i]; e < rows_.begin[i + 1]; ++e)
    sum += rows_.value[e] * v_[rows_.column[e]];
  return sum;
}

void BinarySvm::add_row(Index i, double scale) {
  for (Index e = rows_.begin[i]; e < rows_.begin[i + 1]; ++e)
    v_[rows_.column[e]] += scale * rows_.value[e];
}

double BinarySvm::slack(Index i) const {
  return std::max(0.0, 1 - label_[i] * values_[i]);
}

double BinarySvm::primal() const {
  double value = 0;
  for (const double each : w_) value += 0.5 * each * each;
  for (Index i = 0; i < size(); ++i) value += cost_[i] * slack(i);
  return value;
}

BinarySvm::Pass BinarySvm::pass(std::vector<Index>& active, double threshold) {
  Pass result;
  std::size_t kept = 0;
  for (const Index i : active) {
    const double cost = cost_[i], alpha = alpha_[i];
    const double gradient = label_[i] * product(i) - 1;  // the gradient of -D
    const double slack = std::max(0.0, -gradient);
    result.share += cost * slack + alpha * gradient;
    result.primal += cost * slack + 0.5 * alpha * (gradient + 1);
    if ((alpha == 0 && gradient > threshold) || (alpha == cost && gradient < -threshold)) continue;
    active[kept++] = i;
    if ((alpha == 0 && gradient >= 0) || (alpha == cost && gradient <= 0)) continue;
    result.most = std::max(result.most, std::abs(gradient));
    const double now = squared_norm_[i] > 0
                           ? std::clamp(alpha - gradient / squared_norm_[i], 0.0, cost)
                           : cost;  // x = 0: D rises with alpha
    const double change = now - alpha;
    if (change == 0) continue;
    result.rise -= change * (gradient + 0.5 * change * squared_norm_[i]);
    alpha_[i] = now;
    add_row(i, label_[i] * change);
  }
  ++passes_;
  products_ += static_cast<Index>(active.size());
  active.resize(kept);
  return result;
}

void BinarySvm::mark() {
  marked_alpha_ = alpha_;
  marked_v_ = v_;
}

// With d = alpha - alpha(marked) and its v_d, D(alpha + t d) is largest at
//   t = (sum d - <v, v_d>) / |v_d|^2.
void BinarySvm::extrapolate() {
  double slope = 0, square = 0;
  for (Index j = 0; j < rows_.columns; ++j) {
    const double d = v_[j] - marked_v_[j];
    slope -= v_[j] * d;
    square += d * d;
  }
  double room = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < size(); ++i) {
    const double d = alpha_[i] - marked_alpha_[i];
    slope += d;
    if (d > 0) room = std::min(room, (cost_[i] - alpha_[i]) / d);
    if (d < 0) room = std::min(room, -alpha_[i] / d);
  }
  if (!(slope > 0) || !std::isfinite(room)) return;
  const double step = square > 0 ? std::min(room, slope / square) : room;
  for (Index i = 0; i < size(); ++i) {
    alpha_[i] = std::clamp(alpha_[i] + step * (alpha_[i] - marked_alpha_[i]), 0.0, cost_[i]);
  }
  for (Index j = 0; j < rows_.columns; ++j) v_[j] += step * (v_[j] - marked_v_[j]);
}

// Computes D and v from alpha alone, and P of v. Returns whether the weights have reached the gap.
bool BinarySvm::certify(double gap) {
  std::fill(v_.begin(), v_.end(), 0.0);
  double sum = 0;
  for (Index i = 0; i < size(); ++i) {
    sum += alpha_[i];
    if (alpha_[i] != 0) add_row(i, label_[i] * alpha_[i]);
  }
  double square = 0;
  for (const double each : v_) square += each * each;
  dual_ = sum - 0.5 * square;
  Vector values;
  double primal_of_v = 0.5 * square;
  for (Index i = 0; i < size(); ++i) {
    values.push_back(product(i));
    primal_of_v += cost_[i] * std::max(0.0, 1 - label_[i] * values[i]);
  }
  ++passes_;
  products_ += size();
  if (primal_of_v < primal()) {
    w_ = v_;
    values_ = std::move(values);
    for (Index i = 0; i < size(); ++i) coefficients_[i] = label_[i] * alpha_[i];
  }
  return relative_gap(primal(), dual_) <= gap;
}

BinarySvm::End BinarySvm::solve(double gap, const std::function<bool(Index)>& stop) {
  std::vector<Index> all;
  for (Index i = 0; i < size(); ++i) {
    if (cost_[i] > 0) all.push_back(i);
  }
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::vector<Index> active = all;
  double threshold = kNone, trusted = gap;
  Index idle = 0, since_mark = 0;
  mark();
  while (true) {
    if (stop(passes_)) {
      certify(gap);
      return End::kStopped;
    }
    const bool over_all = active.size() == all.size();
    order_.shuffle(active);
    const Pass of = pass(active, threshold);
    threshold = of.most > 0 ? of.most : kNone;
    estimated_gap_ = of.primal == 0 ? 0 : of.share / std::abs(of.primal);
    if (++since_mark == kPassesExtrapolated) {
      extrapolate();
      mark();
      since_mark = 0;
    }
    const bool no_rise = !(of.rise > kNoRise * std::abs(of.primal));  // also for NaN
    idle = no_rise ? idle + 1 : 0;
    const bool look = no_rise && (!over_all || idle % 16 == 0);
    if (of.share > trusted * std::abs(of.primal) && !look) continue;
    if (certify(gap)) return End::kGap;
    if (idle >= kMostIdleSweeps) return End::kStuck;
    if (over_all) trusted *= 0.5;  // the estimate was too low
    active = all;
    threshold = kNone;
  }
}

}  // namespace costruct
