// The hidden Markov model, with its probabilities as weights. With multi-Bernoulli emissions it is
// the generative baseline of Brefeld 2008, section 5.4.
//
//   p(x, y) = pi(y_1) prod_{t >= 2} a(y_{t-1}, y_t) prod_t e(x_t | y_t)
//     bernoulli    e(x_t | k) = prod_j p_jk^{x_tj} (1 - p_jk)^{1 - x_tj}
//     multinomial  e(x_t | k) = prod_j p_jk^{x_tj},  sum_j p_jk = 1,  given the number of features
//                  of x_t
//     present      e(x_t | k) = prod_j p_jk^{x_tj} with the p_jk of bernoulli; absent features do
//                  not count. This is not a distribution over inputs.
// There is no end state. Inputs with one label are chains of length one; then this is naive Bayes.
//
//   minimise  P = -sum_i weight_i log p(x_i, y_i) - u sum_j log p(x_j) - s sum log(probabilities)
//     u = unlabeled_weight,  s = smoothing
//
// Without unlabeled inputs, or with u = 0, the solution has a closed form: relative frequencies
// with additive smoothing. solvers/markov_model.hpp has these and the weights. Otherwise
// expectation maximisation starts there (Nigam et al. 2000; for chains it is known as Baum-Welch,
// Rabiner 1989) and ends in a local minimum. With u > 0 the J features are those of labeled and
// unlabeled inputs, else only those of labeled ones.
//
// Smoothing is added once per feature. So a token of label k costs about J s / (count_k + s) for
// all features that k never had. If s is not well below count_k / J, a rare label is never
// predicted, whatever the features of its tokens.
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/solvers/markov_model.hpp"

namespace costruct {
namespace {

OptionDeclaration<MarkovModelOptions> hmm_options() {
  OptionDeclaration<MarkovModelOptions> options;
  options.number("smoothing", &MarkovModelOptions::smoothing, {.greater_than = 0},
                 "added to every count; keep it well below a label's tokens per feature");
  options.choice<Emissions>("emissions", &MarkovModelOptions::emissions,
                            {"bernoulli", "present", "multinomial"},
                            "all features count, or those that a token has, or these as its draws");
  declare_expectation_maximization(options);
  return options;
}

class Hmm final : public Learner {
 public:
  explicit Hmm(const MarkovModelOptions& options) : options_(options) {}
  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    return fit_markov_model(views, sample, options_, context, "hmm");
  }

 private:
  MarkovModelOptions options_;
};

}  // namespace

LearnerEntry hmm_learner() {
  LearnerEntry entry;
  entry.name = "hmm";
  entry.summary = "hidden Markov model, in closed form, and by expectation maximisation";
  entry.source = "Brefeld 2008, section 5.4; Nigam et al. 2000";
  entry.cost =
      "one pass over the labeled examples; with unlabeled ones, sums over each of them per "
      "iteration";
  entry.learns_likelihood = true;
  entry.partial_examples = kSumsOverHidden;
  entry.unlabeled_weights = {"unlabeled_weight"};
  entry.needs = {Need::kMarkovStructure, Need::kIndicatorFeatures};
  entry.needs_with = [](const Json& json) {
    return needs_of_markov_model(hmm_options().parse(json));
  };
  entry.problem_overrides = {{"bias", true}, {"boundary", true}, {"eta", 1}};
  entry.options = hmm_options().list();
  entry.make = [](const Json& json) {
    const MarkovModelOptions options = hmm_options().parse(json);
    check_markov_model(options);
    return std::make_unique<Hmm>(options);
  };
  return entry;
}

}  // namespace costruct
