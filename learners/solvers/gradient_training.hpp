// What the gradient learners share: their options, and the algorithm of Tables 7.1 and 7.2 of
// Brefeld 2008.
//
//   for epoch t = 1, 2, ...
//     raise C, then Cu, as scheduled
//     for round = 1 .. rounds, until the working sets have settled
//       in the first round predict pseudo-labels; working sets of those that changed are emptied
//       grow the working sets: decode every example, add the output that most violates its
//         constraint; with LabelScores add every label that has a loss
//       minimise the smoothed objective over the working sets, from the last weights on
//       prune constraints of small coefficient
//   until C and Cu are reached, no pseudo-label changes and the working sets have settled.
//
// The tables have one round; so have epochs until C is reached.
//
// A minimisation ends once half the squared norm of the gradient, which bounds what is left to
// gain, is at most what the last decoding added to the objective, or half of `gap` of the
// objective. The limit of epochs leaves what the last one came to: minimising incomplete working
// sets further was tried and predicts worse. Working sets have settled where decoding finds nothing
// new, or nothing that adds more than `gap` of the objective (see docs/gradient_learners.md).
//
// The objective reported is the one over all outputs where every label with a loss is added:
// working sets grow once more at the weights that are returned. Elsewhere it is an estimate, and no
// more than the true value: outputs outside of the working sets may have losses too, and no decoder
// sums them.
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
  CuScale Cu_scale = CuScale::kEach;
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
                  "epochs at most, one decoding of all examples each or one a round");
  options.number("time_limit", &Options::time_limit, {.greater_than = 0},
                 "seconds after which to stop");
}

template <class Options>
void declare_semi_gradient(OptionDeclaration<Options>& options) {
  declare_gradient(options);
  declare_Cu(options, {.at_least = 0},
             "exponential schedule: epochs after C is reached until Cu is");
  options.integer(
      "rounds", &Options::rounds, {.at_least = 1},
      "decodings and minimisations with the same pseudo-labels in an epoch, at most; fewer once "
      "the working sets have settled; 1 as published");
}

/// What a learner comes down to where unlabeled inputs do not count: as many decodings, every round
/// an epoch.
GradientOptions supervised(const SemiGradientOptions& options);

/// The decoders that these options take.
Needs needs_of_gradient(const GradientOptions& options);

/// The weights of a view (or of the joint problem) and what they minimise. The blocks of its
/// objective are the labeled examples, then those of the unlabeled inputs.
struct GradientModel {
  const StructuredProblem& problem;
  WorkingSetObjective objective;
  Vector variables;                ///< the objective's
  Vector w;                        ///< the problem's
  std::vector<TiedVariable> tied;  ///< variables that are not free; none but for balanced classes
};

/// What a prediction of pseudo-labels did.
struct PseudoLabels {
  Index changed = 0;  ///< those whose change emptied a working set
  std::uint64_t hash = 0;
  Index oracle_calls = 0;
  Json history = Json::object();  ///< more for the epoch's row
};

/// What growing working sets did.
struct Growth {
  Index constraints_added = 0;
  Index oracle_calls = 0;
};

/// Which outputs unlabeled inputs are to have, and by which loss: the steps in which the learners
/// differ.
class UnlabeledTerms {
 public:
  virtual ~UnlabeledTerms() = default;
  /// Predicts the pseudo-labels at the weights that the models have and makes them the references
  /// of their blocks (Table 7.1, lines 9 and 11-13).
  virtual PseudoLabels predict(std::vector<GradientModel>& models) const = 0;
  /// Extends their working sets by what violates a margin at the same weights (lines 10 and 14-17).
  virtual Growth extend(std::vector<GradientModel>& models) const = 0;
};

class GradientTraining {
 public:
  /// One model for each problem, and its labeled blocks. All that is given must live as long.
  GradientTraining(std::string name, const GradientOptions& options, double tau,
                   const std::vector<const StructuredProblem*>& problems, const Sample& sample,
                   const FitContext& context);

  std::vector<GradientModel>& models() { return models_; }
  /// Where several trainings share one time_limit: this one may take until the `share` of it since
  /// `start`.
  void share_time_limit(double start, double share);
  Violators violators(const GradientModel& model) const;
  /// Extends the working sets of blocks first, first + 1, ... by violators, where there are any.
  /// Returns how many constraints were new.
  Index extend(GradientModel& model, Index first, Index count,
               const std::function<std::vector<Output>(Index block)>& violators) const;

  /// Trains on the labeled examples alone.
  Fitted fit();
  /// Trains on unlabeled inputs as well, whose blocks the models must have by now.
  Fitted fit(const SemiGradientOptions& options, const UnlabeledTerms& unlabeled);

 private:
  /// A round of an epoch: its weights, and the objective P over the working sets before and after
  /// they grew.
  struct Round {
    Index epoch = 0, number = 0;
    double C = 0, Cu = 0;
    PseudoLabels pseudo_labels;
    Index constraints_added = 0;
    double primal = 0;       ///< P over the working sets as they have grown
    double rise = 0;         ///< what growing them added to P
    double half_square = 0;  ///< 1/2 |gradient|^2 before: a bound of what was left to gain
    double gap = 0;          ///< bound of what is left to gain, as a share of P
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
  bool finds_all() const;
  bool has_all_weights(const Round& round) const;
  bool is_settled(const Round& round) const;
  bool is_solved(const Round& round) const;
  End end(const Round& round);
  void minimize(double rise);
  Index prune(double C);
  void record(const Round& round, Index pruned);
  std::string line_of(const Round& round, Index constraints);
  bool limit_reached();
  Fitted finish();

  std::string name_;
  const GradientOptions& options_;
  const SemiGradientOptions* unlabeled_options_ =
      nullptr;  // null where labeled examples alone count
  const UnlabeledTerms* unlabeled_ = nullptr;
  double target_Cu_ = 0;  // of each unlabeled input
  bool any_pseudo_labels_ = false;
  Smoothing smoothing_;
  const Sample& sample_;
  const FitContext& context_;
  std::vector<GradientModel> models_;
  double start_;
  std::optional<double> deadline_;  // of time_limit, by seconds_now()
  FitReport report_;
  std::vector<std::uint64_t>
      labelings_;  // hashes of the pseudo-labels, one an epoch since Cu was reached
  Index iterations_ = 0, evaluations_ = 0;
  bool stuck_ = false;  // the last minimisation ended in rounding errors
  GapDecline decline_;  // since all weights were reached
  std::string limit_;
};

/// What decode(x, w) of a problem, or of whatever decodes as one, gives for every input.
template <class Decoder>
std::vector<Output> predictions(const Decoder& decoder, const std::vector<InputId>& inputs,
                                ConstVectorRef w, int threads) {
  const Index count = static_cast<Index>(inputs.size());
  std::vector<Output> y(inputs.size());
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads)
  for (Index i = 0; i < count; ++i) y[i] = decoder.decode(inputs[i], w).output;
  return y;
}

}  // namespace costruct
