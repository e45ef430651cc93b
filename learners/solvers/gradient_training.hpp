// The training that all gradient learners share: their options, and the algorithm of Tables 7.1 and
// 7.2 of Brefeld 2008.
//
//   for epoch t = 1, 2, ...
//     raise C, then Cu, as scheduled
//     for round = 1 .. rounds, until the working sets have settled
//       in the first round predict pseudo-labels; empty the working sets of those that changed
//       grow the working sets: decode every example, add the output that most violates its
//         constraint; with LabelScores add every label that has a loss
//       minimise the smoothed objective over the working sets, from the last weights on
//       prune constraints of small coefficient
//   until C and Cu are reached, no pseudo-label changes and the working sets have settled.
//
// The tables have one round. Epochs before C is reached also have one round.
//
// A minimisation ends by the norm of the gradient: half its square bounds the remaining gain. This
// bound must be at most what the last decoding added to the objective, or at most half of `gap`
// times the objective. If the limit of epochs ends training, its result is that of the last
// epoch. Minimising further over incomplete working sets was tried and predicts worse.
//
// Working sets have settled if decoding finds nothing new, or nothing that adds more than `gap`
// times the objective (docs/gradient_learners.md).
//
// If every label with a loss is added, the reported objective is the one over all outputs. For this
// the working sets grow once more at the returned weights. Otherwise it is an estimate and at most
// the true value. Outputs outside the working sets may have losses, and no decoder sums them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/needs.hpp"
#include "costruct/core/optimize/gap_decline.hpp"
#include "costruct/core/optimize/tied_objective.hpp"
#include "costruct/core/optimize/working_set_objective.hpp"
#include "costruct/core/options.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/shared/schedule.hpp"

namespace costruct {

/// How the smoothed objective is minimised.
enum class Minimizer { kConjugateGradients, kLbfgs };

/// The options of all gradient learners; declare_gradient() states their meanings.
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

/// The options of gradient learners that use unlabeled inputs.
struct SemiGradientOptions : GradientOptions {
  double Cu = 0.1;
  CuScale Cu_scale = CuScale::kTotal;
  Schedule Cu_schedule = Schedule::kExponential;
  Index Cu_epochs = 10;
  Index rounds = 1;
};

/// Declares the options of GradientOptions. Options is this struct, or derives from it.
template <class Options>
void declare_gradient(OptionDeclaration<Options>& options) {
  options.number("C", &Options::C, {.greater_than = 0}, "weight of the loss of an example");
  options.template choice<Rescaling>("rescaling", &Options::rescaling, {"margin", "slack"},
                                     "what the loss scales");
  options.number("epsilon", &Options::epsilon, {.greater_than = 0, .at_most = 1e100},
                 "half the width of the parabola in the Huber loss");
  options.number("rho", &Options::rho, {.greater_than = 0},
                 "sharpness of the softmax: towards 0 the sum of an example's losses, towards "
                 "infinity their maximum");
  options.template choice<Minimizer>("minimizer", &Options::minimizer,
                                     {"conjugate_gradients", "lbfgs"},
                                     "how the smoothed objective is minimised");
  options.number(
      "gap", &Options::gap, {.greater_than = 0},
      "stop when this share of the objective bounds what is left to gain; an estimate unless an "
      "output is one label");
  options.integer("C_epochs", &Options::C_epochs, {.at_least = 1},
                  "the epoch at which C is reached, doubling from epoch to epoch");
  options.number("prune", &Options::prune, {.at_least = 0},
                 "constraints leave the working sets whose coefficient is at most this times C");
  options.integer("epochs", &Options::epochs, {.at_least = 1},
                  "epochs at most; each decodes all inputs once, or once a round");
  options.number("time_limit", &Options::time_limit, {.greater_than = 0},
                 "seconds after which to stop");
}

/// Declares the options of SemiGradientOptions. Options is this struct, or derives from it.
template <class Options>
void declare_semi_gradient(OptionDeclaration<Options>& options) {
  declare_gradient(options);
  declare_Cu(options, {.at_least = 0},
             "exponential schedule: epochs after C is reached until Cu is");
  options.integer("rounds", &Options::rounds, {.at_least = 1},
                  "most decodings and minimisations with the same pseudo-labels in an epoch; 1 as "
                  "published");
}

/// Returns options for the same number of decodings without unlabeled inputs: every round becomes
/// an epoch.
GradientOptions supervised(const SemiGradientOptions& options);

/// The decoders that a learner with these options needs.
Needs needs_of_gradient(const GradientOptions& options);

/// The weights of a view, or of the joint problem, and the objective that they minimise. A block of
/// the objective (core/optimize/working_set_objective.hpp) is an input with a reference output and
/// a working set. The blocks are those of the labeled examples, followed by those of the unlabeled
/// inputs.
struct GradientModel {
  const StructuredProblem& problem;
  WorkingSetObjective objective;
  Vector variables;  ///< variables of the objective, from which w follows
  Vector w;          ///< weights of the problem
  /// Variables that are functions of others (tied_objective.hpp). Only balance_classes() sets them.
  std::vector<TiedVariable> tied;
};

/// The result of predicting pseudo-labels.
struct PseudoLabels {
  Index changed = 0;       ///< number of pseudo-labels whose change emptied a working set
  std::uint64_t hash = 0;  ///< hash of all pseudo-labels, to detect cycles; see hash_output()
  Index oracle_calls = 0;  ///< number of decodings
  Json history = Json::object();  ///< further entries for the epoch's row of the history
};

/// The result of growing working sets.
struct Growth {
  Index constraints_added = 0;
  Index oracle_calls = 0;  ///< number of decodings
};

/// The references of the unlabeled inputs and their constraints. The gradient learners differ in
/// these two steps.
class UnlabeledTerms {
 public:
  virtual ~UnlabeledTerms() = default;
  /// Predicts the pseudo-labels at the weights that the models have and makes them the references
  /// of their blocks (Table 7.1, lines 9 and 11-13).
  virtual PseudoLabels predict(std::vector<GradientModel>& models) const = 0;
  /// Extends the working sets of the unlabeled inputs by outputs that violate a margin at the same
  /// weights (lines 10 and 14-17).
  virtual Growth extend(std::vector<GradientModel>& models) const = 0;
};

/// One training run. Construct it, add the blocks of unlabeled inputs to models() if there are any,
/// and call fit() once.
class GradientTraining {
 public:
  /// Makes one model for each problem, with the blocks of the labeled examples. All arguments must
  /// outlive this object. Throws ConfigError if a problem lacks a decoder that the options need,
  /// and DataError for a sample without labeled examples.
  /// @param name      the name of the learner, for progress and messages
  /// @param tau       parameter of the symmetric loss u_{Delta,tau} of unlabeled inputs; see
  ///                  Smoothing in working_set_objective.hpp
  /// @param problems  the problem of each view, or the joint problem alone
  GradientTraining(std::string name, const GradientOptions& options, double tau,
                   const std::vector<const StructuredProblem*>& problems, const Sample& sample,
                   const FitContext& context);

