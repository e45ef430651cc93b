// Generative Markov models whose labels emit features, as weights: hidden Markov models of chains,
// naive Bayes of inputs with one label. For N labels, additive smoothing s and the J features that
// occur in the inputs learnt from,
//
//   pi_k = (first_k + s) / (n + N s),    a_pk = (count_pk + s) / (sum_k count_pk + N s), of chains
//   alone, bernoulli, present:  p_jk = (count_jk + s) / (count_k + 2 s) multinomial:         p_jk =
//   (count_jk + s) / (sum_j count_jk + J s)
//
// and the log-probability of (x, y) is linear in its joint features:
//
//   w(p, k) = log a_pk,  w(first k) = log pi_k (added to the bias where the two are one),
//   bernoulli:             w(j, k) = log p_jk - log(1 - p_jk),  w(bias k) = sum_j log(1 - p_jk)
//   present, multinomial:  w(j, k) = log p_jk
//
// Other weights are 0. The weights minimise  -<counts, w> + penalty,  penalty = -s times the sum of
// the logarithms of all probabilities (bernoulli: p_jk and 1 - p_jk), but for `present`, which is
// no distribution.
#pragma once

#include <string>

#include "costruct/learners/learner.hpp"
#include "costruct/learners/solvers/expectation_maximization.hpp"

namespace costruct {

/// How a label emits the features of a part.
enum class Emissions {
  kBernoulli,   ///< each of the J features is there or not; needs indicators
  kPresent,     ///< those that are there alone: no distribution over inputs; needs indicators
  kMultinomial  ///< features are drawn one by one, as many as there are; needs counts
};

struct MarkovModelOptions : ExpectationMaximizationOptions {
  double smoothing = 1e-4;
  Emissions emissions = Emissions::kBernoulli;
};

/// What a learner with these options needs of a problem, beside that it has chains, or has none.
Needs needs_of_markov_model(const MarkovModelOptions& options);

/// Throws ConfigError ("unlabeled_weight = ...") where emissions are no distribution and inputs
/// without labels are to be learnt from.
void check_markov_model(const MarkovModelOptions& options);

/// Fits the model: in closed form to labeled examples, else by expectation maximisation over the
/// unlabeled inputs as well. Reported as primal: without unlabeled inputs, or where they weigh
/// nothing, -sum_i weight_i log p(x_i, y_i); else the P of expectation_maximization.hpp. Throws
/// ConfigError, DataError where the problem lacks what is needed, or has several views.
Fitted fit_markov_model(const Views& views, const Sample& sample, const MarkovModelOptions& options,
                        const FitContext& context, const std::string& learner);

}  // namespace costruct
