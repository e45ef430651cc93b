#include "costruct/learners/catalog.hpp"

#include "costruct/learners/learners.hpp"

namespace costruct {
namespace {

// Removes examples of weight 0, for all learners. They would have no loss. But each pass would
// visit them, random orders would contain them, and their features would count as seen. If all
// examples have weight 0 they stay, because then the sample does have labels.
class WithoutWeightless final : public Learner {
 public:
  explicit WithoutWeightless(std::unique_ptr<Learner> learner) : learner_(std::move(learner)) {}

  void check_labels(const StructuredProblem& joint) const override {
    learner_->check_labels(joint);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const auto weightless = [](const LabeledExample& example) { return example.weight == 0; };
    const auto count = std::count_if(sample.labeled.begin(), sample.labeled.end(), weightless);
    if (count == 0 || count == std::ssize(sample.labeled))
      return learner_->fit(views, sample, context);
    Sample others = sample;
    std::erase_if(others.labeled, weightless);
    return learner_->fit(views, others, context);
  }

 private:
  std::unique_ptr<Learner> learner_;
};

LearnerEntry without_weightless(LearnerEntry entry) {
  entry.make = [make = std::move(entry.make)](const Json& options) {
    return std::make_unique<WithoutWeightless>(make(options));
  };
  return entry;
}

std::vector<LearnerEntry>& all_learners() {
  static std::vector<LearnerEntry> catalog = [] {
    std::vector<LearnerEntry> all = {
        perceptron_learner(),   co_perceptron_learner(),  hmm_learner(),
        naive_bayes_learner(),  pcfg_learner(),           pair_hmm_learner(),
        crf_learner(),          structural_svm_learner(), co_svm_learner(),
        gradient_svm_learner(), gradient_tsvm_learner(),  gradient_co_svm_learner(),
        tsvm_ova_learner(),     pairwise_learner(),       sequential_svm_learner(),
    };
    for (LearnerEntry& entry : all) entry = without_weightless(std::move(entry));
    const std::vector<LearnerEntry> inner = all;
    all.push_back(without_weightless(self_training_learner(inner)));
    all.push_back(without_weightless(co_training_learner(inner)));
    // These two learn nothing from labels that another learner gives, so they are not inner
    // learners.
    all.push_back(without_weightless(substitution_matrix_learner()));
    all.push_back(without_weightless(retrieval_rule_learner()));
    // These are learners of numbers, which the two learners with an inner learner cannot use.
    all.push_back(rlsr_learner());
    all.push_back(co_rlsr_learner());
    return all;
  }();
  return catalog;
}

}  // namespace

const std::vector<LearnerEntry>& learner_catalog() {
  return all_learners();
}

void add_learner(LearnerEntry entry) {
  COSTRUCT_ASSERT(find_learner(entry.name) == nullptr, "a learner's name is its own");
  if (entry.make) entry = without_weightless(std::move(entry));
  all_learners().push_back(std::move(entry));
}

const LearnerEntry* find_learner(const std::string& name) {
  for (const LearnerEntry& entry : learner_catalog()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace costruct
