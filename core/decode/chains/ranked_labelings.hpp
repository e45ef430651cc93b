// The k best labelings of a chain. Call ranked_labelings(space, suffix, k); suffix_search.hpp says
// what a Space and a Suffix are.
#pragma once

#include <vector>

#include "costruct/core/decode/chains/suffix_search.hpp"
#include "costruct/core/decode/ranked_paths.hpp"

namespace costruct::suffix_search {

/// The chain as a Graph of ranked_paths.hpp. A place is a state at a position. A way is the label
/// of the next position.
template <class Space, class Suffix>
class Labelings {
 public:
  struct Place {
    Index t, s;  // position (-1: before the chain) and state
  };

  /// Both must outlive this.
  Labelings(const Space& space, const Suffix& suffix) : space_(space), suffix_(suffix) {}

  Place start() const { return {-1, 0}; }
  Index key(Place at) const { return (at.t + 1) * space_.states(space_.length() - 1) + at.s; }

  template <class Take>
  void for_each_way(Place at, const Take& take) const {
    if (at.t + 1 == space_.length()) return take(kEnd, space_.node(at.t, at.s));
    const Index first = child(at, 0).s;
    const double* edges = at.t < 0 ? nullptr : space_.edges(at.t, at.s);
    for (Index k = 0; k < space_.labels(); ++k) {
      const double rest = suffix_(at.t + 1, first + k);
      take(k, edges ? space_.node(at.t, at.s) + (edges[k] + rest) : rest);
    }
  }

  Place child(Place at, Index next) const {
    return {at.t + 1, (at.t < 0 ? 0 : space_.next(at.t, at.s)) + next};
  }
  double value(Place at, Index next, double rest) const {
    return at.t < 0 ? rest : space_.node(at.t, at.s) + (space_.edges(at.t, at.s)[next] + rest);
  }

 private:
  const Space& space_;
  const Suffix& suffix_;
};

/// The k best labelings by descending value, or all if there are fewer than k. Labelings of equal
/// value are in lexicographic order, unless rounding has made the values equal.
template <class Space, class Suffix>
std::vector<Decoded> ranked_labelings(const Space& space, const Suffix& suffix, Index k) {
  const Labelings labelings(space, suffix);
  RankedPaths paths(labelings);
  std::vector<Decoded> ranked;
  while (static_cast<Index>(ranked.size()) < k && paths.advance()) {
    Decoded& found =
        ranked.emplace_back(Decoded{{std::vector<int>(space.length())}, paths.value()});
    paths.visit([&](auto at, Index label) {
      if (label != kEnd) found.output.parts[at.t + 1] = static_cast<int>(label);
    });
  }
  return ranked;
}

}  // namespace costruct::suffix_search
