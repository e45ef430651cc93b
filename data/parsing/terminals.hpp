// Terminals: the terminal symbols that the tokens of sentences have in a grammar.
//
//   tags    the tag; all tags that do not occur in training files are one more terminal, which no
//           rule has
//   words   the word, if it occurs more than `rare` times in training files; otherwise its class
//           (word_class.hpp); no terminal if the class does not occur there either
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/parsing/sentence.hpp"

namespace costruct::experiments {

enum class SentenceInput { kTags, kWords };

/// The terminal of a token itself, and that of its class; -1: no terminal. Before finish(), they
/// are numbers in the tables of the class Terminals.
struct TokenTerminals {
  std::int32_t own = -1, of_class = -1;
  std::int32_t either() const { return own >= 0 ? own : of_class; }
};

/// Numbers terminals. Append all training sentences, then call finish().
class Terminals {
 public:
  /// Words that occur `rare` times or fewer are read as their class.
  Terminals(SentenceInput input, Index rare) : input_(input), rare_(rare) {}
  /// Finished terminals with these texts() and classes(). Throws DataError if a name occurs twice.
  Terminals(SentenceInput input, std::span<const std::string> texts,
            std::span<const std::string> classes);

  /// Appends the terminals of a sentence. Before finish(), new tags, words and classes are added.
  void append(const TaggedSentence& sentence, std::vector<TokenTerminals>& tokens);
  /// Decides which words are terminals, and numbers the terminals of all tokens. Words come in the
  /// order of first appearance, and classes follow.
  void finish(std::vector<TokenTerminals>& tokens);

  /// The number of terminals. Call it after finish(), as the next two functions.
  Index count() const {
    return texts_.size() + (input_ == SentenceInput::kTags ? 1 : classes_.size());
  }
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
  StringTable texts_, classes_;  // texts_: tags, or words; classes_: classes of words
};

}  // namespace costruct::experiments
