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

// Whether no alignment agrees with all facts: a position has two, or pairs cross.
bool contradict(const Known& known) {
  const Facts facts(known.facts.begin(), known.facts.end());
  std::set<int> first, second;
  int last = -1;  // position in the second sequence of the pair before
  for (const std::vector<int>& fact : facts) {
    if (fact.empty()) continue;
    const int i = fact[0], j = fact[1];
    if (i >= 0 && !first.insert(i).second) return true;
    if (j >= 0 && !second.insert(j).second) return true;
    if (i < 0 || j < 0) continue;
    if (j < last) return true;
    last = j;
  }
  return false;
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
  std::set<std::pair<Index, Index>> pairs;
  for (const std::vector<int>& fact : known.facts) {
    if (!fact.empty() && fact[0] >= 0 && fact[1] >= 0) pairs.emplace(fact[0], fact[1]);
  }
  return pairs;
}

void rule_out(const Known& known, AlignmentScores& scores) {
  const double cost = contradict(known) ? kRuledOut : -std::numeric_limits<double>::infinity();
  for (const std::vector<int>& fact : known.facts) {
    if (fact.empty()) continue;
    const Index i = fact[0], j = fact[1];
    if (i >= 0) {
      for (Index other = 0; other < scores.second_length(); ++other) {
        if (other != j) scores.pair(i, other) += cost;
      }
    }
    if (j >= 0) {
      for (Index other = 0; other < scores.first_length(); ++other) {
        if (other != i) scores.pair(other, j) += cost;
      }
    }
    if (i < 0 || j < 0) continue;
    scores.first()[i] += cost;
    scores.second()[j] += cost;
  }
}

}  // namespace costruct::alignment
