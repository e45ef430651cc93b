// The data of the problem `diversification`: queries with candidate documents, and what these
// cover.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/decode/coverage/coverage.hpp"
#include "costruct/core/feature_table.hpp"

namespace costruct::diversification {

/// The name of this kind of inputs, see ProblemEntry::input.
inline constexpr const char* kCandidateSets = "sets of candidate documents";

/// The candidate documents of a query, and the elements that they cover. Elements are words,
/// repeated words, and words of titles. Each document also covers one element that no other
/// document covers; its features are those of the document.
///
/// Elements of one kind have the same features. For example, words that occur in the same number of
/// documents are of one kind.
struct Candidates {
  Covering covering;
  std::vector<std::int32_t> kind;  ///< kind of each element, from 0
  Index kinds = 0;                 ///< number of kinds

  /// The number of candidate documents.
  Index size() const { return covering.documents(); }
};

/// The features of a view to which the learner retrieval_rule gives weights. Each is the number of
/// a feature in the view, or one of the constants. The features are words.all (`words`),
/// words.importance (`importance`), documents.bm25 (`relevance`), pairs.cosine (`similarity`), and
/// a random number for each document (`chance`). data/diversification/candidate_features.hpp
/// defines them.
struct RuleFeatures {
  static constexpr std::int32_t kLeftOut = -1;  ///< the feature is not in the view
  static constexpr std::int32_t kNowhere = -2;  ///< it is in the view, but in no document
  std::int32_t words = kLeftOut, importance = kLeftOut, relevance = kLeftOut, similarity = kLeftOut,
               chance = kLeftOut;
};

/// Queries as the inputs of a problem. They contain no subtopics; only reference outputs do
/// (chosen_documents.hpp).
struct CandidateSets final : ProblemData {
  std::vector<std::shared_ptr<const Candidates>> queries;
  /// A table per view, with an example per query. The parts of an example are its kinds of
  /// elements, followed by its pairs of documents. The pair of documents j > k has the place
  /// j (j - 1) / 2 + k among the pairs.
  std::vector<FeatureTable> views;
  std::vector<RuleFeatures> rules;  ///< per view

  /// Returns the same data with the features of all views in one view. Views follow each other.
  std::shared_ptr<const CandidateSets> in_one_view() const;
};

}  // namespace costruct::diversification
