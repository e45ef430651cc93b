// The rules that occur in encoded trees.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::experiments {

/// The rules of some trees. After sort(), they are ascending and each occurs once. Symbols and
/// terminals are numbers.
struct TreeRules {
  std::vector<BinaryRule> binary;             ///< a symbol and its two children
  std::vector<parsing::LexicalRule> lexical;  ///< a symbol and the terminal of its token
  std::vector<int> roots;                     ///< symbols at the top of a tree

  /// Adds the rules of a tree (core/decode/trees/tree_code.hpp) over tokens with these terminals.
  void add(const Output& tree, std::span<const int> terminals);
  /// Sorts the rules and removes repeated ones.
  void sort();
};

/// For each rule of a grammar, whether it is among `rules`, which must be sorted.
parsing::UsedRules::Uses uses_of(const parsing::Grammar& grammar, const TreeRules& rules);

}  // namespace costruct::experiments
