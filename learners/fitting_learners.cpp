#include "costruct/learners/fitting_learners.hpp"

#include "costruct/learners/catalog.hpp"

namespace costruct {

bool learns(const LearnerEntry& learner, const Views& views) {
  if (!learner.make) return false;
  try {
    check_needs(learner, with_defaults(learner.options, Json::object()), views);
  } catch (const ConfigError&) {  // It needs what the problem does not offer.
    return false;
  }
  return true;
}

std::vector<std::string> fitting_learners(const Views& views) {
  std::vector<std::string> names;
  for (const LearnerEntry& learner : learner_catalog()) {
    if (learns(learner, views)) names.push_back(learner.name);
  }
  return names;
}

}  // namespace costruct
