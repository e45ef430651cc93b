// The needs of learners beyond StructuredProblem, as data. Catalogs list them; configs and contract
// tests check them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/interfaces/known_weights.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// One thing that a problem may offer. Most are optional interfaces of the same name, each in a
/// file of core/interfaces/. For LogPartition, LabelBiases, MultinomialModel and
/// PairHiddenMarkovModel, the member ..._unavailable() must also return nullopt.
enum class Need {
  kRunnerUp,         ///< RunnerUpDecoder
  kLogPartition,     ///< LogPartition
  kMarkovStructure,  ///< MarkovStructure; if all chains have length one, also a bias for each label
  kPartCovariances,  ///< PartCovariances
  kMultinomialModel,       ///< MultinomialModel
  kPairHiddenMarkovModel,  ///< PairHiddenMarkovModel
  kLabelScores,            ///< LabelScores
  kLabelBiases,            ///< LabelBiases
  kLabelOffsets,           ///< LabelOffsets
  kOutputClasses,          ///< OutputClasses
  kPairDecisions,          ///< PairDecisions
  kSingleMoves,            ///< SingleMoves
  kOneLabel,               ///< MarkovStructure of chains of length one
  /// MarkovStructure with features that are 0 or 1, each once per part. Kernel features are not
  /// indicators.
  kIndicatorFeatures,
  /// MarkovStructure with features that are whole numbers >= 0. Kernel features are not counts.
  kCountFeatures
};

/// The name of a need in messages, for example "the runner-up".
const char* need_name(Need need);

/// The message "needs `what`, which this problem does not offer".
inline std::string not_offered(const std::string& what) {
  return "needs " + what + ", which this problem does not offer";
}

/// Everything that a learner needs from the problem of each of its views. unmet() says which need a
/// problem does not meet.
struct Needs {
  std::vector<Need> offers;  ///< the problem must offer all of these
  /// The problem must have loss-augmented decoding with this augmentation.
  std::optional<Augmentation> augmentation = std::nullopt;
  /// The problem must offer KnownWeights with this set.
  std::optional<KnownSet> known_weights = std::nullopt;
  /// Whether the problem of all views together (Views::together()) must meet the needs too.
  bool together = false;
};

/// The reason why the problem does not meet a need; nullopt if it meets it. The text is the end of
/// a message, for example the result of not_offered().
std::optional<std::string> unmet(Need need, const StructuredProblem& problem);
/// The same for a set of known weights.
std::optional<std::string> unmet(const KnownSet& set, const StructuredProblem& problem);
/// The same for all needs: the reason for the first one that the problem does not meet.
std::optional<std::string> unmet(const Needs& needs, const StructuredProblem& problem);

}  // namespace costruct