  /// The models, in the order of the problems.
  std::vector<GradientModel>& models() { return models_; }
  /// For several trainings that share one time_limit: this one ends when the time since `start` is
  /// `share` times the limit. `start` is in terms of seconds_now(), `share` in (0, 1].
  void share_time_limit(double start, double share);
  /// Finds the outputs that violate a margin at the present weights of the model, which must stay
  /// unchanged while the result is used.
  Violators violators(const GradientModel& model) const;
  /// Extends the working sets of `count` blocks, from block `first` on. Returns the number of new
  /// constraints.
  /// @param violators  returns the outputs to add to a block; may be called from several threads
  Index extend(GradientModel& model, Index first, Index count,
               const std::function<std::vector<Output>(Index block)>& violators) const;

  /// Trains on the labeled examples only.
  Fitted fit();
  /// Trains also on unlabeled inputs. The models must have the blocks of these inputs already.
  Fitted fit(const SemiGradientOptions& options, const UnlabeledTerms& unlabeled);

 private:
  /// A round of an epoch.
  struct Round {
    Index epoch = 0, number = 0;
    double C = 0, Cu = 0;
    PseudoLabels pseudo_labels;
    Index constraints_added = 0;
    double primal = 0;       ///< P over the working sets after they have grown
    double rise = 0;         ///< increase of P by growing them
    double half_square = 0;  ///< 1/2 |gradient|^2 before they grow: bounds the remaining gain
    double gap = 0;          ///< bound of the remaining gain as a share of P
  };
  enum class End { kNone, kSettled, kCycle };

  /// P over the working sets, summed over models, and the sum of 1/2 |gradient|^2.
  struct Evaluation {
    double primal = 0, half_square = 0;
  };
  Evaluation evaluate() const;
  Fitted run();
  Round raise_weights(Index epoch);
  void weigh(double C, double Cu);
  void grow_working_sets(Round& round);
  Growth extend_labeled();
  void complete_working_sets();
  bool finds_all_violators() const;
  bool has_all_weights(const Round& round) const;
  bool is_settled(const Round& round) const;
  bool is_solved(const Round& round) const;
  End end(const Round& round);
  void minimize(double rise);
  Index prune(double C);
  void record(const Round& round, Index pruned);
  std::string line_of(const Round& round);
  bool limit_reached();
  Fitted finish();

  std::string name_;
  const GradientOptions& options_;
  const SemiGradientOptions* unlabeled_options_ = nullptr;  // null: labeled examples only
  const UnlabeledTerms* unlabeled_ = nullptr;
  double target_Cu_ = 0;  // weight of each unlabeled input
  bool any_pseudo_labels_ = false;
  Smoothing smoothing_;
  const Sample& sample_;
  const FitContext& context_;
  std::vector<GradientModel> models_;
  double start_;
  std::optional<double> deadline_;  // end of time_limit, in terms of seconds_now()
  FitReport report_;
  // Hashes of the pseudo-labels, one for each epoch since Cu was reached.
  std::vector<std::uint64_t> labelings_;
  Index iterations_ = 0, evaluations_ = 0;
  bool stuck_ = false;  // the last minimisation ended in rounding errors
  GapDecline decline_;  // since C and Cu were reached
  std::string limit_;
};

}  // namespace costruct
