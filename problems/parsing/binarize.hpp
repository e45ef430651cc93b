// Conversion of trees to Chomsky normal form, and back.
//
// 1. The outermost bracket is removed if it has one child, and no label or the label ROOT or TOP.
//    If the outermost node has no label after that, it becomes ROOT.
// 2. Unary chains collapse into one node (symbols.hpp).
// 3. A node A with children B1 ... Bn, n > 2, becomes a chain of binary nodes. From the top down:
//      right  A -> B1 @A,  @A -> B2 @A,  ...,  @A -> B(n-1) Bn
//      left   A -> @A Bn,  @A -> @A B(n-1),  ...,  @A -> B1 B2
//      head   first the children left of the head child Bh, then those right of it:
//             A -> B1 @A,  ...,  @A -> B(h-1) @A,  @A -> @A Bn,  ...,  @A -> Bh B(h+1);
//             if Bh is the last child, the end is @A -> B(n-1) Bn
//    An intermediate node remembers the last `horizontal` children that were split off before it.
//    Without a limit it remembers all of them, so that every rule of the treebank keeps its
//    probability (Johnson 1998). It names each child by its label (the outermost of its chain), or
//    by its tag. The names are in the order of the sentence; with direction head, an @ among them
//    stands for the node itself. Example: B1 ... B5 with the head B3, B1 first, give
//      no limit       @A|B1_@ -> B2,  @A|B1_B2_@ -> B5,  @A|B1_B2_@_B5 -> B3 B4
//      horizontal 2   @A|B1_@ -> B2,  @A|B1_B2_@ -> B5,  @A|B2_@_B5 -> B3 B4
//      horizontal 1   @A|B1_@ -> B2,  @A|B2_@ -> B5,     @A|@_B5 -> B3 B4
//      horizontal 0   @A -> B2,       @A -> B5,          @A -> B3 B4
// 4. With `vertical` > 1 the labels of nodes, but not tags, contain the labels of the vertical - 1
//    nodes above them.
//
// restore() undoes all steps but the first: restore(binarize(tree)) is the tree without words and
// without that bracket.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/problems/parsing/tree.hpp"

namespace costruct::parsing {

/// The order in which the children of a node are split off.
enum class Direction { kRight, kLeft, kHead };

/// The options of binarize().
struct Binarization {
  Direction direction = Direction::kRight;
  std::optional<Index> horizontal;  ///< Markov order >= 0; nullopt: no limit
  Index vertical = 1;               ///< Markov order; 1: a node has only its own label
};

/// A node of a binarised tree. Nodes are in preorder: a node, its left subtree, its right subtree.
/// The parts of an Output have the same order (core/decode/trees/tree_code.hpp); here symbols have
/// names.
struct BinaryNode {
  std::string symbol;
  int left_size = 0;  ///< number of leaves of the left subtree; 0: the node is a leaf
  friend bool operator==(const BinaryNode&, const BinaryNode&) = default;
};

/// Returns the binarised tree: 2T - 1 nodes for T leaves. The tree must have a leaf.
std::vector<BinaryNode> binarize(const Tree& tree, const Binarization& how);

/// Returns the tree that was binarised; its leaves have no words. The nodes must be those of one
/// binary tree. They may come from a decoder, so that symbols need not fit together. Then:
/// - An intermediate node gives its children to the node above it. On top it is an ordinary node.
/// - If the symbol of a leaf is not a leaf symbol, its last label is the tag.
/// - A tag at any other node is a label.
Tree restore(std::span<const BinaryNode> nodes);

/// Returns the number, from 0, of the child that is the head. The node must have children. For the
/// labels of the Penn Treebank it uses head rules (after Collins 1999, appendix A, without its rule
/// for coordinated phrases). For other labels the head is the last child. A label is cut at a - or
/// =, so that NP-SBJ counts as NP.
std::size_t head_child(const Tree& node);

}  // namespace costruct::parsing
