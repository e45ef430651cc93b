// Features of the spans of sentences, in groups:
//
//   rule         one feature, `rule`, that no span has. It stands for the grammar's rules, for
//                which every view has weights of its own. A view may have this feature alone
//   border       the tags around both ends of the span:
//                before=TAG [ first=TAG ... last=TAG ] after=TAG
//                <s> and </s> are the ends of the sentence; ? is a token without a tag
//   width        width=1 ... width=5, width=6-10, width=11-20, width=21-
//   lexical      as border, with words whose letters A-Z are in lower case:
//                before_word= first_word= last_word= after_word=
//   conjunction  contains=WORD, in lower case, for each word of the span that is tagged CC, or is
//                and, or, but
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/parsing/sentence.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::experiments {

/// All groups, in the order above.
const std::vector<std::string>& span_feature_groups();

/// The features of sentences in memory, numbered by first appearance.
class SpanFeatureTable {
 public:
  /// @param groups  some of span_feature_groups(), which is not checked
  explicit SpanFeatureTable(std::vector<std::string> groups);
  /// Makes a table with these features, numbered in this order. Throws DataError if a name occurs
  /// twice or belongs to none of `groups`.
  SpanFeatureTable(std::vector<std::string> groups, std::span<const std::string> names);

  /// Appends a sentence.
  /// @param grows  whether new features are added; if not, they are left out
  void append(const TaggedSentence& sentence, bool grows);
  /// Forgets all sentences but keeps the features.
  void forget_sentences();

  // Sentences are numbered from 0 in the order of append(). length() counts tokens.
  Index num_sentences() const { return begins_.num_examples(); }
  Index length(Index sentence) const { return begins_.length(sentence); }
  Index num_tokens() const { return begins_.num_parts(); }
  /// The number of features.
  Index size() const { return names_.size(); }
  FeatureInfo info(Index feature) const;
  const std::vector<std::string>& groups() const { return groups_; }

  /// The features of the request's sentences, for each view.
  /// @param features  features[v][j] receives the number of feature j of view v in this table
  std::vector<parsing::SpanFeatures> views(const InputRequest& request,
                                           std::vector<std::vector<std::int32_t>>& features) const;

 private:
  static constexpr Index kWidths = 21;  // the last one stands for all larger widths

  bool has(const char* group) const;
  int group_of(std::string_view feature) const;
  std::int32_t number(std::string_view name, bool grows);
  void add(FeatureTable& table, std::string_view prefix, std::string_view text, bool grows);
  void append_ends(const std::vector<std::string>& texts, std::string_view suffix, bool grows,
                   std::size_t t);
  void append_widths(Index length, bool grows);
  void find_widths();
  std::array<FeatureTable*, 3> tables() { return {&begins_, &ends_, &contains_}; }
  std::vector<std::int32_t> local_numbers(const InputRequest& request,
                                          std::vector<std::vector<std::int32_t>>& features) const;

  std::vector<std::string> groups_;
  StringTable names_;
  FeatureTable begins_, ends_, contains_;      // a part per token
  std::array<std::int32_t, kWidths> width_{};  // the feature of spans of 1, 2, ... tokens, or -1
  std::string name_;                           // scratch of add()
};

}  // namespace costruct::experiments
