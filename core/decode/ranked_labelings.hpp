// The k best labelings of a chain, given as in suffix_search.hpp.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "costruct/core/decode/suffix_search.hpp"

namespace costruct::suffix_search {

/// The k best labelings, found one after the other: a state ranks the labelings that start in it no further
/// than it is asked to (lazy lists, as in Huang & Chiang 2005, Better k-best Parsing).
template <class Space, class Suffix>
class RankedLabelings {
 public:
  RankedLabelings(const Space& space, const Suffix& suffix) : space_(space), suffix_(suffix) {}

  /// By descending value, equal values in lexicographic order; fewer than k where there are fewer.
  std::vector<Decoded> best(Index k) {
    std::vector<Decoded> result;
    while (static_cast<Index>(result.size()) < k) {
      const Ranking& root = result.empty() ? open({-1, 0}) : advance({-1, 0});
      if (root.found.size() == result.size()) break;
      result.push_back(labeling(root.found.back()));
    }
    return result;
  }

 private:
  struct Place {  // a state at a position; position -1 is before the chain
    Index t, s;
  };
  struct Step {  // on with the rank-th best labeling that starts with label `next`; -1: the end
    double value;
    Index next, rank;
  };
  struct Ranking {
    std::vector<Step> found;       // best first, at least one
    std::vector<Step> candidates;  // a heap, for each next label the best that is not found
  };
  static bool worse(const Step& a, const Step& b) {
    return a.value != b.value ? a.value < b.value : a.next > b.next;
  }

  Place child(Place at, Index next) const {
    return {at.t + 1, (at.t < 0 ? 0 : space_.next(at.t, at.s)) + next};
  }
  double value(Place at, Index next, double rest) const {
    return at.t < 0 ? rest : space_.node(at.t, at.s) + (space_.edges(at.t, at.s)[next] + rest);
  }

  Ranking& open(Place at) {
    Ranking& ranking = rankings_[(at.t + 1) * space_.states(space_.length() - 1) + at.s];
    if (!ranking.found.empty()) return ranking;
    if (at.t + 1 == space_.length()) {
      ranking.found.push_back({space_.node(at.t, at.s), -1, 0});
      return ranking;
    }
    const Index first = child(at, 0).s;
    const double* edges = at.t < 0 ? nullptr : space_.edges(at.t, at.s);
    for (Index k = 0; k < space_.labels(); ++k) {
      const double rest = suffix_(at.t + 1, first + k);
      ranking.candidates.push_back({edges ? space_.node(at.t, at.s) + (edges[k] + rest) : rest, k, 0});
    }
    std::make_heap(ranking.candidates.begin(), ranking.candidates.end(), worse);
    find_one(ranking);
    return ranking;
  }

  static void find_one(Ranking& ranking) {
    if (ranking.candidates.empty()) return;
    std::pop_heap(ranking.candidates.begin(), ranking.candidates.end(), worse);
    ranking.found.push_back(ranking.candidates.back());
    ranking.candidates.pop_back();
  }

  // Finds one labeling more from `at`, if there is one: what was found last is succeeded by the next best
  // labeling on the same way, for which its child may have to advance first, and so on.
  Ranking& advance(Place at) {
    std::vector<Place> path;
    for (; at.t + 1 < space_.length(); at = child(at, open(at).found.back().next)) {
      if (!path.empty() && has_successor(path.back())) break;
      path.push_back(at);
    }
    for (auto place = path.rbegin(); place != path.rend(); ++place) {
      Ranking& ranking = open(*place);
      if (has_successor(*place)) {
        const Step last = ranking.found.back();
        const Step& rest = open(child(*place, last.next)).found[last.rank + 1];
        ranking.candidates.push_back({value(*place, last.next, rest.value), last.next, last.rank + 1});
        std::push_heap(ranking.candidates.begin(), ranking.candidates.end(), worse);
      }
      find_one(ranking);
    }
    return open(path.front());
  }

  // Whether the labeling found last at a place is known not to be the last one on its way.
  bool has_successor(Place at) {
    const Step last = open(at).found.back();
    return static_cast<Index>(open(child(at, last.next)).found.size()) > last.rank + 1;
  }

  Decoded labeling(Step step) {
    Decoded decoded{{std::vector<int>(space_.length())}, step.value};
    Place at{-1, 0};
    while (step.next >= 0) {
      at = child(at, step.next);
      decoded.output.parts[at.t] = static_cast<int>(step.next);
      step = open(at).found[step.rank];
    }
    return decoded;
  }

  const Space& space_;
  const Suffix& suffix_;
  std::unordered_map<Index, Ranking> rankings_;  // looked up, never iterated over
};

}  // namespace costruct::suffix_search
