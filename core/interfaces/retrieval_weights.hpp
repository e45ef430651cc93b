// Second interface: weights that make a problem choose documents as well-known retrieval rules do.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct {

/// A rule that chooses documents without learning.
enum class RetrievalRule {
  kRandom,           ///< by random numbers of the documents
  kBm25,             ///< by relevance to the query (Okapi), independently of other choices
  kEssentialPages,   ///< by the covered words, each with a fixed importance
  kMmr,              ///< maximal marginal relevance: relevance minus similarity to chosen documents
  kUnweightedWords,  ///< by the number of covered words
};

/// Offered by problems whose outputs are choices of documents.
class RetrievalWeights {
 public:
  virtual ~RetrievalWeights() = default;
  /// The reason why this problem with its data has no weights for the rule; nullopt where it has.
  virtual std::optional<std::string> retrieval_unavailable(RetrievalRule rule) const = 0;
  /// The weights with which f is the criterion of the rule. Call it only where
  /// retrieval_unavailable() is nullopt.
  /// @param redundancy  >= 0; for kMmr: the cost of a similarity of 1, in units of the relevance of
  ///                    the most relevant document
  virtual Vector retrieval_weights(RetrievalRule rule, double redundancy) const = 0;
};

}  // namespace costruct
