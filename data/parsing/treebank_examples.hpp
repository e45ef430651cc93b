// Examples for problems that take parsing::kSentences: sentences with trees, from treebanks.
//
// The output of a sentence is its cleaned tree, binarised (problems/parsing/binarize.hpp) and
// encoded (core/decode/tree_code.hpp). Symbols are numbered by first appearance in training trees,
// followed by symbols that only test trees have. If cleaning leaves no token, the sentence is
// labeled and its output has no parts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/parsing/bracket_reader.hpp"
#include "costruct/data/parsing/span_feature_table.hpp"
#include "costruct/data/parsing/terminals.hpp"
#include "costruct/data/parsing/tree_rules.hpp"
#include "costruct/data/parsing/treebank_options.hpp"

namespace costruct::experiments {

/// A set of sentences, with the grammar of the training trees and the features of spans.
class TreebankExamples final : public ExampleSet {
 public:
  static constexpr Index kLongestSentence = 500;  ///< tokens

  /// Makes an empty set for a checked data block. Throws ConfigError if its label_map makes labels
  /// that a bracket cannot have.
  explicit TreebankExamples(const Json& block);
  /// The set that save() wrote, with the options that it wrote, which are valid. Throws DataError
  /// for a damaged model.
  TreebankExamples(const ModelReader& model, const Json& options);

  void read(std::span<const std::filesystem::path> files, Role role) override;
  void finish_training() override;

  Index size() const override { return static_cast<Index>(examples_.size()); }
  bool is_labeled(Index example) const override { return examples_[example].output.has_value(); }
  ExamplePlace place(Index example) const override;
  Index num_features() const override { return features_.size(); }
  FeatureInfo feature_info(Index feature) const override { return features_.info(feature); }
  const std::vector<std::string>& feature_groups() const override { return features_.groups(); }

  const Output& output(Index example) const override { return *examples_[example].output; }
  /// The inputs of a request. The rules "of labeled trees" are those of the request's labeled
  /// examples.
  InputData inputs(const InputRequest& request) const override;
  bool inputs_depend_on_labeled() const override;
  Index num_parts(Index example) const override { return features_.length(example); }

  std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                      const ViewAssignment& views, bool together) override;
  /// The tree without words, because only the sentence knows the words.
  std::string text_of(const Output& output) const override;
  std::string text_of_example(Index example, const Output& output) const override;
  const std::vector<std::string>& label_names() const override { return symbol_names_; }
  /// A line with the size of the grammar.
  std::vector<std::string> alphabet() const override;
  bool is_possible(const Output& output) const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;

 private:
  class Stream;
  struct Example {
    std::optional<Output> output;
    int file = 0;
    Index line = 0;
    Index first_text = 0;  // place of its first token in text_; only for labeled examples
  };

  bool is_full(Role role) const;
  enum class Outputs { kRead, kIgnored };
  std::optional<TaggedSentence> append(const BracketReader& reader, const parsing::Tree& tree,
                                       Role role, Outputs);
  void check_sentence(const BracketReader& reader, const TaggedSentence& sentence, Role role) const;
  Output encoded(const parsing::Tree& tree);
  TaggedSentence sentence(Index example) const;
  std::vector<int> final_terminals(Index example) const;
  std::shared_ptr<const parsing::UsedRules> rules_of(const InputRequest& request) const;
  void check_chart(Index example) const;
  void forget_inputs(const std::filesystem::path& file);
  void load_grammar(const ModelReader& model);
  parsing::Tree restored(const Output& output) const;
  std::string bracketed(const TaggedSentence& sentence, const Output& output) const;

  TreebankOptions options_;
  Json stored_;  // the options as a model keeps them
  Cleaning cleaning_;
  std::optional<Index> limit_;
  std::vector<std::string> files_;
  std::vector<Example> examples_;
  std::vector<TokenTerminals> tokens_;  // example i: [token_begin_[i], token_begin_[i + 1])
  std::vector<Index> token_begin_{0};
  struct TokenText {
    std::int32_t tag, word;
  };
  StringTable tags_and_words_;
  std::vector<TokenText> text_;  // tags and words of labeled examples
  Index num_training_ = 0;

  StringTable symbols_;
  std::vector<std::string> symbol_names_;
  int num_known_symbols_ = 0;
  Terminals terminals_;
  SpanFeatureTable features_;
  std::shared_ptr<const parsing::Grammar> grammar_;
  std::shared_ptr<const parsing::UsedRules> all_rules_;
};

}  // namespace costruct::experiments
