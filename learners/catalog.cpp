#include "costruct/learners/catalog.hpp"

#include "costruct/learners/learners.hpp"

namespace costruct {

const std::vector<LearnerEntry>& learner_catalog() {
  static const std::vector<LearnerEntry> catalog = {
      perceptron_learner(), co_perceptron_learner(),  hmm_learner(),
      crf_learner(),        structural_svm_learner(), co_svm_learner(),
  };
  return catalog;
}

const LearnerEntry* find_learner(const std::string& name) {
  for (const LearnerEntry& entry : learner_catalog()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace costruct
