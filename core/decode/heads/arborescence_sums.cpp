#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/decode/heads/head_trees.hpp"

namespace costruct {
namespace {

// Numbers as they are. If a sum is below kLeast, what underflowed may count, and logarithms are
// used.
struct PlainNumbers {
  static constexpr double kZero = 0;
  static constexpr double kLeast = 1e-50;
  static double of_log(double x) { return std::exp(x); }
  static double log_of(double x) { return std::log(x); }
  static double sum(double a, double b) { return a + b; }
  static double product_over(double a, double b, double c) { return a * b / c; }
  static double ratio(double a, double b) { return a / b; }
};

// Numbers by their logarithms.
struct LogNumbers {
  static constexpr double kZero = -std::numeric_limits<double>::infinity();
  static constexpr double kLeast = kZero;
  static double of_log(double x) { return x; }
  static double log_of(double x) { return x; }
  static double sum(double a, double b) {
    const double high = std::max(a, b), low = std::min(a, b);
    return low == kZero ? high : high + std::log1p(std::exp(low - high));
  }
  static double product_over(double a, double b, double c) { return a + (b - c); }
  static double ratio(double a, double b) { return std::exp(a - b); }
};

enum class Outcome { kSum, kNoTree, kTooSmall };

// Let a(u, w) be exp of the score of the arc from u to w. Let S(k) be the sum of a(u, k) over all u
// but k. To eliminate token k means to replace its arcs by arcs past it,
//   a(u, w) += a(u, k) a(k, w) / S(k).
// The sum over trees is S(k) times the sum over the trees of what is left. No term is negative.
//
// With a single root, the arcs of the root are not part of S. One token stays to the end, and Z is
// the product of all S and of a(root, that token). A token with S = 0 must stay.
//
// The probability of an arc is the derivative of log Z with respect to its score. It is computed
// backwards, from the last elimination to the first one.
template <class Numbers>
class Elimination {
 public:
  Outcome run(const ArcScores& scores, bool single_root, HeadSums& sums) {
    single_root_ = single_root;
    tokens_ = scores.length;
    set_up(scores);
    if (const Outcome outcome = eliminate(); outcome != Outcome::kSum) return outcome;
    sums.log_partition = log_sum_;
    differentiate();
    sums.arc.assign(scores.score.size(), 0.0);
    for (Index t = 0; t < tokens_; ++t) {
      for (Index h = 0; h <= tokens_; ++h) {
        if (h != t + 1) sums.arc[t * (tokens_ + 1) + h] = *derivative(h, t);
      }
    }
    return Outcome::kSum;
  }

 private:
  struct Step {
    Index token;
    double sum;                // S(token)
    std::vector<Index> heads;  // all that are left but the token: 0, and tokens + 1
    std::size_t first_share;   // of its shares
    Vector in;                 // a(u, token) / S(token) of these heads
  };

  double* weight(Index head, Index token) { return &weights_[token * (tokens_ + 1) + head]; }
  double* derivative(Index head, Index token) {
    return &derivatives_[token * (tokens_ + 1) + head];
  }
  bool counts(Index head) const { return head > 0 || !single_root_; }

  // The scores of each token fall by their maximum, over the heads that count in S.
  void set_up(const ArcScores& scores) {
    weights_.assign(scores.score.size(), Numbers::kZero);
    log_sum_ = 0;
    for (Index t = 0; t < tokens_; ++t) {
      double top = -std::numeric_limits<double>::infinity();
      for (Index h = 0; h <= tokens_; ++h) {
        if (h != t + 1 && counts(h)) top = std::max(top, scores.at(t, h));
      }
      if (std::isinf(top)) top = scores.at(t, 0);
      if (std::isinf(top)) continue;
      log_sum_ += top;
      for (Index h = 0; h <= tokens_; ++h) {
        if (h != t + 1) *weight(h, t) = Numbers::of_log(scores.at(t, h) - top);
      }
    }
  }

