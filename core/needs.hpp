// What learners may need of a problem beyond the waist, as data: catalogs list it; configs and
// contracts check it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// One thing that a problem offers or does not.
enum class Need {
  kRunnerUp,               ///< RunnerUpDecoder
  kLogPartition,           ///< LogPartition
  kMarkovStructure,        ///< MarkovStructure; of chains of length one with a bias for each label
  kPartCovariances,        ///< PartCovariances
  kMultinomialModel,       ///< MultinomialModel
  kPairHiddenMarkovModel,  ///< PairHiddenMarkovModel
  kSubstitutionScores,     ///< SubstitutionScores
  kLabelScores,            ///< LabelScores
  kLabelBiases,            ///< LabelBiases
  kLabelOffsets,           ///< LabelOffsets
  kOutputClasses,          ///< OutputClasses
  kPairDecisions,          ///< PairDecisions
  kSingleMoves,            ///< SingleMoves
  kOneLabel,               ///< MarkovStructure of chains of length one
  kIndicatorFeatures,  ///< every feature is 0 or 1, and none twice in a part; those of kernels are
                       ///< not
  kCountFeatures,      ///< every feature is a whole number >= 0; those of kernels are not
  kRetrievalWeights    ///< RetrievalWeights
};

/// "the runner-up"
const char* need_name(Need need);

/// "needs the runner-up, which this problem does not offer"
inline std::string not_offered(const std::string& what) {
  return "needs " + what + ", which this problem does not offer";
}

/// All that a learner needs.
struct Needs {
  std::vector<Need> offers;
  std::optional<Augmentation> augmentation = std::nullopt;  ///< exact loss-augmented decoding
};

/// Why the problem does not have it, as in not_offered(); nullopt where it does.
std::optional<std::string> unmet(Need need, const StructuredProblem& problem);
/// The same for the first of several that the problem does not have.
std::optional<std::string> unmet(const Needs& needs, const StructuredProblem& problem);

}  // namespace costruct
