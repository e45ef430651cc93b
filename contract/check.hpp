// Checks of a problem or a learner of your own, in a test of yours. They check the laws that all
// problems and learners must obey, listed in problem_laws.hpp and learner_laws.hpp. Problems and
// learners that predict numbers have no laws here. If you ask for one, the exit code is 2;
// otherwise they are skipped.
//
//   std::vector<SmallInstance> small_instances(std::uint64_t seed) { ... }
//   int main() { return costruct::contract::check_problem(my_problem(), small_instances); }
#pragma once

#include <cstdint>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::contract {

/// Draws small instances of a problem, the same for the same seed. Draw at least one for each loss;
/// a loss without an instance counts as a violation. Each instance needs at least two inputs. For
/// the laws of views, draw some with several views.
using DrawInstances = std::function<std::vector<SmallInstance>(std::uint64_t seed)>;

/// Checks a problem, and every learner of the catalog on it. A learner whose needs the problem does
/// not meet must refuse it. Adds the problem to the catalog if it is not there.
///
/// Options that an instance does not set have their defaults. An instance without `views` has one
/// view.
/// @return  the exit code of a test: 0 if all laws hold; 1 if some are violated; 2 if there is
///          nothing to check, for example an incomplete entry. `out` gets the reasons.
int check_problem(const ProblemEntry& problem, const DrawInstances& draw,
                  std::ostream& out = std::cout);

/// The same for a problem of the catalog, by name.
int check_problem(const std::string& name, const DrawInstances& draw,
                  std::ostream& out = std::cout);

/// Checks a learner on every problem of the catalog for which small_instances() has instances
/// (instances/small_instances.hpp). Adds the learner to the catalog if it is not there. Returns and
/// prints the same as check_problem().
int check_learner(const LearnerEntry& learner, std::ostream& out = std::cout);
/// The same for a learner of the catalog, by name.
int check_learner(const std::string& name, std::ostream& out = std::cout);

}  // namespace costruct::contract
