// Maximum likelihood of multinomial events, as weights: of problems of which these are all there is
// (core/interfaces/multinomial_groups.hpp).
//
//   p(x, y) = prod_e p_e^{Phi_e(x, y)},   sum_{e in g} p_e = 1 for each multinomial group g of the
//   problem
//
// Its log-probability is linear in the joint features: w(e) = log p_e, and w = 0 for coordinates in
// no group.
//
//   minimise  P(w) = -sum_i weight_i f(x_i, y_i) - u sum_j log Z(x_j) - s sum_e log p_e,
//   f(x, y) = log p(x, y),  log Z(x) = log p(x),  u = unlabeled_weight,  s = smoothing
//
// Without unlabeled inputs this is a closed form (relative frequencies with additive smoothing),
//   p_e = (c_e + s) / (sum_{e' in g} c_e' + |g| s),   c = sum_i weight_i Phi(x_i, y_i),
// else expectation maximisation from there (solvers/expectation_maximization.hpp), in which c has
// what is expected of the unlabeled inputs, u E[Phi(x_j, y)], as well. It ends in a local minimum
// of P, which is reported as primal.
#pragma once

#include <string>

#include "costruct/core/needs.hpp"
#include "costruct/core/views.hpp"
#include "costruct/learners/solvers/expectation_maximization.hpp"

namespace costruct {

struct MultinomialModelOptions : ExpectationMaximizationOptions {
  double smoothing = 1e-6;
};

/// `model` is Need::kMultinomialModel, or one of the kinds of it.
Needs needs_of_multinomial_model(Need model, const MultinomialModelOptions& options);

/// @param learner  whose name stands in errors and lines of progress
/// Throws ConfigError where the problem is not what is needed, or has several views; DataError for
/// a sample without labeled examples.
Fitted fit_multinomial_model(const Views& views, const Sample& sample, Need model,
                             const MultinomialModelOptions& options, const FitContext& context,
                             const std::string& learner);

}  // namespace costruct
