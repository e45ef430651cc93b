// Fits in tests: making learners, comparing what they return, toy data that they separate.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "costruct/contract/comparisons.hpp"
#include "costruct/contract/learner_laws.hpp"
#include "costruct/learners/catalog.hpp"
#include "support/enumerate.hpp"
#include "support/reference_model.hpp"
#include "support/tiny.hpp"

namespace costruct::test {

using contract::same_weights;
using contract::with_threads;

/// The options with which a learner does what was published, where its defaults do something else.
inline Json published_options(const std::string& learner) {
  static const Json all = Json::parse(R"({
    "co_svm": {"Cu": 1, "Cu_scale": "each", "final": "sum", "label_shares": "free"},
    "gradient_co_svm": {"Cu": 1, "Cu_scale": "each", "teacher": "peer", "final": "sum",
                        "label_shares": "free"},
    "gradient_tsvm": {"Cu": 1, "Cu_scale": "each"},
    "tsvm_ova": {"Cu": 1, "Cu_scale": "each"},
    "co_perceptron": {"Cu": 1, "Cu_scale": "each", "final": "sum"},
    "self_training": {"learner": {"type": "perceptron"}, "Cu": 1, "Cu_scale": "each",
                      "pick": "overall", "label_shares": "free"},
    "co_training": {"learner": {"type": "perceptron"}, "Cu": 1, "Cu_scale": "each",
                    "final": "sum", "label_shares": "free"},
    "naive_bayes": {"smoothing": 1, "unlabeled_scale": "each"},
    "pcfg": {"unlabeled_weight": 1, "unlabeled_scale": "each"},
    "hmm": {"unlabeled_scale": "each"},
    "pair_hmm": {"unlabeled_scale": "each"}
  })");
  return all.value(learner, Json::object());
}

/// Makes a learner with published_options(), and these options instead of those.
inline std::unique_ptr<Learner> make_learner(const std::string& name,
                                             const Json& options = Json::object()) {
  const LearnerEntry* entry = find_learner(name);
  if (entry == nullptr) throw std::logic_error("no learner " + name);
  Json all = published_options(name);
  all.update(options);
  return entry->make(all);
}

/// Whether a line of progress is of the learner itself. Others are of the supervised fit that a
/// semi-supervised one is compared with for its warnings.
inline bool is_of_learner(const std::string& line) {
  return !line.starts_with("comparison with");
}

inline void check_same_fit(const Fitted& a, const Fitted& b) {
  CHECK(a.together == b.together);
  CHECK(same_weights(a.weights, b.weights));
  for (const auto number : {&FitReport::primal, &FitReport::dual, &FitReport::gap}) {
    REQUIRE((a.report.*number).has_value() == (b.report.*number).has_value());
    if (a.report.*number) CHECK(same_bits(*(a.report.*number), *(b.report.*number)));
  }
  CHECK(a.report.iterations == b.report.iterations);
  CHECK(a.report.oracle_calls == b.report.oracle_calls);
  CHECK(a.report.converged == b.report.converged);
  CHECK(a.report.stopped_because == b.report.stopped_because);
  CHECK(a.report.history == b.report.history);
}

/// Weights fit the problem and are finite; the report says why it ended.
inline void check_form(const LearnerEntry& entry, const Views& views, const Fitted& fitted) {
  const Views predicting = predicting_views(fitted, views);
  if (entry.uses_views) {
    REQUIRE(static_cast<Index>(fitted.weights.size()) == predicting.count());
    for (Index v = 0; v < predicting.count(); ++v) {
      CHECK(static_cast<Index>(fitted.weights[v].size()) == predicting[v].dimension());
    }
  }
  const Vector all = stack(fitted.weights);
  CHECK(static_cast<Index>(all.size()) == predicting.joint().dimension());
  CHECK(std::all_of(all.begin(), all.end(), [](double w) { return std::isfinite(w); }));
  CHECK(!fitted.report.stopped_because.empty());
  if (fitted.report.primal) CHECK(std::isfinite(*fitted.report.primal));
}

/// Data in which feature k of every view is on wherever the truth is k, beside noise; truths in
/// order of inputs.
struct Toy {
  PartData data;
  std::vector<Output> truth;
};

inline Toy separable_toy(const std::vector<Index>& lengths, const std::vector<std::string>& labels,
                         Index views, Dice& dice) {
  const int K = static_cast<int>(labels.size());
  Toy toy;
  toy.data.labels = labels;
  for (const Index length : lengths) toy.truth.push_back(dice.labeling(length, K));
  for (Index v = 0; v < views; ++v) {
    FeatureTable table;
    table.num_features = K + 6;
    for (const Output& y : toy.truth) {
      for (const int label : y.parts) {
        table.feature.push_back(label);
        for (int j = K; j < K + 6; ++j) {
          if (dice.range(0, 2) == 0) table.feature.push_back(j);
        }
        table.end_part();
      }
      table.end_example();
    }
    toy.data.views.push_back(std::move(table));
  }
  return toy;
}

/// The first `labeled` inputs with labels, the next `unlabeled` without.
inline Sample split(const std::vector<Output>& truth, Index labeled, Index unlabeled) {
  Sample sample;
  for (Index i = 0; i < labeled; ++i) sample.labeled.push_back({i, truth[i]});
  for (Index i = 0; i < unlabeled; ++i) sample.unlabeled.push_back(labeled + i);
  return sample;
}

}  // namespace costruct::test
