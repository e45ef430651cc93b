// The structured perceptron (Collins; Brefeld 2008, Algorithm 5.1, in the primal).
//
//   repeat: for each labeled (x, y):
//     y_hat = argmax <w, Phi(x, .)>                             (eq. 5.1)
//     if y_hat != y:  w <- w + Phi(x, y) - Phi(x, y_hat)        (eq. 5.2)
//
// If an example is labeled in part, y is the best allowed output, argmax <w, Phi(x, .)> over these.
// It is updated only if y_hat is not allowed, so that no hidden part is taught by itself. The
// update is multiplied by the weight of the example, which is 1 unless the data has weights. The
// perceptron descends on a criterion, which is reported as primal:
//   sum_i max_y_hat <w, Phi(x_i, y_hat)> - <w, Phi(x_i, y_i)>
// with max_y <w, Phi(x_i, y)> over the allowed outputs in place of the last term, if i is labeled
// in part. The dual algorithm counts in alpha how often y_hat was decoded instead of y_i. Its
// weights are the same (eq. 5.3).
#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/averaged_weights.hpp"
#include "costruct/learners/shared/online.hpp"
#include "costruct/learners/shared/partial_sample.hpp"
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
    const PartialSample partial(problem, sample.partial, "perceptron");
    const auto labeled = std::ssize(sample.labeled);
    std::vector<Index> order = in_order(sample.labeled.size() + sample.partial.size());
    RandomStream random(context.seed, context.repetition, "shuffle labeled");

    FitReport report;
    while (progress.more()) {
      if (options_.shuffle) random.shuffle(order);
      Index mistakes = 0;
      for (const Index i : order) {
        mistakes += i < labeled ? learn(problem, sample.labeled[i], w)
                                : learn(problem, partial, sample.partial[i - labeled], w);
        w.end_step();
      }
      report.oracle_calls += static_cast<Index>(order.size());
      progress.end_epoch(mistakes, {{"mistakes", mistakes}}, report);
    }
    Fitted fitted{{std::move(w).result()}, std::move(report)};
    fitted.report.primal =
        perceptron_criterion(problem, sample, fitted.weights[0], context.threads) +
        ordered_sum(std::ssize(sample.partial), context.threads, [&](Index i) {
          const auto& [x, known, weight] = sample.partial[i];
          return weight * (problem.decode(x, fitted.weights[0]).value -
                           partial.within().decode(x, fitted.weights[0]).value);
        });
    fitted.report.oracle_calls += static_cast<Index>(order.size());
    return fitted;
  }

 private:
  // Each updates the weights if the prediction is wrong, and returns whether it is.
  static bool learn(const StructuredProblem& problem, const LabeledExample& example,
                    AveragedWeights& w) {
    const auto& [x, y, weight] = example;
    const Output y_hat = problem.decode(x, w.current()).output;
    if (problem.same_structure(x, y, y_hat)) return false;
    w.update(x, y, y_hat, weight);
    return true;
  }
  static bool learn(const StructuredProblem& problem, const PartialSample& partial,
                    const PartialExample& example, AveragedWeights& w) {
    const auto& [x, known, weight] = example;
    const Output y_hat = problem.decode(x, w.current()).output;
    if (partial.allows(x, known, y_hat)) return false;
    w.update(x, partial.within().decode(x, w.current()).output, y_hat, weight);
    return true;
  }

  OnlineOptions options_;
};

}  // namespace

LearnerEntry perceptron_learner() {
  LearnerEntry entry;
  entry.name = "perceptron";
  entry.summary = "structured perceptron, supervised";
  entry.source = "Brefeld 2008, Algorithm 5.1";
  entry.cost = "an epoch: one decoding of each labeled example";
  entry.example_weights = ExampleWeights::kUpdate;
  entry.partial_examples = "learns what is known, beside the best hidden parts at each step";
  entry.options = perceptron_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<Perceptron>(perceptron_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
