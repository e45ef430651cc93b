#include "costruct/data/parsing/terminals.hpp"

#include "costruct/data/parsing/word_class.hpp"

namespace costruct::experiments {

Terminals::Terminals(SentenceInput input, std::span<const std::string> texts,
                     std::span<const std::string> classes)
    : input_(input), finished_(true) {
  const auto fill = [](StringTable& table, std::span<const std::string> names) {
    for (const std::string& name : names) {
      if (table.find(name) >= 0) throw DataError("a terminal stands twice");
      table.intern(name);
    }
  };
  fill(texts_, texts);
  fill(classes_, classes);
}

void Terminals::append(const TaggedSentence& sentence, std::vector<TokenTerminals>& tokens) {
  for (std::size_t t = 0; t < sentence.words.size(); ++t) {
    TokenTerminals token;
    if (input_ == SentenceInput::kTags) {
      token.own = number(texts_, sentence.tags[t]);
      if (token.own < 0) token.own = static_cast<std::int32_t>(texts_.size());
    } else {
      token.own = number(texts_, sentence.words[t]);
      token.of_class = number(classes_, word_class(sentence.words[t], t == 0));
      if (finished_ && token.of_class >= 0)
        token.of_class += static_cast<std::int32_t>(texts_.size());
    }
    tokens.push_back(token);
  }
}

void Terminals::finish(std::vector<TokenTerminals>& tokens) {
  finished_ = true;
  if (input_ == SentenceInput::kTags) return;
  std::vector<Index> count(static_cast<std::size_t>(texts_.size()), 0);
  for (const TokenTerminals& token : tokens) ++count[token.own];
  StringTable kept;
  std::vector<std::int32_t> terminal(count.size(), -1);
  for (std::size_t word = 0; word < count.size(); ++word) {
    if (count[word] > rare_) terminal[word] = kept.intern(texts_[static_cast<Index>(word)]);
  }
  texts_ = std::move(kept);
  for (TokenTerminals& token : tokens) {
    token.own = terminal[token.own];
    token.of_class += static_cast<std::int32_t>(texts_.size());
  }
}

std::vector<std::string> Terminals::names() const {
  std::vector<std::string> names = texts();
  if (input_ == SentenceInput::kTags) return names;
  for (std::string& of_class : classes()) names.push_back(std::move(of_class));
  return names;
}

std::vector<std::string> Terminals::names_of(const StringTable& table) {
  std::vector<std::string> names;
  for (Index i = 0; i < table.size(); ++i) names.emplace_back(table[i]);
  return names;
}

}  // namespace costruct::experiments
