// The tokens of a sentence, and the cleaning of trees before a grammar is learned from them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "costruct/problems/parsing/tree.hpp"

namespace costruct::experiments {

/// The tokens of a sentence.
struct TaggedSentence {
  std::vector<std::string> tags, words;  ///< one for each token; a missing tag is ?
};

/// The changes that are made to a tree before training: parts to remove, and labels to rename.
struct Cleaning {
  /// Cut labels and tags at their first -, = or |: NP-SBJ-1 becomes NP. Labels that begin with one
  /// of these characters are not cut: -LRB-.
  bool strips_functions = true;
  /// Remove leaves with the tag -NONE-, and nodes that have no leaf left.
  bool drops_traces = true;
  std::map<std::string, std::string> renamed;  ///< new names of labels and tags; applied last
};

/// The cleaned tree; nullopt if no leaf is left. Leaves without a word are always removed.
std::optional<parsing::Tree> cleaned(const parsing::Tree& tree, const Cleaning& cleaning);

/// The leaves of a cleaned tree.
TaggedSentence sentence_of(const parsing::Tree& tree);

}  // namespace costruct::experiments
