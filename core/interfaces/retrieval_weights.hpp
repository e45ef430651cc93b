// Second interface: choices of documents that rankings known from retrieval are weights of.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct {

/// How documents are chosen by a rule that learns nothing.
enum class RetrievalRule {
  kRandom,           ///< by numbers drawn for the documents
  kBm25,             ///< by relevance to the query (Okapi), whatever else is chosen
  kEssentialPages,   ///< by the words that are covered, each of a fixed importance
  kMmr,              ///< maximal marginal relevance: relevance, less similarity of those chosen
  kUnweightedWords,  ///< by the number of words that are covered
};

class RetrievalWeights {
 public:
  virtual ~RetrievalWeights() = default;
  /// Why this problem, over its data, has no weights that are the rule; nullopt where it has.
  virtual std::optional<std::string> retrieval_unavailable(RetrievalRule rule) const = 0;
  /// The weights with which f is what the rule goes by. Needs retrieval_unavailable() to be empty.
  /// @param redundancy  >= 0; of kMmr: what a similarity of 1 costs, where the most relevant
  ///                    document is worth 1
  virtual Vector retrieval_weights(RetrievalRule rule, double redundancy) const = 0;
};

}  // namespace costruct
