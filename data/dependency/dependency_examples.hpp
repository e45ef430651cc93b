// Examples for problems that take dependency::kHeadedSentences: sentences with heads and relations,
// from treebanks in CoNLL-U.
//
// The output of a sentence has a part for each token (problems/dependency/headed_sentences.hpp).
// Relations are numbered by first appearance in training trees, followed by relations that only
// other trees have. A sentence in which every head and relation is "_" is unlabeled. If some are
// "_", the others are what is known of its output.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/dependency/arc_feature_table.hpp"
#include "costruct/data/dependency/conllu_sentence.hpp"
#include "costruct/data/dependency/conllu_tree_options.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/record_examples.hpp"

namespace costruct::experiments {

/// The clusters and vectors of words that were fitted to the labeled and unlabeled sentences of a
/// fit.
struct FittedClusters final : FittedFeatures {
  explicit FittedClusters(FittedWords fitted) : words(std::move(fitted)) {}
  FittedWords words;
};

/// A set of sentences with features of their arcs.
class DependencyExamples final : public RecordExamples {
 public:
  static constexpr Index kLongestSentence = 500;  ///< tokens

  /// Makes an empty set for a checked data block.
  explicit DependencyExamples(const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  explicit DependencyExamples(const ModelReader& model);

  void finish_training() override;
  /// The number of training trees that are not projective, and what became of them.
  std::vector<std::string> notes() const override;
  Index num_features() const override { return features_.size(); }
  FeatureInfo feature_info(Index feature) const override { return features_.info(feature); }
  const std::vector<std::string>& feature_groups() const override { return features_.groups(); }
  /// Clusters and vectors of words are fitted.
  bool is_fitted(Index feature) const override { return features_.is_fitted(feature); }

  InputData inputs(const InputRequest& request) const override;
  /// True, because a fit uses only the features at arcs of its labeled trees.
  bool inputs_depend_on_labeled() const override { return true; }
  Index num_parts(Index example) const override { return features_.length(example); }
  /// The number of arcs, because each has features.
  Index size_in_parts(Index example) const override {
    return num_parts(example) * (num_parts(example) + 1);
  }

  /// The tree without words, because only the sentence knows the words.
  std::string text_of(const Output& output) const override;
  std::string text_of_example(Index example, const Output& output) const override;
  bool writes_back() const override { return true; }
  bool has_lines() const override { return true; }
  void stream_plain_text(TextUnit unit) override;
  const std::vector<std::string>& label_names() const override { return relations_; }
  std::vector<std::string> alphabet() const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;

 private:
  using Arc = ArcFeatureTable::Arc;
  // The parts of an example that is labeled in part: heads and relations, or -1.
  struct KnownParts {
    Index example;
    std::vector<int> heads, relations;
  };

  std::unique_ptr<RecordReader> open(const std::filesystem::path& file, Reading reading) override {
    return std::make_unique<ConlluRecords>(file, reading.outputs ? options_.documents : "");
  }
  Parsed parse(RecordReader& record, Reading reading) override;
  void forget_inputs() override;
  const char* plural() const override { return "trees"; }
  bool says_what_is_known() const override { return true; }
  std::string_view relation_name(std::string_view relation) const;
  int relation_number(std::string_view relation);
  bool make_projective(const ConlluSentence& sentence, std::vector<int>& heads);
  Known facts_of(const KnownParts& parts) const;
  void append(const ConlluSentence& sentence, std::string_view record, bool grows, bool is_printed);
  bool lacks_tags() const;
  void tell_lack(const RecordReader& record);
  std::vector<Arc> arcs_of(Index example) const;
  std::shared_ptr<const FittedClusters> clusters_for(const InputRequest& request) const;
  std::string written(std::string_view record, const Output& output) const;

  ConlluTreeOptions options_;
  ArcFeatureTable features_;
  WordSymbols symbols_;  // of words, if there are clusters or vectors
  std::shared_ptr<const FittedClusters> clusters_of_model_;
  StringTable relation_table_;
  std::vector<std::string> relations_;  // those of training first
  Index num_known_relations_ = 0;       // 0 until training trees are read
  std::vector<bool> is_punctuation_;    // of each token
  std::vector<Index> token_begin_{0};
  std::vector<std::string> records_;  // of labeled examples, and of those of a stream; else ""
  std::vector<KnownParts> in_part_;   // training examples, until relations have numbers
  Index num_training_trees_ = 0, num_not_projective_ = 0;
  bool told_lack_ = false;
};

}  // namespace costruct::experiments
