// Decoders for chains of labels of order p >= 2. The score table has the first-order scores
// node(t, k) and edge(a, k) of chain.hpp. In addition, transition(q) for q = 2..p scores label k at
// position t after the q labels before it. The first q positions have no transition of order q.
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
// In costs, T is the length and K the number of labels. A state is the last p labels. There are K^p
// states, and each has K successors.
#pragma once

#include <optional>
#include <vector>

#include "costruct/core/decode/chains/chain.hpp"

namespace costruct {

/// base^exponent for exponent >= 0; the result must fit into an Index.
constexpr Index power(Index base, Index exponent) {
  Index result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

/// The score table of a chain of order >= 2. Reuse one table for many chains to avoid allocations.
///
/// The tables of transitions (K^(q+1) scores for order q) are not copied. They belong to the caller
/// and may be slices of the weights.
class HigherOrderScores {
 public:
  /// Makes a table for `length` positions, `labels` >= 1 labels and `order` >= 2. All scores are 0,
  /// and there are no transitions.
  void reset(Index length, Index labels, Index order);

  Index length() const { return first_order_.length(); }
  Index labels() const { return first_order_.labels(); }
  Index order() const { return order_; }

  /// The scores of nodes and edges.
  ChainScores& first_order() { return first_order_; }
  const ChainScores& first_order() const { return first_order_; }
  /// The K node scores at position t.
  double* node(Index t) { return first_order_.node(t); }
  const double* node(Index t) const { return first_order_.node(t); }

  /// Adds factor * scores to the transitions of order q = 2..order. The score of label k after the
  /// labels a, ..., c (oldest first) is at ((a K + ...) K + c) K + k. `scores` must not change
  /// until the next reset().
  void add_transitions(Index q, const double* scores, double factor);

  /// Multiplies edges and transitions of all orders by `factor`, also transitions that are added
  /// later.
  void scale_edges(double factor);

  /// Adds the transitions of order q after `context` to the K entries of `row`. The context is the
  /// number of the q labels a, ..., c before: (a K + ...) K + c.
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

/// Returns the bytes that viterbi() needs for a chain of `length`, without the score table and the
/// tables of transitions.
double viterbi_bytes(Index length, Index labels, Index order);

/// These decoders do what those of the same names in chain.hpp do, with K^p states. Time:
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
                                                        const WrongLabels& wrong);
std::vector<CountedDecoded> viterbi_per_counts(const HigherOrderScores& scores, const Output& y,
                                               int outside);

}  // namespace costruct
