// Facts about a tree of which some brackets are known. Decoders apply them to score tables.
//
// A fact {first, last, A, B, ...} says that the tree has a node over the tokens [first, last) with
// one of the symbols A, B, ... They are ascending. {first, last} says that it has a node over them,
// with any symbol. A fact over one token is about its leaf. {~first, last, A, B, ...}, where ~ is
// the bitwise complement, says that the tree has no node over them with one of these symbols. Trees
// are binarised (binarize.hpp), and symbols are their numbers in Grammar::symbols.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/decode/trees/cky.hpp"
#include "costruct/core/known.hpp"

namespace costruct::parsing {

/// The facts with which all these trees agree: the spans over which all of them have a node, with
/// the symbols of these nodes.
Known brackets_of(std::span<const Output> trees);

/// Whether the tree has all known brackets, and none that is known to be absent.
bool has_brackets(const Known& known, const Output& tree);

/// The facts that a loss of nodes counts: brackets over two tokens or more that are there. Each
/// span occurs once. A bracket that contradicts an earlier one is left out.
Known countable_brackets(const Known& known);

/// Those of the facts with which the tree agrees.
Known agreeing(const Known& known, const Output& tree);

/// Sets ParseScores::marked so that the nodes that agree with these facts are marked. A mark alone
/// changes no score: marked_score and only_marked give it an effect.
/// @param countable  the result of countable_brackets()
/// @param symbols    the number of symbols of the grammar
void mark_brackets(const Known& countable, Index symbols, ParseScores& scores);

/// Adds `cost` to the scores of nodes that contradict the facts. These nodes cross a bracket, have
/// other symbols in its place, or are known to be absent. A node that crosses several brackets pays
/// for each. A tree without such nodes has all brackets, because trees are binary.
/// @param symbols  the number of symbols of the grammar
/// @param cost     below 0; may be minus infinity
void rule_out(const Known& known, Index symbols, double cost, ParseScores& scores);

}  // namespace costruct::parsing
