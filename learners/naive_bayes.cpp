// Naive Bayes for inputs with one label, from labeled examples and unlabeled inputs (Nigam,
// McCallum, Thrun & Mitchell 2000). Its probabilities are weights. It is the hidden Markov model of
// chains of length one.
//
//   p(x, k) = pi_k e(x | k)
//     multinomial  e(x | k) = prod_j p_jk^{x_j},  sum_j p_jk = 1,  given the number of words of x
//     bernoulli    e(x | k) = prod_j p_jk^{x_j} (1 - p_jk)^{1 - x_j}
//     present      e(x | k) = prod_j p_jk^{x_j} with the p_jk of bernoulli; this is not a
//                  distribution over inputs
//
//   minimise  P = -sum_i weight_i log p(x_i, y_i) - u sum_j log sum_k p(x_j, k)
//                 - s sum log(probabilities)
//     u = unlabeled_weight (their lambda),  s = smoothing (1: Laplace's, as theirs)
//
// Without unlabeled inputs, or with u = 0, the solution has a closed form. It consists of relative
// frequencies with additive smoothing over the features that the labeled inputs have. Otherwise
// expectation maximisation starts there, over the features of all inputs, and ends in a local
// minimum (solvers/markov_model.hpp, solvers/expectation_maximization.hpp).
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/solvers/markov_model.hpp"

namespace costruct {
namespace {

struct NaiveBayesOptions : MarkovModelOptions {
  NaiveBayesOptions() {
    smoothing = 0.1;
    unlabeled_weight = 1;
    emissions = Emissions::kMultinomial;
  }
};

OptionDeclaration<NaiveBayesOptions> naive_bayes_options() {
  OptionDeclaration<NaiveBayesOptions> options;
  options.number("smoothing", &NaiveBayesOptions::smoothing, {.greater_than = 0},
                 "added to every count of labels and features; 1, Laplace's, is far too much for "
                 "texts: choose it");
  options.choice<Emissions>(
      "emissions", &NaiveBayesOptions::emissions, {"bernoulli", "present", "multinomial"},
      "all features count, or those that an input has, or these as its draws");
  declare_expectation_maximization(options);
  return options;
}

Needs needs_of_naive_bayes(const NaiveBayesOptions& options) {
  Needs needs = needs_of_markov_model(options);
  needs.offers.insert(needs.offers.begin(), Need::kOneLabel);
  return needs;
}

class NaiveBayes final : public Learner {
 public:
  explicit NaiveBayes(const NaiveBayesOptions& options) : options_(options) {}
  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    if (views.count() == 1) {  // else refused below
      if (const auto why = unmet(Need::kOneLabel, views.joint()))
        throw ConfigError("learner naive_bayes: " + *why);
    }
    return fit_markov_model(views, sample, options_, context, "naive_bayes");
  }

 private:
  NaiveBayesOptions options_;
};

}  // namespace

LearnerEntry naive_bayes_learner() {
  LearnerEntry entry;
  entry.name = "naive_bayes";
  entry.summary = "naive Bayes of words, in closed form, and by expectation maximisation";
  entry.source = "Nigam, McCallum, Thrun & Mitchell 2000";
  entry.cost =
      "one pass over the labeled examples; with unlabeled ones, a pass over all per iteration";
  entry.learns_likelihood = true;
  entry.partial_examples = kSumsOverHidden;
  entry.unlabeled_weights = {"unlabeled_weight"};
  entry.needs = {Need::kOneLabel, Need::kMarkovStructure, Need::kCountFeatures};
  entry.needs_with = [](const Json& json) {
    return needs_of_naive_bayes(naive_bayes_options().parse(json));
  };
  entry.problem_overrides = {{"bias", true}};
  entry.options = naive_bayes_options().list();
  entry.make = [](const Json& json) {
    const NaiveBayesOptions options = naive_bayes_options().parse(json);
    check_markov_model(options);
    return std::make_unique<NaiveBayes>(options);
  };
  return entry;
}

}  // namespace costruct
