#include "costruct/learners/learner_entry.hpp"

namespace costruct {

Json problem_overrides(const LearnerEntry& entry, const Json& options) {
  Json all = entry.problem_overrides;
  if (entry.problem_overrides_by_options) all.update(entry.problem_overrides_by_options(options));
  return all;
}

Needs needs_of(const LearnerEntry& entry, const Json& options) {
  return entry.needs_with ? entry.needs_with(options) : Needs{entry.needs};
}

ExampleWeights example_weights(const LearnerEntry& entry, const Json& options) {
  return entry.example_weights_with ? entry.example_weights_with(options) : entry.example_weights;
}

bool uses_unlabeled(const LearnerEntry& entry, const Json& options) {
  const Json all = with_defaults(entry.options, options);
  return entry.uses_unlabeled ||
         std::any_of(entry.unlabeled_weights.begin(), entry.unlabeled_weights.end(),
                     [&](const std::string& name) { return all.at(name).get<double>() > 0; });
}

std::optional<Need> need_without_kernels(const Needs& needs) {
  for (const Need need : needs.offers) {
    if (need == Need::kIndicatorFeatures || need == Need::kCountFeatures) return need;
  }
  return std::nullopt;
}

bool takes_kernels(const Needs& needs) {
  return !need_without_kernels(needs);
}

void check_needs(const LearnerEntry& entry, const Json& options, const Views& views) {
  const Needs needs = needs_of(entry, options);
  const auto check = [&](const StructuredProblem& problem) {
    if (const auto why = unmet(needs, problem)) {
      // Without this option a perceptron has no needs.
      const bool weighs_loss = options.is_object() && options.value("loss_weight", 0.0) > 0;
      throw ConfigError("learner " + entry.name + ": " + *why +
                        (weighs_loss ? ": set loss_weight to 0" : ""));
    }
  };
  if (!entry.uses_views) return check(views.joint());
  for (Index v = 0; v < views.count(); ++v) check(views[v]);
  if (needs.together && views.count() > 1) check(views.together().joint());
}

}  // namespace costruct
