// The options of the format `conllu_trees`: how dependency treebanks are read.
#pragma once

#include <algorithm>

#include "costruct/core/options.hpp"
#include "costruct/data/dependency/arc_templates.hpp"
#include "costruct/problems/dependency/dependency.hpp"

namespace costruct::experiments {

/// The options of the format `conllu_trees`. Each member has the name of its option.
struct ConlluTreeOptions : dependency::TreeOptions {
  /// How relations are read: as they are, without subtypes (nsubj for nsubj:pass), or not at all.
  enum class Relations { kFull, kUniversal, kNone };
  /// What happens to training trees that are not projective, if the option `trees` is projective.
  /// They are left out, made projective by lift_heads(), or an error.
  enum class NonProjective { kLeaveOut, kLift, kError };

  std::string documents;  ///< the start of the ids of the documents to read; "": all
  Relations relations = Relations::kFull;
  NonProjective non_projective = NonProjective::kLeaveOut;
  ArcTags tag = ArcTags::kUpos;                                      ///< the tags in features
  std::vector<std::string> features = default_arc_feature_groups();  ///< some arc_feature_groups()
  std::vector<Index> clusters;  ///< numbers of clusters of words, ascending, one a clustering
  Index vectors = 0;            ///< number of components of word vectors; 0: none are features
  /// Training and unlabeled sentences of fewer or more tokens are left out; nullopt: no bound.
  std::optional<Index> min_length, max_length;

  /// How clusters and vectors are fitted. The first `vectors` components are features.
  WordVectorOptions word_vectors() const { return {.clusters = clusters, .reach = 2}; }
  /// Whether clusters or vectors of words are fitted.
  bool has_words() const { return !clusters.empty() || vectors > 0; }
  /// A rarer word has no cluster and vector of its own, but those of its shape (FittedWords).
  static constexpr Index kMinCount = 5;
  bool has_morphology() const {
    return std::find(features.begin(), features.end(), kMorphologyGroup) != features.end();
  }
  bool keeps_length(Index tokens) const {
    return tokens >= min_length.value_or(0) && tokens <= max_length.value_or(tokens);
  }
};

/// Declares these options.
OptionDeclaration<ConlluTreeOptions> conllu_tree_options();

}  // namespace costruct::experiments
