// Maximum likelihood of multinomial events, as weights: of a probabilistic context-free grammar, whose events
// are the rules that rewrite each of its nonterminals, and its start symbols.
//
//   p(x, y) = prod_e p_e^{Phi_e(x, y)},   sum_{e in g} p_e = 1 for each multinomial group g of the problem
//
// Its log-probability is linear in the joint features: w(e) = log p_e, and w = 0 for coordinates in no group.
//
//   minimise  P(w) = -sum_i weight_i f(x_i, y_i) - u sum_j log Z(x_j) - s sum_e log p_e,
//   f(x, y) = log p(x, y),  log Z(x) = log p(x),  u = unlabeled_weight,  s = smoothing
//
// Without unlabeled inputs this is a closed form (relative frequencies with additive smoothing),
//   p_e = (c_e + s) / (sum_{e' in g} c_e' + |g| s),   c = sum_i weight_i Phi(x_i, y_i),
// else expectation maximisation from there (solvers/expectation_maximization.hpp; of grammars Lari & Young
// 1990), in which c has what is expected of the unlabeled inputs, u E[Phi(x_j, y)], as well. It ends in a
// local minimum of P, which is reported as primal.
#include "costruct/core/multinomial_groups.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/multinomials.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/solvers/expectation_maximization.hpp"

namespace costruct {
namespace {

struct PcfgOptions : ExpectationMaximizationOptions {
  double smoothing = 1e-6;
};

OptionDeclaration<PcfgOptions> pcfg_options() {
  OptionDeclaration<PcfgOptions> options;
  options.number(
      "smoothing", &PcfgOptions::smoothing, {.greater_than = 0},
      "added to the count of every rule: towards 0 maximum likelihood, and trees with a rule never "
      "seen are next to impossible; keep it well below a nonterminal's count over the number of "
      "its rules, or those never seen take the probability of those that were");
  declare_expectation_maximization(options);
  return options;
}

Needs needs_of_pcfg(const PcfgOptions& options) {
  Needs needs{{Need::kMultinomialModel}};
  if (options.unlabeled_weight > 0) needs.offers.push_back(Need::kLogPartition);
  return needs;
}

/// Smoothed relative frequencies in each group.
class Multinomials final : public CountedModel {
 public:
  Multinomials(const MultinomialModel& events, double smoothing)
      : groups_(events.multinomial_groups()), smoothing_(smoothing) {}

  Vector estimate(ConstVectorRef counts) const override {
    Vector w(counts.size(), 0.0);
    set_log_probabilities(groups_, counts, smoothing_, w);
    return w;
  }
  double penalty(ConstVectorRef w) const override { return smoothing_penalty(groups_, w, smoothing_); }

 private:
  std::vector<std::vector<Index>> groups_;
  double smoothing_;
};

class Pcfg final : public Learner {
 public:
  explicit Pcfg(const PcfgOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "pcfg");
    if (views.count() != 1) {
      throw ConfigError("learner pcfg trains on one view of all features, got " +
                        std::to_string(views.count()) + " views");
    }
    const StructuredProblem& problem = views.joint();
    if (const auto why = unmet(needs_of_pcfg(options_), problem)) throw ConfigError("learner pcfg: " + *why);
    const Multinomials model(dynamic_cast<const MultinomialModel&>(problem), options_.smoothing);
    return maximize_expectation(problem, model, sample, options_, context, "pcfg");
  }

 private:
  PcfgOptions options_;
};

}  // namespace

LearnerEntry pcfg_learner() {
  LearnerEntry entry;
  entry.name = "pcfg";
  entry.summary = "probabilistic context-free grammar, by relative frequencies and expectation maximisation";
  entry.source = "Lari & Young 1990; Nigam et al. 2000";
  entry.uses_unlabeled = true;
  entry.needs = {Need::kMultinomialModel};
  entry.needs_with = [](const Json& json) { return needs_of_pcfg(pcfg_options().parse(json)); };
  entry.options = pcfg_options().list();
  entry.make = [](const Json& json) { return std::make_unique<Pcfg>(pcfg_options().parse(json)); };
  return entry;
}

}  // namespace costruct
