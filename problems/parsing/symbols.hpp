// Names of the symbols of a grammar in Chomsky normal form, which say what a node of a binarised
// tree stands for in the tree that it was made of.
//
//   S           a node S
//   S+VP        a node S whose only child is a node VP (a unary chain, collapsed)
//   <NN>        a leaf with the tag NN
//   NP+<NN>     a node NP whose only child is a leaf with the tag NN
//   NP^S        with vertical Markov order 2: a node NP below a node S; of a chain the outermost
//               label has the nodes above it: NP^S^SBAR+<NN>, the nearest first
//   @NP|DT_JJ   an intermediate node of binarisation: part of the children of a node NP, behind
//               (with direction left: before) DT, JJ. What stands before the | is the name of the
//               node in full
//   @NP|DT_@_PP the same with direction head: behind DT and before PP
//   @NP         an intermediate node that does not remember its neighbours
// The characters \ + @ | _ < > ^ within labels of the treebank stand behind a \.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace costruct::parsing {

/// What a symbol stands for.
struct Symbol {
  std::vector<std::string>
      chain;        ///< labels, outermost first, without parents; not the tag of a leaf
  std::string tag;  ///< of a leaf
  bool is_leaf = false;
  bool is_intermediate = false;  ///< restoring a tree puts the node's children in its place

  /// The chain, and behind it the tag of a leaf: one label or more.
  std::vector<std::string> labels() const;
};

/// What a name that binarize() made stands for. Of other names: the name as one label.
Symbol symbol_of(std::string_view name);

/// A label of a treebank as names of symbols have it.
std::string escaped(std::string_view label);

}  // namespace costruct::parsing
