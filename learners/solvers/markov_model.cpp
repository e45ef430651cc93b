#include "costruct/learners/solvers/markov_model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/learners/shared/multinomials.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

/// The model over a vocabulary: the features j with seen[j] > 0.
class MarkovModel final : public CountedModel {
 public:
  MarkovModel(const MarkovStructure& structure, const MarkovModelOptions& options,
              std::vector<Index> seen)
      : layout_(structure.markov_layout()),
        groups_(structure.multinomial_groups()),
        options_(options),
        seen_(std::move(seen)) {}

  Vector estimate(ConstVectorRef counts) const override {
    Vector w(counts.size(), 0.0);
    set_log_probabilities(groups_, counts, options_.smoothing, w);
    if (options_.emissions == Emissions::kMultinomial) {
      set_words(counts, w);
    } else {
      set_features(counts, w);
    }
    return w;
  }

  // If the initial labels share a weight with the bias, log pi_k is that weight without the terms
  // of bernoulli emissions.
  double penalty(ConstVectorRef w) const override {
    const Index K = layout_.num_labels;
    const bool bernoulli = options_.emissions == Emissions::kBernoulli;
    double sum = 0;  // sum of the logarithms of emission probabilities
    Vector off(K, 0.0);
    for (Index j = 0; j < layout_.num_features; ++j) {
      if (seen_[j] == 0) continue;
      for (Index k = 0; k < K; ++k) {
        const double weight = w[layout_.emission + j * K + k];
        if (!bernoulli) {
          sum += weight;
          continue;
        }
        const double log_off = -log_one_plus_exp(weight);
        sum += weight + 2 * log_off;
        off[k] += log_off;
      }
    }
    double penalty = smoothing_penalty(groups_, w, options_.smoothing);
    if (layout_.first == layout_.bias) {
      for (Index k = 0; bernoulli && k < K; ++k) penalty += options_.smoothing * off[k];
    }
    return penalty - options_.smoothing * sum;
  }

 private:
  static double log_one_plus_exp(double a) {
    return std::max(a, 0.0) + std::log1p(std::exp(-std::abs(a)));
  }

  // Sets the weights of Bernoulli variables, for bernoulli and for present emissions.
  void set_features(ConstVectorRef counts, VectorRef w) const {
    const Index K = layout_.num_labels;
    const double s = options_.smoothing;
    for (Index j = 0; j < layout_.num_features; ++j) {
      if (seen_[j] == 0) continue;
      for (Index k = 0; k < K; ++k) {
        const double on = counts[layout_.emission + j * K + k] + s;
        // Expected counts are summed in different orders, so their difference may fall below 0.
        const double left = counts[layout_.bias + k] - counts[layout_.emission + j * K + k];
        const double off = std::max(left, 0.0) + s;
        if (options_.emissions == Emissions::kPresent) {
          w[layout_.emission + j * K + k] = std::log(on / (on + off));
          continue;
        }
        w[layout_.emission + j * K + k] = std::log(on / off);
        w[layout_.bias + k] += std::log(off / (on + off));
      }
    }
  }

  void set_words(ConstVectorRef counts, VectorRef w) const {
    const Index K = layout_.num_labels;
    Vector total(K, 0.0);
    for (Index j = 0; j < layout_.num_features; ++j) {
      for (Index k = 0; seen_[j] > 0 && k < K; ++k)
        total[k] += counts[layout_.emission + j * K + k] + options_.smoothing;
    }
    for (Index j = 0; j < layout_.num_features; ++j) {
      for (Index k = 0; seen_[j] > 0 && k < K; ++k) {
        const Index at = layout_.emission + j * K + k;
        w[at] = std::log((counts[at] + options_.smoothing) / total[k]);
      }
    }
  }

  MarkovLayout layout_;
  std::vector<std::vector<Index>> groups_;
  MarkovModelOptions options_;
  std::vector<Index> seen_;
};

const MarkovStructure& checked_structure(const StructuredProblem& problem,
                                         const MarkovModelOptions& options,
                                         const std::string& learner) {
  const auto& structure =
      require<MarkovStructure>(problem, "Markov structure over labels", learner.c_str());
  const MarkovLayout layout = structure.markov_layout();
  if (layout.bias < 0 || structure.multinomial_groups_unavailable()) {
    throw ConfigError(
        fmt::format("learner {} needs a problem with {}", learner,
                    layout.transition < 0 ? "bias on" : "bias and boundary on, and eta = 1"));
  }
  const bool words = options.emissions == Emissions::kMultinomial;
  if (!(words ? layout.counts : layout.indicators)) {
    throw DataError(
        fmt::format("learner {} needs {}", learner,
                    words ? "features that are counts: each a whole number >= 0"
                          : "indicator features: each 0 or 1, and none twice in one token"));
  }
  return structure;
}

}  // namespace

Needs needs_of_markov_model(const MarkovModelOptions& options) {
  const bool words = options.emissions == Emissions::kMultinomial;
  Needs needs{{Need::kMarkovStructure, words ? Need::kCountFeatures : Need::kIndicatorFeatures}};
  if (options.unlabeled_weight > 0) needs.offers.push_back(Need::kLogPartition);
  return needs;
}

void check_markov_model(const MarkovModelOptions& options) {
  if (options.emissions == Emissions::kPresent && options.unlabeled_weight > 0) {
    throw ConfigError(fmt::format(
        "unlabeled_weight = {:g}: emissions present are no distribution over inputs, and have no "
        "likelihood without labels: must be 0, or emissions bernoulli or multinomial",
        options.unlabeled_weight));
  }
}

Fitted fit_markov_model(const Views& views, const Sample& sample, const MarkovModelOptions& options,
                        const FitContext& context, const std::string& learner) {
  require_labeled(sample, learner);
  if (views.count() != 1) {
    throw ConfigError("learner " + learner + " trains on one view of all features, got " +
                      std::to_string(views.count()) + " views");
  }
  const StructuredProblem& problem = views.joint();
  const MarkovStructure& structure = checked_structure(problem, options, learner);
  const bool uses_unlabeled = !sample.unlabeled.empty() && options.unlabeled_weight > 0;
  const bool supervised = !uses_unlabeled && sample.partial.empty();
  if (!sample.partial.empty() && options.emissions == Emissions::kPresent)
    throw ConfigError(
        "emissions = present: they are no distribution over inputs, and have no likelihood of "
        "examples that are labeled in part: use bernoulli or multinomial");
  std::vector<Index> seen(structure.markov_layout().num_features, 0);
  for (const LabeledExample& example : sample.labeled) structure.count_features(example.x, seen);
  for (const PartialExample& example : sample.partial) structure.count_features(example.x, seen);
  for (std::size_t j = 0; uses_unlabeled && j < sample.unlabeled.size(); ++j)
    structure.count_features(sample.unlabeled[j], seen);
  const MarkovModel model(structure, options, std::move(seen));
  if (!supervised) require<LogPartition>(problem, "the log-partition", learner.c_str());
  Fitted fitted = maximize_expectation(problem, model, sample, options, context, learner);
  if (!supervised) return fitted;
  FitReport& report = fitted.report;
  report.primal =
      ordered_sum(static_cast<Index>(sample.labeled.size()), context.threads, [&](Index i) {
        const auto& [x, y, weight] = sample.labeled[i];
        return -weight * problem.score(x, y, fitted.weights[0]);
      });
  report.iterations = 1;
  return fitted;
}

}  // namespace costruct
