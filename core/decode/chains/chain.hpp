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
  /// The length of a padded row is a multiple of this.
  static constexpr Index kLane = lanes::kCount;

  /// Makes a table for `length` positions and `labels` >= 1 labels with all scores 0.
  void reset(Index length, Index labels);

  Index length() const { return length_; }
  Index labels() const { return labels_; }
  /// Returns the length of a padded row: labels(), rounded up to a multiple of kLane.
  Index stride() const { return stride_; }

  /// Return the address of a row of stride() doubles. node(t)[k] is the score node(t, k), and
  /// edge(p)[k] is the score edge(p, k), for k < labels().
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

/// Returns the value of labeling y. O(T).
double chain_value(const ChainScores& scores, const Output& y);

/// Returns the best labeling. O(T K^2) for K labels (Brefeld 2008, Prop. B.1). Works from the end
/// to the front.
Decoded viterbi(const ChainScores& scores);

/// Returns the best labeling other than y; nullopt if none exists. O(T K^2).
std::optional<Decoded> viterbi_runner_up(const ChainScores& scores, const Output& y);

/// Returns the result of viterbi(), and that of viterbi_runner_up() for this labeling. O(T K^2).
TwoBest viterbi_two_best(const ChainScores& scores);

/// Returns the k best labelings by descending value, or all if there are fewer than k. Labelings of
/// equal value are in lexicographic order. O(T K^2 + k T (K + log k)).
std::vector<Decoded> viterbi_k_best(const ChainScores& scores, Index k);

/// The costs of a loss that sums a cost over positions. costs[k][l] is the cost of label l where
/// label k is right; it is 0 for l = k.
using LabelCosts = std::vector<Vector>;

/// Says which labels are wrong for a loss that sums over positions. A label is wrong if it differs
/// from the label of y at its position. If facts are given, a wrong label must also be one that the
/// facts rule out. A position without facts has no wrong labels then.
class WrongLabels {
 public:
  /// All arguments must outlive the object.
  /// @param known  the labels that are possible at each position, see Known; null: no facts
  /// @param costs  the costs of wrong labels; null: each of them costs 1. Must be null with facts
  WrongLabels(const Output& y, const Known* known = nullptr, const LabelCosts* costs = nullptr)
      : y_(y), known_(known), costs_(costs) {}
  /// Returns whether the label is wrong at position t.
  bool operator()(Index t, Index label) const {
    if (label == y_.parts[t]) return false;
    if (known_ == nullptr) return true;
    const std::vector<int>& fact = known_->facts[t];
    return !fact.empty() && !std::binary_search(fact.begin(), fact.end(), label);
  }
  /// Sets row[k] to the cost of each wrong label k at position t, and to 0 for the others. `row`
  /// has an entry for each label.
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
  /// Returns the sum of the costs of the labels of y_hat. Call it only if has_costs().
  double cost(const Output& y_hat) const {
    double sum = 0;
    for (std::size_t t = 0; t < y_hat.parts.size(); ++t)
      sum += (*costs_)[y_.parts[t]][y_hat.parts[t]];
    return sum;
  }
  bool has_costs() const { return costs_ != nullptr; }
  /// Returns whether facts are given. Labelings other than y may then have no wrong label.
  bool partial() const { return known_ != nullptr; }

 private:
  const Output& y_;
  const Known* known_;
  const LabelCosts* costs_;
};

/// Returns the best labeling with exactly h wrong labels, for h = 0..T; nullopt where there is no
/// such labeling. The costs of `wrong` have no effect. O(T^2 K^2) time, O(T^2 K) memory.
std::vector<std::optional<Decoded>> viterbi_per_hamming(const ChainScores& scores,
                                                        const WrongLabels& wrong);

/// The best labeling y_hat with two given counts. `predicted` counts the positions whose label in
/// y_hat is not `outside`. `hits` counts those of them where y has the same label. If `outside` is
/// -1, every label counts.
struct CountedDecoded {
  Index hits = 0, predicted = 0;
  Decoded best;
};
/// Returns one entry for each pair of counts that some labeling attains, ascending by hits, then by
/// `predicted`. Let P be the number of positions of y whose label is not `outside`. O(T^2 P K^2)
/// time and O(T^2 P K) memory.
std::vector<CountedDecoded> viterbi_per_counts(const ChainScores& scores, const Output& y,
                                               int outside);

/// Returns the bytes that viterbi_per_counts() needs for a chain with this length, this number of
/// labels and P = `counted`.
double per_counts_bytes(Index length, Index labels, Index counted);

}  // namespace costruct
