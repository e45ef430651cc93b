// Decoders over the score table of a chain of order p >= 2: beside node(t, k) and edge(a, k), the
// scores of first order in chain.hpp, transition(q) for q = 2..p scores label k at t after the q
// labels before it. The first q positions have no transition of order q. They know no features, no
// losses but counts, no learner.
//
// With the transitions into position t,
//   into(t) = edge(y_{t-1}, y_t) + transition(2)(y_{t-2}, y_{t-1}, y_t) + ... + transition(min(p,
//   t))(...),
// summed from the left, the value of a labeling is summed from the end, as in chain.hpp: node(t,
// y_t) + (into(t + 1) + value of the rest). All decoders here and chain_value() agree to the last
// bit; where all transitions of order 2 and above are 0, with those of chain.hpp too. The empty
// chain has the empty labeling with value 0. Among equal values the lexicographically smallest
// labeling is returned.
//
// A state is the last p labels, K^p of them; each has K successors.
#pragma once

#include <optional>
#include <vector>

#include "costruct/core/decode/chain.hpp"

namespace costruct {

/// base^exponent for exponent >= 0; the result must fit.
constexpr Index power(Index base, Index exponent) {
  Index result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

/// The score table of a chain of order >= 2. Its tables of transitions, K^(q+1) scores for order q,
/// are those of the caller (rows of weights), looked at and never copied. Reused from decode to
/// decode, so that nothing allocates in the long run.
class HigherOrderScores {
 public:
  /// A table for `length` positions, `labels` >= 1 labels and `order` >= 2, all scores zero.
  void reset(Index length, Index labels, Index order);

  Index length() const { return first_order_.length(); }
  Index labels() const { return first_order_.labels(); }
  Index order() const { return order_; }

  ChainScores& first_order() { return first_order_; }
  const ChainScores& first_order() const { return first_order_; }
  double* node(Index t) { return first_order_.node(t); }
  const double* node(Index t) const { return first_order_.node(t); }

  /// Adds factor * scores to the transitions of order q = 2..order. The score of label k after the
  /// labels a,
  /// ..., c, oldest first, is at ((a K + ...) K + c) K + k. Must stay as it is until the next
  /// reset.
  void add_transitions(Index q, const double* scores, double factor);

  /// Multiplies edges and transitions of all orders.
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
  std::vector<std::vector<Source>> sources_;  // sources_[q - 2] of order q, to be added up
};

/// Bytes that decoding the best labeling needs for a chain of `length`, its nodes and transitions
/// not counted.
double viterbi_bytes(Index length, Index labels, Index order);

/// As the decoders of chain.hpp of the same names, with K^p states: the best and the runner-up in
/// O(T K^(p+1)), the k best in O(T K^(p+1) + k T (K p + log k)), the others in O(T^2 K^(p+1)) and
/// O(T^2 P K^(p+1)); their memory is per_counts_bytes() with K^p for the number of labels.
double chain_value(const HigherOrderScores& scores, const Output& y);
/// chain_value(scores, y) - chain_value(scores, y_hat) without the scores that both share.
double chain_margin(const HigherOrderScores& scores, const Output& y, const Output& y_hat);
Decoded viterbi(const HigherOrderScores& scores);
std::optional<Decoded> viterbi_runner_up(const HigherOrderScores& scores, const Output& y);
std::vector<Decoded> viterbi_k_best(const HigherOrderScores& scores, Index k);
std::vector<std::optional<Decoded>> viterbi_per_hamming(const HigherOrderScores& scores,
                                                        const Output& y);
std::vector<CountedDecoded> viterbi_per_counts(const HigherOrderScores& scores, const Output& y,
                                               int outside);

}  // namespace costruct
