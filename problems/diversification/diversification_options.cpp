#include "costruct/problems/diversification/diversification_options.hpp"

#include <string>

#include "costruct/core/error.hpp"

namespace costruct::diversification {
namespace {

/// The most documents that exact decoding of a query may look at if its bound prunes nothing.
/// Looking at so many takes some seconds. The number of choices is no good measure. For 150
/// candidates and K = 147 there are half a million choices, and forty times as many sets on the way
/// to them.
constexpr double kMostLookedAt = 1e7;

}  // namespace

OptionDeclaration<Options> options() {
  OptionDeclaration<Options> declared;
  declared.choice(
      "loss", &Options::loss, {"subtopic"},
      "weighted share of subtopics left out beyond those that the reference leaves out");
  declared.integer("documents", &Options::documents, {.at_least = 1, .at_most = 1000},
                   "K: documents that are chosen of each query's candidates");
  declared.choice("decoder", &Options::decoder, {"greedy", "swaps", "exact"},
                  "one document after the other; then exchanges, too; or branch and bound, up to "
                  "10^7 documents");
  declared.choice("training_decoder", &Options::training_decoder,
                  {"same", "greedy", "swaps", "exact"},
                  "the decoder that finds violated constraints in training; same: `decoder`");
  return declared;
}

void check_size(const Options& options, Index candidates) {
  const bool decodes = options.decoder == Decoder::kExact;
  if (!decodes && options.of_training() != Decoder::kExact) return;
  if (most_documents_looked_at(candidates, options.documents) <= kMostLookedAt) return;
  throw ConfigError(
      std::string(decodes ? "problem.decoder" : "problem.training_decoder") +
      " = exact: a query has " + std::to_string(candidates) +
      " candidates, and with documents = " + std::to_string(options.documents) +
      " more than 10^7 documents to look at on the way to all choices: take fewer candidates "
      "or documents, or swaps, or greedy");
}

}  // namespace costruct::diversification
