// Balanced classes: label biases that keep the mean scores of the unlabeled parts at the shares of
// the labels. Source: Brefeld 2008, section 7.2, after Joachims 1999; soft, as in Chapelle & Zien
// 2005.
//
//   for every label k:  sum_j sum_t [f_k(x_jt) - mean over labels] = M (p_k - 1/K)
//     f_k(x_jt) = <w, Lambda(k) (x) psi(x_jt)> + bias_k, over the M parts of the unlabeled inputs
//     p_k  the label's share of the labeled parts, by the weights of their examples
//     K    the number of labels
//
// The constraint ties each bias to the other weights:
//   bias_k = p_k - 1/K - <w, mean of Lambda(k) (x) psi over the unlabeled parts>
// This is the same as centring the unlabeled parts and fixing the biases, without dense features.
#pragma once

#include <span>

#include "costruct/core/interfaces/label_biases.hpp"
#include "costruct/learners/solvers/gradient_training.hpp"

namespace costruct {

/// Returns the label biases of a problem. Throws ConfigError if the problem has no label biases.
const LabelBiases& require_label_biases(const StructuredProblem& problem, const char* learner);

/// Ties the label biases of a model to its other weights (GradientModel::tied), and sets them to
/// their values at the present weights. Call it once, before training. Does nothing without
/// unlabeled parts. Throws ConfigError if the problem has no label biases.
/// @param learner  the name of the learner, for messages
void balance_classes(GradientModel& model, std::span<const LabeledExample> labeled,
                     std::span<const InputId> unlabeled, const char* learner);

}  // namespace costruct