  double sum_into(Index token, const std::vector<Index>& heads) {
    double sum = Numbers::kZero;
    for (const Index h : heads) {
      if (counts(h)) sum = Numbers::sum(sum, *weight(h, token));
    }
    return sum;
  }

  Outcome eliminate() {
    steps_.clear();
    shares_.clear();
    last_ = -1;
    std::vector<Index> left(tokens_ + 1);
    for (Index h = 0; h <= tokens_; ++h) left[h] = h;
    for (Index token = 0; token < tokens_; ++token) {
      if (single_root_ && last_ < 0 && token + 1 == tokens_) {
        last_ = token;
        break;
      }
      std::vector<Index> heads = left;
      std::erase(heads, token + 1);
      const double sum = sum_into(token, heads);
      if (sum < Numbers::kLeast) return Outcome::kTooSmall;
      if (sum == Numbers::kZero) {
        if (!single_root_ || last_ >= 0) return Outcome::kNoTree;
        last_ = token;
        continue;
      }
      bypass(token, sum, heads);
      log_sum_ += Numbers::log_of(sum);
      left = steps_.back().heads;
    }
    if (last_ >= 0) {
      const double root = *weight(0, last_);
      if (root < Numbers::kLeast) return Outcome::kTooSmall;
      if (root == Numbers::kZero) return Outcome::kNoTree;
      log_sum_ += Numbers::log_of(root);
    }
    return std::isfinite(log_sum_) ? Outcome::kSum : Outcome::kTooSmall;
  }

  void bypass(Index token, double sum, const std::vector<Index>& heads) {
    Step& step = steps_.emplace_back(Step{token, sum, heads, shares_.size(), {}});
    for (const Index u : heads) step.in.push_back(Numbers::ratio(*weight(u, token), sum));
    for (const Index w : heads) {
      if (w == 0) continue;
      const double out = *weight(token + 1, w - 1);
      for (const Index u : heads) {
        if (u == w) continue;
        double share = 0;
        double* direct = weight(u, w - 1);
        const double past = Numbers::product_over(*weight(u, token), out, sum);
        if (past != Numbers::kZero) {
          *direct = Numbers::sum(*direct, past);
          share = Numbers::ratio(past, *direct);
        }
        shares_.push_back(share);
      }
    }
  }

  void differentiate() {
    derivatives_.assign(weights_.size(), 0.0);
    if (last_ >= 0) *derivative(0, last_) = 1;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      double of_sum = 1;
      const double* share = shares_.data() + step->first_share;
      for (const Index w : step->heads) {
        if (w == 0) continue;
        double out = 0;
        for (const Index u : step->heads) {
          if (u == w) continue;
          double* direct = derivative(u, w - 1);
          const double past = *direct * *share++;
          *direct -= past;
          *derivative(u, step->token) += past;
          out += past;
        }
        *derivative(step->token + 1, w - 1) += out;
        of_sum -= out;
      }
      for (std::size_t i = 0; i < step->heads.size(); ++i) {
        if (!counts(step->heads[i])) continue;
        double* in = derivative(step->heads[i], step->token);
        *in = std::max(0.0, *in + of_sum * step->in[i]);  // rounding may make it negative
      }
    }
  }

  bool single_root_ = true;
  Index tokens_ = 0, last_ = -1;
  double log_sum_ = 0;
  Vector weights_, derivatives_;  // as ArcScores::score
  std::vector<Step> steps_;
  Vector shares_;  // of what goes past a token in the new weight of each arc
};

}  // namespace

std::optional<HeadSums> sum_arborescences(const ArcScores& scores, bool single_root) {
  HeadSums sums;
  if (scores.length == 0) return sums;
  thread_local Elimination<PlainNumbers> plain;
  Outcome outcome = plain.run(scores, single_root, sums);
  if (outcome == Outcome::kTooSmall) {
    thread_local Elimination<LogNumbers> logarithms;
    outcome = logarithms.run(scores, single_root, sums);
  }
  if (outcome != Outcome::kSum) return std::nullopt;
  return sums;
}

}  // namespace costruct
