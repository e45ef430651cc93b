// Trees in Chomsky normal form, and back.
//
// 1. The outermost bracket is taken off where it has no label (or ROOT or TOP) and one child. What
//    is outermost then is a node ROOT where it has no label.
// 2. Unary chains collapse into one node (symbols.hpp).
// 3. A node A with children B1 ... Bn, n > 2, becomes a chain of binary nodes. From the top down:
//      right  A -> B1 @A,  @A -> B2 @A,  ...,  @A -> B(n-1) Bn
//      left   A -> @A Bn,  @A -> @A B(n-1),  ...,  @A -> B1 B2
//      head   first what is left of the head child Bh, then what is right of it:
//             A -> B1 @A,  ...,  @A -> B(h-1) @A,  @A -> @A Bn,  ...,  @A -> Bh B(h+1);
//             where Bh is the last child, the end is @A -> B(n-1) Bn
//    An intermediate node remembers the last `horizontal` children that were split off before it;
//    with no limit all of them, so that every rule of the treebank keeps its probability (Johnson
//    1998). Each is called by its own label, the outermost of its chain, or by its tag. They stand
//    in the order of the sentence, with direction head around an @ for the node itself. So B1 ...
//    B5 with the head B3, B1 first, leave
//      no limit       @A|B1_@ -> B2,  @A|B1_B2_@ -> B5,  @A|B1_B2_@_B5 -> B3 B4
//      horizontal 2   @A|B1_@ -> B2,  @A|B1_B2_@ -> B5,  @A|B2_@_B5 -> B3 B4
//      horizontal 1   @A|B1_@ -> B2,  @A|B2_@ -> B5,     @A|@_B5 -> B3 B4
//      horizontal 0   @A -> B2,       @A -> B5,          @A -> B3 B4
// 4. With `vertical` > 1 the labels of nodes, not of tags, hold those of the vertical - 1 nodes
// above them. restore() undoes all but 1: restore(binarize(tree)) is the tree without words and
// that bracket.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/problems/parsing/tree.hpp"

namespace costruct::parsing {

enum class Direction { kRight, kLeft, kHead };

struct Binarization {
  Direction direction = Direction::kRight;
  std::optional<Index> horizontal;  ///< Markov order, 0 or more; nullopt: no limit
  Index vertical = 1;               ///< Markov order, 1: a label alone
};

/// A node of a binarised tree, in preorder (a node, its left subtree, its right subtree): as the
/// parts of an Output have it (core/decode/tree_code.hpp), with a name for the symbol.
struct BinaryNode {
  std::string symbol;
  int left_size = 0;  ///< leaves of the left subtree; 0: the node is a leaf itself
  friend bool operator==(const BinaryNode&, const BinaryNode&) = default;
};

/// The binarised tree: 2T - 1 nodes for T leaves. The tree has a leaf.
std::vector<BinaryNode> binarize(const Tree& tree, const Binarization& how);

/// The tree that was binarised, its leaves without words. Also of a decoder's tree, whose symbols
/// need not fit together: an intermediate node gives its children to the node above it, and one on
/// top is a node like another; where a leaf's symbol is none of a leaf its last label is the tag,
/// and elsewhere a tag is a label. The nodes must be those of one binary tree.
Tree restore(std::span<const BinaryNode> nodes);

/// The child, counted from 0, that is the head of a node which has some: by rules for the labels of
/// the Penn Treebank (after Collins 1999, appendix A, without its rule for coordinated phrases); of
/// other labels the last child. Labels count without what stands behind a - or =: NP-SBJ as NP.
std::size_t head_child(const Tree& node);

}  // namespace costruct::parsing
