// The tokens of a sentence, and the cleaning of trees for a grammar.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "costruct/problems/parsing/tree.hpp"

namespace costruct::experiments {

/// The tags and words of the tokens of a sentence.
struct TaggedSentence {
  std::vector<std::string> tags, words;  ///< the tag is ? for a token without a tag
};

/// What is removed from a tree before learning.
struct Cleaning {
  /// Labels and tags are cut at their first -, = or |, so NP-SBJ-1 becomes NP. Those that begin
  /// with one of these characters stay unchanged, such as -LRB-.
  bool strips_functions = true;
  /// Leaves with the tag -NONE- are removed, and so are nodes without remaining leaves.
  bool drops_traces = true;
  std::map<std::string, std::string> renamed;  ///< new names of labels and tags, applied last
};

/// The cleaned tree; nullopt if no leaf remains.
std::optional<parsing::Tree> cleaned(const parsing::Tree& tree, const Cleaning& cleaning);

/// The leaves of a cleaned tree.
TaggedSentence sentence_of(const parsing::Tree& tree);

}  // namespace costruct::experiments
