#include "costruct/learners/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "costruct/core/text/counted.hpp"
#include "costruct/learners/imputing.hpp"
#include "costruct/learners/learners.hpp"
#include "costruct/learners/safeguards.hpp"

namespace costruct {
namespace {

// Removes examples of weight 0, for all learners. They would have no loss. But each pass would
// visit them, random orders would contain them, and their features would count as seen. If all
// examples have weight 0 they stay, because then the sample does have labels.
class WithoutWeightless final : public Learner {
 public:
  explicit WithoutWeightless(std::unique_ptr<Learner> learner) : learner_(std::move(learner)) {}

  void check_labels(const StructuredProblem& joint) const override {
    learner_->check_labels(joint);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const auto weightless = [](const auto& example) { return example.weight == 0; };
    const auto count = std::count_if(sample.labeled.begin(), sample.labeled.end(), weightless) +
                       std::count_if(sample.partial.begin(), sample.partial.end(), weightless);
    if (count == 0 || count == std::ssize(sample.labeled) + std::ssize(sample.partial))
      return learner_->fit(views, sample, context);
    Sample others = sample;
    std::erase_if(others.labeled, weightless);
    std::erase_if(others.partial, weightless);
    return learner_->fit(views, others, context);
  }

 private:
  std::unique_ptr<Learner> learner_;
};

LearnerEntry without_weightless(LearnerEntry entry) {
  if (entry.make) {
    entry.make = [make = std::move(entry.make)](const Json& options) {
      return std::make_unique<WithoutWeightless>(make(options));
    };
  }
  return entry;
}

// Checks what a learner returns. A learner that was added may have a fault, and weights of another
// number would be read behind their end.
class CheckedWeights final : public Learner {
 public:
  CheckedWeights(const LearnerEntry& entry, std::unique_ptr<Learner> learner)
      : name_(entry.name), uses_views_(entry.uses_views), learner_(std::move(learner)) {}

  void check_labels(const StructuredProblem& joint) const override {
    learner_->check_labels(joint);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    Fitted fitted = learner_->fit(views, sample, context);
    const std::vector<Index> sizes = sizes_of_weights(fitted, views);
    if (fitted.weights.size() != sizes.size())
      fail(fmt::format(
          "{}, expected {}",
          counted(std::ssize(fitted.weights), "vector of weights", "vectors of weights"),
          sizes.size()));
    bool are_finite = true;
    for (std::size_t v = 0; v < sizes.size(); ++v) {
      const Vector& w = fitted.weights[v];
      if (std::ssize(w) != sizes[v])
        fail(fmt::format("{} for view {}, expected {}", counted(std::ssize(w), "weight"), v + 1,
                         sizes[v]));
      are_finite = are_finite && std::ranges::all_of(w, [](double x) { return std::isfinite(x); });
    }
    if (!are_finite)
      fitted.report.warnings.push_back(
          "some weights are not finite numbers, so predictions mean nothing: feature values are "
          "too large, or the learner has a fault");
    return fitted;
  }

 private:
  [[noreturn]] void fail(const std::string& returned) const {
    throw std::logic_error(fmt::format("learner {} has a fault: it returned {}", name_, returned));
  }

  // Learners without views train on the joint problem.
  std::vector<Index> sizes_of_weights(const Fitted& fitted, const Views& views) const {
    if (!uses_views_) return {views.joint().dimension()};
    const Views predicting = predicting_views(fitted, views);
    std::vector<Index> sizes;
    for (Index v = 0; v < predicting.count(); ++v) sizes.push_back(predicting[v].dimension());
    return sizes;
  }

  std::string name_;
  bool uses_views_;
  std::unique_ptr<Learner> learner_;
};

LearnerEntry with_checked_weights(LearnerEntry entry) {
  if (!entry.make) return entry;
  LearnerEntry checked = entry;
  checked.make = [entry = std::move(entry)](const Json& options) {
    return std::make_unique<CheckedWeights>(entry, entry.make(options));
  };
  return checked;
}

// With weights that are 0 by default.
std::vector<OptionInfo> options_inside(const LearnerEntry& entry) {
  std::vector<OptionInfo> options = entry.options;
  for (OptionInfo& option : options) {
    const auto& weights = entry.unlabeled_weights;
    if (std::find(weights.begin(), weights.end(), option.name) != weights.end())
      option.default_value = 0.0;
  }
  return options;
}

LearnerEntry protected_entry(LearnerEntry entry) {
  entry.options_inside = options_inside(entry);  // before the guard is added
  return without_weightless(with_imputing(with_safeguards(with_checked_weights(std::move(entry)))));
}

std::string missing_of_learner(const LearnerEntry& entry) {
  for (const std::string& weight : entry.unlabeled_weights) {
    const bool declared =
        std::any_of(entry.options.begin(), entry.options.end(), [&](const OptionInfo& option) {
          return option.name == weight && option.type == OptionType::kNumber &&
                 !option.is_left_out_by_default;
        });
    if (!declared) return "the number `" + weight + "` among `options`";
  }
  if (entry.predicts_numbers) return entry.make_regressor ? "" : "`make_regressor`";
  return entry.make ? "" : "`make`";
}

std::vector<LearnerEntry> built_in_learners() {
  std::vector<LearnerEntry> all = {perceptron_learner(),
                                   co_perceptron_learner(),
                                   hmm_learner(),
                                   naive_bayes_learner(),
                                   pcfg_learner(),
                                   pair_hmm_learner(),
                                   crf_learner(),
                                   structural_svm_learner(),
                                   co_svm_learner(),
                                   gradient_svm_learner(),
                                   gradient_tsvm_learner(),
                                   gradient_co_svm_learner(),
                                   tsvm_ova_learner(),
                                   pairwise_learner(),
                                   sequential_svm_learner(),
                                   self_training_learner(),
                                   co_training_learner(),
                                   substitution_matrix_learner(),
                                   retrieval_rule_learner(),
                                   rlsr_learner(),
                                   co_rlsr_learner()};
  for (LearnerEntry& entry : all) entry = protected_entry(std::move(entry));
  return all;
}

Catalog<LearnerEntry>& all_learners() {
  static Catalog<LearnerEntry> catalog("learner", built_in_learners(), missing_of_learner);
  return catalog;
}

}  // namespace

const Catalog<LearnerEntry>& learner_catalog() {
  return all_learners();
}

void add_learner(LearnerEntry entry) {
  all_learners().add(protected_entry(std::move(entry)));
}

const LearnerEntry* find_learner(const std::string& name) {
  return learner_catalog().find(name);
}

bool learns_likelihood(const LearnerEntry& entry, const Json& options) {
  if (entry.learns_likelihood || !entry.twin) return entry.learns_likelihood;
  const LearnerEntry* inside = find_learner(entry.twin(entry, options).at("type"));
  return inside != nullptr && inside->learns_likelihood;
}

}  // namespace costruct
