// Options of a learner as its laws need them: found by name, changed one by one, or cut short.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/learners/catalog.hpp"

namespace costruct::contract {

/// The dotted path of the option of that name, its own or within a block; "" if there is none.
std::string path_of(const LearnerEntry& learner, const Json& options, const std::string& name);
/// The options with others set, as far as the learner has options of these names.
Json with_options(const LearnerEntry& learner, Json options, const Json& others);
/// The value of an option, which may be its default; null if there is none of that name.
Json value_of(const LearnerEntry& learner, const Json& options, const std::string& name);
/// Options that end soon, `more` among them. Options that are given keep their values.
Json brief_options(const LearnerEntry& learner, const Json& options,
                   const Json& more = Json::object());

/// All valid combinations of the options that say what is optimised and by which solver. These are
/// `rescaling`, `slack_norm`, `solver`, and the type of a block (the learner within self-training).
/// The solver of a learner within is varied on that learner alone.
std::vector<Json> objective_variants(const LearnerEntry& learner);
/// Options for tests of a learner:
/// - the defaults, once for every type of a block;
/// - the first defaults with one flag, choice or small integer changed, for each other value;
/// - each of these with one of LearnerEntry::unlabeled_weights set to 0.5.
/// Changed options that the learner refuses are left out.
std::vector<Json> changed_options(const LearnerEntry& learner);

}  // namespace costruct::contract
