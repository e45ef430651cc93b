// Probabilistic context-free grammars: maximum likelihood of the events of a derivation. These are
// the rules that rewrite each nonterminal, and the start symbols. Their log-probabilities are
// weights.
//
//   p(x, y) = prod_e p_e^{Phi_e(x, y)}
//
// Without unlabeled inputs the solution has a closed form: relative frequencies with additive
// smoothing. Otherwise expectation maximisation starts there (Lari & Young 1990; with labeled
// examples and a weight Nigam et al. 2000). solvers/multinomial_model.hpp has the objective. The
// learner fits any problem that consists of multinomial events.
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/solvers/multinomial_model.hpp"

namespace costruct {
namespace {

OptionDeclaration<MultinomialModelOptions> pcfg_options() {
  OptionDeclaration<MultinomialModelOptions> options;
  options.number("smoothing", &MultinomialModelOptions::smoothing, {.greater_than = 0},
                 "added to the count of every rule; keep it well below a nonterminal's count over "
                 "the number of its rules");
  declare_expectation_maximization(options);
  return options;
}

class Pcfg final : public Learner {
 public:
  explicit Pcfg(const MultinomialModelOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    return fit_multinomial_model(views, sample, Need::kMultinomialModel, options_, context, "pcfg");
  }

 private:
  MultinomialModelOptions options_;
};

}  // namespace

LearnerEntry pcfg_learner() {
  LearnerEntry entry;
  entry.name = "pcfg";
  entry.summary =
      "probabilistic context-free grammar, by relative frequencies and expectation maximisation";
  entry.source = "Lari & Young 1990; Nigam et al. 2000";
  entry.cost =
      "one pass over the labeled trees; with unlabeled ones, inside-outside of each per iteration";
  entry.learns_likelihood = true;
  entry.partial_examples = kSumsOverHidden;
  entry.unlabeled_weights = {"unlabeled_weight"};
  entry.needs = {Need::kMultinomialModel};
  entry.needs_with = [](const Json& json) {
    return needs_of_multinomial_model(Need::kMultinomialModel, pcfg_options().parse(json));
  };
  entry.options = pcfg_options().list();
  entry.make = [](const Json& json) { return std::make_unique<Pcfg>(pcfg_options().parse(json)); };
  return entry;
}

}  // namespace costruct
