#include "costruct/problems/alignment/known_pairs.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "costruct/problems/alignment/aligned_pairs.hpp"
#include "costruct/problems/known_inputs.hpp"

namespace costruct::alignment {
namespace {

using Facts = std::set<std::vector<int>>;

Facts facts_of(const Output& alignment) {
  Facts facts;
  for_each_operation(AlignmentKind::kGlobal, alignment, [&](int, int operation, Index i, Index j) {
    facts.insert({operation == kSecond ? -1 : static_cast<int>(i),
                  operation == kFirst ? -1 : static_cast<int>(j)});
  });
  return facts;
}

using Pair = std::pair<Index, Index>;

std::vector<Pair> sorted_pairs(const Known& known) {
  std::vector<Pair> pairs;
  for (const std::vector<int>& fact : known.facts) {
    if (!fact.empty() && fact[0] >= 0 && fact[1] >= 0) pairs.emplace_back(fact[0], fact[1]);
  }
  std::ranges::sort(pairs);
  return pairs;
}

// Whether no alignment agrees with all facts: a position has two, or pairs cross.
bool contradict(const Known& known, const std::vector<Pair>& pairs) {
  std::vector<int> first, second;
  for (const std::vector<int>& fact : known.facts) {
    if (fact.empty()) continue;
    if (fact[0] >= 0) first.push_back(fact[0]);
    if (fact[1] >= 0) second.push_back(fact[1]);
  }
  for (std::vector<int>* each : {&first, &second}) {
    std::ranges::sort(*each);
    if (std::ranges::adjacent_find(*each) != each->end()) return true;
  }
  return !std::ranges::is_sorted(pairs, {}, &Pair::second);
}

}  // namespace

Known common_facts(std::span<const Output> alignments) {
  std::map<std::vector<int>, std::size_t> count;
  for (const Output& each : alignments) {
    for (const std::vector<int>& fact : facts_of(each)) ++count[fact];
  }
  Known known;
  for (const auto& [fact, times] : count) {
    if (times == alignments.size()) known.facts.push_back(fact);
  }
  return known;
}

bool agrees(const Known& known, const Output& alignment) {
  const Facts facts = facts_of(alignment);
  return std::ranges::all_of(known.facts, [&](const std::vector<int>& fact) {
    return fact.empty() || facts.contains(fact);
  });
}

std::set<std::pair<Index, Index>> known_pairs(const Known& known) {
  const std::vector<Pair> pairs = sorted_pairs(known);
  return {pairs.begin(), pairs.end()};
}

// A position i that must be in pair (i, j) leaves no other pair for j. The known pairs before and
// behind a position bound the part of the table that an alignment can reach there. Scores elsewhere
// do not matter.
RuledOut::RuledOut(const Known& known, Index first_length, Index second_length) {
  std::vector<Pair> pairs = sorted_pairs(known);
  const bool possible = !contradict(known, pairs);
  cost_ = possible ? -std::numeric_limits<double>::infinity() : kRuledOut;
  if (!possible) pairs.clear();
  pairs.insert(pairs.begin(), {-1, -1});
  pairs.emplace_back(first_length, second_length);
  // The last known pair before a position and the first one behind it.
  const auto around = [&](Index at, Index Pair::*position) {
    const auto next = std::ranges::upper_bound(pairs, at, {}, position);
    return std::pair(*(std::ranges::lower_bound(pairs, at, {}, position) - 1), *next);
  };
  for (const std::vector<int>& fact : known.facts) {
    if (fact.empty()) continue;
    const Index i = fact[0], j = fact[1];
    if (i < 0) {
      const auto [before, after] = around(j, &Pair::second);
      of_second_.push_back({j, before.first + 1, after.first});
      continue;
    }
    const auto [before, after] = around(i, &Pair::first);
    if (j < 0) {
      of_first_.push_back({i, before.second + 1, after.second});
      continue;
    }
    of_first_.push_back({i, before.second + 1, std::min(j, after.second)});
    of_first_.push_back({i, std::max(j, before.second) + 1, after.second});
    without_gap_.push_back(i);
  }
  std::erase_if(of_first_, [](const Pairs& each) { return each.from >= each.to; });
}

void RuledOut::exclude_from(AlignmentScores& scores) const {
  for (const auto& [i, from, to] : of_first_) {
    double* row = scores.pairs(i);
    for (Index j = from; j < to; ++j) row[j * AlignmentScores::kStep] += cost_;
  }
  for (const auto& [j, from, to] : of_second_) {
    for (Index i = from; i < to; ++i) scores.pair(i, j) += cost_;
  }
  for (const Index i : without_gap_) scores.first()[i] += cost_;
}

}  // namespace costruct::alignment
