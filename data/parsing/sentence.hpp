// The tokens of a sentence, and trees made ready for a grammar.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "costruct/problems/parsing/tree.hpp"

namespace costruct::experiments {

struct TaggedSentence {
  std::vector<std::string> tags, words;  ///< the tag of a token without one is ?
};

/// What of a tree is left out before it is learned from.
struct Cleaning {
  /// Labels and tags are cut at their first -, = or |: NP-SBJ-1 is NP. Those that begin with one of
  /// these stay as they are: -LRB-.
  bool strips_functions = true;
  /// Leaves with the tag -NONE- go, and nodes that nothing is left of.
  bool drops_traces = true;
  std::map<std::string, std::string> renamed;  ///< labels and tags, after the above
};

/// The tree that is left; nullopt where no leaf is.
std::optional<parsing::Tree> cleaned(const parsing::Tree& tree, const Cleaning& cleaning);

/// The leaves of a cleaned tree.
TaggedSentence sentence_of(const parsing::Tree& tree);

}  // namespace costruct::experiments
