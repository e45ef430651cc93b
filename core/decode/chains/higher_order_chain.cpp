#include "costruct/core/decode/chains/higher_order_chain.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/decode/alignment/aligned_rows.hpp"
#include "costruct/core/decode/chains/best_per_cell.hpp"
#include "costruct/core/decode/chains/ranked_labelings.hpp"
#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

constexpr Index kLane = ChainScores::kLane;
constexpr Index kWidth = lanes::kWidth;

using lanes::broadcast;
using lanes::Lanes;
using lanes::load;
using lanes::store;

// A Space for suffix_search.hpp. The state at t is the number, in base K, of the labels at the last
// min(p, t + 1) positions, oldest first. States of the first positions therefore have fewer labels.
// `edges` has room for K scores.
class LastLabels {
 public:
  LastLabels(const HigherOrderScores& scores, double* edges)
      : scores_(scores),
        order_(scores.order()),
        labels_(scores.labels()),
        tails_(power(labels_, order_ - 1)),
        edges_(edges) {}

  Index length() const { return scores_.length(); }
  Index labels() const { return labels_; }
  Index states(Index t) const { return t + 1 < order_ ? power(labels_, t + 1) : tails_ * labels_; }
  Index label(Index s) const { return s % labels_; }
  Index next(Index t, Index s) const { return (t + 1 < order_ ? s : s % tails_) * labels_; }
  double node(Index t, Index s) const { return scores_.node(t)[label(s)]; }

  const double* edges(Index t, Index s) const {
    std::copy_n(scores_.first_order().edge(label(s)), labels_, edges_);
    Index contexts = labels_;
    for (Index q = 2; q <= std::min(order_, t + 1); ++q) {
      contexts *= labels_;
      scores_.add_transition_row(q, s % contexts, edges_);
    }
    return edges_;
  }

 private:
  const HigherOrderScores& scores_;
  Index order_, labels_, tails_;
  double* edges_;
};

// The suffix values of a chain. For full states (p labels) the oldest label a runs fastest. Let
// `tail` be the number of the other p - 1 labels. The state of (a, tail) is at tail * stride + a of
// a row of K^(p-1) * stride doubles. Shorter states are at their number.
class Suffix {
 public:
  Suffix(const HigherOrderScores& scores, double* values)
      : order_(scores.order()),
        tails_(power(scores.labels(), order_ - 1)),
        stride_(scores.first_order().stride()),
        values_(values) {}

  double* row(Index t) { return values_ + t * tails_ * stride_; }
  const double* row(Index t) const { return values_ + t * tails_ * stride_; }
  double operator()(Index t, Index s) const { return row(t)[place(t, s)]; }
  Index place(Index t, Index s) const {
    return t + 1 < order_ ? s : s % tails_ * stride_ + s / tails_;
  }

 private:
  Index order_, tails_, stride_;
  double* values_;
};

// Scratch memory of one thread; it grows when needed.
struct Scratch {
  AlignedRows suffix, incoming;
  Vector edges, row;
};

Scratch& scratch() {
  thread_local Scratch of_thread;
  return of_thread;
}

LastLabels space_of(const HigherOrderScores& scores) {
  Vector& edges = scratch().edges;
  edges.resize(scores.labels());
  return {scores, edges.data()};
}

// Computes incoming(tail, k, a), the score of label k after the labels (a, tail); lanes run over a.
const double* fill_incoming(const HigherOrderScores& scores, const LastLabels& space) {
  const Index labels = scores.labels(), order = scores.order(),
              stride = scores.first_order().stride();
  const Index tails = power(labels, order - 1);
  double* incoming = scratch().incoming.reserve(tails * labels * stride);
  scratch().row.resize(labels);
  double* row = scratch().row.data();
  for (Index tail = 0; tail < tails; ++tail) {
    const double* shorter = space.edges(order - 2, tail);  // scores of the orders below p
    double* of_tail = incoming + tail * labels * stride;
    for (Index a = 0; a < labels; ++a) {
      std::copy_n(shorter, labels, row);
      scores.add_transition_row(order, a * tails + tail, row);
      for (Index k = 0; k < labels; ++k) of_tail[k * stride + a] = row[k];
    }
    // Padding lanes keep their contents; their results are never read.
  }
  return incoming;
}

