// Labeled trees over tokens, as in treebanks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace costruct::parsing {

/// A node of a tree. A leaf has a tag (its label) and a word, and no children; any other node has
/// children.
struct Tree {
  std::string label;           ///< may be "" for the outermost bracket
  std::vector<Tree> children;  ///< left to right
  std::string word;            ///< word of a leaf; may be "" if it is not known

  bool is_leaf() const { return children.empty(); }
  friend bool operator==(const Tree&, const Tree&) = default;
};

/// The leaves of a tree from left to right. The pointers refer to nodes of `tree`.
std::vector<const Tree*> leaves_of(const Tree& tree);

/// Returns the tree in brackets on one line, "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))". A leaf
/// without a word is "(NN)". Characters within labels and words are written as in treebanks: "(" as
/// -LRB-, ")" as -RRB-, and a blank as _.
std::string bracketed(const Tree& tree);

}  // namespace costruct::parsing
