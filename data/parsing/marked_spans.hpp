// Brackets of trees that are known in part: (? (NP (DT the) (NN cat)) (VBZ sleeps)).
#pragma once

#include <string>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/types.hpp"
#include "costruct/problems/parsing/tree.hpp"

namespace costruct::experiments {

/// A bracket over the tokens [first, last), with its known labels, outermost first. Several labels
/// are those of a chain of nodes over the same tokens. Without labels, the tree has a node there,
/// with any label. If it is absent, the tree has no such node.
struct MarkedSpan {
  Index first = 0, last = 0;
  std::vector<std::string> labels;
  bool is_absent = false;
};

/// The brackets of a cleaned tree. A label ? is not known. In a sentence without a tree, (!NP ...)
/// is an absent bracket with this label, and (! ...) one with any. A bracket over all tokens
/// without a known label says nothing, and neither does one over a single token.
std::vector<MarkedSpan> marked_spans(const parsing::Tree& tree);

/// What facts_of() does with a bracket that no symbol of the grammar can be. It throws DataError,
/// or makes a fact that no tree agrees with.
enum class ImpossibleBrackets { kThrow, kDisagree };
/// The brackets as facts of a tree (problems/parsing/known_brackets.hpp). A symbol is possible if
/// its chain of labels has those of the bracket, in their order.
/// @param symbols  names of the symbols of binarised trees, by number
Known facts_of(const std::vector<MarkedSpan>& spans, const std::vector<std::string>& symbols,
               ImpossibleBrackets impossible = ImpossibleBrackets::kThrow);

/// The number of facts that no tree agrees with.
Index count_impossible(const Known& known);

}  // namespace costruct::experiments
