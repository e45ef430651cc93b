#include "fitting_learners.hpp"

#include "costruct/learners/catalog.hpp"

namespace costruct::python {

std::vector<std::string> fitting_learners(const Views& views) {
  std::vector<std::string> names;
  for (const LearnerEntry& learner : learner_catalog()) {
    if (!learner.make) continue;
    try {
      check_needs(learner, with_defaults(learner.options, Json::object()), views);
      names.push_back(learner.name);
    } catch (const ConfigError&) {  // It needs what the problem does not offer.
    }
  }
  return names;
}

}  // namespace costruct::python
