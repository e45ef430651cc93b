// Functions on the options of a learner, for the checks of its laws. They find options by name,
// list variants to check, and choose options with which a fit ends early. `options` is always an
// object with option values, as in a config; options that it lacks have their defaults.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/learners/catalog.hpp"

namespace costruct::contract {

/// The dotted path of the option with this name, for example "C" or "learner.C". An option of the
/// learner itself comes before one within a block. "" if neither exists.
std::string path_of(const LearnerEntry& learner, const Json& options, const std::string& name);
/// Returns `options` with the values of `others`, an object of names and values. Leaves out names
/// that path_of() does not find.
Json with_options(const LearnerEntry& learner, Json options, const Json& others);
/// The value of the option with this name, or its default if it is not set. Null if the learner has
/// no such option.
Json value_of(const LearnerEntry& learner, const Json& options, const std::string& name);
/// Returns options with which a fit ends early: few epochs and rounds, and a large gap. `more` has
/// further options to set. Options that `options` sets keep their values.
Json brief_options(const LearnerEntry& learner, const Json& options,
                   const Json& more = Json::object());

/// All valid combinations of the options that say what is optimised and by which solver. These are
/// `rescaling`, `slack_norm`, `solver`, and the type of a block, for example of the learner that
/// self_training trains. The solver of such an inner learner is not varied.
std::vector<Json> objective_variants(const LearnerEntry& learner);
/// Options for tests of a learner:
/// - the defaults, once for every type of a block;
/// - the first defaults with one flag, choice or small integer changed, for each other value;
/// - each of these with one of LearnerEntry::unlabeled_weights set to 0.5.
/// Changed options that the learner refuses are left out.
std::vector<Json> changed_options(const LearnerEntry& learner);

}  // namespace costruct::contract
