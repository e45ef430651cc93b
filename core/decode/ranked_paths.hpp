// Finds the k best paths through an acyclic graph, one after the other. A path leads from the start
// to a place where it may end. In a chain, for example, a path is a labeling. A place is a position
// with its label, and a way is the label of the next position (chains/ranked_labelings.hpp).
//
// Each place ranks the paths that continue from it only as far as needed (lazy lists, as in Huang &
// Chiang 2005, Better k-best Parsing). A Graph has these members:
//   Place                       a type; start() is the place where paths begin
//   key(place)                  a unique number of each place
//   for_each_way(place, take)   calls take(way, value) for each way on; `value` is that of the best
//                               path that takes it. Ways are numbers >= 0, and kEnd for the path
//                               that ends here
//   child(place, way)           the place that a way leads to
//   value(place, way, rest)     the value of the path that continues with a rest of value `rest`;
//                               must not fall when `rest` grows
// Equal values are ordered by their ways, the smaller one first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// The way of a path that ends here.
constexpr Index kEnd = -1;

/// The paths of a graph by descending value. Call advance(), then read value() and visit() the
/// path. The graph must outlive the object.
template <class Graph>
class RankedPaths {
 public:
  using Place = typename Graph::Place;

  explicit RankedPaths(const Graph& graph) : graph_(graph) {}

  /// Finds the next best path; false if none exists.
  bool advance() {
    const Ranking& start = num_found_ == 0 ? open(graph_.start()) : advance(graph_.start());
    if (start.found.size() == num_found_) return false;
    ++num_found_;
    return true;
  }

  /// The value of the path that was found last. Call it only after advance() has returned true.
  double value() { return open(graph_.start()).found.back().value; }

  /// Calls visit(place, way) along the path that was found last. Its last way is kEnd.
  template <class Visit>
  void visit(const Visit& visit) {
    Place at = graph_.start();
    for (Step step = open(at).found.back();; step = open(at).found[step.rank]) {
      visit(at, step.way);
      if (step.way == kEnd) return;
      at = graph_.child(at, step.way);
    }
  }

 private:
  struct Step {  // continues with the rank-th best path from the child of `way`
    double value;
    std::int32_t way, rank;
  };
  struct Ranking {
    std::vector<Step> found;       // best first
    std::vector<Step> candidates;  // a heap: for each way the best path that is not yet found
    bool is_open = false;
  };
  static bool worse(const Step& a, const Step& b) {
    return a.value != b.value ? a.value < b.value : a.way > b.way;
  }

  Ranking& open(Place at) {
    Ranking& ranking = rankings_[graph_.key(at)];
    if (ranking.is_open) return ranking;
    ranking.is_open = true;
    graph_.for_each_way(at, [&](Index way, double value) {
      ranking.candidates.push_back({value, static_cast<std::int32_t>(way), 0});
    });
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

  // Finds one more path from `at`, if there is one. The next best path on the same way succeeds the
  // path that was found last. For this its child may have to advance first, and so on.
  const Ranking& advance(Place at) {
    std::vector<Place> path;
    for (;;) {
      path.push_back(at);
      const Ranking& ranking = open(at);
      if (ranking.found.empty() || ranking.found.back().way == kEnd || has_successor(at)) break;
      at = graph_.child(at, ranking.found.back().way);
    }
    for (auto place = path.rbegin(); place != path.rend(); ++place) {
      Ranking& ranking = open(*place);
      if (has_successor(*place)) {
        const Step last = ranking.found.back();
        const Step& rest = open(graph_.child(*place, last.way)).found[last.rank + 1];
        ranking.candidates.push_back(
            {graph_.value(*place, last.way, rest.value), last.way, last.rank + 1});
        std::push_heap(ranking.candidates.begin(), ranking.candidates.end(), worse);
      }
      find_one(ranking);
    }
    return open(path.front());
  }

  // Whether a next best path is known on the way of the path that was found last at a place.
  bool has_successor(Place at) {
    const Ranking& ranking = open(at);
    if (ranking.found.empty() || ranking.found.back().way == kEnd) return false;
    const Step last = ranking.found.back();
    return static_cast<Index>(open(graph_.child(at, last.way)).found.size()) > last.rank + 1;
  }

  const Graph& graph_;
  std::size_t num_found_ = 0;
  std::unordered_map<Index, Ranking> rankings_;  // looked up, never iterated over
};

}  // namespace costruct
