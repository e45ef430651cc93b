// The catalog entries of the learners, one from each source file. Only catalog.cpp includes this
// header, so that a new line recompiles no learner.
#pragma once

#include "costruct/learners/catalog.hpp"

namespace costruct {

LearnerEntry perceptron_learner();
LearnerEntry structural_svm_learner();
LearnerEntry pairwise_learner();
LearnerEntry sequential_svm_learner();
LearnerEntry co_perceptron_learner();
LearnerEntry co_svm_learner();
LearnerEntry tsvm_ova_learner();
LearnerEntry hmm_learner();
LearnerEntry naive_bayes_learner();
LearnerEntry pcfg_learner();
LearnerEntry pair_hmm_learner();
LearnerEntry substitution_matrix_learner();
LearnerEntry retrieval_rule_learner();
LearnerEntry crf_learner();
LearnerEntry gradient_svm_learner();
LearnerEntry gradient_tsvm_learner();
LearnerEntry gradient_co_svm_learner();
LearnerEntry rlsr_learner();
LearnerEntry co_rlsr_learner();
LearnerEntry self_training_learner();
LearnerEntry co_training_learner();

}  // namespace costruct
