// The transductive SVM by gradients (Brefeld 2008, Opt. Problem 7.4, Table 7.1).
//
//   minimise  1/2 |w|^2 + C sum_i weight_i smax over y_hat != y_i of l(<w, Phi(x_i, y_i) - Phi(x_i, y_hat)>)
//                       + C Cu sum_j smax over y_hat != y_j of u(<w, Phi(x_j, y_j) - Phi(x_j, y_hat)>)
//     labeled i:    as in gradient_svm
//     unlabeled j:  y_j = argmax_y f(x_j, y), predicted anew in every epoch; a working set whose y_j changed
//                   is emptied. margin rescaling: u = symmetric_loss(loss(y_j, y_hat), tau, .);
//                   slack: loss * symmetric_loss(1, tau, .); tau cut at the loss (at 1) where that is smaller
//
// smax is the softmax with sharpness rho over the working set of an example. The problem is not convex. The
// thesis has |w|^2, so that its C is twice ours, and a Cu that is no multiple of C. Without unlabeled
// examples, or with Cu = 0, this is gradient_svm. With `balance` label biases follow the other weights
// (class_balance.hpp), and their squares do not count.
//
// Reported as primal: the smoothed objective over the final working sets. The last row of the history has the
// norm of its gradient and in how many constraints tau was cut.
#include <span>

#include "costruct/learners/catalog.hpp"
#include "costruct/learners/class_balance.hpp"
#include "costruct/learners/cycles.hpp"
#include "costruct/learners/gradient_training.hpp"

namespace costruct {
namespace {

struct GradientTsvmOptions : SemiGradientOptions {
  double tau = 0.4;
  bool balance = false;
};

OptionDeclaration<GradientTsvmOptions> gradient_tsvm_options() {
  OptionDeclaration<GradientTsvmOptions> options;
  declare_semi_gradient(options);
  options.number("tau", &GradientTsvmOptions::tau, {.greater_than = 0},
                 "half the width of the slope of an unlabeled example's loss");
  options.boolean("balance", &GradientTsvmOptions::balance,
                  "tie the biases of labels so that the scores of unlabeled parts keep to the labels' shares "
                  "among labeled ones; needs label biases (sequence of order 1 with bias), and does nothing "
                  "without unlabeled inputs or with Cu = 0");
  return options;
}

class GradientTsvm final : public Learner {
 public:
  explicit GradientTsvm(const GradientTsvmOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const bool transductive = !sample.unlabeled.empty() && options_.Cu > 0;
    const GradientOptions options = transductive ? GradientOptions(options_) : supervised(options_);
    GradientTraining training("gradient_tsvm", options, options_.tau, {&views.joint()}, context);
    training.add_labeled(sample);
    const Index n = static_cast<Index>(sample.labeled.size());
    const Index m = transductive ? static_cast<Index>(sample.unlabeled.size()) : 0;
    for (Index j = 0; j < m; ++j) {
      training.sides()[0].objective.add_block(sample.unlabeled[j], WorkingSetObjective::Form::kUnknown);
    }
    if (options_.balance) {
      const std::span<const InputId> counted(sample.unlabeled.data(), static_cast<std::size_t>(m));
      balance_classes(training.sides()[0], sample.labeled, counted, "gradient_tsvm");
    }
    return training.fit(
        transductive ? &options_ : nullptr,
        [&](std::vector<GradientSide>& sides, double Cu, bool anew) {
          Growth growth;
          extend_labeled(training, sides[0], sample, growth);
          if (Cu > 0 && anew) predict(sides[0], sample, context.threads, growth);
          if (Cu > 0) extend_unlabeled(training, sides[0], sample, growth);
          return growth;
        },
        [&](std::vector<GradientSide>& sides, double C, double Cu) {
          weigh_labeled(sides[0], sample, C);
          for (Index j = 0; j < m; ++j) sides[0].objective.set_weight(n + j, C * Cu);
        });
  }

 private:
  static void predict(GradientSide& side, const Sample& sample, int threads, Growth& growth) {
    const Index n = static_cast<Index>(sample.labeled.size());
    const std::vector<Output> y = predictions(side.problem, sample.unlabeled, side.w, threads);
    for (std::size_t j = 0; j < y.size(); ++j) {
      growth.pseudo_labels_changed += side.objective.set_reference(n + static_cast<Index>(j), y[j]);
      growth.pseudo_labels = hash_output(y[j], growth.pseudo_labels);
    }
    growth.oracle_calls += static_cast<Index>(y.size());
  }

  static void extend_unlabeled(const GradientTraining& training, GradientSide& side, const Sample& sample,
                               Growth& growth) {
    const Index n = static_cast<Index>(sample.labeled.size());
    const Index m = static_cast<Index>(sample.unlabeled.size());
    const Violators violators = training.violators(side);
    growth.constraints_added += training.extend(side, n, m, [&](Index block) {
      return violators.of_unknown(sample.unlabeled[block - n], side.objective.reference(block));
    });
    growth.oracle_calls += m;
  }

  GradientTsvmOptions options_;
};

}  // namespace

LearnerEntry gradient_tsvm_learner() {
  LearnerEntry entry;
  entry.name = "gradient_tsvm";
  entry.summary = "transductive SVM for structured outputs, with smoothed losses, by gradients";
  entry.source = "Brefeld 2008, Opt. Problem 7.4, Table 7.1";
  entry.uses_unlabeled = true;
  entry.needs = {Need::kRunnerUp};
  entry.needs_with = [](const Json& json) {
    const GradientTsvmOptions options = gradient_tsvm_options().parse(json);
    Needs needs = needs_of_gradient(options);
    if (options.balance) needs.offers.push_back(Need::kLabelBiases);
    return needs;
  };
  entry.reports = {kConstraintsAdded};
  entry.options = gradient_tsvm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<GradientTsvm>(gradient_tsvm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
