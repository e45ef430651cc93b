#include "costruct/core/decode/chains/chain_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/decode/chains/chain_marginals.hpp"
#include "costruct/core/decode/lane_exp.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

constexpr Index kWidth = lanes::kWidth;
using lanes::broadcast;
using lanes::Lanes;
using lanes::load;
using lanes::store;

// The largest difference of scores within rows and edges for in_factors(). Forward probabilities
// then stay above exp(-2 kModerate) / K, and backward factors below K exp(2 kModerate). Both are
// far from the limits of doubles.
constexpr double kModerate = 150;
// Scores so far below the largest of their row have the factor 0. Moderate edges cannot make up for
// it: the probability of such a label is below exp(2 kModerate - kVanishing), which is 0.
constexpr double kVanishing = 1500;

/// out[b] = sum_{i < count} a[i * step] * rows[i * stride + b] for rows of `stride` doubles.
void combine(const double* a, Index step, const double* rows, Index count, Index stride,
             double* out) {
  lanes::for_tiles(stride, [=](auto registers, Index first) {
    Lanes sum[registers] = {};
    for (Index i = 0; i < count; ++i) {
      const Lanes factor = broadcast(a[i * step]);
      for (Index b = 0; b < registers; ++b)
        sum[b] += factor * load(rows + i * stride + first + b * kWidth);
    }
    for (Index b = 0; b < registers; ++b) store(out + first + b * kWidth, sum[b]);
  });
}

/// row[k] *= by[k] * scale.
void multiply(double* row, const double* by, double scale, Index stride) {
  for (Index b = 0; b < stride; b += kWidth)
    store(row + b, load(row + b) * load(by + b) * broadcast(scale));
}

double sum(const double* row, Index stride) {
  Lanes total{};
  for (Index b = 0; b < stride; b += kWidth) total += load(row + b);
  double result = 0;
  for (Index i = 0; i < kWidth; ++i) result += total[i];
  return result;
}

/// The logarithm of a product of factors above exp(-2 kModerate). It computes a logarithm only
/// occasionally.
class LogOfProduct {
 public:
  void multiply(double factor) {
    product_ *= factor;
    if (product_ > 1e-100 && product_ < 1e100) return;
    log_ += std::log(product_);
    product_ = 1;
  }
  double log() const { return log_ + std::log(product_); }

 private:
  double product_ = 1, log_ = 0;
};

}  // namespace

ChainSums::ChainSums(Index labels)
    : labels_(labels), stride_((labels + kWidth - 1) / kWidth * kWidth) {}

void ChainSums::set_edges(ConstVectorRef edge) {
  COSTRUCT_ASSERT(static_cast<Index>(edge.size()) == labels_ * labels_,
                  "an edge score for each pair");
  edge_.assign(edge.begin(), edge.end());
  const auto [lowest, highest] = std::minmax_element(edge_.begin(), edge_.end());
  top_ = *highest;
  spread_ = *highest - *lowest;
  if (!(spread_ <= kModerate)) return;  // the factors will not be used
  double* factor = factor_.reserve(labels_ * stride_);
  double* transposed = transposed_.reserve(labels_ * stride_);
  double* slope = slope_.reserve(labels_ * stride_);
  double* slope_transposed = slope_transposed_.reserve(labels_ * stride_);
  for (double* rows : {factor, transposed, slope, slope_transposed})
    std::fill_n(rows, labels_ * stride_, 0.0);
  for (Index p = 0; p < labels_; ++p) {
    for (Index k = 0; k < labels_; ++k) {
      const double shifted = edge_[p * labels_ + k] - top_;
      const double exponential = std::exp(shifted);
      factor[p * stride_ + k] = transposed[k * stride_ + p] = exponential;
      slope[p * stride_ + k] = slope_transposed[k * stride_ + p] = shifted * exponential;
    }
  }
}

double ChainSums::marginals(double* node, Index length, double weight, double* pairs,
                            Scratch& scratch) const {
  COSTRUCT_ASSERT(length <= 1 || !edge_.empty(), "a chain of several positions has edges");
  if (length == 0) return 0;
  return is_moderate(node, length, kVanishing) ? in_factors(node, length, weight, pairs, scratch)
                                               : in_logarithms(node, length, weight, pairs);
}

