// The twin of a learner: the supervised learner inside it, on all features together.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

// Each of these functions returns a value for LearnerEntry::twin.

/// The twin is the learner of the catalog with the name `type`. It has the same values of the
/// options that both learners declare.
TwinOf twin_named(std::string type);
/// The twin is the learner itself, with the options `weights` set to 0.
TwinOf twin_without(std::vector<std::string> weights);
/// The twin is the learner that the option `learner` describes, as in self_training.
TwinOf twin_inside();

// The functions below take an entry that has a twin.

/// The type of the twin that a learner with these (valid) options has.
std::string twin_name(const LearnerEntry& entry, const Json& options);
/// The reason why all features together do not offer what the twin needs, or nullopt.
std::optional<std::string> twin_misfit(const LearnerEntry& entry, const Json& options,
                                       const Views& views);
/// Makes the twin. Fit it to Views::together().
std::unique_ptr<Learner> make_twin(const LearnerEntry& entry, const Json& options);

}  // namespace costruct
