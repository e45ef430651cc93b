// The weights of the pairs of labels at the two ends of an edge.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::graph {

/// Which pairs of labels have a weight.
enum class Pairs {
  kNone,       ///< none: each node is labeled for itself
  kEqual,      ///< one weight for equal labels (Potts)
  kUnordered,  ///< one for each unordered pair
  kOrdered     ///< one for each ordered pair, from the first node of an edge to the second
};

/// Numbers the weights of a feature of edges, over K labels.
class LabelPairs {
 public:
  LabelPairs(Pairs kind, Index labels) : kind_(kind), labels_(labels) {}

  /// How many weights a feature has.
  Index count() const {
    if (kind_ == Pairs::kNone) return 0;
    if (kind_ == Pairs::kEqual) return 1;
    return kind_ == Pairs::kOrdered ? labels_ * labels_ : labels_ * (labels_ + 1) / 2;
  }
  /// The number of the weight of labels p and k; -1 if they have none. Unordered pairs p <= k are
  /// numbered by k, then by p.
  Index of(Index p, Index k) const {
    switch (kind_) {
      case Pairs::kNone:
        return -1;
      case Pairs::kEqual:
        return p == k ? 0 : -1;
      case Pairs::kOrdered:
        return p * labels_ + k;
      case Pairs::kUnordered:
        break;
    }
    return p <= k ? k * (k + 1) / 2 + p : p * (p + 1) / 2 + k;
  }
  /// The names of the weights in the order of their numbers: "A -> B" for ordered pairs, "A - B"
  /// for unordered ones, "equal labels" for kEqual.
  std::vector<std::string> names(const std::vector<std::string>& labels) const;

 private:
  Pairs kind_;
  Index labels_;
};

}  // namespace costruct::graph