// Whether scores differ moderately, except for those that are more than `vanishing` below the
// largest of their row.
bool ChainSums::is_moderate(const double* node, Index length, double vanishing) const {
  if (length == 1) return true;  // no later row can recover what underflows
  if (!(spread_ <= kModerate)) return false;
  for (Index t = 0; t < length; ++t) {
    const double* row = node + t * stride_;
    const double highest = *std::max_element(row, row + labels_);
    const bool row_is_moderate = std::all_of(row, row + labels_, [=](double score) {
      return highest - score <= kModerate || highest - score > vanishing;
    });
    if (!row_is_moderate) return false;
  }
  return true;
}

// Replaces every row of scores by exp(score - largest score of the row), and padding by zero. What
// would be below exp(-708) is 0. Returns the sum of the subtracted maxima.
double ChainSums::exponentials(double* node, Index length) const {
  double taken_off = 0;
  for (double* row = node; row != node + length * stride_; row += stride_) {
    std::fill(row + labels_, row + stride_, row[0]);
    Lanes highest = load(row);
    for (Index b = kWidth; b < stride_; b += kWidth) highest = lanes::max(highest, load(row + b));
    double top = highest[0];
    for (Index i = 1; i < kWidth; ++i) top = std::max(top, highest[i]);
    for (Index b = 0; b < stride_; b += kWidth) {
      const Lanes below = load(row + b) - broadcast(top);
      store(row + b, below < broadcast(-708) ? Lanes{} : lanes::exp(below));
    }
    std::fill(row + labels_, row + stride_, 0.0);
    taken_off += top;
  }
  return taken_off;
}

// With n_t = exp(node_t - its maximum) and E = exp(edge - top):
//   a_0 = n_0 / s_0,   a_t = n_t o (a_{t-1} E) / s_t,   where s_t makes a_t sum to one,
//   b_{T-1} = 1,       b_{t-1} = E v_t  with  v_t = n_t o b_t / s_t,
//   p(y_t = k) = a_t(k) b_t(k),   p(y_{t-1} = p, y_t = k) = a_{t-1}(p) E(p, k) v_t(k),
//   log Z = sum_t log s_t + the subtracted maxima.
double ChainSums::in_factors(double* node, Index length, double weight, double* pairs,
                             Scratch& scratch) const {
  double* forward = scratch.forward.reserve(length * stride_);
  scratch.scale.resize(length);
  double log_partition = static_cast<double>(length - 1) * top_ + exponentials(node, length);
  LogOfProduct scales;
  for (Index t = 0; t < length; ++t) {
    const double* n = node + t * stride_;
    double* a = forward + t * stride_;
    if (t == 0) {
      std::copy_n(n, stride_, a);
    } else {
      combine(a - stride_, 1, factor_.data(), labels_, stride_, a);
      multiply(a, n, 1, stride_);
    }
    const double s = sum(a, stride_);
    for (Index k = 0; k < stride_; ++k) a[k] /= s;
    scratch.scale[t] = s;
    scales.multiply(s);
  }
  log_partition += scales.log();

  // v_t, then two scratch rows
  double* backward = scratch.backward.reserve((length + 2) * stride_);
  double* b = backward + length * stride_;
  std::fill_n(b, stride_, 1.0);
  for (Index t = length - 1;; --t) {
    double* v = backward + t * stride_;
    std::copy_n(node + t * stride_, stride_, v);
    multiply(v, b, 1 / scratch.scale[t], stride_);
    std::copy_n(forward + t * stride_, stride_, node + t * stride_);
    multiply(node + t * stride_, b, weight, stride_);
    if (t == 0) break;
    combine(v, 1, transposed_.data(), labels_, stride_, b);
  }

  double* of_p = b + stride_;
  for (Index p = 0; length > 1 && p < labels_; ++p) {
    combine(forward + p, stride_, backward + stride_, length - 1, stride_, of_p);
    multiply(of_p, factor_.data() + p * stride_, weight, stride_);
    for (Index k = 0; k < labels_; ++k) pairs[p * stride_ + k] += of_p[k];
  }
  return log_partition;
}

