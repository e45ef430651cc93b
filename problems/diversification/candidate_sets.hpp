// What diversification takes: queries with candidate documents, and what these cover.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/decode/coverage.hpp"
#include "costruct/core/feature_table.hpp"

namespace costruct::diversification {

inline constexpr const char* kCandidateSets = "sets of candidate documents";

/// The candidates of a query. What they cover are elements: words, words of titles, and one of each
/// document alone, whose value is the document's own. Elements of one kind have the same features,
/// as words have that occur in as many documents.
struct Candidates {
  Covering covering;
  std::vector<std::int32_t> kind;  ///< of each element, from 0
  Index kinds = 0;

  Index size() const { return covering.documents(); }
};

/// Where the features stand that rules of retrieval go by; see RetrievalRule.
struct RuleFeatures {
  static constexpr std::int32_t kLeftOut = -1;  ///< not in the view
  static constexpr std::int32_t kNowhere = -2;  ///< in the view, yet in no document
  std::int32_t words = kLeftOut, importance = kLeftOut, relevance = kLeftOut, similarity = kLeftOut,
               chance = kLeftOut;
};

/// Queries as a problem's inputs. What is known of subtopics is in outputs alone
/// (diversification.cpp).
struct CandidateSets final : ProblemData {
  std::vector<std::shared_ptr<const Candidates>> queries;
  /// Per view: an example a query; its parts are its kinds of elements, then its pairs of documents
  /// j > k in the order of j (j - 1) / 2 + k.
  std::vector<FeatureTable> views;
  std::vector<RuleFeatures> rules;  ///< per view

  /// The same with the features of all views in one, view behind view.
  std::shared_ptr<const CandidateSets> in_one_view() const;
};

}  // namespace costruct::diversification
