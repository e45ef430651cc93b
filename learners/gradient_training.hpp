// What the gradient learners share: their options, and the loop of Tables 7.1 and 7.2 of Brefeld 2008.
//
//   for epoch t = 1, 2, ..., with C and then Cu as scheduled
//     predict pseudo-labels; drop the working sets of those that changed
//     for up to `rounds` rounds, or until decoding finds nothing new
//       decode: extend the working sets by outputs that have a loss
//       minimise the smoothed objective over the working sets, from the last weights on
//       prune constraints of small coefficient
//   until C and Cu are reached, no pseudo-label changes and decoding finds nothing new.
//
// The tables have one round.
//
// A minimisation ends once half the squared norm of the gradient, which bounds what is left to gain, is at
// most what the last decoding added to the objective, or half of `gap` of the objective. The limit of epochs
// leaves what the last one came to: minimising incomplete working sets further was tried and predicts worse.
// "Nothing new" is: no more than `gap` of the objective (see docs/gradient_learners.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/needs.hpp"
#include "costruct/core/optimize/tied_objective.hpp"
#include "costruct/core/optimize/working_set_objective.hpp"
#include "costruct/core/options.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/schedule.hpp"

namespace costruct {

enum class Minimizer { kConjugateGradients, kLbfgs };

struct GradientOptions {
  double C = 1;
  Rescaling rescaling = Rescaling::kMargin;
  double epsilon = 0.3;
  double rho = 10;
  Minimizer minimizer = Minimizer::kConjugateGradients;
  double gap = 1e-3;
  Index C_epochs = 5;
  double prune = 1e-4;
  Index epochs = 200;
  std::optional<double> time_limit;
};

/// The keys of learners that use unlabeled inputs as well.
struct SemiGradientOptions : GradientOptions {
  double Cu = 1;
  Schedule Cu_schedule = Schedule::kExponential;
  Index Cu_epochs = 10;
  Index rounds = 1;
};

template <class Options>
void declare_gradient(OptionDeclaration<Options>& options) {
  options.number("C", &Options::C, {.greater_than = 0}, "weight of the loss of an example");
  options.template choice<Rescaling>("rescaling", &Options::rescaling, {"margin", "slack"},
                                     "what the loss scales");
  options.number("epsilon", &Options::epsilon, {.greater_than = 0, .at_most = 1e100},
                 "half the width of the parabola in the Huber loss");
  options.number("rho", &Options::rho, {.greater_than = 0},
                 "sharpness of the softmax: towards 0 the sum of an example's losses, towards infinity their "
                 "maximum; no published value");
  options.template choice<Minimizer>("minimizer", &Options::minimizer, {"conjugate_gradients", "lbfgs"},
                                     "how the smoothed objective is minimised");
  options.number(
      "gap", &Options::gap, {.greater_than = 0},
      "stop when this share of the objective bounds what is left to gain over the working sets and "
      "what decoding adds to them");
  options.integer("C_epochs", &Options::C_epochs, {.at_least = 1},
                  "the epoch at which C is reached, doubling from epoch to epoch");
  options.number("prune", &Options::prune, {.at_least = 0},
                 "constraints leave the working sets whose coefficient is at most this times C");
  options.integer(
      "epochs", &Options::epochs, {.at_least = 1},
      "epochs at most, in each of which all examples are decoded once, or once a round; fewer once the "
      "working sets have settled");
  options.number("time_limit", &Options::time_limit, {.greater_than = 0}, "seconds after which to stop");
}

template <class Options>
void declare_semi_gradient(OptionDeclaration<Options>& options) {
  declare_gradient(options);
  declare_Cu(options, {.at_least = 0}, "exponential schedule: epochs after C is reached until Cu is");
  options.integer("rounds", &Options::rounds, {.at_least = 1},
                  "decodings and minimisations with the same pseudo-labels in an epoch, at most; fewer once "
                  "the working sets have settled; 1 as published");
}

/// What a learner comes down to where unlabeled inputs do not count: as many decodings, every round an epoch.
GradientOptions supervised(const SemiGradientOptions& options);

/// The decoders that these options take.
Needs needs_of_gradient(const GradientOptions& options);

/// One weight vector, what it minimises, and where it stands.
struct GradientSide {
  const StructuredProblem& problem;
  WorkingSetObjective objective;
  Vector variables;                ///< the objective's
  Vector w;                        ///< the problem's
  std::vector<TiedVariable> tied;  ///< variables that are not free; none but for balanced classes
};

/// What a decoding step did.
struct Growth {
  Index constraints_added = 0;
  Index pseudo_labels_changed = 0;  ///< those whose change emptied a working set
  Index oracle_calls = 0;
  std::uint64_t pseudo_labels = 0;  ///< a hash of them
  Json history = Json::object();    ///< more for the epoch's row
};

class GradientTraining {
 public:
  /// Extends the working sets at the weights that the sides have; while Cu is 0 unlabeled inputs do not
  /// count. `anew`: pseudo-labels are to be predicted first; else they stay.
  using Decode = std::function<Growth(std::vector<GradientSide>& sides, double Cu, bool anew)>;
  /// Gives the blocks their weights.
  using Weigh = std::function<void(std::vector<GradientSide>& sides, double C, double Cu)>;

  /// One side for each problem. The options and the context must live as long.
  GradientTraining(std::string name, const GradientOptions& options, double tau,
                   const std::vector<const StructuredProblem*>& problems, const FitContext& context);

  std::vector<GradientSide>& sides() { return sides_; }
  /// Where several trainings share one time_limit: this one may take until the `share` of it since `start`.
  void share_time_limit(double start, double share);
  Violators violators(const GradientSide& side) const;
  /// Labeled examples become the first blocks of every side.
  void add_labeled(const Sample& sample);
  /// Extends the working sets of blocks first, first + 1, ... by violators, where there are any. Returns how
  /// many constraints were new.
  Index extend(GradientSide& side, Index first, Index count,
               const std::function<std::optional<Output>(Index block)>& violator) const;

  /// Runs the loop. `unlabeled` is null where only labeled examples count, and Cu does not matter then.
  Fitted fit(const SemiGradientOptions* unlabeled, const Decode& decode, const Weigh& weigh);

 private:
  /// P over the working sets, summed over sides, and the sum of 1/2 |gradient|^2.
  struct Standing {
    double primal = 0, half_square = 0;
  };
  Standing standing() const;
  void minimize(double rise);
  bool limit_reached();
  Fitted finish(std::string reason, const Weigh& weigh, double Cu);

  std::string name_;
  const GradientOptions& options_;
  Smoothing smoothing_;
  const FitContext& context_;
  std::vector<GradientSide> sides_;
  double start_;
  std::optional<double> deadline_;  // of time_limit, by seconds_now()
  FitReport report_;
  Index iterations_ = 0, evaluations_ = 0;
  bool stuck_ = false;  // the last minimisation ended in rounding errors
  std::string limit_;
};

/// Extends the working sets of the labeled examples and counts it.
void extend_labeled(const GradientTraining& training, GradientSide& side, const Sample& sample,
                    Growth& growth);
/// The labeled examples weigh C times their own weight.
void weigh_labeled(GradientSide& side, const Sample& sample, double C);
/// argmax_y f(x, y) of every input.
std::vector<Output> predictions(const StructuredProblem& problem, const std::vector<InputId>& inputs,
                                ConstVectorRef w, int threads);

}  // namespace costruct
