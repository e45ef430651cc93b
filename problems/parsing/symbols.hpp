// Names of the symbols of a grammar in Chomsky normal form. They tell what a node of a binarised
// tree stands for in the original tree.
//
//   S           a node S
//   S+VP        a node S whose only child is a node VP (a unary chain, collapsed)
//   <NN>        a leaf with the tag NN
//   NP+<NN>     a node NP whose only child is a leaf with the tag NN
//   NP^S        with vertical Markov order 2: a node NP below a node S. In a chain the outermost
//               label has the nodes above it, the nearest first: NP^S^SBAR+<NN>
//   @NP|DT_JJ   an intermediate node of binarisation: the children of a node NP after DT, JJ (with
//               direction left: before DT, JJ). The full name of the node stands before the |.
//   @NP|DT_@_PP the same with direction head: the children after DT and before PP
//   @NP         an intermediate node that does not remember its neighbours
//
// Within labels of the treebank, the characters \ + @ | _ < > ^ have a \ before them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace costruct::parsing {

/// The meaning of a symbol's name.
struct Symbol {
  std::vector<std::string> chain;  ///< labels, outermost first, without parents and leaf tag
  std::string tag;                 ///< tag of a leaf, else ""
  bool is_leaf = false;
  bool is_intermediate = false;  ///< restore() puts its children in its place

  /// The chain, followed by the tag of a leaf. There is at least one label.
  std::vector<std::string> labels() const;
};

/// Returns the meaning of a name that binarize() made. Any other name becomes one label.
Symbol symbol_of(std::string_view name);

/// Returns a label of a treebank as names of symbols contain it, with \ before special characters.
std::string escaped(std::string_view label);

}  // namespace costruct::parsing
