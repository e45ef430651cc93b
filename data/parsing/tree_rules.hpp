// The rules that encoded trees are made of.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::experiments {

/// Rules of some trees, ascending and each once after sort().
struct TreeRules {
  std::vector<BinaryRule> binary;
  std::vector<parsing::LexicalRule> lexical;
  std::vector<int> roots;

  /// Adds those of a tree (core/decode/tree_code.hpp) over tokens with these terminals.
  void add(const Output& tree, std::span<const int> terminals);
  void sort();
};

/// The rules of a grammar that are among sorted ones.
parsing::UsedRules::Uses uses_of(const parsing::Grammar& grammar, const TreeRules& rules);

}  // namespace costruct::experiments
