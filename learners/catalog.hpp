// The learners, by name: options, what they need, how to make them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

struct LearnerEntry {
  std::string name;
  std::string summary;      ///< one line
  std::string source;       ///< author, year, algorithm or equation
  bool uses_views = false;  ///< false: trains on all features together
  bool uses_unlabeled = false;
  std::vector<std::string> needs;           ///< second interfaces of the problem, for people
  Json problem_overrides = Json::object();  ///< problem options it always sets, whatever the config says
  std::vector<OptionInfo> options;
  std::function<std::unique_ptr<Learner>(const Json& options)> make;
};

/// All learners, in the order in which they are listed.
const std::vector<LearnerEntry>& learner_catalog();

/// The entry of that name, or null.
const LearnerEntry* find_learner(const std::string& name);

}  // namespace costruct
