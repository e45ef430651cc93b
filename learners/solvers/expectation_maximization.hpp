// Expectation maximisation for generative models whose weights are log-probabilities. Sources:
// Dempster, Laird & Rubin 1977; for grammars Lari & Young 1990; for labeled examples and weighted
// unlabeled inputs Nigam et al. 2000.
//
//   minimise  P(w) = -sum_i weight_i f(x_i, y_i) - sum_h weight_h log Z_h(x_h)
//                    - u sum_j log Z(x_j) + penalty(w)
//     i  the labeled examples, j the unlabeled inputs
//     h  the examples that are labeled in part; Z_h sums over the outputs that agree with what is
//        known of them
//     f(x, y) = log p(x, y), so that log Z(x) = log sum_y exp f(x, y) = log p(x)
//     u  the weight of each unlabeled input. With unlabeled_scale = each it is the option
//        unlabeled_weight. With total, the default, it is that option times the sum of weight_i and
//        weight_h over the number of unlabeled inputs (weight_of_each)
//     penalty  minus the logarithm of a prior, up to a constant
//
//   start:   w = argmin penalty(w) - <c, w>,  c = sum_i weight_i Phi(x_i, y_i)
//   in each of at most `rounds` rounds:
//     1. c = sum_i weight_i Phi(x_i, y_i) + sum_h weight_h E_h[Phi(x_h, y)]
//            + u sum_j E[Phi(x_j, y)],  E under p(y | x) at w, E_h given what is known too
//     2. w = argmin penalty(w) - <c, w>
//   until a round decreases P by at most the share `tolerance` of P. No round increases P.
//
// A lower P need not mean fewer errors. With `held_out` > 0 the number of rounds is therefore
// chosen by held-out labeled examples, which are drawn at random. The rounds first run without
// them. The round (or the start) with the least loss on the held-out examples gives the number of
// rounds for all labeled examples. Among equal losses the first counts. This takes at least two
// labeled examples; with fewer, held_out has no effect, and a warning says so.
#pragma once

#include <string>

#include "costruct/core/options.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/shared/schedule.hpp"
#include "costruct/learners/shared/sharded_expectations.hpp"

namespace costruct {

/// The options of a learner that uses expectation maximisation.
struct ExpectationMaximizationOptions {
  double unlabeled_weight = 0;
  CuScale unlabeled_scale = CuScale::kTotal;
  Index rounds = 20;
  double tolerance = 1e-5;
  double held_out = 0;
  std::optional<Index> shards;  ///< see declare_shards()
};

/// Declares these options. Options is ExpectationMaximizationOptions, or derives from it.
template <class Options>
void declare_expectation_maximization(OptionDeclaration<Options>& options) {
  options.number("unlabeled_weight", &Options::unlabeled_weight, {.at_least = 0},
                 "weight of an unlabeled input; a labeled one has 1");
  options
      .template choice<CuScale>("unlabeled_scale", &Options::unlabeled_scale, {"each", "total"},
                                "what unlabeled_weight weighs: each unlabeled input or, as a "
                                "multiple of the labeled ones' weight, all")
      .only_with_positive("unlabeled_weight");
  options.integer("rounds", &Options::rounds, {.at_least = 1},
                  "most rounds of expectation maximisation; none if nothing is hidden");
  options.number("tolerance", &Options::tolerance, {.greater_than = 0},
                 "stop when a round decreases the objective by at most this share of it");
  options.number("held_out", &Options::held_out, {.at_least = 0, .at_most = 0.5},
                 "share of the labeled examples whose loss, in a run without them, chooses the "
                 "number of rounds; 0: none");
  declare_shards(options);
}

/// A generative model whose estimate depends on the data only by the sums of joint features.
class CountedModel {
 public:
  virtual ~CountedModel() = default;
  /// Returns argmin_w penalty(w) - <counts, w> over the weights that are log-probabilities of the
  /// model. All entries are finite.
  virtual Vector estimate(ConstVectorRef counts) const = 0;
  /// Returns penalty(w) for weights that estimate() returned.
  virtual double penalty(ConstVectorRef w) const = 0;
};

/// A clause for describe: how such a learner treats examples that are labeled in part.
inline constexpr const char* kSumsOverHidden =
    "sums over the hidden parts, by expectation maximisation within what is known";

/// Fits the model to a sample with labeled examples, or with some that are labeled in part. The
/// result is the start if no example is labeled in part and no unlabeled input has a positive
/// weight. The report has P at the returned weights as primal, and P after each round in the
/// history. Its iterations are the rounds. Its oracle calls count inputs summed over or decoded.
/// @param learner  the name with which lines of progress begin
/// Throws ConfigError if examples are labeled in part and the problem takes none.
/// Precondition: the problem offers LogPartition, unless the result is the start.
Fitted maximize_expectation(const StructuredProblem& problem, const CountedModel& model,
                            const Sample& sample, const ExpectationMaximizationOptions& options,
                            const FitContext& context, const std::string& learner);

}  // namespace costruct
