// Expectation maximisation for generative models whose log-probabilities are weights (Dempster,
// Laird & Rubin 1977; of grammars Lari & Young 1990; of labeled examples and weighted unlabeled
// inputs Nigam et al. 2000).
//
//   minimise  P(w) = -sum_i weight_i f(x_i, y_i) - u sum_j log Z(x_j) + penalty(w)
//   over the labeled examples i and the unlabeled inputs j, where
//   f(x, y) = log p(x, y), so that log Z(x) = log sum_y exp f(x, y) = log p(x); u is
//   `unlabeled_weight`; penalty is minus the logarithm of a prior, up to a constant
//
//   start:   w = argmin penalty(w) - <c, w>,  c = sum_i weight_i Phi(x_i, y_i)
//   in each of at most `rounds` rounds:
//     1. c = sum_i weight_i Phi(x_i, y_i) + u sum_j E[Phi(x_j, y)],  E under p(y | x_j) at w
//     2. w = argmin penalty(w) - <c, w>
//   until a round takes less than the share `tolerance` from P. No round increases P.
//
// A lower P need not mean fewer errors: with `held_out` > 0 the rounds are counted first, on a
// share of the labeled examples drawn at random. They run without these, and the start or round
// after which the loss on them is least, the first of equals, says after how many rounds those on
// all labeled examples end.
#pragma once

#include <string>

#include "costruct/core/options.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// The keys of a learner that maximises expectations.
struct ExpectationMaximizationOptions {
  double unlabeled_weight = 1;
  Index rounds = 20;
  double tolerance = 1e-5;
  double held_out = 0;
};

template <class Options>
void declare_expectation_maximization(OptionDeclaration<Options>& options) {
  options.number(
      "unlabeled_weight", &Options::unlabeled_weight, {.at_least = 0},
      "weight of the log-likelihood of an unlabeled input, relative to that of a labeled example");
  options
      .integer("rounds", &Options::rounds, {.at_least = 1},
               "rounds of expectation maximisation at most; none without unlabeled inputs")
      .only_with_positive("unlabeled_weight");
  options
      .number("tolerance", &Options::tolerance, {.greater_than = 0},
              "stop when a round decreases the objective by at most this share of it")
      .only_with_positive("unlabeled_weight");
  options
      .number("held_out", &Options::held_out, {.at_least = 0, .at_most = 0.5},
              "share of the labeled examples whose loss, in a run without them, chooses the number "
              "of rounds; "
              "0: none")
      .only_with_positive("unlabeled_weight");
}

/// A generative model of which the sums of joint features are all that its estimate asks for.
class CountedModel {
 public:
  virtual ~CountedModel() = default;
  /// argmin_w penalty(w) - <counts, w> over the weights that are log-probabilities of the model.
  /// All finite.
  virtual Vector estimate(ConstVectorRef counts) const = 0;
  virtual double penalty(ConstVectorRef w) const = 0;
};

/// Fits the model to a sample with labeled examples. Without unlabeled inputs, or where they weigh
/// nothing, it is the start alone. Reported are P at the returned weights as primal, and after each
/// round in the history; as iterations the rounds, as oracle calls the inputs summed over.
/// @param learner  whose name the lines of progress begin with
/// Precondition: the problem offers LogPartition, unless unlabeled inputs weigh nothing.
Fitted maximize_expectation(const StructuredProblem& problem, const CountedModel& model,
                            const Sample& sample, const ExpectationMaximizationOptions& options,
                            const FitContext& context, const std::string& learner);

}  // namespace costruct
