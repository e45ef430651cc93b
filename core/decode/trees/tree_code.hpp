// Encodes binary trees as outputs. A tree has T >= 1 tokens, and its nodes have symbols.
//
// The nodes stand in preorder (a node, its left subtree, its right subtree). Each node has the
// parts
//   a node over two tokens or more:  its symbol, the number of tokens of its left subtree
//   a leaf:                          its symbol
// These are 3T - 2 parts in all. The lexicographic order compares the symbol of the top node, then
// its split, then the left subtrees, then the right subtrees. An output without parts means that
// there is no tree.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Returns the number of tokens of an encoded tree; 0 for an output without parts.
inline Index tree_tokens(const Output& tree) {
  return (static_cast<Index>(tree.parts.size()) + 2) / 3;
}

/// A node of an encoded tree. It covers the tokens [first, last), numbered from 0. Its left child
/// covers [first, middle), its right child [middle, last). Symbols are numbers that the grammar
/// defines.
struct TreeNode {
  int symbol;
  Index first, last;
  Index middle;    ///< equal to `first` for a leaf
  int left = -1;   ///< symbol of the left child; -1 for a leaf
  int right = -1;  ///< symbol of the right child; -1 for a leaf

  bool is_leaf() const { return last == first + 1; }
};

namespace tree_code_detail {
// Visits the subtree that begins at parts[at] and covers [first, last). Returns where the next
// subtree begins.
template <class Visit>
std::size_t visit(const std::vector<int>& parts, std::size_t at, Index first, Index last,
                  const Visit& action) {
  if (last == first + 1) {
    action(TreeNode{parts[at], first, last, first});
    return at + 1;
  }
  const Index middle = first + parts[at + 1];
  const std::size_t left = at + 2, right = left + 3 * static_cast<std::size_t>(middle - first) - 2;
  action(TreeNode{parts[at], first, last, middle, parts[left], parts[right]});
  visit(parts, left, first, middle, action);
  return visit(parts, right, middle, last, action);
}
}  // namespace tree_code_detail

/// Calls action(node) with a TreeNode for each node in preorder. The parts must encode a tree or be
/// empty, which is not checked. Without parts there is no call.
template <class Action>
void for_each_node(const Output& tree, const Action& action) {
  if (!tree.parts.empty()) tree_code_detail::visit(tree.parts, 0, 0, tree_tokens(tree), action);
}

}  // namespace costruct