// Computes, from the suffix values `next` of t + 1,
//   suffix(t; a, tail) = node(t, last of tail)
//                        + max_k (incoming(tail, k, a) + suffix(t + 1; tail, k));
// lanes run over a. The number kBlocks of registers per row is a compile-time constant, so that the
// maxima stay in registers.
template <Index kBlocks>
void fill_full_states(Index labels, Index tails, const double* incoming, const double* node,
                      const double* next, double* suffix) {
  constexpr Index kStride = kBlocks * kLane, kRegisters = kStride / kWidth;
  const Index oldest_of_tail = tails / labels;  // place value of the oldest label of a tail
  for (Index tail = 0; tail < tails; ++tail) {
    const double* in = incoming + tail * labels * kStride;
    const double* from = next + tail % oldest_of_tail * labels * kStride + tail / oldest_of_tail;
    Lanes best[kRegisters];
    for (Index b = 0; b < kRegisters; ++b) best[b] = load(in + b * kWidth) + broadcast(from[0]);
    for (Index k = 1; k < labels; ++k) {
      const Lanes value = broadcast(from[k * kStride]);
      for (Index b = 0; b < kRegisters; ++b) {
        best[b] = lanes::max(best[b], load(in + k * kStride + b * kWidth) + value);
      }
    }
    const Lanes of_node = broadcast(node[tail % labels]);
    for (Index b = 0; b < kRegisters; ++b)
      store(suffix + tail * kStride + b * kWidth, of_node + best[b]);
  }
}

void fill_full_states_any(Index labels, Index stride, Index tails, const double* incoming,
                          const double* node, const double* next, double* suffix) {
  const Index oldest_of_tail = tails / labels;
  for (Index tail = 0; tail < tails; ++tail) {
    const double* in = incoming + tail * labels * stride;
    const double* from = next + tail % oldest_of_tail * labels * stride + tail / oldest_of_tail;
    const Lanes of_node = broadcast(node[tail % labels]);
    for (Index b = 0; b < stride; b += kWidth) {
      Lanes best = load(in + b) + broadcast(from[0]);
      for (Index k = 1; k < labels; ++k)
        best = lanes::max(best, load(in + k * stride + b) + broadcast(from[k * stride]));
      store(suffix + tail * stride + b, of_node + best);
    }
  }
}

// Fills the suffix values of a chain of length >= 1.
Suffix fill_suffix(const HigherOrderScores& scores, const LastLabels& space) {
  const Index length = scores.length(), labels = scores.labels(), order = scores.order();
  const Index stride = scores.first_order().stride(), tails = power(labels, order - 1);
  Suffix suffix(scores, scratch().suffix.reserve(length * tails * stride));
  for (Index s = 0; s < space.states(length - 1); ++s) {
    suffix.row(length - 1)[suffix.place(length - 1, s)] = space.node(length - 1, s);
  }
  Index t = length - 2;
  if (t + 1 >= order) {
    const double* incoming = fill_incoming(scores, space);
    for (; t + 1 >= order; --t) {
      const double* next = suffix.row(t + 1);
      switch (stride / kLane) {
        case 1:
          fill_full_states<1>(labels, tails, incoming, scores.node(t), next, suffix.row(t));
          break;
        case 2:
          fill_full_states<2>(labels, tails, incoming, scores.node(t), next, suffix.row(t));
          break;
        case 3:
          fill_full_states<3>(labels, tails, incoming, scores.node(t), next, suffix.row(t));
          break;
        case 4:
          fill_full_states<4>(labels, tails, incoming, scores.node(t), next, suffix.row(t));
          break;
        default:
          fill_full_states_any(labels, stride, tails, incoming, scores.node(t), next,
                               suffix.row(t));
      }
    }
  }
  for (; t >= 0; --t) {
    for (Index s = 0; s < space.states(t); ++s) {
      const double* edges = space.edges(t, s);
      const Index next = space.next(t, s);
      double best = edges[0] + suffix(t + 1, next);
      for (Index k = 1; k < labels; ++k) best = std::max(best, edges[k] + suffix(t + 1, next + k));
      suffix.row(t)[s] = space.node(t, s) + best;
    }
  }
  return suffix;
}

}  // namespace

