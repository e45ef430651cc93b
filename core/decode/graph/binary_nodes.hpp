// Decoders for nodes without edges that have one of two labels, 0 or 1. Each node is on its own.
#pragma once

#include <optional>

#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/decode/graph/graph_scores.hpp"

namespace costruct {

/// What RankedGraphLabelings needs, for two labels and no edges.
struct BinaryNodes {
  /// The best labeling; the smallest one among ties. Cost: O(nodes).
  Decoded best(const GraphScores& scores) const;
  /// The value of the best labeling in which node v has label k, at v * 2 + k, up to rounding.
  Vector max_marginals(const GraphScores& scores) const;
};

/// The best labeling other than y; the smallest one among ties. Cost: O(nodes).
/// @param ruled_out  a score that no labeling within the allowed ones has
std::optional<Decoded> best_other_of_binary_nodes(const GraphScores& scores, const Output& y,
                                                  double ruled_out);

/// The best labelings for each number of wrong labels, without making them all.
class BinaryFlips {
 public:
  /// @param ruled_out  a score that no labeling within the allowed ones has
  BinaryFlips(const GraphScores& scores, const WrongLabels& wrong, double ruled_out);

  /// The smallest and the largest number of wrong labels that an allowed labeling has. It has all
  /// numbers between them.
  Index least() const { return least_; }
  Index most() const { return least_ + std::ssize(flips_); }
  /// The value of the best labeling with `count` wrong labels, up to rounding.
  double value(Index count) const { return value_[static_cast<std::size_t>(count - least_)]; }
  /// That labeling; the smallest one among ties.
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