ChainScores ChainSums::score_table(const double* node, Index length) const {
  ChainScores scores;
  scores.reset(length, labels_);
  for (Index t = 0; t < length; ++t) std::copy_n(node + t * stride_, labels_, scores.node(t));
  for (Index p = 0; length > 1 && p < labels_; ++p) {
    std::copy_n(edge_.data() + p * labels_, labels_, scores.edge(p));
  }
  return scores;
}

double ChainSums::in_logarithms(double* node, Index length, double weight, double* pairs) const {
  const ChainMarginals exact = chain_marginals(score_table(node, length));
  std::fill_n(node, length * stride_, 0.0);
  for (Index t = 0; t < length; ++t) {
    for (Index k = 0; k < labels_; ++k)
      node[t * stride_ + k] = weight * exact.label[t * labels_ + k];
  }
  for (Index p = 0; p < labels_; ++p) {
    for (Index k = 0; k < labels_; ++k)
      pairs[p * stride_ + k] += weight * exact.pair[p * labels_ + k];
  }
  return exact.log_partition;
}

double ChainSums::covariances(double* node, Index length, double a, const double* g, double weight,
                              double* pairs, Scratch& scratch) const {
  COSTRUCT_ASSERT(length <= 1 || !edge_.empty(), "a chain of several positions has edges");
  if (length == 0) return 0;
  return is_moderate(node, length, std::numeric_limits<double>::infinity())
             ? covariances_in_factors(node, length, a, g, weight, pairs, scratch)
             : covariances_in_logarithms(node, length, a, g, weight, pairs);
}

