// Features of the candidate documents of a query. They do not use subtopics. They describe which
// words documents cover, and how important these words are among the candidates. They also describe
// how similar two documents are, and how relevant a document is to the query:
//
//   group      features
//   words      words of title and text: all, importance, and six bands of frequency (to 5, 10, 20,
//              35, 50 and 100 % of the candidates)
//   repeated   the same, for words that occur twice or more in a document; only such documents
//              cover the word
//   title      the same, for words of titles only
//   pairs      cosine (of word counts times inverse document frequency), titles (share of common
//              words)
//   documents  bm25 (Okapi, k1 = 1.2, b = 0.75), divided by the highest value of a candidate
//   chance     a random number for the document, if the data block asks for it. It depends only on
//              the seed and the ids of query and document
//
// Words are counted in title and text together, also for bm25 and cosine. The text of a news item
// without its headline often does not contain the word that was searched for.
//
// If a word occurs in a share r of the candidates, it lies in the band of r and has the importance
// r log2(1/r). Words that all candidates have get 0, because they do not distinguish documents. The
// value of a word is:
//    in its band       1 / (number of words in the band)
//    in `all`          1 / (number of words)
//    in `importance`   its share of the total importance
// Covering all words therefore gives 1 everywhere, so that queries of different size are
// comparable.
#pragma once

#include <memory>
#include <optional>

#include "costruct/core/feature_table.hpp"
#include "costruct/data/diversification/candidate_query.hpp"
#include "costruct/problems/diversification/candidate_sets.hpp"

namespace costruct::experiments {

/// A feature with its group.
struct CandidateFeature {
  std::string name;
  std::string group;
};

/// All features in their order; `chance` is the last.
const std::vector<CandidateFeature>& candidate_features();

/// The places in candidate_features() of the features that the learner `retrieval_rule` uses.
diversification::RuleFeatures rule_candidate_features();

/// Appends a query as a further example to a table (CandidateSets::views) and returns what its
/// documents cover. Features with number_of < 0 are left out.
/// @param number_of  the number in the table of each of candidate_features()
/// @param chance     the seed of the feature `chance`
std::shared_ptr<const diversification::Candidates> add_candidates(
    const CandidateQuery& query, const std::vector<std::int32_t>& number_of,
    std::optional<Index> chance, FeatureTable& table);

}  // namespace costruct::experiments
