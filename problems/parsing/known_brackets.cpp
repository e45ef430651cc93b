#include "costruct/problems/parsing/known_brackets.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace costruct::parsing {
namespace {

// A fact as it is read.
struct Bracket {
  explicit Bracket(const std::vector<int>& fact)
      : first(fact[0] < 0 ? ~fact[0] : fact[0]),
        last(fact[1]),
        is_absent(fact[0] < 0),
        symbols(fact.begin() + 2, fact.end()) {}
  bool may_be(int symbol) const {
    const bool is_named = std::binary_search(symbols.begin(), symbols.end(), symbol);
    return is_absent ? !is_named : symbols.empty() || is_named;
  }

  Index first, last;
  bool is_absent;
  std::span<const int> symbols;
};

// Calls action(bracket) for each fact.
template <class Action>
void for_each_bracket(const Known& known, const Action& action) {
  for (const std::vector<int>& fact : known.facts) {
    if (!fact.empty()) action(Bracket(fact));
  }
}

}  // namespace

Known brackets_of(std::span<const Output> trees) {
  std::map<std::pair<Index, Index>, std::pair<std::size_t, std::set<int>>> nodes;  // trees, symbols
  for (const Output& tree : trees) {
    for_each_node(tree, [&](const TreeNode& node) {
      auto& [count, symbols] = nodes[{node.first, node.last}];
      ++count;
      symbols.insert(node.symbol);
    });
  }
  Known known;
  for (const auto& [span, of_span] : nodes) {
    if (of_span.first < trees.size()) continue;
    std::vector<int>& fact = known.facts.emplace_back();
    fact = {static_cast<int>(span.first), static_cast<int>(span.second)};
    fact.insert(fact.end(), of_span.second.begin(), of_span.second.end());
  }
  return known;
}

bool has_brackets(const Known& known, const Output& tree) {
  const auto facts =
      std::ranges::count_if(known.facts, [](const auto& fact) { return !fact.empty(); });
  return std::ssize(agreeing(known, tree).facts) == facts;
}

Known agreeing(const Known& known, const Output& tree) {
  std::map<std::pair<Index, Index>, int> symbols;
  for_each_node(tree, [&](const TreeNode& node) {
    symbols.emplace(std::pair(node.first, node.last), node.symbol);
  });
  Known agreeing;
  for (const std::vector<int>& fact : known.facts) {
    if (fact.empty()) continue;
    const Bracket bracket(fact);
    const auto node = symbols.find({bracket.first, bracket.last});
    if (node == symbols.end() ? bracket.is_absent : bracket.may_be(node->second))
      agreeing.facts.push_back(fact);
  }
  return agreeing;
}

Known countable_brackets(const Known& known) {
  Known countable;
  for (const std::vector<int>& fact : known.facts) {
    if (fact.empty()) continue;
    const Bracket bracket(fact);
    if (bracket.is_absent || bracket.last - bracket.first < 2) continue;
    bool contradicts = false;
    std::vector<int>* same = nullptr;
    for (std::vector<int>& each : countable.facts) {
      const Bracket other(each);
      const Index first = std::max(bracket.first, other.first),
                  last = std::min(bracket.last, other.last);
      const bool nests = first >= last || (first == bracket.first && last == bracket.last) ||
                         (first == other.first && last == other.last);
      contradicts = contradicts || !nests;
      if (other.first == bracket.first && other.last == bracket.last) same = &each;
    }
    if (contradicts) continue;
    if (same == nullptr) {
      countable.facts.push_back(fact);
      continue;
    }
    // Both hold. A list without symbols allows all.
    std::vector<int> both = {(*same)[0], (*same)[1]};
    const Bracket other(*same);
    if (bracket.symbols.empty()) continue;
    if (other.symbols.empty()) {
      *same = fact;
      continue;
    }
    std::ranges::set_intersection(bracket.symbols, other.symbols, std::back_inserter(both));
    if (both.size() > 2) *same = std::move(both);
  }
  return countable;
}

void mark_brackets(const Known& countable, Index symbols, ParseScores& scores) {
  scores.marked.assign(scores.num_cells(), ParseScores::kNoMark);
  scores.marked_sets.clear();
  for_each_bracket(countable, [&](const Bracket& bracket) {
    int& mark = scores.marked[ParseScores::cell(bracket.first, bracket.last)];
    mark = -2 - static_cast<int>(scores.marked_sets.size());
    std::vector<bool>& set = scores.marked_sets.emplace_back(symbols);
    for (int A = 0; A < symbols; ++A) set[static_cast<std::size_t>(A)] = bracket.may_be(A);
  });
}

void rule_out(const Known& known, Index symbols, double cost, ParseScores& scores) {
  if (scores.span.empty()) scores.span.assign(scores.num_cells() * symbols, 0.0);
  std::vector<int> crossed(scores.num_cells(), 0);  // by cell: how many brackets it crosses
  for_each_bracket(known, [&](const Bracket& bracket) {
    const Index b = bracket.first, e = bracket.last;
    for (Index i = 0; i < b && !bracket.is_absent; ++i) {
      for (Index j = b + 1; j < e; ++j) ++crossed[ParseScores::cell(i, j)];
    }
    for (Index i = b + 1; i < e && !bracket.is_absent; ++i) {
      for (Index j = e + 1; j <= scores.length; ++j) ++crossed[ParseScores::cell(i, j)];
    }
    if (e - b > 1) {
      double* row = scores.span.data() + ParseScores::cell(b, e) * symbols;
      for (int A = 0; A < symbols; ++A) row[A] += bracket.may_be(A) ? 0 : cost;
    } else {
      for (Index entry = scores.leaf_begin[b]; entry < scores.leaf_begin[e]; ++entry)
        scores.leaf_score[entry] += bracket.may_be(scores.leaf_symbol[entry]) ? 0 : cost;
    }
  });
  for (Index cell = 0; cell < scores.num_cells(); ++cell) {
    if (crossed[cell] == 0) continue;
    double* row = scores.span.data() + cell * symbols;
    for (Index A = 0; A < symbols; ++A) row[A] += crossed[cell] * cost;
  }
}

}  // namespace costruct::parsing
