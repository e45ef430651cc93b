// Maximum likelihood estimates for models that consist of multinomial events
// (core/interfaces/multinomial_groups.hpp). Their log-probabilities become weights.
//
//   p(x, y) = prod_e p_e^{Phi_e(x, y)}
//   sum_{e in g} p_e = 1 for each multinomial group g of the problem
//
// The log-probability is linear in the joint features: w(e) = log p_e. Coordinates in no group have
// w = 0.
//
//   minimise  P(w) = -sum_i weight_i f(x_i, y_i) - u sum_j log Z(x_j) - s sum_e log p_e
//     f(x, y) = log p(x, y),  log Z(x) = log p(x),  u = unlabeled_weight,  s = smoothing
//
// Without unlabeled inputs the solution has a closed form, relative frequencies with additive
// smoothing:
//   p_e = (c_e + s) / (sum_{e' in g} c_e' + |g| s),   c = sum_i weight_i Phi(x_i, y_i)
// With unlabeled inputs, expectation maximisation starts there (expectation_maximization.hpp). Its
// c also has the expected counts of the unlabeled inputs, u E[Phi(x_j, y)]. It ends in a local
// minimum of P, which is reported as primal.
#pragma once

#include <string>

#include "costruct/core/needs.hpp"
#include "costruct/core/views.hpp"
#include "costruct/learners/solvers/expectation_maximization.hpp"

namespace costruct {

/// The options of the model.
struct MultinomialModelOptions : ExpectationMaximizationOptions {
  double smoothing = 1e-6;  ///< s
};

/// Returns what a learner with these options needs from a problem. `model` is
/// Need::kMultinomialModel or one of its special cases.
Needs needs_of_multinomial_model(Need model, const MultinomialModelOptions& options);

/// Fits the model to a sample. Throws ConfigError if the problem does not offer what the model
/// needs, or if there are several views; DataError for a sample without labeled examples.
/// @param learner  the name that errors and lines of progress mention
Fitted fit_multinomial_model(const Views& views, const Sample& sample, Need model,
                             const MultinomialModelOptions& options, const FitContext& context,
                             const std::string& learner);

}  // namespace costruct
