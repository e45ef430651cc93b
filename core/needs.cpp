#include "costruct/core/needs.hpp"

#include "costruct/core/interfaces/label_biases.hpp"
#include "costruct/core/interfaces/label_offsets.hpp"
#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/output_classes.hpp"
#include "costruct/core/interfaces/pair_decisions.hpp"
#include "costruct/core/interfaces/part_covariances.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/interfaces/single_moves.hpp"

namespace costruct {
namespace {

template <class Interface>
std::optional<std::string> unless_offered(const StructuredProblem& problem, Need need) {
  if (offered<Interface>(problem) != nullptr) return std::nullopt;
  return not_offered(need_name(need));
}

}  // namespace

const char* need_name(Need need) {
  switch (need) {
    case Need::kRunnerUp:
      return "the runner-up";
    case Need::kLogPartition:
      return "the log-partition";
    case Need::kMarkovStructure:
      return "Markov structure over labels";
    case Need::kPartCovariances:
      return "entropies and covariances over labels";
    case Need::kMultinomialModel:
      return "a model of multinomial events alone";
    case Need::kPairHiddenMarkovModel:
      return "a model of multinomial events of two sequences";
    case Need::kLabelScores:
      return "label scores";
    case Need::kLabelBiases:
      return "label biases";
    case Need::kLabelOffsets:
      return "offsets of labels (for label_shares)";
    case Need::kOutputClasses:
      return "classes of outputs";
    case Need::kPairDecisions:
      return "decisions on pairs";
    case Need::kSingleMoves:
      return "moves of single objects";
    case Need::kOneLabel:
      return "one label per input";
    case Need::kIndicatorFeatures:
      return "indicator features";
    case Need::kCountFeatures:
      return "features that are counts";
  }
  return "";
}

std::optional<std::string> unmet(Need need, const StructuredProblem& problem) {
  switch (need) {
    case Need::kRunnerUp:
      return unless_offered<RunnerUpDecoder>(problem, need);
    case Need::kLogPartition:
      if (auto why = unless_offered<LogPartition>(problem, need)) return why;
      return offered<LogPartition>(problem)->log_partition_unavailable();
    case Need::kMarkovStructure: {
      if (auto why = unless_offered<MarkovStructure>(problem, need)) return why;
      const MarkovLayout layout = offered<MarkovStructure>(problem)->markov_layout();
      if (layout.transition >= 0 || layout.first >= 0) return std::nullopt;
      return not_offered("a bias for each label");
    }
    case Need::kPartCovariances:
      return unless_offered<PartCovariances>(problem, need);
    case Need::kMultinomialModel:
      if (auto why = unless_offered<MultinomialModel>(problem, need)) return why;
      if (auto why = offered<MultinomialModel>(problem)->multinomial_groups_unavailable())
        return "needs " + *why;
      return std::nullopt;
    case Need::kPairHiddenMarkovModel:
      if (auto why = unless_offered<PairHiddenMarkovModel>(problem, need)) return why;
      return unmet(Need::kMultinomialModel, problem);
    case Need::kLabelScores:
      return unless_offered<LabelScores>(problem, need);
    case Need::kLabelBiases:
      if (auto why = unless_offered<LabelBiases>(problem, need)) return why;
      if (auto why = offered<LabelBiases>(problem)->label_biases_unavailable())
        return "balance needs " + *why;
      return std::nullopt;
    case Need::kLabelOffsets:
      return unless_offered<LabelOffsets>(problem, need);
    case Need::kOutputClasses:
      return unless_offered<OutputClasses>(problem, need);
    case Need::kPairDecisions:
      return unless_offered<PairDecisions>(problem, need);
    case Need::kSingleMoves:
      return unless_offered<SingleMoves>(problem, need);
    case Need::kOneLabel:
      if (auto why = unless_offered<MarkovStructure>(problem, need)) return why;
      if (offered<MarkovStructure>(problem)->markov_layout().transition < 0) return std::nullopt;
      return not_offered(need_name(need));
    case Need::kIndicatorFeatures:
      if (auto why = unless_offered<MarkovStructure>(problem, need)) return why;
      if (offered<MarkovStructure>(problem)->markov_layout().indicators) return std::nullopt;
      return "needs indicator features: each 0 or 1, and none twice in one token";
    case Need::kCountFeatures:
      if (auto why = unless_offered<MarkovStructure>(problem, need)) return why;
      if (offered<MarkovStructure>(problem)->markov_layout().counts) return std::nullopt;
      return "needs features that are counts: each a whole number >= 0";
  }
  return std::nullopt;
}

std::optional<std::string> unmet(const KnownSet& set, const StructuredProblem& problem) {
  const auto* known = offered<KnownWeights>(problem);
  if (known == nullptr || !known->has_known_set(set.name)) return not_offered(set.name);
  if (const auto why = known->known_weights_unavailable(set)) return "needs " + *why;
  return std::nullopt;
}

std::optional<std::string> unmet(const Needs& needs, const StructuredProblem& problem) {
  for (const Need need : needs.offers) {
    if (auto why = unmet(need, problem)) return why;
  }
  if (needs.known_weights) {
    if (auto why = unmet(*needs.known_weights, problem)) return why;
  }
  return needs.augmentation ? problem.loss_augmentation_unavailable(*needs.augmentation)
                            : std::nullopt;
}

}  // namespace costruct
