// Decoders for chains of labels. They read a score table: node(t, k) for label k at position t, and
// edge(p, k) for label k after label p. They know neither features nor learners, and no losses
// except counts.
//
// The value of a labeling y of length T >= 1 is
//   sum_t node(t, y_t) + sum_{t>=1} edge(y_{t-1}, y_t).
// It is summed from the end, as
//   node(t, y_t) + (edge(y_t, y_{t+1}) + value of the rest).
// All decoders here and chain_value() therefore agree to the last bit. The empty chain has one
// labeling, the empty one, with value 0. Among equal values the lexicographically smallest labeling
// is returned.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/known.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The score table of a chain. Rows are padded to whole vector registers; padding is never chosen.
/// Reuse one table for many chains to avoid allocations.
class ChainScores {
 public:
  /// the length of a padded row is a multiple of this
  static constexpr Index kLane = lanes::kCount;

  /// Makes a table for `length` positions and `labels` >= 1 labels with all scores 0.
  void reset(Index length, Index labels);

  Index length() const { return length_; }
  Index labels() const { return labels_; }
  Index stride() const { return stride_; }  ///< labels, rounded up to a multiple of kLane

  double* node(Index t) { return node_[t * stride_ / kLane].data(); }
  const double* node(Index t) const { return node_[t * stride_ / kLane].data(); }
  double* edge(Index previous) { return edge_[previous * stride_ / kLane].data(); }
  const double* edge(Index previous) const { return edge_[previous * stride_ / kLane].data(); }
  /// Multiplies all edge scores by `factor`.
  void scale_edges(double factor);

 private:
  struct alignas(64) Block : std::array<double, kLane> {};
  Index length_ = 0, labels_ = 0, stride_ = 0;
  std::vector<Block> node_, edge_;
};

/// The value of labeling y.
double chain_value(const ChainScores& scores, const Output& y);

/// The best labeling. O(T K^2) (Brefeld 2008, Prop. B.1). Works from the end to the front.
Decoded viterbi(const ChainScores& scores);

/// The best labeling other than y; nullopt if none exists. O(T K^2).
std::optional<Decoded> viterbi_runner_up(const ChainScores& scores, const Output& y);

/// The results of viterbi() and of viterbi_runner_up() for it.
TwoBest viterbi_two_best(const ChainScores& scores);

/// The k best labelings by descending value; fewer if there are fewer. Equal values are in
/// lexicographic order. O(T K^2 + k T (K + log k)).
std::vector<Decoded> viterbi_k_best(const ChainScores& scores, Index k);

/// The costs of labels that a loss sums over positions: costs[k][l] of label l where k is right, 0
/// for l = k.
using LabelCosts = std::vector<Vector>;

/// The labels that a loss of parts counts: at each position those that differ from that of y. If
/// facts are given, it counts only those of them that the facts rule out. With costs, a wrong label
/// counts as much as it costs.
class WrongLabels {
 public:
  /// All arguments must outlive the object.
  /// @param known  facts about each position, see Known; null: all wrong labels count
  /// @param costs  of labels, only without facts; null: each wrong label costs 1
  WrongLabels(const Output& y, const Known* known = nullptr, const LabelCosts* costs = nullptr)
      : y_(y), known_(known), costs_(costs) {}
  bool operator()(Index t, Index label) const {
    if (label == y_.parts[t]) return false;
    if (known_ == nullptr) return true;
    const std::vector<int>& fact = known_->facts[t];
    return !fact.empty() && !std::binary_search(fact.begin(), fact.end(), label);
  }
  /// Sets row[k] to the cost of each wrong label k at position t, and to 0 for the others.
  void fill(Index t, std::span<double> row) const {
    if (costs_ != nullptr) {
      std::ranges::copy((*costs_)[y_.parts[t]], row.begin());
      return;
    }
    const bool counts = known_ == nullptr || !known_->facts[t].empty();
    std::fill(row.begin(), row.end(), counts ? 1.0 : 0.0);
    row[y_.parts[t]] = 0;
    if (known_ == nullptr) return;
    for (const int label : known_->facts[t]) row[label] = 0;
  }
  Index length() const { return static_cast<Index>(y_.parts.size()); }
  const Output& y() const { return y_; }
  /// The sum of the costs of the labels of y_hat; only with costs.
  double cost(const Output& y_hat) const {
    double sum = 0;
    for (std::size_t t = 0; t < y_hat.parts.size(); ++t)
      sum += (*costs_)[y_.parts[t]][y_hat.parts[t]];
    return sum;
  }
  bool has_costs() const { return costs_ != nullptr; }
  /// Whether labelings other than y may have no wrong label.
  bool partial() const { return known_ != nullptr; }

 private:
  const Output& y_;
  const Known* known_;
  const LabelCosts* costs_;
};

/// The best labeling with exactly h wrong labels, for h = 0..T; nullopt where there is none. O(T^2
/// K^2) time, O(T^2 K) memory.
std::vector<std::optional<Decoded>> viterbi_per_hamming(const ChainScores& scores,
                                                        const WrongLabels& wrong);

/// The best labeling with these counts: `hits` positions where y_hat = y, and `predicted`
/// positions. Both count only positions whose label is not `outside` (-1: every label counts).
struct CountedDecoded {
  Index hits = 0, predicted = 0;
  Decoded best;
};
/// One entry for each pair of counts that some labeling attains. O(T^2 P K^2) time and O(T^2 P K)
/// memory, where P is the number of positions of y whose label is not `outside`.
std::vector<CountedDecoded> viterbi_per_counts(const ChainScores& scores, const Output& y,
                                               int outside);

/// Bytes that viterbi_per_counts() needs for a chain with this length, this number of labels and P
/// = `counted`.
double per_counts_bytes(Index length, Index labels, Index counted);

}  // namespace costruct
