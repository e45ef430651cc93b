// The blocks `known` and `choice` of a learner in an experiment: which labels of a cell it sees.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// Which labels of a cell a learner sees: those of its labeled examples, or as many labels spread
/// over parts of all its examples (spread_labels()).
struct KnownConfig {
  /// What is known: the outputs of the labeled examples, parts at random, or chunks at random.
  enum class Which { kExamples, kParts, kChunks };
  /// Other parts are unknown, or have the label `outside` of the problem.
  enum class Others { kUnknown, kOutside };

  Which which = Which::kExamples;
  std::string type;      ///< chunks of this type alone; empty: of all types
  Index neighbours = 1;  ///< known parts at each side of a known chunk
  /// What the other parts of an example with a known one count as.
  Others others = Others::kUnknown;
  /// The block with defaults filled in, for the identities of cells.
  Json block = Json::object();

  /// Whether labels are spread over parts.
  bool spreads() const { return which != Which::kExamples; }
  /// Whether only chunks of one type are known.
  bool has_type() const { return which == Which::kChunks && !type.empty(); }
};

/// The declaration of the options of a `known` block.
inline OptionDeclaration<KnownConfig> known_declaration() {
  OptionDeclaration<KnownConfig> options;
  options.choice<KnownConfig::Which>(
      "which", &KnownConfig::which, {"examples", "parts", "chunks"},
      "labels of whole examples, or as many spread over all of a cell");
  options.text("type", &KnownConfig::type, "chunks of this type alone")
      .only_with("which", "chunks")
      .left_out_by_default();
  options
      .integer("neighbours", &KnownConfig::neighbours, {.at_least = 0},
               "known parts at each side of a chunk")
      .only_with("which", "chunks");
  options.choice<KnownConfig::Others>("others", &KnownConfig::others, {"unknown", "outside"},
                                      "what other parts count as");
  return options;
}

/// The criterion by which unlabeled examples are rated (tasks/suggestions.hpp defines them).
enum class RateBy { kMargin, kEntropy, kDisagreement, kExpectedChange };

/// Their names, in the order of the enumerators.
inline const std::vector<std::string>& names_of_rate_by() {
  static const std::vector<std::string> names = {"margin", "entropy", "disagreement",
                                                 "expected_change"};
  return names;
}

inline const std::string& name_of(RateBy by) {
  return names_of_rate_by()[static_cast<std::size_t>(by)];
}

/// How a learner chooses the examples that are labeled for it: active learning in a sweep. See
/// CellFits::split_of().
struct ChoiceConfig {
  RateBy by = RateBy::kMargin;
  std::optional<Index> start;  ///< random examples at first; nullopt: the smallest labeled size
  bool diverse = false;        ///< near duplicates of better examples are passed over
  /// The block with defaults filled in, for the identities of cells.
  Json block = Json::object();
};

/// The declaration of the options of a `choice` block.
inline OptionDeclaration<ChoiceConfig> choice_declaration() {
  OptionDeclaration<ChoiceConfig> options;
  options.choice<RateBy>("by", &ChoiceConfig::by, names_of_rate_by(), "what rates examples");
  options.integer("start", &ChoiceConfig::start, {.at_least = 1},
                  "random examples at first; null: the smallest size");
  options.boolean("diverse", &ChoiceConfig::diverse, "pass over near duplicates");
  return options;
}

/// Reads a checked `choice` block.
inline ChoiceConfig read_choice(const Json& block) {
  ChoiceConfig choice = choice_declaration().parse(block);
  choice.block = with_defaults(choice_declaration().list(), block);
  if (!choice.diverse) choice.block.erase("diverse");  // cells of earlier versions stay the same
  return choice;
}

/// Reads a checked `known` block.
inline KnownConfig read_known(const Json& block) {
  KnownConfig known = known_declaration().parse(block);
  known.block = with_defaults(known_declaration().list(), block);
  return known;
}

}  // namespace costruct::experiments
