// Baselines that learn nothing: each sets weights that the problem knows beforehand.
//
// `substitution_matrix`: published substitution scores, BLOSUM62 among them, with affine gap costs,
// as alignment programs use them.
//
//   f(x, y) = sum of the scores of the pairs of y - sum over its gaps of (gap_open + k gap_extend),
//   k the length of a gap
//
// BLAST counts in this way: with its 11 and 1 for BLOSUM62, a gap of one position costs 12.
// Programs for which gap_open is the cost of the first position (EMBOSS, parasail) say 12 and 1
// for the same.
//
// `retrieval_rule`: rules by which retrieval chooses documents. With S the chosen documents:
//
//   random            sum over S of a number drawn for each document
//   bm25              sum over S of the relevance to the query (Okapi; Robertson et al. 1994)
//   essential_pages   sum over the words that S covers of r log2(1/r), r the share of candidates
//                     with it
//   mmr               sum over S of the relevance - redundancy * sum over pairs of S of their
//                     similarity
//   unweighted_words  number of the words that S covers
//
// Essential pages (Swaminathan, Mathew & Kirovski 2009) weigh words by a fixed function of their
// frequency among the candidates. The texts at hand do not print it. This one is ours: it is 0 for
// words that no or all candidates have. Maximal marginal relevance (Carbonell & Goldstein 1998)
// takes the highest similarity to those chosen before. Here it is the sum, so that a set has one
// value whatever the order.
#include "costruct/core/interfaces/known_weights.hpp"

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

class KnownWeightsLearner final : public Learner {
 public:
  KnownWeightsLearner(std::string name, KnownSet set)
      : name_(std::move(name)), set_(std::move(set)) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext&) const override {
    require_labeled(sample, name_);
    if (views.count() != 1) {
      throw ConfigError("learner " + name_ + " takes one view of all features, got " +
                        std::to_string(views.count()) + " views");
    }
    if (const auto why = unmet(set_, views.joint()))
      throw ConfigError("learner " + name_ + ": " + *why);
    Fitted fitted;
    fitted.weights = {offered<KnownWeights>(views.joint())->known_weights(set_)};
    fitted.report.converged = true;
    fitted.report.stopped_because = "nothing to learn";
    return fitted;
  }

 private:
  std::string name_;
  KnownSet set_;
};

// Completes an entry with name and options: its learner sets the weights of this name.
LearnerEntry known_weights_learner(LearnerEntry entry, const std::string& set) {
  const auto set_with = [set, declared = entry.options](const Json& options) {
    return KnownSet{set, with_defaults(declared, options)};
  };
  entry.learns_from_labels = false;
  entry.needs_with = [set_with](const Json& options) {
    Needs needs;
    needs.known_weights = set_with(options);
    return needs;
  };
  entry.make = [set_with, name = entry.name, declared = entry.options](const Json& options) {
    ConfigErrors errors;
    check_options(declared, options, "", errors);
    errors.throw_if_any("");
    return std::make_unique<KnownWeightsLearner>(name, set_with(options));
  };
  return entry;
}

OptionInfo known_cost(const char* name, double cost, const char* meaning) {
  return {name, OptionType::kNumber, cost, {.at_least = 0}, {}, meaning};
}

}  // namespace

LearnerEntry substitution_matrix_learner() {
  LearnerEntry entry;
  entry.name = "substitution_matrix";
  entry.summary = "substitution scores that are known, with affine gap costs: learns nothing";
  entry.source = "Henikoff & Henikoff 1992; Gotoh 1982";
  entry.options = {
      known_cost(
          "gap_open", 11,
          "cost of a gap beside that of its positions, as BLAST counts: its 11, 1 are 11, 1 here"),
      known_cost("gap_extend", 1, "cost of each position of a gap, the first one too")};
  return known_weights_learner(std::move(entry), "known substitution scores");
}

LearnerEntry retrieval_rule_learner() {
  LearnerEntry entry;
  entry.name = "retrieval_rule";
  entry.summary = "rules of retrieval (BM25, essential pages, MMR ...) as weights: learns nothing";
  entry.source = "Robertson et al. 1994; Swaminathan et al. 2009; Carbonell & Goldstein 1998";
  OptionInfo redundancy =
      known_cost("redundancy", 1,
                 "cost of two chosen documents of similarity 1, if the most relevant one is "
                 "worth 1");
  redundancy.only_with = "rule";
  redundancy.only_with_value = "mmr";
  entry.options = {{"rule",
                    OptionType::kChoice,
                    "bm25",
                    {},
                    {"random", "bm25", "essential_pages", "mmr", "unweighted_words"},
                    "rule that chooses documents"},
                   std::move(redundancy)};
  return known_weights_learner(std::move(entry), "weights of retrieval rules");
}

}  // namespace costruct
