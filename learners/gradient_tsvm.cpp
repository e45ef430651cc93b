// The transductive SVM by gradients (Brefeld 2008, Opt. Problem 7.4, Table 7.1).
//
//   minimise  1/2 |w|^2 + C sum_i weight_i smax over y_hat != y_i of l(t_i)
//                       + C Cu sum_j smax over y_hat != y_j of u(t_j)
//     t_i = <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>
//     labeled i:    l as in gradient_svm
//     unlabeled j:  y_j = argmax_y f(x_j, y), predicted anew in every epoch; a working set whose
//                   y_j changed is emptied
//       margin rescaling: u = symmetric_loss(loss(y_j, y_hat), tau, .), tau cut at the loss
//       slack rescaling:  u = loss(y_j, y_hat) * symmetric_loss(1, tau, .), tau cut at 1
//
// smax is the softmax with sharpness rho over the working set of an example. The problem is not
// convex. The thesis has |w|^2, so that its C is twice ours; its Cu is not a multiple of C. Without
// unlabeled examples, or with Cu = 0, this is gradient_svm. With `balance` the label biases follow
// the other weights (class_balance.hpp), and their squares do not count.
//
// The reported primal is the smoothed objective, over all outputs or over working sets
// (gradient_training.hpp). The last row of the history has the norm of its gradient, and the number
// of constraints in which tau was cut.
#include <span>

#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/cycles.hpp"
#include "costruct/learners/shared/predictions.hpp"
#include "costruct/learners/solvers/class_balance.hpp"
#include "costruct/learners/solvers/gradient_training.hpp"
#include "costruct/learners/twin.hpp"

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
  options.boolean(
      "balance", &GradientTsvmOptions::balance,
      "tie the biases of labels to the labels' shares among labeled parts; needs label biases");
  return options;
}

// Every unlabeled input has one block, after those of the labeled examples.
class TransductiveTerms final : public UnlabeledTerms {
 public:
  TransductiveTerms(GradientTraining& training, const Sample& sample, int threads)
      : training_(training),
        inputs_(sample.unlabeled),
        n_(static_cast<Index>(sample.labeled.size())),
        m_(static_cast<Index>(sample.unlabeled.size())),
        threads_(threads) {
    for (const InputId x : inputs_)
      training.models()[0].objective.add_block(x, WorkingSetObjective::LossForm::kSymmetric);
  }

  PseudoLabels predict(std::vector<GradientModel>& models) const override {
    PseudoLabels labels;
    const std::vector<Output> y = predictions(models[0].problem, inputs_, models[0].w, threads_);
    for (Index j = 0; j < m_; ++j) {
      labels.changed += models[0].objective.set_reference(n_ + j, y[j]);
      labels.hash = hash_output(y[j], labels.hash);
    }
    labels.oracle_calls = m_;
    return labels;
  }

  Growth extend(std::vector<GradientModel>& models) const override {
    const Violators violators = training_.violators(models[0]);
    const Index added = training_.extend(models[0], n_, m_, [&](Index block) {
      return violators.with_symmetric_loss(inputs_[block - n_],
                                           models[0].objective.reference(block));
    });
    return {added, m_};
  }

 private:
  const GradientTraining& training_;
  const std::vector<InputId>& inputs_;
  Index n_, m_;
  int threads_;
};

class GradientTsvm final : public Learner {
 public:
  explicit GradientTsvm(const GradientTsvmOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    if (sample.unlabeled.empty() || options_.Cu == 0)
      return fit_labeled(views.joint(), sample, context);
    GradientTraining training("gradient_tsvm", options_, options_.tau, {&views.joint()}, sample,
                              context);
    const TransductiveTerms unlabeled(training, sample, context.threads);
    if (options_.balance)
      balance_classes(training.models()[0], sample.labeled, sample.unlabeled, "gradient_tsvm");
    return training.fit(options_, unlabeled);
  }

 private:
  Fitted fit_labeled(const StructuredProblem& problem, const Sample& sample,
                     const FitContext& context) const {
    const GradientOptions options = supervised(options_);
    GradientTraining training("gradient_tsvm", options, options_.tau, {&problem}, sample, context);
    if (options_.balance) (void)require_label_biases(problem, "gradient_tsvm");
    return training.fit();
  }

  GradientTsvmOptions options_;
};

}  // namespace

LearnerEntry gradient_tsvm_learner() {
  LearnerEntry entry;
  entry.name = "gradient_tsvm";
  entry.summary = "transductive SVM for structured outputs, with smoothed losses, by gradients";
  entry.source = "Brefeld 2008, Opt. Problem 7.4, Table 7.1";
  entry.cost = "an epoch: decodings of each example, then gradients over the working sets";
  entry.uses_unlabeled = true;
  entry.twin = twin_named("gradient_svm");
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
