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

bool takes_kernels(const Needs& needs) {
  return std::find(needs.offers.begin(), needs.offers.end(), Need::kIndicatorFeatures) == needs.offers.end();
}

void check_needs(const LearnerEntry& entry, const Json& options, const Views& views) {
  const Needs needs = needs_of(entry, options);
  const auto check = [&](const StructuredProblem& problem) {
    if (const auto why = unmet(needs, problem)) throw ConfigError("learner " + entry.name + ": " + *why);
  };
  if (!entry.uses_views) return check(views.joint());
  for (Index v = 0; v < views.count(); ++v) check(views[v]);
}

}  // namespace costruct
