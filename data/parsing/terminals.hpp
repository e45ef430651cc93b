// The terminals of a grammar, which represent the tokens of sentences. They depend on the input:
//
//   tags    the tag. One more terminal, which no rule has, stands for all tags that the training
//           files do not have
//   words   the word, if the training files have it more than `rare` times; else its class (see
//           word_class.hpp). Words have no terminal if the training files do not have the class
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/parsing/sentence.hpp"

namespace costruct::experiments {

/// The property of tokens that terminals represent.
enum class SentenceInput { kTags, kWords };

/// The terminal of a token, and that of its class; -1: none. Both are numbers of terminals from 0
/// after Terminals::finish(), and provisional numbers before. Tags have no class.
struct TokenTerminals {
  std::int32_t own = -1, of_class = -1;
  /// The terminal that represents the token; -1: none.
  std::int32_t either() const { return own >= 0 ? own : of_class; }
};

/// Maps tokens to terminals. Append the training sentences, call finish(), then append others.
class Terminals {
 public:
  /// Words that occur `rare` times or fewer are replaced by their class.
  Terminals(SentenceInput input, Index rare) : input_(input), rare_(rare) {}
  /// Restores terminals from texts() and classes(). Throws DataError if a name occurs twice.
  Terminals(SentenceInput input, std::span<const std::string> texts,
            std::span<const std::string> classes);

  /// Appends the terminals of a sentence. Before finish(), new tags, words and classes are added.
  void append(const TaggedSentence& sentence, std::vector<TokenTerminals>& tokens);
  /// Call it once after the training sentences. Decides which words are terminals, and numbers the
  /// terminals: words by first appearance, followed by classes.
  /// @param tokens  those of all append() so far; get their final numbers
  void finish(std::vector<TokenTerminals>& tokens);

  /// Number of terminals. Valid after finish().
  Index count() const {
    return texts_.size() + (input_ == SentenceInput::kTags ? 1 : classes_.size());
  }
  /// The name of each terminal. The one for unknown tags, which is the last, has none.
  std::vector<std::string> names() const;
  /// For a model: the tags, or the words that are terminals; and the classes of words.
  std::vector<std::string> texts() const { return names_of(texts_); }
  std::vector<std::string> classes() const { return names_of(classes_); }

 private:
  static std::vector<std::string> names_of(const StringTable& table);
  std::int32_t number(StringTable& table, std::string_view text) const {
    return finished_ ? table.find(text) : table.intern(text);
  }

  SentenceInput input_;
  Index rare_ = 0;
  bool finished_ = false;
  StringTable texts_, classes_;  // tags, or words; classes of words
};

}  // namespace costruct::experiments
