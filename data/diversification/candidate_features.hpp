// What is told of the candidates of a query without any subtopics: which words they cover, how
// important these are among the candidates, how near two documents are to each other, and a
// document to the query.
//
//   group     features
//   words     words of title and text: all, importance, and six bands of frequency
//   repeated  the same, of words that occur twice or more in a document, which alone covers them
//   then title     the same, of words of titles alone pairs     cosine (of word counts by inverse
//   document frequency), titles (share of common words) documents bm25 (Okapi, k1 = 1.2, b = 0.75;
//   1 for the most relevant candidate) chance    a number drawn for the document, where the data
//   block asks for it; it depends on the seed and
//             the ids of query and document alone
// Words are counted in title and text together, for bm25 and cosine too: a text of news without its
// headline often lacks the very word that was asked for. A word that occurs in a share r of the
// candidates lies in the band of r and has the importance r log2(1/r), which is 0 for words that
// all have, as they tell nothing apart. Bands hold 1/(words in the band) for each word, `all`
// 1/(words) and `importance` its share of the whole, so that covering all words gives 1 everywhere,
// and queries of unlike size are alike.
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

/// All of them, in their order; `chance` the last.
const std::vector<CandidateFeature>& candidate_features();

/// Where the rules of retrieval find theirs.
diversification::RuleFeatures rule_candidate_features();

/// What the documents of a query cover, and its parts as a further example of a table
/// (CandidateSets::views), of which features with number_of < 0 are left out.
/// @param number_of  the number in the table of each of candidate_features()
/// @param chance     the seed of the numbers drawn for documents
std::shared_ptr<const diversification::Candidates> add_candidates(
    const CandidateQuery& query, const std::vector<std::int32_t>& number_of,
    std::optional<Index> chance, FeatureTable& table);

}  // namespace costruct::experiments