// Forward-backward as in in_factors(), and its derivative in the direction of the scores of F. The
// maxima are subtracted from node and edge scores, which changes F by a constant:
//   d_t = a (node_t - its maximum) + g,   S = E o (edge - top).
// With a_t, b_t and v_t as in in_factors(), their derivatives M_t, N_t and u_t are
//   M_0 = d_0 o a_0,    M_t = d_t o a_t + n_t o (M_{t-1} E + a a_{t-1} S) / s_t,
//   N_{T-1} = 0,        N_{t-1} = E u_t + a S v_t  with  u_t = d_t o v_t + n_t o N_t / s_t.
// The results are
//   E[F] = sum of M_{T-1},
//   Cov(F, [y_t = k]) = M_t(k) b_t(k) + a_t(k) N_t(k) - E[F] a_t(k) b_t(k),
//   Cov(F, [y_{t-1} = p, y_t = k]) = E(p, k) (M_{t-1}(p) v_t(k) + a_{t-1}(p) u_t(k)
//                                             - E[F] a_{t-1}(p) v_t(k))
//                                    + a a_{t-1}(p) S(p, k) v_t(k).
// The entropy is log Z - E[value], both without the subtracted maxima.
double ChainSums::covariances_in_factors(double* node, Index length, double a, const double* g,
                                         double weight, double* pairs, Scratch& scratch) const {
  const Index size = length * stride_;
  double* shifted = scratch.shifted.reserve(size);
  for (Index t = 0; t < length; ++t) {
    const double* row = node + t * stride_;
    const double top = *std::max_element(row, row + labels_);
    for (Index k = 0; k < labels_; ++k) shifted[t * stride_ + k] = row[k] - top;
    std::fill(shifted + t * stride_ + labels_, shifted + (t + 1) * stride_, 0.0);
  }
  exponentials(node, length);
  const auto direction = [=, stride = stride_](Index t, Index at) {
    return broadcast(a) * load(shifted + t * stride + at) + load(g + at);
  };

  double* forward = scratch.forward.reserve(size);
  double* forward_slope = scratch.forward_slope.reserve(size);
  double* moved = scratch.rows.reserve(6 * stride_);
  double* turned = moved + stride_;
  scratch.scale.resize(length);
  LogOfProduct scales;
  for (Index t = 0; t < length; ++t) {
    const double* n = node + t * stride_;
    double* at = forward + t * stride_;
    double* slope = forward_slope + t * stride_;
    if (t == 0) {
      std::copy_n(n, stride_, at);
      std::fill_n(moved, stride_, 0.0);
      std::fill_n(turned, stride_, 0.0);
    } else {
      combine(at - stride_, 1, factor_.data(), labels_, stride_, at);
      multiply(at, n, 1, stride_);
      combine(slope - stride_, 1, factor_.data(), labels_, stride_, moved);
      combine(at - stride_, 1, slope_.data(), labels_, stride_, turned);
    }
    const double s = sum(at, stride_);
    scratch.scale[t] = s;
    scales.multiply(s);
    const Lanes inverse = broadcast(1 / s);
    for (Index b = 0; b < stride_; b += kWidth) {
      const Lanes probability = load(at + b) * inverse;
      store(at + b, probability);
      store(slope + b,
            direction(t, b) * probability +
                load(n + b) * inverse * (load(moved + b) + broadcast(a) * load(turned + b)));
    }
  }
  const double mean = sum(forward_slope + (length - 1) * stride_, stride_);
  double entropy = scales.log();

  double* backward = scratch.backward.reserve(size);              // v_t
  double* backward_slope = scratch.backward_slope.reserve(size);  // u_t
  double* b = moved + 2 * stride_;
  double* b_slope = moved + 3 * stride_;
  std::fill_n(b, stride_, 1.0);
  std::fill_n(b_slope, stride_, 0.0);
  Lanes expected{};  // expectation of the shifted node scores
  for (Index t = length - 1;; --t) {
    double* v = backward + t * stride_;
    double* u = backward_slope + t * stride_;
    const Lanes inverse = broadcast(1 / scratch.scale[t]);
    for (Index at = 0; at < stride_; at += kWidth) {
      const Index here = t * stride_ + at;
      const Lanes n = load(node + here) * inverse, ahead = load(b + at),
                  ahead_slope = load(b_slope + at);
      const Lanes both = load(forward + here) * ahead;
      store(v + at, n * ahead);
      store(u + at, direction(t, at) * n * ahead + n * ahead_slope);
      expected += both * load(shifted + here);
      store(node + here,
            broadcast(weight) * (load(forward_slope + here) * ahead +
                                 load(forward + here) * ahead_slope - broadcast(mean) * both));
    }
    if (t == 0) break;
    combine(v, 1, transposed_.data(), labels_, stride_, b);
    combine(u, 1, transposed_.data(), labels_, stride_, b_slope);
    combine(v, 1, slope_transposed_.data(), labels_, stride_, turned);
    for (Index at = 0; at < stride_; at += kWidth)
      store(b_slope + at, load(b_slope + at) + broadcast(a) * load(turned + at));
  }
  for (Index i = 0; i < kWidth; ++i) entropy -= expected[i];

  double* plain = moved;  // sum_t a_{t-1}(p) v_t; its derivative has two terms
  double* first = moved + 1 * stride_;
  double* second = moved + 4 * stride_;
  for (Index p = 0; length > 1 && p < labels_; ++p) {
    combine(forward + p, stride_, backward + stride_, length - 1, stride_, plain);
    combine(forward_slope + p, stride_, backward + stride_, length - 1, stride_, first);
    combine(forward + p, stride_, backward_slope + stride_, length - 1, stride_, second);
    const double* factor = factor_.data() + p * stride_;
    const double* slope = slope_.data() + p * stride_;
    for (Index k = 0; k < labels_; ++k) {
      entropy -= slope[k] * plain[k];
      pairs[p * stride_ + k] +=
          weight * (factor[k] * (first[k] + second[k] - mean * plain[k]) + a * slope[k] * plain[k]);
    }
  }
  return std::max(entropy, 0.0);
}

double ChainSums::covariances_in_logarithms(double* node, Index length, double a, const double* g,
                                            double weight, double* pairs) const {
  const ChainCovariances exact = chain_covariances(
      score_table(node, length), a, ConstVectorRef(g, static_cast<std::size_t>(labels_)));
  std::fill_n(node, length * stride_, 0.0);
  for (Index t = 0; t < length; ++t) {
    for (Index k = 0; k < labels_; ++k)
      node[t * stride_ + k] = weight * exact.label[t * labels_ + k];
  }
  for (Index p = 0; length > 1 && p < labels_; ++p) {
    for (Index k = 0; k < labels_; ++k)
      pairs[p * stride_ + k] += weight * exact.pair[p * labels_ + k];
  }
  return exact.entropy;
}

}  // namespace costruct
