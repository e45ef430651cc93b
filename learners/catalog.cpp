#include "costruct/learners/catalog.hpp"

#include "costruct/learners/learners.hpp"

namespace costruct {

const std::vector<LearnerEntry>& learner_catalog() {
  static const std::vector<LearnerEntry> catalog = [] {
    std::vector<LearnerEntry> all = {
        perceptron_learner(),      co_perceptron_learner(), hmm_learner(),          crf_learner(),
        structural_svm_learner(),  co_svm_learner(),        gradient_svm_learner(), gradient_tsvm_learner(),
        gradient_co_svm_learner(), tsvm_ova_learner(),
    };
    all.push_back(self_training_learner(all));
    all.push_back(rlsr_learner());  // after self-training, which has no use for learners of numbers
    all.push_back(co_rlsr_learner());
    return all;
  }();
  return catalog;
}

Json problem_overrides(const LearnerEntry& entry, const Json& options) {
  Json all = entry.problem_overrides;
  if (entry.problem_overrides_by_options) all.update(entry.problem_overrides_by_options(options));
  return all;
}

Needs needs_of(const LearnerEntry& entry, const Json& options) {
  return entry.needs_with ? entry.needs_with(options) : Needs{entry.needs};
}

bool takes_kernels(const LearnerEntry& entry, const Json& options) {
  const std::vector<Need> offers = needs_of(entry, options).offers;
  return std::find(offers.begin(), offers.end(), Need::kIndicatorFeatures) == offers.end();
}

void check_needs(const LearnerEntry& entry, const Json& options, const Views& views) {
  const Needs needs = needs_of(entry, options);
  const auto check = [&](const StructuredProblem& problem) {
    if (const auto why = unmet(needs, problem)) throw ConfigError("learner " + entry.name + ": " + *why);
  };
  if (!entry.uses_views) return check(views.joint());
  for (Index v = 0; v < views.count(); ++v) check(views[v]);
}

const LearnerEntry* find_learner(const std::string& name) {
  for (const LearnerEntry& entry : learner_catalog()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace costruct
