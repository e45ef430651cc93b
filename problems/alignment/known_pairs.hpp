// Known pairs of global alignments, in score tables.
//
// A fact {i, j} says that positions i and j are a pair. {i, -1} says that position i of the first
// sequence is not paired, {-1, j} that position j of the second sequence is not paired.
#pragma once

#include <set>
#include <span>
#include <utility>
#include <vector>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/known.hpp"

namespace costruct::alignment {

/// The facts that all of these alignments have in common.
Known common_facts(std::span<const Output> alignments);

/// Whether the alignment agrees with all facts.
bool agrees(const Known& known, const Output& alignment);

/// The pairs among the facts.
std::set<std::pair<Index, Index>> known_pairs(const Known& known);

/// What facts rule out in the score tables of an input. It is found once, for all weights.
class RuledOut {
 public:
  /// @param first_length, second_length  of the sequences
  RuledOut(const Known& known, Index first_length, Index second_length);
  /// Excludes alignments that do not agree with the facts. If the facts contradict each other, it
  /// only lowers the scores of what they rule out.
  void exclude_from(AlignmentScores& scores) const;

 private:
  /// Pairs of position `at` with the positions [from, to) of the other sequence.
  struct Pairs {
    Index at, from, to;
  };
  double cost_;
  std::vector<Pairs> of_first_, of_second_;
  std::vector<Index> without_gap_;  // positions of the first sequence that must be in a pair
};

}  // namespace costruct::alignment
