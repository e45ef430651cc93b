// Decodes nodes without edges that have one of two labels, 0 or 1. Each node is decoded alone.
//
// A label at a node is ruled out if its score is `ruled_out`, a very negative number (kRuledOut).
// An allowed labeling has no such label. Its value must be above ruled_out / 2.
#pragma once

#include <optional>

#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/decode/graph/graph_scores.hpp"

namespace costruct {

/// A Decoder of RankedGraphLabelings, for two labels and no edges.
struct BinaryNodes {
  /// Returns the best labeling; the lexicographically smallest one among ties. Cost: O(nodes).
  Decoded best(const GraphScores& scores) const;
  /// Returns the value of the best labeling in which node v has label k, at v * 2 + k, up to
  /// rounding. Cost: O(nodes).
  Vector max_marginals(const GraphScores& scores) const;
};

/// Returns the best allowed labeling other than y; the lexicographically smallest one among ties.
/// Returns nullopt if there is no other. Cost: O(nodes).
/// @param ruled_out  the score of labels that are ruled out, see the top of this file
std::optional<Decoded> best_other_of_binary_nodes(const GraphScores& scores, const Output& y,
                                                  double ruled_out);

/// Finds the best labeling for each number of wrong labels. It makes a labeling only when you ask
/// for it. Cost: O(n log n) for n nodes, and O(n) for each labeling.
class BinaryFlips {
 public:
  /// @param scores     must outlive the object
  /// @param wrong      which labels are wrong
  /// @param ruled_out  the score of labels that are ruled out, see the top of this file
  BinaryFlips(const GraphScores& scores, const WrongLabels& wrong, double ruled_out);

  /// Return the smallest and the largest number of wrong labels of an allowed labeling. For each
  /// number between them there is an allowed labeling, too.
  Index least() const { return least_; }
  Index most() const { return least_ + std::ssize(flips_); }
  /// Returns the value of the best labeling with `count` wrong labels, up to rounding. `count` must
  /// be from least() to most().
  double value(Index count) const { return value_[static_cast<std::size_t>(count - least_)]; }
  /// Returns this labeling and its value; the lexicographically smallest labeling among ties.
  Decoded labeling(Index count) const;

 private:
  // Gives a node its wrong label.
  struct Flip {
    double gain;
    Index node;
    int to;
  };
  const GraphScores& scores_;
  Output right_;             // the best labeling with the fewest wrong labels
  Index least_ = 0;          // how many it has
  std::vector<Flip> flips_;  // in the order in which labelings take them
  Vector value_;             // by the number of flips
};

}  // namespace costruct
