// Finds the k best labelings of a graph with a decoder that finds the best one.
//
// All labelings but the best one are partitioned into one set for each node v. Its labelings agree
// with the best one on the nodes before v and differ from it at v. A set is decoded by ruling out
// labels. The set that has the next best labeling is then partitioned in the same way.
//
// Max-marginals bound the values of all these sets at once. A set is decoded only if no labeling
// that is already decoded, and no other set, has a higher value or bound.
// Source: Lawler 1972, "A procedure for computing the k best solutions to discrete optimization
// problems".
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "costruct/core/decode/graph/graph_scores.hpp"
#include "costruct/core/interfaces/runner_up.hpp"

namespace costruct {

/// Lists the labelings of a graph by descending value. Labelings of equal value are in
/// lexicographic order. Call next() for each labeling. A call costs one max_marginals() and usually
/// a few best().
///
/// A `Decoder`, such as Elimination, has two members:
///   best(scores)           returns the best labeling and its value, scores.value_of(labeling).
///                          Among ties it is the lexicographically smallest one
///   max_marginals(scores)  returns what max_marginals_by_elimination() returns
template <class Decoder>
class RankedGraphLabelings {
 public:
  /// @param scores     must outlive the object. next() changes them and restores them before it
  ///                   returns
  /// @param ruled_out  a very negative score. The search gives it to a label at a node to rule this
  ///                   label out. Labelings with a value of ruled_out / 2 or less are not listed
  RankedGraphLabelings(GraphScores& scores, Decoder decoder, double ruled_out)
      : scores_(scores), decoder_(std::move(decoder)), ruled_out_(ruled_out) {
    sets_.insert({std::numeric_limits<double>::infinity(), nullptr, 0, {}});
  }

  /// Returns the next labeling, beginning with the best one; nullopt if all were returned.
  std::optional<Decoded> next() {
    while (!sets_.empty()) {
      Set set = sets_.extract(sets_.begin()).value();
      const bool is_found = set.best != nullptr;
      if (is_found) part(set);
      if (is_found) return Decoded{*set.best, set.value};
      decode(std::move(set));
    }
    return std::nullopt;
  }

 private:
  // The set of labelings that agree with `parent` on the nodes before `fixed`. At the node `fixed`
  // they do not have the labels `ruled_out`.
  struct Set {
    double value = 0;                            // value of its best labeling, or a bound of it
    std::shared_ptr<const Output> parent, best;  // best: null until it is decoded
    Index fixed = 0;
    std::vector<int> ruled_out = {};

    Set(double bound, std::shared_ptr<const Output> of, Index first, std::vector<int> labels)
        : value(bound), parent(std::move(of)), fixed(first), ruled_out(std::move(labels)) {}
    // Sets to decode come first among equal ones, so that ties are in order.
    friend bool operator<(const Set& a, const Set& b) {
      if (a.value != b.value) return a.value > b.value;
      if (a.best == nullptr || b.best == nullptr) {
        if ((a.best == nullptr) != (b.best == nullptr)) return a.best == nullptr;
        if (a.parent == nullptr || b.parent == nullptr) return a.parent < b.parent;
        return *a.parent != *b.parent ? *a.parent < *b.parent : a.fixed < b.fixed;
      }
      return *a.best < *b.best;
    }
  };

  // Calls action() while scores_ rules out all labelings outside the set.
  template <class Action>
  void within(const Set& set, const Action& action) {
    const Index K = scores_.labels();
    const Vector before(scores_.node(0), scores_.node(0) + scores_.length() * K);
    for (Index v = 0; v < set.fixed; ++v) {
      for (Index k = 0; k < K; ++k) {
        if (k != set.parent->parts[v]) scores_.node(v)[k] = ruled_out_;
      }
    }
    for (const int label : set.ruled_out) scores_.node(set.fixed)[label] = ruled_out_;
    action();
    std::copy(before.begin(), before.end(), scores_.node(0));
  }

  void decode(Set set) {
    Decoded found;
    within(set, [&] { found = decoder_.best(scores_); });
    if (!(found.value > ruled_out_ / 2)) return;
    set.value = found.value;
    set.best = std::make_shared<const Output>(std::move(found.output));
    sets_.insert(std::move(set));
  }

  // Partitions the other labelings of a decoded set into sets, and adds these to sets_.
  void part(const Set& set) {
    const Index K = scores_.labels();
    Vector value;
    within(set, [&] { value = decoder_.max_marginals(scores_); });
    for (Index v = set.fixed; v < scores_.length(); ++v) {
      double most = -std::numeric_limits<double>::infinity();
      for (Index k = 0; k < K; ++k) {
        if (k != set.best->parts[v]) most = std::max(most, value[v * K + k]);
      }
      if (!(most > ruled_out_ / 2)) continue;
      constexpr double kRounding = 1e-9;
      std::vector<int> ruled_out = {set.best->parts[v]};
      if (v == set.fixed)
        ruled_out.insert(ruled_out.end(), set.ruled_out.begin(), set.ruled_out.end());
      sets_.insert({most + kRounding * (1 + std::abs(most)), set.best, v, std::move(ruled_out)});
    }
  }

  GraphScores& scores_;
  Decoder decoder_;
  double ruled_out_;
  std::set<Set> sets_;
};

}  // namespace costruct
