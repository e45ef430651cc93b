// The twin of a learner: the supervised learner inside it, on all features together.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// The twin has this type, and the options that both declare.
TwinOf twin_named(std::string type);
/// The twin is the learner itself; these options are 0.
TwinOf twin_without(std::vector<std::string> weights);
/// The twin is the learner of the option `learner`.
TwinOf twin_inside();

/// The type of the twin that a learner with these (valid) options has.
std::string twin_name(const LearnerEntry& entry, const Json& options);
/// The reason why all features together do not offer what the twin needs, or nullopt.
std::optional<std::string> twin_misfit(const LearnerEntry& entry, const Json& options,
                                       const Views& views);
/// Makes this twin. It is fitted to Views::together().
std::unique_ptr<Learner> make_twin(const LearnerEntry& entry, const Json& options);

}  // namespace costruct
