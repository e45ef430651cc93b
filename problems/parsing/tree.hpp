// Labeled trees over tokens, as treebanks have them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace costruct::parsing {

/// A node of a tree. A leaf has a tag (its label) and a word, and no children; any other node has
/// children.
struct Tree {
  std::string label;           ///< of the outermost bracket "" where it has none
  std::vector<Tree> children;  ///< left to right
  std::string word;            ///< of a leaf

  bool is_leaf() const { return children.empty(); }
  friend bool operator==(const Tree&, const Tree&) = default;
};

/// The leaves of a tree from left to right.
std::vector<const Tree*> leaves_of(const Tree& tree);

/// The tree in brackets on one line, "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"; a leaf without
/// a word as
/// "(NN)". Brackets within labels and words are written as treebanks do, "(" as -LRB- and ")" as
/// -RRB-, and a blank as _.
std::string bracketed(const Tree& tree);

}  // namespace costruct::parsing
