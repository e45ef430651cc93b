// The options of the format `conllu_trees`: how dependency treebanks are read.
#pragma once

#include <algorithm>

#include "costruct/core/options.hpp"
#include "costruct/data/dependency/arc_templates.hpp"
#include "costruct/problems/dependency/dependency.hpp"

namespace costruct::experiments {

/// The options of the format `conllu_trees`.
struct ConlluTreeOptions : dependency::TreeOptions {
  enum class Relations { kFull, kUniversal, kNone };
  enum class NonProjective { kLeaveOut, kLift, kError };

  std::string documents;
  Relations relations = Relations::kFull;
  NonProjective non_projective = NonProjective::kLeaveOut;
  ArcTags tag = ArcTags::kUpos;
  std::vector<std::string> features = default_arc_feature_groups();
  std::vector<Index> clusters;
  Index vectors = 0;
  std::optional<Index> min_length, max_length;

  /// How clusters and vectors are fitted. The first `vectors` components are features.
  WordVectorOptions word_vectors() const { return {.clusters = clusters, .reach = 2}; }
  bool has_words() const { return !clusters.empty() || vectors > 0; }
  static constexpr Index kMinCount = 5;  ///< of a word with a cluster of its own
  bool has_morphology() const {
    return std::find(features.begin(), features.end(), kMorphologyGroup) != features.end();
  }
  bool keeps_length(Index tokens) const {
    return tokens >= min_length.value_or(0) && tokens <= max_length.value_or(tokens);
  }
};

OptionDeclaration<ConlluTreeOptions> conllu_tree_options();

}  // namespace costruct::experiments
