// Balanced classes: label biases that keep the scores of unlabeled parts at the labels' shares
// (Brefeld 2008, section 7.2, after Joachims 1999; soft, as in Chapelle & Zien 2005).
//
//   for every label k:  sum_j sum_t [f_k(x_jt) - mean over labels] = M (p_k - 1/K)
//     f_k(x_jt) = <w, Lambda(k) (x) psi(x_jt)> + bias_k, over the M parts of the unlabeled inputs
//     p_k  the label's share of the labeled parts (by weight),  K  the number of labels
//
// It is met by tying each bias to the other weights: bias_k = p_k - 1/K - <w, mean of Lambda(k) (x)
// psi>. That is what centring the unlabeled parts and fixing the biases would do, without dense
// features.
#pragma once

#include <span>

#include "costruct/core/interfaces/label_biases.hpp"
#include "costruct/learners/solvers/gradient_training.hpp"

namespace costruct {

/// The label biases of a problem; throws ConfigError where it has none.
const LabelBiases& require_label_biases(const StructuredProblem& problem, const char* learner);

/// Ties the label biases of a model and gives them their values at its weights. Does nothing
/// without unlabeled parts. Throws ConfigError where the problem has no label biases.
void balance_classes(GradientModel& model, std::span<const LabeledExample> labeled,
                     std::span<const InputId> unlabeled, const char* learner);

}  // namespace costruct
