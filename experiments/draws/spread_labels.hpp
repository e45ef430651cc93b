// Spreads the labels of a cell over parts of all its examples.
#pragma once

#include <functional>
#include <optional>

#include "costruct/core/random.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/experiments/config/labels_config.hpp"
#include "costruct/experiments/draws/splits.hpp"

namespace costruct::experiments {

/// An example of which some parts are known after the labels were spread.
struct PartlyLabeled {
  Index example = 0;
  Known known;
  std::optional<Output> whole = {};  ///< the output, if all parts are known or filled
};

/// The examples of a cell after its labels were spread.
struct SpreadLabels {
  std::vector<PartlyLabeled> partial;
  /// If inputs are made of several examples: those that are known in part, or as a whole.
  std::vector<KnownSet> sets = {};
  std::vector<Index> unlabeled;  ///< those without a known label
};

/// The label of parts outside of all chunks: the option `outside` of the learner's problem, by
/// default "O".
inline std::string outside_of(const LearnerConfig& learner) {
  return learner.problem.value("outside", "O");
}

/// Throws ConfigError if kChunks is given and the labels are no chunk labels, or if no label has
/// KnownConfig::type. Throws it if kOutside is given and there is no label `outside`.
void check_spread(const ExampleSet& examples, const KnownConfig& config,
                  const std::string& outside);

/// Returns all facts of the output of a labeled example. These are a label for each part, the
/// brackets of a tree, or the pairs of an alignment.
using FactsOf = std::function<Known(Index example)>;

/// Spreads the labels over all parts of the labeled and unlabeled examples of the split. As many
/// parts (facts) are known as the labeled examples have. Examples whose output is not in the data
/// get none.
///   kParts   parts at random
///   kChunks  chunks at random, with their neighbours at each side; if all chunks are known, other
///            parts at random follow
/// With KnownConfig::type only chunks of this type are known. The fact about another part is then
/// that its label is not of this type. It counts as a known part.
/// With kOutside, `whole` has the label `outside` in all other parts of an example with a known
/// one. These include parts that are only known to have no label of the type.
/// Precondition: config.spreads() and check_spread().
SpreadLabels spread_labels(const ExampleSet& examples, const FactsOf& facts_of, const Split& split,
                           const KnownConfig& config, const std::string& outside,
                           RandomStream random);

/// The same for inputs that are made of several examples, such as sets of mails. The facts are
/// those of pairs, at random over all sets.
/// @param sets     the inputs of the cell, in order, with all facts of their outputs; sets without
///                 facts stay unlabeled
/// @param labeled  the inputs that the labeled examples alone would make. The number of their facts
///                 is the number of facts that will be known
SpreadLabels spread_over_sets(const std::vector<KnownSet>& sets,
                              const std::vector<KnownSet>& labeled, RandomStream random);

}  // namespace costruct::experiments
