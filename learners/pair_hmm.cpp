// Pair hidden Markov models: maximum likelihood of the events of an alignment (Durbin, Eddy, Krogh
// & Mitchison 1998, chapter 4). Their log-probabilities are weights. A state emits a pair, an
// unpaired position of the first sequence, or an unpaired position of the second. The other events
// are the states that follow.
//
//   p(x, y) = prod_t p(s_t | s_{t-1}) p(emission of s_t)
//     s_0 is the state of pairs; there is no end state
//
// Without unlabeled inputs, or with unlabeled_weight 0, the solution has a closed form: relative
// frequencies with additive smoothing. Otherwise expectation maximisation starts there. Pairs of
// sequences without an alignment then count with all their alignments.
// solvers/multinomial_model.hpp has the objective.
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/solvers/multinomial_model.hpp"

namespace costruct {
namespace {

struct PairHmmOptions : MultinomialModelOptions {
  PairHmmOptions() {
    smoothing = 1;
    unlabeled_weight = 0;
  }
};

OptionDeclaration<PairHmmOptions> pair_hmm_options() {
  OptionDeclaration<PairHmmOptions> options;
  options.number("smoothing", &PairHmmOptions::smoothing, {.greater_than = 0},
                 "added to every count of pairs, positions left alone and transitions; 1 is "
                 "Laplace's");
  declare_expectation_maximization(options);
  return options;
}

class PairHmm final : public Learner {
 public:
  explicit PairHmm(const PairHmmOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    return fit_multinomial_model(views, sample, Need::kPairHiddenMarkovModel, options_, context,
                                 "pair_hmm");
  }

 private:
  PairHmmOptions options_;
};

}  // namespace

LearnerEntry pair_hmm_learner() {
  LearnerEntry entry;
  entry.name = "pair_hmm";
  entry.summary =
      "pair hidden Markov model of alignments, in closed form, and by expectation maximisation";
  entry.source = "Durbin et al. 1998, chapter 4; Nigam et al. 2000";
  entry.cost =
      "one pass over the labeled pairs; with unlabeled ones, forward-backward of each per "
      "iteration";
  entry.learns_likelihood = true;
  entry.partial_examples = kSumsOverHidden;
  entry.unlabeled_weights = {"unlabeled_weight"};
  entry.needs = {Need::kPairHiddenMarkovModel};
  entry.needs_with = [](const Json& json) {
    return needs_of_multinomial_model(Need::kPairHiddenMarkovModel, pair_hmm_options().parse(json));
  };
  entry.options = pair_hmm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<PairHmm>(pair_hmm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
