// Generative Markov models whose labels emit features: hidden Markov models of chains, and naive
// Bayes for inputs with one label. Their probabilities become weights. With N labels, additive
// smoothing s, and the J features that occur in the training inputs:
//
//   pi_k = (first_k + s) / (n + N s)
//   a_pk = (count_pk + s) / (sum_k count_pk + N s)        only for chains
//   p_jk = (count_jk + s) / (count_k + 2 s)               bernoulli, present
//   p_jk = (count_jk + s) / (sum_j count_jk + J s)        multinomial
//
//     n         number of labeled inputs, each counted with its weight, as everything below
//     first_k   inputs whose first label is k
//     count_k   parts with label k
//     count_pk  pairs of neighbouring parts with the labels p and k
//     count_jk  parts with label k and feature j; multinomial: the sum of the feature's counts
//
// The log-probability of (x, y) is linear in its joint features:
//
//   w(p, k)     = log a_pk
//   w(first k)  = log pi_k, added to the bias where both are the same weight
//   w(j, k)     = log p_jk - log(1 - p_jk)                bernoulli
//   w(bias k)   = sum_j log(1 - p_jk)                     bernoulli
//   w(j, k)     = log p_jk                                present, multinomial
//
//     (p, k)     a part with label k after one with label p
//     (first k)  a first part with label k
//     (bias k)   a part with label k
//     (j, k)     a part with label k and feature j
//
// Other weights are 0. The weights minimise  -<counts, w> + penalty.  The penalty is -s times the
// sum of the logarithms of all probabilities (bernoulli: p_jk and 1 - p_jk). This does not hold for
// `present`, which is no distribution.
#pragma once

#include <string>

#include "costruct/learners/learner.hpp"
#include "costruct/learners/solvers/expectation_maximization.hpp"

namespace costruct {

/// How a label emits the features of a part.
enum class Emissions {
  kBernoulli,   ///< each of the J features is present or absent; needs indicator features
  kPresent,     ///< as bernoulli, but absent features do not count; needs indicator features
  kMultinomial  ///< features are drawn one by one; needs counts
};

/// The options of the model.
struct MarkovModelOptions : ExpectationMaximizationOptions {
  double smoothing = 1e-4;  ///< s > 0
  Emissions emissions = Emissions::kBernoulli;
};

/// Returns what a learner with these options needs from a problem, except whether outputs are
/// chains.
Needs needs_of_markov_model(const MarkovModelOptions& options);

/// Throws ConfigError ("unlabeled_weight = ...") if emissions are `present` and the option
/// unlabeled_weight is positive: these emissions have no likelihood without labels.
void check_markov_model(const MarkovModelOptions& options);

/// Fits the model in closed form to the labeled examples. Expectation maximisation also uses
/// unlabeled inputs with a positive weight, and examples that are labeled in part. The reported
/// primal is then the P of expectation_maximization.hpp. Without such inputs and examples it is
/// -sum_i weight_i log p(x_i, y_i). Throws
///   - DataError if no example is labeled, not even in part
///   - ConfigError or DataError if the problem does not offer what the model needs
///   - ConfigError if there are several views
///   - ConfigError if emissions are `present` and an example is labeled in part
Fitted fit_markov_model(const Views& views, const Sample& sample, const MarkovModelOptions& options,
                        const FitContext& context, const std::string& learner);

}  // namespace costruct
