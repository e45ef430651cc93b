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
//   sum_i max_y_hat [L loss(y_i, y_hat) + <w, Phi(x_i, y_hat)>] - <w, Phi(x_i, y_i)>
// with the weight L of the loss below. If i is labeled in part, max_y <w, Phi(x_i, y)> over the
// allowed outputs is in place of the last term. The dual algorithm counts in alpha how often y_hat
// was decoded instead of y_i. Its weights are the same (eq. 5.3).
//
// With `loss_weight` L > 0, decoding is loss-augmented: y_hat = argmax L loss(y, .) + <w, Phi(x,
// .)> (shared/perceptron_view.hpp). On examples that are labeled in part this is our variant of a
// transductive loss-augmented perceptron (Fernandes & Brefeld 2011, of which we know the abstract).
// The program that its first author published (Large-Margin-Structured-Perceptron) also steps if
// the prediction is allowed, and by default its loss counts hidden parts like known ones. Ours does
// neither, if the problem has a loss that counts what is known.
#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/online.hpp"
#include "costruct/learners/shared/perceptron_view.hpp"
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
    require_labeled(sample, "perceptron");
    PerceptronView perceptron(views.joint(), sample, options_, "perceptron");
    OnlineProgress progress("perceptron", options_, context);
    const auto labeled = std::ssize(sample.labeled);
    std::vector<Index> order = in_order(sample.labeled.size() + sample.partial.size());
    RandomStream random(context.seed, context.repetition, "shuffle labeled");

    FitReport report;
    while (progress.more()) {
      if (options_.shuffle) random.shuffle(order);
      Index mistakes = 0;
      for (const Index i : order) {
        const auto [is_mistake, decodings] = i < labeled
                                                 ? perceptron.learn(sample.labeled[i])
                                                 : perceptron.learn(sample.partial[i - labeled]);
        perceptron.end_step();
        mistakes += is_mistake;
        report.oracle_calls += decodings;
      }
      progress.end_epoch(mistakes, {{"mistakes", mistakes}}, report);
    }
    perceptron.finish();
    report.primal = perceptron.criterion(context.threads);
    report.oracle_calls += labeled + 2 * std::ssize(sample.partial);
    return {{std::move(perceptron).weights()}, std::move(report)};
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
  entry.cost = "an epoch: a decoding of each labeled example; 1 or 2 of those labeled in part";
  entry.example_weights = ExampleWeights::kUpdate;
  entry.partial_examples = "learns what is known, beside the best hidden parts at each step";
  entry.needs_with = [](const Json& json) {
    return needs_of_online(perceptron_options().parse(json));
  };
  entry.options = perceptron_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<Perceptron>(perceptron_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
