// The data of the problem `dependency`: sentences with features of the arcs between their tokens.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/sample.hpp"

namespace costruct::dependency {

/// The name of this kind of inputs, see ProblemEntry::input.
inline constexpr const char* kHeadedSentences = "sentences with heads";

/// An output has a part for each token. The part is one number for the head and the relation of the
/// token: head * kMostRelations + relation. Head 0 is the root, and head h > 0 is token h - 1.
/// Relations are numbered from 0 and below kMostRelations.
inline constexpr int kMostRelations = 1024;
inline constexpr int part_of(int head, int relation) {
  return head * kMostRelations + relation;
}
inline constexpr int head_of(int part) {
  return part / kMostRelations;
}
inline constexpr int relation_of(int part) {
  return part % kMostRelations;
}

/// Features of the arcs of sentences, in one view. An arc from head h to token t has the features
/// of its head, of its dependent, and of the pair. In all tables an example is a sentence.
///
/// A place is the root (0) or a token (from 1). The direction of an arc is 0 if its head stands
/// left of the token, and 1 if it stands right of it. The root stands left of all tokens.
struct ArcFeatures {
  // Features with a weight for each relation. The three tables share one numbering of features.
  FeatureTable heads;       ///< of place p as a head, in direction d: part 2 p + d of the sentence
  FeatureTable dependents;  ///< of token t as a dependent, in direction d: part 2 t + d
  FeatureTable labeled;     ///< of head h and token t: part t * (T + 1) + h for T tokens
  // Features with one weight, whatever the relation is.
  FeatureTable plain;  ///< of head h and token t: part t * (T + 1) + h

  Index num_labeled() const { return labeled.num_features; }
  Index num_features() const { return labeled.num_features + plain.num_features; }
};

/// Sentences as the inputs of a problem.
struct HeadedSentences : ProblemData {
  std::vector<std::string> relations;  ///< names of the relations 0..L-1, L >= 1
  /// Sentence x has the tokens [token_begin[x], token_begin[x + 1]).
  std::vector<Index> token_begin{0};
  std::vector<bool> is_punctuation;  ///< of each token; some metrics leave these out
  std::vector<ArcFeatures> views;    ///< V >= 1

  Index num_inputs() const { return static_cast<Index>(token_begin.size()) - 1; }
  Index length(InputId x) const { return token_begin[x + 1] - token_begin[x]; }
  /// Returns the same data with the features of all views in one view: first the labeled features
  /// of the views, then their plain ones.
  std::shared_ptr<const HeadedSentences> in_one_view() const;
};

}  // namespace costruct::dependency
