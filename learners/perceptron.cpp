// The structured perceptron (Collins; Brefeld 2008, Algorithm 5.1, in the primal).
//
//   repeat: for each labeled (x, y):
//     y_hat = argmax <w, Phi(x, .)>                             (eq. 5.1)
//     if y_hat != y:  w <- w + Phi(x, y) - Phi(x, y_hat)        (eq. 5.2)
//
// The update is multiplied by the weight of the example, which is 1 unless the data has weights.
// The perceptron descends on a criterion, which is reported as primal:
//   sum_i max_y_hat <w, Phi(x_i, y_hat)> - <w, Phi(x_i, y_i)>
// The dual algorithm counts in alpha how often y_hat was decoded instead of y_i. Its weights are
// the same (eq. 5.3).
#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/averaged_weights.hpp"
#include "costruct/learners/shared/online.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

OptionDeclaration<OnlineOptions> perceptron_options() {
  OptionDeclaration<OnlineOptions> options;
  declare_online(options);
  return options;
}

class Perceptron final : public Learner {
 public:
  explicit Perceptron(const OnlineOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const StructuredProblem& problem = views.joint();
    require_labeled(sample, "perceptron");
    AveragedWeights w(problem, options_.average);
    OnlineProgress progress("perceptron", options_, context);
    std::vector<Index> order = in_order(sample.labeled.size());
    RandomStream random(context.seed, context.repetition, "shuffle labeled");

    FitReport report;
    while (progress.more()) {
      if (options_.shuffle) random.shuffle(order);
      Index mistakes = 0;
      for (const Index i : order) {
        const auto& [x, y, weight] = sample.labeled[i];
        const Output y_hat = problem.decode(x, w.current()).output;
        if (!problem.same_structure(x, y, y_hat)) {
          w.update(x, y, y_hat, weight);
          ++mistakes;
        }
        w.end_step();
      }
      report.oracle_calls += static_cast<Index>(order.size());
      progress.end_epoch(mistakes, {{"mistakes", mistakes}}, report);
    }
    Fitted fitted{{std::move(w).result()}, std::move(report)};
    fitted.report.primal =
        perceptron_criterion(problem, sample, fitted.weights[0], context.threads);
    fitted.report.oracle_calls += static_cast<Index>(sample.labeled.size());
    return fitted;
  }

 private:
  OnlineOptions options_;
};

}  // namespace

LearnerEntry perceptron_learner() {
  LearnerEntry entry;
  entry.name = "perceptron";
  entry.summary = "structured perceptron, supervised";
  entry.source = "Brefeld 2008, Algorithm 5.1";
  entry.example_weights = ExampleWeights::kUpdate;
  entry.options = perceptron_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<Perceptron>(perceptron_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
