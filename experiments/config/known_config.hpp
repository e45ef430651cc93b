// The `known` block of a learner in an experiment: which labels of a cell it sees.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// Which labels of a cell a learner sees: those of its labeled examples, or as many labels spread
/// over all its examples.
struct KnownConfig {
  enum class Which { kExamples, kParts, kChunks };
  enum class Others { kUnknown, kOutside };

  Which which = Which::kExamples;
  Index neighbours = 1;
  Others others = Others::kUnknown;
  /// With defaults; for identities.
  Json block = Json::object();

  bool spreads() const { return which != Which::kExamples; }
};

inline OptionDeclaration<KnownConfig> known_declaration() {
  OptionDeclaration<KnownConfig> options;
  options.choice<KnownConfig::Which>(
      "which", &KnownConfig::which, {"examples", "parts", "chunks"},
      "whose labels are known: of whole examples, or as many spread over all examples of a cell");
  options
      .integer("neighbours", &KnownConfig::neighbours, {.at_least = 0},
               "parts at each side of a chunk that are known too")
      .only_with("which", "chunks");
  options.choice<KnownConfig::Others>("others", &KnownConfig::others, {"unknown", "outside"},
                                      "what the other parts of these examples count as");
  return options;
}

/// Reads a checked `known` block.
inline KnownConfig read_known(const Json& block) {
  KnownConfig known = known_declaration().parse(block);
  known.block = with_defaults(known_declaration().list(), block);
  return known;
}

}  // namespace costruct::experiments
