// The rules that occur in encoded trees.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::experiments {

/// The rules of some trees. After sort(), they are ascending and each occurs once.
struct TreeRules {
  std::vector<BinaryRule> binary;
  std::vector<parsing::LexicalRule> lexical;
  std::vector<int> roots;

  /// Adds the rules of a tree (core/decode/trees/tree_code.hpp) over tokens with these terminals.
  void add(const Output& tree, std::span<const int> terminals);
  void sort();
};

/// The rules of a grammar that are among `rules`, which are sorted.
parsing::UsedRules::Uses uses_of(const parsing::Grammar& grammar, const TreeRules& rules);

}  // namespace costruct::experiments