void HigherOrderScores::reset(Index length, Index labels, Index order) {
  COSTRUCT_ASSERT(order >= 2, "a chain of first order has a table of its own");
  first_order_.reset(length, labels);
  order_ = order;
  scale_ = 1;
  sources_.resize(order - 1);
  for (std::vector<Source>& of_order : sources_) of_order.clear();
}

void HigherOrderScores::add_transitions(Index q, const double* scores, double factor) {
  COSTRUCT_ASSERT(q >= 2 && q <= order_,
                  "first order has edges, and no order is above the chain's");
  sources_[q - 2].push_back({scores, factor});
}

void HigherOrderScores::scale_edges(double factor) {
  first_order_.scale_edges(factor);
  scale_ *= factor;
}

void HigherOrderScores::add_transition_row(Index q, Index context, double* row) const {
  const Index labels = first_order_.labels();
  const std::vector<Source>& sources = sources_[q - 2];
  if (sources.size() == 1) {
    const double* scores = sources[0].scores + context * labels;
    for (Index k = 0; k < labels; ++k) row[k] += scale_ * (sources[0].factor * scores[k]);
    return;
  }
  for (Index k = 0; k < labels; ++k) {
    double sum = 0;
    for (const Source& source : sources) sum += source.factor * source.scores[context * labels + k];
    row[k] += scale_ * sum;
  }
}

double viterbi_bytes(Index length, Index labels, Index order) {
  const double stride = static_cast<double>((labels + kLane - 1) / kLane * kLane);
  const double tails = std::pow(static_cast<double>(labels), static_cast<double>(order - 1));
  return sizeof(double) * tails * stride *
         (static_cast<double>(labels) + static_cast<double>(length));
}

double chain_value(const HigherOrderScores& scores, const Output& y) {
  if (scores.length() == 0) return 0;
  return suffix_search::value(space_of(scores), y);
}

double chain_margin(const HigherOrderScores& scores, const Output& y, const Output& y_hat) {
  return suffix_search::margin(space_of(scores), y, y_hat);
}

Decoded viterbi(const HigherOrderScores& scores) {
  Decoded decoded;
  if (scores.length() == 0) return decoded;
  const LastLabels space = space_of(scores);
  const Suffix suffix = fill_suffix(scores, space);
  const double* values = suffix.row(0);  // states with one label, at their number
  const Index first = std::max_element(values, values + scores.labels()) - values;
  decoded.output.parts.resize(scores.length());
  decoded.value = values[first];
  suffix_search::follow(space, suffix, 0, first, decoded.output);
  return decoded;
}

std::optional<Decoded> viterbi_runner_up(const HigherOrderScores& scores, const Output& y) {
  if (scores.length() == 0) return std::nullopt;
  const LastLabels space = space_of(scores);
  return suffix_search::runner_up(space, fill_suffix(scores, space), y);
}

std::vector<Decoded> viterbi_k_best(const HigherOrderScores& scores, Index k) {
  if (k <= 0) return {};
  if (scores.length() == 0) return {Decoded{}};
  const LastLabels space = space_of(scores);
  const Suffix suffix = fill_suffix(scores, space);
  return suffix_search::ranked_labelings(space, suffix, k);
}

std::vector<std::optional<Decoded>> viterbi_per_hamming(const HigherOrderScores& scores,
                                                        const WrongLabels& wrong) {
  if (scores.length() == 0) return {Decoded{}};
  return suffix_search::best_per_miss(space_of(scores), wrong);
}

std::vector<CountedDecoded> viterbi_per_counts(const HigherOrderScores& scores, const Output& y,
                                               int outside) {
  if (scores.length() == 0) return {CountedDecoded{}};
  return suffix_search::best_per_counts(space_of(scores), y, outside);
}

}  // namespace costruct
