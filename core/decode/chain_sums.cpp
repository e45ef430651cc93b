#include "costruct/core/decode/chain_sums.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/decode/chain_marginals.hpp"
#include "costruct/core/decode/lane_exp.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

constexpr Index kWidth = lanes::kWidth;
using lanes::broadcast;
using lanes::Lanes;
using lanes::load;
using lanes::store;

// Rows and edges that spread at most this much keep forward probabilities above exp(-2 kModerate) / K and
// backward factors below K exp(2 kModerate): far from where doubles end.
constexpr double kModerate = 150;

/// out[b] = sum_{i < count} a[i * step] * rows[i * stride + b] for rows of `stride` doubles.
void combine(const double* a, Index step, const double* rows, Index count, Index stride, double* out) {
  lanes::for_tiles(stride, [=](auto registers, Index first) {
    Lanes sum[registers] = {};
    for (Index i = 0; i < count; ++i) {
      const Lanes factor = broadcast(a[i * step]);
      for (Index b = 0; b < registers; ++b) sum[b] += factor * load(rows + i * stride + first + b * kWidth);
    }
    for (Index b = 0; b < registers; ++b) store(out + first + b * kWidth, sum[b]);
  });
}

/// row[k] *= by[k] * scale.
void multiply(double* row, const double* by, double scale, Index stride) {
  for (Index b = 0; b < stride; b += kWidth) store(row + b, load(row + b) * load(by + b) * broadcast(scale));
}

double sum(const double* row, Index stride) {
  Lanes total{};
  for (Index b = 0; b < stride; b += kWidth) total += load(row + b);
  double result = 0;
  for (Index i = 0; i < kWidth; ++i) result += total[i];
  return result;
}

/// log of a product of factors above exp(-2 kModerate), with a logarithm only now and then.
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

ChainSums::ChainSums(Index labels) : labels_(labels), stride_((labels + kWidth - 1) / kWidth * kWidth) {}

void ChainSums::set_edges(ConstVectorRef edge) {
  COSTRUCT_ASSERT(static_cast<Index>(edge.size()) == labels_ * labels_, "an edge score for each pair");
  edge_.assign(edge.begin(), edge.end());
  const auto [lowest, highest] = std::minmax_element(edge_.begin(), edge_.end());
  top_ = *highest;
  spread_ = *highest - *lowest;
  if (!(spread_ <= kModerate)) return;  // the factors will not be used
  double* factor = factor_.reserve(labels_ * stride_);
  double* transposed = transposed_.reserve(labels_ * stride_);
  std::fill_n(factor, labels_ * stride_, 0.0);
  std::fill_n(transposed, labels_ * stride_, 0.0);
  for (Index p = 0; p < labels_; ++p) {
    for (Index k = 0; k < labels_; ++k) {
      factor[p * stride_ + k] = transposed[k * stride_ + p] = std::exp(edge_[p * labels_ + k] - top_);
    }
  }
}

double ChainSums::marginals(double* node, Index length, double weight, double* pairs,
                            Scratch& scratch) const {
  COSTRUCT_ASSERT(length <= 1 || !edge_.empty(), "a chain of several positions has edges");
  if (length == 0) return 0;
  return is_moderate(node, length) ? in_factors(node, length, weight, pairs, scratch)
                                   : in_logarithms(node, length, weight, pairs);
}

bool ChainSums::is_moderate(const double* node, Index length) const {
  if (length == 1) return true;  // nothing behind could bring back what underflows
  if (!(spread_ <= kModerate)) return false;
  for (Index t = 0; t < length; ++t) {
    const auto [lowest, highest] = std::minmax_element(node + t * stride_, node + t * stride_ + labels_);
    if (!(*highest - *lowest <= kModerate)) return false;
  }
  return true;
}

// Turns every row of scores into exp(score - the largest of the row), padding into zero; returns the sum of
// what was taken off.
double ChainSums::exponentials(double* node, Index length) const {
  double taken_off = 0;
  for (double* row = node; row != node + length * stride_; row += stride_) {
    std::fill(row + labels_, row + stride_, row[0]);
    Lanes highest = load(row);
    for (Index b = kWidth; b < stride_; b += kWidth) highest = lanes::max(highest, load(row + b));
    double top = highest[0];
    for (Index i = 1; i < kWidth; ++i) top = std::max(top, highest[i]);
    for (Index b = 0; b < stride_; b += kWidth) store(row + b, lanes::exp(load(row + b) - broadcast(top)));
    std::fill(row + labels_, row + stride_, 0.0);
    taken_off += top;
  }
  return taken_off;
}

// With n_t = exp(node_t - its maximum) and E = exp(edge - top):
//   a_0 = n_0 / s_0,   a_t = n_t o (a_{t-1} E) / s_t,   each s_t making a_t sum to one,
//   b_{T-1} = 1,       b_{t-1} = E v_t  with  v_t = n_t o b_t / s_t,
//   p(y_t = k) = a_t(k) b_t(k),   p(y_{t-1} = p, y_t = k) = a_{t-1}(p) E(p, k) v_t(k),
//   log Z = sum_t log s_t + the maxima taken off.
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

  double* backward = scratch.backward.reserve((length + 2) * stride_);  // v_t, then two rows of scratch
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

double ChainSums::in_logarithms(double* node, Index length, double weight, double* pairs) const {
  ChainScores scores;
  scores.reset(length, labels_);
  for (Index t = 0; t < length; ++t) std::copy_n(node + t * stride_, labels_, scores.node(t));
  for (Index p = 0; length > 1 && p < labels_; ++p) {
    std::copy_n(edge_.data() + p * labels_, labels_, scores.edge(p));
  }
  const ChainMarginals exact = chain_marginals(scores);
  std::fill_n(node, length * stride_, 0.0);
  for (Index t = 0; t < length; ++t) {
    for (Index k = 0; k < labels_; ++k) node[t * stride_ + k] = weight * exact.label[t * labels_ + k];
  }
  for (Index p = 0; p < labels_; ++p) {
    for (Index k = 0; k < labels_; ++k) pairs[p * stride_ + k] += weight * exact.pair[p * labels_ + k];
  }
  return exact.log_partition;
}

}  // namespace costruct
