#include "costruct/learners/supervised_learners.hpp"

#include <fmt/format.h>

#include "costruct/learners/catalog.hpp"

namespace costruct {
namespace {

const LearnerEntry& entry_in(const Json& block) {
  return *find_learner(block.at("type").get_ref<const std::string&>());
}

Json options_in(Json block) {
  const LearnerEntry& entry = entry_in(block);
  block.erase("type");
  return with_defaults(entry.options_inside, block);
}

}  // namespace

BlockTypes supervised_learners() {
  return {"supervised learner", [] {
            std::vector<BlockTypes::Type> types;
            for (const LearnerEntry& entry : learner_catalog()) {
              if (is_supervised(entry))
                types.push_back({entry.name, entry.summary, entry.options_inside});
            }
            return types;
          }};
}

std::unique_ptr<Learner> make_supervised(const Json& block) {
  const LearnerEntry& entry = entry_in(block);
  try {
    const Json options = options_in(block);
    if (uses_unlabeled(entry, options)) {
      throw ConfigError(fmt::format("{}: must be 0 here: no unlabeled inputs are given to it",
                                    fmt::join(entry.unlabeled_weights, ", ")));
    }
    return entry.make(options);
  } catch (const ConfigError& error) {
    throw ConfigError(std::string("learner.") + error.what());
  }
}

void check_supervised(const Json& block, const Views& views) {
  check_needs(entry_in(block), options_in(block), views);
}

void follow_supervised(LearnerEntry& entry, std::function<std::vector<Need>(const Json&)> own) {
  const auto all = [declared = entry.options](const Json& options) {
    return with_defaults(declared, options);
  };
  entry.needs_with = [all, own = std::move(own)](const Json& options) {
    const Json complete = all(options);
    const Json& block = complete.at("learner");
    Needs needs = needs_of(entry_in(block), options_in(block));
    for (const Need need : own(complete)) needs.offers.push_back(need);
    return needs;
  };
  entry.example_weights_with = [all](const Json& options) {
    const Json block = all(options).at("learner");
    return example_weights(entry_in(block), options_in(block));
  };
  entry.problem_overrides_by_options = [all](const Json& options) {
    const Json block = all(options).at("learner");
    return problem_overrides(entry_in(block), options_in(block));
  };
}

}  // namespace costruct
