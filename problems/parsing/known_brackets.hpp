// Known brackets of trees, in score tables.
//
// A fact {first, last, A, B, ...} says that the tree has a node over the tokens [first, last) with
// one of the symbols A, B, ... They are ascending. {first, last} says that it has a node over them,
// with any symbol. A fact over one token says something of its leaf. {~first, last, A, B, ...} says
// that the tree has no node over them with one of these symbols. Symbols are those of the binarised
// tree.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/decode/trees/cky.hpp"
#include "costruct/core/known.hpp"

namespace costruct::parsing {

/// The spans over which all trees have a node, with the symbols of these nodes.
Known brackets_of(std::span<const Output> trees);

/// Whether the tree has all known brackets, and none that is known to be absent.
bool has_brackets(const Known& known, const Output& tree);

/// The facts that a loss of nodes counts: brackets over two tokens or more that are there. Each
/// span occurs once. A bracket that contradicts an earlier one is left out.
Known countable_brackets(const Known& known);

/// The facts with which the tree agrees.
Known agreeing(const Known& known, const Output& tree);

/// Marks the nodes that agree with countable brackets.
void mark_brackets(const Known& countable, Index symbols, ParseScores& scores);

/// Adds `cost`, below 0, to the scores of nodes that a tree with these brackets does not have.
/// These nodes cross a bracket, have other symbols in its place, or are known to be absent. A tree
/// without such nodes has all brackets, because trees are binary.
void rule_out(const Known& known, Index symbols, double cost, ParseScores& scores);

}  // namespace costruct::parsing
