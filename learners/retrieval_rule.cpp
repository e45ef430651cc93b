// Rules for choosing documents in retrieval, as weights of a problem that chooses documents. They
// are baselines that learn nothing. With S the chosen documents, a rule maximises
//
//   random            sum over S of a number drawn for each document
//   bm25              sum over S of the relevance to the query (Okapi; Robertson et al. 1994)
//   essential_pages   sum over the words that S covers of r log2(1/r), r the share of candidates
//                     with the word
//   mmr               sum over S of the relevance - redundancy * sum over pairs of S of their
//                     similarity
//   unweighted_words  number of the words that S covers
//
// Essential pages (Swaminathan, Mathew & Kirovski 2009) weighs words by a fixed function of their
// frequency among the candidates. The texts that we have do not print it, and this one is our own:
// 0 for words that no or all candidates have. Maximal marginal relevance (Carbonell & Goldstein
// 1998) takes the highest similarity to the documents chosen before. Here it is the sum, so that
// the value of a set does not depend on the order.
#include "costruct/core/interfaces/retrieval_weights.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

struct RetrievalRuleOptions {
  RetrievalRule rule = RetrievalRule::kBm25;
  double redundancy = 1;
};

OptionDeclaration<RetrievalRuleOptions> retrieval_rule_options() {
  OptionDeclaration<RetrievalRuleOptions> options;
  options.choice("rule", &RetrievalRuleOptions::rule,
                 {"random", "bm25", "essential_pages", "mmr", "unweighted_words"},
                 "what documents are chosen by");
  options
      .number(
          "redundancy", &RetrievalRuleOptions::redundancy, {.at_least = 0},
          "what two chosen documents of similarity 1 cost, where the most relevant one is worth 1")
      .only_with("rule", "mmr");
  return options;
}

class RetrievalRuleLearner final : public Learner {
 public:
  explicit RetrievalRuleLearner(const RetrievalRuleOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext&) const override {
    require_labeled(sample, "retrieval_rule");
    if (views.count() != 1) {
      throw ConfigError("learner retrieval_rule takes one view of all features, got " +
                        std::to_string(views.count()) + " views");
    }
    if (const auto why = unmet(Need::kRetrievalWeights, views.joint()))
      throw ConfigError("learner retrieval_rule: " + *why);
    const auto& problem = dynamic_cast<const RetrievalWeights&>(views.joint());
    if (const auto why = problem.retrieval_unavailable(options_.rule))
      throw ConfigError("learner retrieval_rule: needs " + *why);
    Fitted fitted;
    fitted.weights = {problem.retrieval_weights(options_.rule, options_.redundancy)};
    fitted.report.converged = true;
    fitted.report.stopped_because = "nothing to learn";
    return fitted;
  }

 private:
  RetrievalRuleOptions options_;
};

}  // namespace

LearnerEntry retrieval_rule_learner() {
  LearnerEntry entry;
  entry.name = "retrieval_rule";
  entry.summary = "rules of retrieval (BM25, essential pages, MMR ...) as weights: learns nothing";
  entry.source = "Robertson et al. 1994; Swaminathan et al. 2009; Carbonell & Goldstein 1998";
  entry.needs = {Need::kRetrievalWeights};
  entry.options = retrieval_rule_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<RetrievalRuleLearner>(retrieval_rule_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
