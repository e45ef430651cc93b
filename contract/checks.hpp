// Checks laws over many cases: all small instances of a problem, and many options of a learner.
// check.hpp calls these functions; the laws are in problem_laws.hpp and learner_laws.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::contract {

/// The seed of all random draws of the checks.
inline constexpr std::uint64_t kSeed = 20081112;

/// Takes the result of one case. It is called for every case, also without violations.
/// @param checked_case  the case as text: its options and its instance
/// @param violations    lines "law: where and what"; empty if all laws hold
using TakeResult = std::function<void(const std::string& checked_case,
                                      const std::vector<std::string>& violations)>;

using Instances = std::vector<SmallInstance>;

/// The instances whose option `loss` has this value.
Instances of_loss(const std::string& loss, Instances instances);

/// The instances that a learner can take: all if it uses views, otherwise those with one view.
Instances for_learner(const LearnerEntry& learner, Instances instances);

/// Checks the operations of a problem on its instances of one loss; see problem_violations().
void check_operations(const ProblemEntry& problem, const Instances& of_one_loss,
                      const TakeResult& take);
/// Checks that concurrent calls return the same as single calls. For each set of options, it takes
/// the first instance with several views.
void check_concurrency(const ProblemEntry& problem, const Instances& of_one_loss,
                       const TakeResult& take);

/// Checks the meaning of weights of examples and of unlabeled inputs, for all objectives and
/// options of a learner; see weight_violations().
void check_weights(const LearnerEntry& learner, const ProblemEntry& problem,
                   const Instances& instances, const TakeResult& take);
/// Checks that fits repeat, report and end as they should, for all options; see run_violations().
void check_runs(const LearnerEntry& learner, const ProblemEntry& problem,
                const Instances& instances, const TakeResult& take);
/// Checks that the number of threads changes no bit of a fit of hundreds of examples. On problems
/// over rows it checks all options. On other problems it checks the defaults alone, unless the
/// learner trains no problem over rows.
void check_threads(const LearnerEntry& learner, const ProblemEntry& problem,
                   const Instances& instances, const TakeResult& take);
/// Checks the form of the weights and of the report for every instance; see form_violations().
void check_forms(const LearnerEntry& learner, const ProblemEntry& problem,
                 const Instances& instances, const TakeResult& take);

}  // namespace costruct::contract
