// The description of a learner in the catalog: name, options, what it needs, how to make it.
#pragma once

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

/// How a learner uses the weight of an example. An example of weight 0 counts as absent either way.
enum class ExampleWeights {
  /// The weight multiplies the example's loss in the objective: weight 2 is the example twice.
  kLoss,
  /// The weight multiplies the steps that the example makes from zero weights. If all weights are
  /// twice as large, so are the steps.
  kUpdate,
  /// The weight is the largest step that the example makes, as C of passive-aggressive learners. A
  /// weight that no step reaches has no effect.
  kStepCap
};

struct LearnerEntry;
/// The twin of a learner is the supervised learner inside it, fitted to all features together. This
/// function returns its block (`type` and options) for given (valid) options of the learner.
using TwinOf = std::function<Json(const LearnerEntry& entry, const Json& options)>;

/// A learner in the catalog. Set `make`, or `make_regressor` if it predicts numbers.
struct LearnerEntry {
  std::string name;
  std::string summary;      ///< one line
  std::string source;       ///< author, year, algorithm or equation
  std::string cost = {};    ///< the cost of a fit; one line
  bool uses_views = false;  ///< false: trains on all features together
  /// Whether it counts as learning from unlabeled inputs whatever its options are, as co_svm does.
  /// A supervised learner that can also use them, as crf, leaves it false and sets
  /// `unlabeled_weights`. See the function uses_unlabeled() below.
  bool uses_unlabeled = false;
  bool predicts_numbers = false;  ///< real numbers (problem `regression`) instead of outputs
  /// Whether fits read unlabeled examples block by block, so that these need not fit in memory.
  bool streams_unlabeled = false;
  /// Whether the learner has its own option `kernel` and evaluates kernels itself. For other
  /// learners, explicit features replace the kernel.
  bool has_own_kernel = false;
  /// Whether it learns p(y | x) = exp f(y) / Z(x) by likelihood, so that its probabilities have a
  /// scale. See the function learns_likelihood() below.
  bool learns_likelihood = false;
  /// Whether each process of a fit with the option `shards` looks only at its own labeled inputs;
  /// see ShardSum::is_local_example(). In a process, the other inputs then need no features.
  bool shares_inputs = false;
  /// Whether the weights depend on the labels at all.
  bool learns_from_labels = true;
  /// The names of the options that weigh the terms of the unlabeled inputs in the objective. They
  /// are numbers >= 0. If all are 0, the learner ignores unlabeled inputs and is a supervised one.
  std::vector<std::string> unlabeled_weights;
  /// For a learner of outputs that can use unlabeled inputs; see twin.hpp. The guard and the
  /// warnings of safeguards.hpp compare with it.
  TwinOf twin = {};
  std::string with_one_view;  ///< for a learner that uses views: what it does with only one view
  std::vector<Need> needs;    ///< from the joint problem, or from each view if it uses views
  /// Returns all needs for given options. Empty if they are always `needs`.
  std::function<Needs(const Json& options)> needs_with = {};
  /// How it uses example weights, without unlabeled inputs.
  ExampleWeights example_weights = ExampleWeights::kLoss;
  /// The same for given options. Empty if it does not depend on them.
  std::function<ExampleWeights(const Json& options)> example_weights_with = {};
  /// A clause that says how it treats examples that are labeled in part. Empty: the catalog fits it
  /// to imputed outputs; see imputing.hpp.
  std::string partial_examples = {};
  /// The optional parts that its FitReport always has: kConstraintsAdded, kSupportLosses.
  std::vector<std::string> reports;
  /// Problem options that it always sets, whatever the config says.
  Json problem_overrides = Json::object();
  /// Further problem overrides for given options. Empty if there are none.
  std::function<Json(const Json& options)> problem_overrides_by_options;
  std::vector<OptionInfo> options;
  /// The options inside another learner, as in self_training. The catalog sets them: they are
  /// `options`, but all unlabeled_weights are 0 by default.
  std::vector<OptionInfo> options_inside = {};
  /// Makes the learner. Throws ConfigError ("slack_norm = 2: ...") if options that are valid one by
  /// one do not go together.
  std::function<std::unique_ptr<Learner>(const Json& options)> make;
  /// Instead of `make` for a learner that predicts numbers.
  std::function<std::unique_ptr<Regressor>(const Json& options)> make_regressor = {};
};

/// The entries of `reports`: parts of a FitReport that only learners with working sets have.
inline constexpr const char* kConstraintsAdded = "constraints_added";
inline constexpr const char* kSupportLosses = "support_losses";

/// Whether the learner learns outputs from labeled examples alone, or does so if all its
/// unlabeled_weights are 0. Then self_training and co_training can use it.
inline bool is_supervised(const LearnerEntry& learner) {
  return learner.learns_from_labels && !learner.uses_unlabeled && !learner.predicts_numbers;
}

/// Returns what a learner with these (valid) options needs.
Needs needs_of(const LearnerEntry& entry, const Json& options);

/// Returns the first of the needs that the features of nonlinear kernels do not meet, or nullopt.
std::optional<Need> need_without_kernels(const Needs& needs);
/// Whether nonlinear kernels meet these needs. For given options pass needs_of(); for the learner
/// in general pass LearnerEntry::needs.
bool takes_kernels(const Needs& needs);

/// Throws ConfigError("learner crf: needs ...") if a problem does not offer what the learner with
/// these (valid) options needs. This is cheap on problems without data, so call it before data is
/// read.
void check_needs(const LearnerEntry& entry, const Json& options, const Views& views);

/// Whether the learner with these (valid) options learns from unlabeled inputs.
bool uses_unlabeled(const LearnerEntry& entry, const Json& options);

/// Whether the learner with these (valid) options, or the learner inside it, learns by likelihood.
bool learns_likelihood(const LearnerEntry& entry, const Json& options);

/// How the learner with these (valid) options uses example weights.
ExampleWeights example_weights(const LearnerEntry& entry, const Json& options);

/// The problem options that a learner with these (valid) options sets.
Json problem_overrides(const LearnerEntry& entry, const Json& options);

}  // namespace costruct
