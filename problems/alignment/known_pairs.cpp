#include "costruct/problems/alignment/known_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "costruct/problems/alignment/aligned_pairs.hpp"
#include "costruct/problems/known_inputs.hpp"

namespace costruct::alignment {
namespace {

using Pair = std::pair<Index, Index>;

// Whether a fact says that two positions are no pair.
bool is_apart(const std::vector<int>& fact) {
  return fact.size() == 3;
}

std::set<Pair> pairs_in(AlignmentKind kind, const Output& alignment) {
  std::set<Pair> pairs;
  for_each_pair(kind, alignment, [&](Index i, Index j) { pairs.emplace(i, j); });
  return pairs;
}

std::vector<Pair> sorted_pairs(const Known& known) {
  std::vector<Pair> pairs;
  for (const std::vector<int>& fact : known.facts) {
    if (fact.size() == 2 && fact[0] >= 0 && fact[1] >= 0) pairs.emplace_back(fact[0], fact[1]);
  }
  std::ranges::sort(pairs);
  return pairs;
}

// Whether no alignment agrees with all facts: a position has two pairs, pairs cross, or the two
// positions of a pair are known to be no pair.
bool contradict(const Known& known) {
  const std::vector<Pair> pairs = sorted_pairs(known);
  std::vector<int> first, second;
  for (const std::vector<int>& fact : known.facts) {
    if (fact.empty()) continue;
    if (is_apart(fact)) {
      if (std::ranges::binary_search(pairs, Pair(fact[0], fact[1]))) return true;
      continue;
    }
    if (fact[0] >= 0) first.push_back(fact[0]);
    if (fact[1] >= 0) second.push_back(fact[1]);
  }
  for (std::vector<int>* each : {&first, &second}) {
    std::ranges::sort(*each);
    if (std::ranges::adjacent_find(*each) != each->end()) return true;
  }
  return !std::ranges::is_sorted(pairs, {}, &Pair::second);
}

// The facts without those that contradict earlier ones.
Known without_contradictions(const Known& known) {
  if (!contradict(known)) return known;
  Known kept;
  for (const std::vector<int>& fact : known.facts) {
    kept.facts.push_back(fact);
    if (contradict(kept)) kept.facts.pop_back();
  }
  return kept;
}

}  // namespace

Known common_facts(AlignmentKind kind, std::span<const Output> alignments, Index first_length,
                   Index second_length) {
  std::map<Pair, std::size_t> count;
  std::vector<bool> first(static_cast<std::size_t>(first_length), true),
      second(static_cast<std::size_t>(second_length), true);
  for (const Output& each : alignments) {
    for (const Pair& pair : pairs_in(kind, each)) {
      ++count[pair];
      first[static_cast<std::size_t>(pair.first)] = false;
      second[static_cast<std::size_t>(pair.second)] = false;
    }
  }
  Known known;
  for (Index j = 0; j < second_length; ++j) {
    if (second[static_cast<std::size_t>(j)]) known.facts.push_back({-1, static_cast<int>(j)});
  }
  for (Index i = 0; i < first_length; ++i) {
    if (first[static_cast<std::size_t>(i)]) known.facts.push_back({static_cast<int>(i), -1});
  }
  for (const auto& [pair, times] : count) {
    if (times == alignments.size())
      known.facts.push_back({static_cast<int>(pair.first), static_cast<int>(pair.second)});
  }
  std::ranges::sort(known.facts);
  return known;
}

std::vector<int> apart(Index i, Index j) {
  return {static_cast<int>(i), static_cast<int>(j), 0};
}

bool agrees(AlignmentKind kind, const Known& known, const Output& alignment) {
  const std::set<Pair> pairs = pairs_in(kind, alignment);
  std::set<Index> first, second;
  for (const auto& [i, j] : pairs) {
    first.insert(i);
    second.insert(j);
  }
  return std::ranges::all_of(known.facts, [&](const std::vector<int>& fact) {
    if (fact.empty()) return true;
    if (fact[0] < 0) return !second.contains(fact[1]);
    if (fact[1] < 0) return !first.contains(fact[0]);
    return pairs.contains({fact[0], fact[1]}) != is_apart(fact);
  });
}

std::set<std::pair<Index, Index>> known_pairs(const Known& known) {
  const std::vector<Pair> pairs = sorted_pairs(known);
  return {pairs.begin(), pairs.end()};
}

double largest_value(const AlignmentScores& scores) {
  const Index n = scores.first_length(), m = scores.second_length();
  double score = 0, transition = 0;
  const auto raise = [](double& largest, double value) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  };
  for (Index i = 0; i < n; ++i) {
    raise(score, scores.first()[i]);
    for (Index j = 0; j < m; ++j) raise(score, scores.pair(i, j));
  }
  for (Index j = 0; j < m; ++j) raise(score, scores.second()[j]);
  for (const auto& row : scores.transitions()) {
    for (const double each : row) raise(transition, each);
  }
  return static_cast<double>(n + m) * (score + transition);
}

// A position i that must be in pair (i, j) leaves no other pair for j. The known pairs before and
// behind a position bound the part of the table that an alignment can reach there. Scores elsewhere
// do not matter.
RuledOut::RuledOut(AlignmentKind kind, const Known& all, Index first_length, Index second_length) {
  const bool is_local = kind == AlignmentKind::kLocal;
  const Known known = is_local ? without_contradictions(all) : all;
  std::vector<Pair> pairs = sorted_pairs(known);
  if (is_local && !pairs.empty()) with_bonus_.push_back(pairs.front());
  if (is_local && pairs.size() > 1) with_bonus_.push_back(pairs.back());
  const bool possible = !contradict(known);
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
    if (is_apart(fact)) {
      of_first_.push_back({i, j, j + 1});
      continue;
    }
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

bool RuledOut::has_bonuses(AlignmentKind kind, const Output& alignment) const {
  if (with_bonus_.empty()) return true;
  const std::set<Pair> pairs = pairs_in(kind, alignment);
  return std::ranges::all_of(with_bonus_, [&](const Pair& pair) { return pairs.contains(pair); });
}

double RuledOut::exclude_from(AlignmentScores& scores, double more) const {
  double bonus = 0;
  if (has_bonus()) {
    bonus = 4 * largest_value(scores) + more;
    if (bonus == 0) bonus = 1;  // all values are 0
  }
  for (const auto& [i, from, to] : of_first_) {
    double* row = scores.pairs(i);
    for (Index j = from; j < to; ++j) row[j * AlignmentScores::kStep] += cost_;
  }
  for (const auto& [j, from, to] : of_second_) {
    for (Index i = from; i < to; ++i) scores.pair(i, j) += cost_;
  }
  for (const Index i : without_gap_) scores.first()[i] += cost_;
  for (const auto& [i, j] : with_bonus_) scores.pair(i, j) += bonus;
  return static_cast<double>(with_bonus_.size()) * bonus;
}

}  // namespace costruct::alignment
