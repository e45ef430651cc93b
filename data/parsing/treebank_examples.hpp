// Examples for problems that take parsing::kSentences: sentences with trees, from treebanks.
//
// The output of a sentence is its cleaned tree, binarised (problems/parsing/binarize.hpp) and
// encoded (core/decode/trees/tree_code.hpp). Symbols are numbered by first appearance in training
// trees, followed by symbols that only test trees have. If cleaning leaves no token, the sentence
// is labeled and its output has no parts.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/parsing/bracket_reader.hpp"
#include "costruct/data/parsing/marked_spans.hpp"
#include "costruct/data/parsing/span_feature_table.hpp"
#include "costruct/data/parsing/terminals.hpp"
#include "costruct/data/parsing/tree_rules.hpp"
#include "costruct/data/parsing/treebank_options.hpp"
#include "costruct/data/record_examples.hpp"

namespace costruct::experiments {

/// A set of sentences, with the grammar of the training trees and the features of spans.
class TreebankExamples final : public RecordExamples {
 public:
  static constexpr Index kLongestSentence = 500;  ///< tokens

  /// Makes an empty set for a checked data block. Throws ConfigError if its label_map makes labels
  /// that a bracket cannot have.
  explicit TreebankExamples(const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  explicit TreebankExamples(const ModelReader& model);

  void finish_training() override;
  Index num_features() const override { return features_.size(); }
  FeatureInfo feature_info(Index feature) const override { return features_.info(feature); }
  const std::vector<std::string>& feature_groups() const override { return features_.groups(); }

  /// A note on known brackets of test files that no tree of the grammar has.
  std::vector<std::string> finish_reading() override;

  /// The inputs of a request. With TreebankOptions::Rules::kLabeled the rules are those of the
  /// request's labeled examples.
  InputData inputs(const InputRequest& request) const override;
  bool inputs_depend_on_labeled() const override;
  Index num_parts(Index example) const override { return features_.length(example); }

  /// The tree without words, because only the sentence knows the words.
  std::string text_of(const Output& output) const override;
  std::string text_of_example(Index example, const Output& output) const override;
  bool writes_back() const override { return true; }
  const std::vector<std::string>& label_names() const override { return symbol_names_; }
  /// A line with the size of the grammar.
  std::vector<std::string> alphabet() const override;
  bool is_possible(const Output& output) const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;

 private:
  std::unique_ptr<RecordReader> open(const std::filesystem::path& file, Reading reading) override;
  Parsed parse(RecordReader& record, Reading reading) override;
  void forget_inputs() override;
  const char* plural() const override { return "trees"; }
  const char* missing_note(Index example, const Output& output) const override;
  void check_sentence(const TaggedSentence& sentence, Reading reading) const;
  bool says_what_is_known() const override { return true; }
  Known known_brackets(const parsing::Tree& tree, Reading reading);
  Output encoded(const parsing::Tree& tree);
  TaggedSentence sentence(Index example) const;
  std::vector<int> final_terminals(Index example) const;
  void number_brackets();
  std::shared_ptr<const parsing::UsedRules> rules_of(const InputRequest& request) const;
  void check_chart(Index example) const;
  void load_grammar(const ModelReader& model);
  parsing::Tree restored(const Output& output) const;
  std::string bracketed(const TaggedSentence& sentence, const Output& output) const;

  TreebankOptions options_;
  Cleaning cleaning_;
  std::vector<TokenTerminals> tokens_;  // example i: [token_begin_[i], token_begin_[i + 1])
  std::vector<Index> token_begin_{0};
  struct TokenText {
    std::int32_t tag, word;
  };
  StringTable tags_and_words_;
  static constexpr Index kNoText = -1;
  std::vector<TokenText> text_;    // tags and words of labeled examples, and of those of a stream
  std::vector<Index> first_text_;  // place of the first token of each example in text_; or kNoText

  /// The brackets of training trees below ?, until symbols have numbers.
  std::map<Index, std::vector<MarkedSpan>> marked_;
  Index impossible_brackets_ = 0;  // of test files

  StringTable symbols_;
  std::vector<std::string> symbol_names_;
  int num_known_symbols_ = 0;
  Terminals terminals_;
  SpanFeatureTable features_;
  std::shared_ptr<const parsing::Grammar> grammar_;
  std::shared_ptr<const parsing::UsedRules> all_rules_;
};

}  // namespace costruct::experiments
