// The data of the problem `diversification`: queries with candidate documents, and what these
// cover.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/decode/coverage/coverage.hpp"
#include "costruct/core/feature_table.hpp"

namespace costruct::diversification {

/// The kind of the inputs.
inline constexpr const char* kCandidateSets = "sets of candidate documents";

/// The candidates of a query. They cover elements: words, repeated words, words of titles, and for
/// each document one element of its own, whose value is that of the document. Elements of one kind
/// have the same features. For example, words that occur in the same number of documents are of one
/// kind.
struct Candidates {
  Covering covering;
  std::vector<std::int32_t> kind;  ///< kind of each element, from 0
  Index kinds = 0;

  Index size() const { return covering.documents(); }
};

/// The numbers of the features that the learner retrieval_rule uses: words.all, words.importance,
/// documents.bm25, pairs.cosine, and that of random scores.
struct RuleFeatures {
  static constexpr std::int32_t kLeftOut = -1;  ///< the feature is not in the view
  static constexpr std::int32_t kNowhere = -2;  ///< it is in the view, but in no document
  std::int32_t words = kLeftOut, importance = kLeftOut, relevance = kLeftOut, similarity = kLeftOut,
               chance = kLeftOut;
};

/// Queries as the inputs of a problem. Only outputs contain subtopics (diversification.cpp).
struct CandidateSets final : ProblemData {
  std::vector<std::shared_ptr<const Candidates>> queries;
  /// A table per view, with an example per query. The parts of an example are its kinds of
  /// elements, followed by its pairs of documents. The pair j > k has the place j (j - 1) / 2 + k
  /// among them.
  std::vector<FeatureTable> views;
  std::vector<RuleFeatures> rules;  ///< per view

  /// Returns the same data with the features of all views in one view. Views follow each other.
  std::shared_ptr<const CandidateSets> in_one_view() const;
};

}  // namespace costruct::diversification
