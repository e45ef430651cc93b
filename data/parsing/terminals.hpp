// What the tokens of sentences are to a grammar: its terminals.
//
//   tags    the tag; any other than those of the training files is one more terminal, which no rule
//   has words   the word, where the training files have it more than `rare` times; else its class
//           (see word_class.hpp), and nothing where the class is none of theirs either
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/parsing/sentence.hpp"

namespace costruct::experiments {

enum class SentenceInput { kTags, kWords };

/// A token's own terminal, and the one of its class; -1: none. Before finish() its numbers in the
/// tables.
struct TokenTerminals {
  std::int32_t own = -1, of_class = -1;
  std::int32_t either() const { return own >= 0 ? own : of_class; }
};

class Terminals {
 public:
  /// Words that occur `rare` times or fewer are read as their class.
  Terminals(SentenceInput input, Index rare) : input_(input), rare_(rare) {}
  /// As texts() and classes() told them. Throws DataError where a name stands twice.
  Terminals(SentenceInput input, std::span<const std::string> texts,
            std::span<const std::string> classes);

  /// Appends those of a sentence; before finish() tags, words and classes not met before are added.
  void append(const TaggedSentence& sentence, std::vector<TokenTerminals>& tokens);
  /// Decides which words are terminals, and numbers terminals in all tokens: words by their first
  /// appearance, classes behind them.
  void finish(std::vector<TokenTerminals>& tokens);

  /// After finish().
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
  StringTable texts_, classes_;  // tags, or words; classes of words
};

}  // namespace costruct::experiments
