// What is known of a learner beside its code: name, options, what it needs, how to make it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/needs.hpp"
#include "costruct/core/options.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/regressor.hpp"

namespace costruct {

/// What the weight of an example is a factor of. Either way an example of weight 0 is as good as
/// left out.
enum class ExampleWeights {
  kLoss,   ///< its loss in an objective of one optimum: weight 2 is the example twice
  kUpdate  ///< the steps that it makes from zero weights: twice all weights make steps twice as
           ///< long
};

struct LearnerEntry {
  std::string name;
  std::string summary;          ///< one line
  std::string source;           ///< author, year, algorithm or equation
  bool uses_views = false;      ///< false: trains on all features together
  bool uses_unlabeled = false;  ///< whatever its options; see uses_unlabeled() below
  /// Of one that is supervised by default: its options, all numbers >= 0 and 0 by default, that
  /// weigh what unlabeled inputs add. Where all are 0, it looks at none.
  std::vector<std::string> unlabeled_weights;
  std::string with_one_view;  ///< of one that uses views: what it is where there is but one
  std::vector<Need> needs;    ///< of the joint problem; of each view where it uses views
  /// All of them, with given options; empty where they are `needs` whatever the options.
  std::function<Needs(const Json& options)> needs_with = {};
  /// Without unlabeled inputs; `example_weights_with`, where there is one, for given options.
  ExampleWeights example_weights = ExampleWeights::kLoss;
  std::function<ExampleWeights(const Json& options)> example_weights_with = {};
  std::vector<std::string>
      reports;  ///< what its FitReport always has: kConstraintsAdded, kSupportLosses
  Json problem_overrides =
      Json::object();  ///< problem options it always sets, whatever the config says
  /// More of these, for given options; empty where none depend on them.
  std::function<Json(const Json& options)> problem_overrides_by_options;
  std::vector<OptionInfo> options;
  /// Throws ConfigError ("slack_norm = 2: ...") where options that are right one by one do not go
  /// together.
  std::function<std::unique_ptr<Learner>(const Json& options)> make;
  /// Instead of `make`, of a learner of numbers (problem `regression`).
  std::function<std::unique_ptr<Regressor>(const Json& options)> make_regressor = {};
};

/// Stand in `reports`, for the parts of a FitReport that only learners with working sets have.
inline constexpr const char* kConstraintsAdded = "constraints_added";
inline constexpr const char* kSupportLosses = "support_losses";

/// Whether a learner predicts numbers.
inline bool is_regressor(const LearnerEntry& learner) {
  return static_cast<bool>(learner.make_regressor);
}

/// Whether fits take unlabeled examples a block at a time, so that they need not be in memory.
inline bool streams_unlabeled(const LearnerEntry& learner) {
  return is_regressor(learner);
}

/// Whether the learner has an option `kernel` of its own, and evaluates kernels itself; the
/// features of others are replaced by explicit ones.
inline bool has_own_kernel(const LearnerEntry& learner) {
  return std::any_of(learner.options.begin(), learner.options.end(),
                     [](const OptionInfo& option) { return option.name == "kernel"; });
}

/// What a learner with these (valid) options needs.
Needs needs_of(const LearnerEntry& entry, const Json& options);

/// What of the needs the features of kernels beside the linear one do not give; nullopt where there
/// is none.
std::optional<Need> need_without_kernels(const Needs& needs);
/// Whether kernels beside the linear one give what is needed: of `needs_of` those with some
/// options; of LearnerEntry::needs those with any.
bool takes_kernels(const Needs& needs);

/// Throws ConfigError("learner crf: needs ...") where a problem lacks what the learner with these
/// (valid) options needs. Cost on problems without data: next to nothing, so that it is asked
/// before anything is read.
void check_needs(const LearnerEntry& entry, const Json& options, const Views& views);

/// Whether the learner with these (valid) options learns from unlabeled inputs.
bool uses_unlabeled(const LearnerEntry& entry, const Json& options);

/// What weights of examples are to a learner with these (valid) options.
ExampleWeights example_weights(const LearnerEntry& entry, const Json& options);

/// The problem options that a learner with these (valid) options sets.
Json problem_overrides(const LearnerEntry& entry, const Json& options);

}  // namespace costruct
