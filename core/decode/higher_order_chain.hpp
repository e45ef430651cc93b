// Decoders for chains of order p >= 2. In addition to node(t, k) and edge(a, k) of chain.hpp (first
// order), their score table has transition(q) for q = 2..p. It scores label k at position t after
// the q labels before it. The first q positions have no transition of order q. The decoders know
// neither features nor learners, and no losses except counts.
//
// The transitions into position t are summed from the left:
//   into(t) = edge(y_{t-1}, y_t) + transition(2)(y_{t-2}, y_{t-1}, y_t) + ...
//             + transition(min(p, t))(...)
// The value of a labeling is summed from the end, as in chain.hpp:
//   node(t, y_t) + (into(t + 1) + value of the rest)
// All decoders here and chain_value() therefore agree to the last bit. If all transitions of order
// 2 and above are 0, they also agree with those of chain.hpp. The empty chain has one labeling, the
// empty one, with value 0. Among equal values the lexicographically smallest labeling is returned.
//
// A state is the last p labels. There are K^p states; each has K successors.
#pragma once

#include <optional>
#include <vector>

#include "costruct/core/decode/chain.hpp"

namespace costruct {

/// base^exponent for exponent >= 0; the result must fit into an Index.
constexpr Index power(Index base, Index exponent) {
  Index result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

/// The score table of a chain of order >= 2. Reuse one table for many chains to avoid allocations.
///
/// The tables of transitions (K^(q+1) scores for order q) belong to the caller; they may be slices
/// of the weights. They are never copied.
class HigherOrderScores {
 public:
  /// Makes a table for `length` positions, `labels` >= 1 labels and `order` >= 2 with all scores 0.
  void reset(Index length, Index labels, Index order);

  Index length() const { return first_order_.length(); }
  Index labels() const { return first_order_.labels(); }
  Index order() const { return order_; }

  ChainScores& first_order() { return first_order_; }
  const ChainScores& first_order() const { return first_order_; }
  double* node(Index t) { return first_order_.node(t); }
  const double* node(Index t) const { return first_order_.node(t); }

  /// Adds factor * scores to the transitions of order q = 2..order. The score of label k after the
  /// labels a, ..., c (oldest first) is at ((a K + ...) K + c) K + k. `scores` must not change
  /// until the next reset().
  void add_transitions(Index q, const double* scores, double factor);

  /// Multiplies edges and transitions of all orders by `factor`.
  void scale_edges(double factor);

  /// row[k] += transition(q) from the q labels with number `context` to label k.
  void add_transition_row(Index q, Index context, double* row) const;

 private:
  struct Source {
    const double* scores;
    double factor;
  };
  ChainScores first_order_;
  Index order_ = 2;
  double scale_ = 1;
  std::vector<std::vector<Source>> sources_;  // sources_[q - 2]: to be summed for order q
};

/// Bytes that viterbi() needs for a chain of `length`, without its nodes and transitions.
double viterbi_bytes(Index length, Index labels, Index order);

/// As the decoders of the same names in chain.hpp, with K^p states. Time:
///   viterbi(), viterbi_runner_up()   O(T K^(p+1))
///   viterbi_k_best()                 O(T K^(p+1) + k T (K p + log k))
///   viterbi_per_hamming()            O(T^2 K^(p+1))
///   viterbi_per_counts()             O(T^2 P K^(p+1))
/// The last two need the memory of per_counts_bytes() with K^p as the number of labels.
double chain_value(const HigherOrderScores& scores, const Output& y);
/// chain_value(scores, y) - chain_value(scores, y_hat), computed without the scores that both
/// share.
double chain_margin(const HigherOrderScores& scores, const Output& y, const Output& y_hat);
Decoded viterbi(const HigherOrderScores& scores);
std::optional<Decoded> viterbi_runner_up(const HigherOrderScores& scores, const Output& y);
std::vector<Decoded> viterbi_k_best(const HigherOrderScores& scores, Index k);
std::vector<std::optional<Decoded>> viterbi_per_hamming(const HigherOrderScores& scores,
                                                        const Output& y);
std::vector<CountedDecoded> viterbi_per_counts(const HigherOrderScores& scores, const Output& y,
                                               int outside);

}  // namespace costruct
