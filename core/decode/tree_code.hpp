// How the parts of an Output encode a binary tree over T >= 1 tokens whose nodes have symbols.
//
// In preorder (a node, its left subtree, its right subtree) each node has
//   a node over two tokens or more:  its symbol, the number of tokens of its left subtree
//   a leaf:                          its symbol
// 3T - 2 parts in all. Lexicographic order compares the symbol on top, then where it is split, then
// the left subtrees, then the right ones. No parts: no tree.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The number of tokens of an encoded tree.
inline Index tree_tokens(const Output& tree) {
  return (static_cast<Index>(tree.parts.size()) + 2) / 3;
}

/// A node of an encoded tree: tokens [first, last), split before `middle`.
struct TreeNode {
  int symbol;
  Index first, last;
  Index middle;   ///< of a leaf: first
  int left = -1;  ///< symbols of the children; -1: a leaf
  int right = -1;

  bool is_leaf() const { return last == first + 1; }
};

namespace tree_code_detail {
// Visits the subtree that begins at parts[at] and covers [first, last); returns where the next one
// begins.
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

/// Calls action(node) for each node in preorder. The parts must encode a tree (is_tree_code()), or
/// be empty.
template <class Action>
void for_each_node(const Output& tree, const Action& action) {
  if (!tree.parts.empty()) tree_code_detail::visit(tree.parts, 0, 0, tree_tokens(tree), action);
}

}  // namespace costruct
