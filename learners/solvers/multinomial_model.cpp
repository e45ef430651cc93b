#include "costruct/learners/solvers/multinomial_model.hpp"

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/learners/shared/multinomials.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

/// Smoothed relative frequencies in each group.
class Multinomials final : public CountedModel {
 public:
  Multinomials(const MultinomialModel& events, double smoothing)
      : groups_(events.multinomial_groups()), smoothing_(smoothing) {}

  Vector estimate(ConstVectorRef counts) const override {
    Vector w(counts.size(), 0.0);
    set_log_probabilities(groups_, counts, smoothing_, w);
    return w;
  }
  double penalty(ConstVectorRef w) const override {
    return smoothing_penalty(groups_, w, smoothing_);
  }

 private:
  std::vector<std::vector<Index>> groups_;
  double smoothing_;
};

}  // namespace

Needs needs_of_multinomial_model(Need model, const MultinomialModelOptions& options) {
  Needs needs{{model}};
  if (options.unlabeled_weight > 0) needs.offers.push_back(Need::kLogPartition);
  return needs;
}

Fitted fit_multinomial_model(const Views& views, const Sample& sample, Need model,
                             const MultinomialModelOptions& options, const FitContext& context,
                             const std::string& learner) {
  require_labeled(sample, learner.c_str());
  if (views.count() != 1) {
    throw ConfigError("learner " + learner + " trains on one view of all features, got " +
                      std::to_string(views.count()) + " views");
  }
  const StructuredProblem& problem = views.joint();
  Needs needs = needs_of_multinomial_model(model, options);
  if (!sample.partial.empty()) needs.offers.push_back(Need::kLogPartition);
  if (const auto why = unmet(needs, problem)) throw ConfigError("learner " + learner + ": " + *why);
  const Multinomials multinomials(*offered<MultinomialModel>(problem), options.smoothing);
  return maximize_expectation(problem, multinomials, sample, options, context, learner);
}

}  // namespace costruct
