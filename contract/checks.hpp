// The laws over all small instances of a problem, and over the options of a learner.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::contract {

/// The seed of all draws.
inline constexpr std::uint64_t kSeed = 20081112;

/// Takes the result of a check: its case (options and instance), and the violations found.
using TakeResult = std::function<void(const std::string& checked_case,
                                      const std::vector<std::string>& violations)>;

using Instances = std::vector<SmallInstance>;

/// The instances whose option `loss` has this value.
Instances of_loss(const std::string& loss, Instances instances);

/// The instances that a learner can take: all if it uses views, otherwise those with one view.
Instances for_learner(const LearnerEntry& learner, Instances instances);

/// Checks the operations of a problem on its instances of one loss.
void check_operations(const ProblemEntry& problem, const Instances& of_one_loss,
                      const TakeResult& take);
/// Checks that concurrent calls give the same, on the first instance of several views for each
/// options.
void check_concurrency(const ProblemEntry& problem, const Instances& of_one_loss,
                       const TakeResult& take);

/// Checks the meaning of weights of examples and of unlabeled inputs, for all objectives and
/// options of a learner.
void check_weights(const LearnerEntry& learner, const ProblemEntry& problem,
                   const Instances& instances, const TakeResult& take);
/// Checks that fits repeat, report and end as they should, for all options.
void check_runs(const LearnerEntry& learner, const ProblemEntry& problem,
                const Instances& instances, const TakeResult& take);
/// Checks that threads which share hundreds of examples change no bit. Options are changed over
/// rows alone, if the learner trains them.
void check_threads(const LearnerEntry& learner, const ProblemEntry& problem,
                   const Instances& instances, const TakeResult& take);
/// Checks the form of what a learner returns for every instance.
void check_forms(const LearnerEntry& learner, const ProblemEntry& problem,
                 const Instances& instances, const TakeResult& take);

}  // namespace costruct::contract
