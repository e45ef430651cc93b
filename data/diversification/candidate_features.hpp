// Features of the candidates of a query. They do not use subtopics. They describe which words
// documents cover, how important these words are among the candidates, how similar two documents
// are, and how relevant a document is to the query.
//
//   group       features
//   words       words of title and text: all, importance, and six bands of frequency
//   repeated    the same, for words that occur twice or more in a document; only such a document
//               covers them
//   title       the same, for words of titles only
//   pairs       cosine (of word counts times inverse document frequency), titles (share of common
//               words)
//   documents   bm25 (Okapi, k1 = 1.2, b = 0.75; 1 for the most relevant candidate)
//   chance      a random number for the document, if the data block asks for it; it depends only on
//               the seed and the ids of query and document
//
// Words are counted in title and text together, also for bm25 and cosine. The text of a news
// article alone often lacks the word that the query asks for, because only the headline has it.
//
// A word that occurs in a share r of the candidates lies in the band of r. Its importance is r
// log2(1/r). Words that all candidates contain have importance 0, because they do not distinguish
// documents.
//
// A word counts 1/(words in the band) in a band, and 1/(words) in `all`. In `importance` it counts
// its share of the total importance. So a choice that covers all words has the value 1 everywhere,
// and queries of different size are comparable.
#pragma once

#include <memory>
#include <optional>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/diversification/candidate_query.hpp"
#include "costruct/problems/diversification/candidate_sets.hpp"

namespace costruct::experiments {

struct CandidateFeature {
  std::string name;
  std::string group;
};

/// All features in order; `chance` is the last.
const std::vector<CandidateFeature>& candidate_features();

/// The places of the features that the rules of retrieval use.
diversification::RuleFeatures rule_candidate_features();

/// Returns what the documents of a query cover, and appends the query's parts to the table as a new
/// example (CandidateSets::views). Features with number_of < 0 are left out.
/// @param number_of  the number in the table of each of candidate_features()
/// @param chance     the seed of the random numbers for documents
std::shared_ptr<const diversification::Candidates> add_candidates(
    const CandidateQuery& query, const std::vector<std::int32_t>& number_of,
    std::optional<Index> chance, FeatureTable& table);

}  // namespace costruct::experiments
