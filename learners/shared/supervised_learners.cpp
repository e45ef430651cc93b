#include "costruct/learners/shared/supervised_learners.hpp"

#include <fmt/format.h>

#include <iterator>

namespace costruct {
namespace {

Json without_type(Json block) {
  block.erase("type");
  return block;
}

}  // namespace

SupervisedLearners::SupervisedLearners(const std::vector<LearnerEntry>& learners) {
  std::copy_if(learners.begin(), learners.end(), std::back_inserter(learners_),
               [](const LearnerEntry& entry) { return !entry.uses_unlabeled; });
}

BlockTypes SupervisedLearners::types() const {
  BlockTypes types{"supervised learner", {}};
  for (const LearnerEntry& entry : learners_)
    types.types.push_back({entry.name, entry.summary, entry.options});
  return types;
}

std::unique_ptr<Learner> SupervisedLearners::make(const Json& block) const {
  const LearnerEntry& entry = entry_of(block);
  try {
    if (uses_unlabeled(entry, without_type(block))) {
      throw ConfigError(fmt::format("{}: must be 0 here: no unlabeled inputs are given to it",
                                    fmt::join(entry.unlabeled_weights, ", ")));
    }
    return entry.make(without_type(block));
  } catch (const ConfigError& error) {
    throw ConfigError(std::string("learner.") + error.what());
  }
}

Needs SupervisedLearners::needs(const Json& block) const {
  return needs_of(entry_of(block), without_type(block));
}

void SupervisedLearners::follow(LearnerEntry& entry,
                                std::function<std::vector<Need>(const Json&)> own) const {
  const auto all = [declared = entry.options](const Json& options) {
    return with_defaults(declared, options);
  };
  entry.needs_with = [self = *this, all, own = std::move(own)](const Json& options) {
    const Json complete = all(options);
    Needs needs = self.needs(complete.at("learner"));
    for (const Need need : own(complete)) needs.offers.push_back(need);
    return needs;
  };
  entry.example_weights_with = [self = *this, all](const Json& options) {
    const Json block = all(options).at("learner");
    return example_weights(self.entry_of(block), without_type(block));
  };
  entry.problem_overrides_by_options = [self = *this, all](const Json& options) {
    const Json block = all(options).at("learner");
    return problem_overrides(self.entry_of(block), without_type(block));
  };
}

const LearnerEntry& SupervisedLearners::entry_of(const Json& block) const {
  return *std::find_if(learners_.begin(), learners_.end(),
                       [&](const LearnerEntry& entry) { return block.at("type") == entry.name; });
}

}  // namespace costruct
