// The hidden Markov model with multi-Bernoulli emissions, as weights (the generative baseline of Brefeld
// 2008, section 5.4).
//
//   p(x, y) = pi(y_1) prod_{t >= 2} a(y_{t-1}, y_t) prod_t prod_j p_{j,y_t}^{x_tj} (1 - p_{j,y_t})^{1 - x_tj}
//
// over the J features j that occur in the labeled inputs, maximum likelihood with additive smoothing s (pi
// and each row of a are multinomial groups of the problem):
//   pi_k = (first_k + s) / (n + K s),   a_pk = (count_pk + s) / (sum_k count_pk + K s),
//   p_jk = (count_jk + s) / (count_k + 2 s).
// Its log-probability is linear in the joint features with `bias` and `boundary`:
//   w(j, k) = log p_jk - log(1 - p_jk),  w(p, k) = log a_pk,  w(bias k) = sum_j log(1 - p_jk),
//   w(first k) = log pi_k,  w(last k) = 0 (no end state);
// features that the labeled inputs do not have get weight 0. Reported as primal: -sum_i log p(x_i, y_i).
//
// Smoothing is added once per feature, so a token of label k pays about J s / (count_k + s) for all features
// that k never had: where s is not well below count_k / J, a rare label loses whatever its tokens look like.
//
// `emissions` present: prod_j p_{j,y_t}^{x_tj}, over the features a token has alone, so that w(j, k) = log
// p_jk and w(bias k) = 0. What a token lacks says nothing. This is no distribution over inputs.
#include <cmath>

#include "costruct/core/markov_structure.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/multinomials.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

enum class Emissions { kBernoulli, kPresent };

struct HmmOptions {
  double smoothing = 1e-4;
  Emissions emissions = Emissions::kBernoulli;
};

OptionDeclaration<HmmOptions> hmm_options() {
  OptionDeclaration<HmmOptions> options;
  options.number(
      "smoothing", &HmmOptions::smoothing, {.greater_than = 0},
      "added to every count of first labels, transitions and emissions; choose from 1e-9 up: well below a "
      "label's tokens over the number of features, or that label cannot win");
  options.choice("emissions", &HmmOptions::emissions, {"bernoulli", "present"},
                 "whether every feature of the labeled inputs counts, or only those that a token has");
  return options;
}

class Hmm final : public Learner {
 public:
  explicit Hmm(const HmmOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const StructuredProblem& problem = views.joint();
    require_labeled(sample, "hmm");
    if (views.count() != 1) {
      throw ConfigError("learner hmm trains on one view of all features, got " +
                        std::to_string(views.count()) + " views");
    }
    const MarkovStructure& structure =
        require<MarkovStructure>(problem, "Markov structure over labels", "hmm");
    const MarkovLayout layout = structure.markov_layout();
    if (layout.bias < 0 || structure.multinomial_groups_unavailable()) {
      throw ConfigError("learner hmm needs a problem with bias and boundary on, and eta = 1");
    }
    if (!layout.indicators) {
      throw DataError("learner hmm needs indicator features: each 0 or 1, and none twice in one token");
    }

    // The joint features of the labeled examples, added up, are all the counts there are.
    Vector counts(problem.dimension(), 0.0);
    std::vector<Index> seen(layout.num_features, 0);
    for (const auto& [x, y, weight] : sample.labeled) {
      add_to(counts, weight, problem.joint_feature(x, y));
      structure.count_features(x, seen);
    }
    Vector w(counts.size(), 0.0);
    set_log_probabilities(structure.multinomial_groups(), counts, options_.smoothing, w);
    set_emissions(layout, counts, seen, w);
    Fitted fitted{{std::move(w)}, {}};
    FitReport& report = fitted.report;
    report.primal = ordered_sum(static_cast<Index>(sample.labeled.size()), context.threads, [&](Index i) {
      const auto& [x, y, weight] = sample.labeled[i];
      return -weight * problem.score(x, y, fitted.weights[0]);
    });
    report.iterations = 1;
    report.converged = true;
    report.stopped_because = "closed form";
    return fitted;
  }

 private:
  // The weights of features and biases.
  void set_emissions(const MarkovLayout& layout, const Vector& counts, const std::vector<Index>& seen,
                     VectorRef w) const {
    const Index K = layout.num_labels;
    const double s = options_.smoothing;
    for (Index j = 0; j < layout.num_features; ++j) {
      if (seen[j] == 0) continue;
      for (Index k = 0; k < K; ++k) {
        const double on = counts[layout.emission + j * K + k] + s;
        const double off = counts[layout.bias + k] - counts[layout.emission + j * K + k] + s;
        if (options_.emissions == Emissions::kPresent) {
          w[layout.emission + j * K + k] = std::log(on / (on + off));
          continue;
        }
        w[layout.emission + j * K + k] = std::log(on / off);
        w[layout.bias + k] += std::log(off / (on + off));
      }
    }
  }

  HmmOptions options_;
};

}  // namespace

LearnerEntry hmm_learner() {
  LearnerEntry entry;
  entry.name = "hmm";
  entry.summary = "hidden Markov model with multi-Bernoulli emissions";
  entry.source = "Brefeld 2008, section 5.4";
  entry.needs = {Need::kMarkovStructure, Need::kIndicatorFeatures};
  entry.problem_overrides = {{"bias", true}, {"boundary", true}, {"eta", 1}};
  entry.options = hmm_options().list();
  entry.make = [](const Json& json) { return std::make_unique<Hmm>(hmm_options().parse(json)); };
  return entry;
}

}  // namespace costruct
