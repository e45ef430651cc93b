// The structural SVM by gradients (Brefeld 2008, Opt. Problem 7.2: the gradient SVM).
//
//   minimise  1/2 |w|^2 + C sum_i weight_i smax over y_hat != y_i of l(t)
//     t = <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>
//     margin rescaling: l = huber_loss(loss(y_i, y_hat), epsilon, .)
//     slack rescaling:  l = loss(y_i, y_hat) * huber_loss(1, epsilon, .)
//
// smax is the softmax with sharpness rho over the working set of example i. Decoding extends the
// working set by the output that most violates its constraint. It ends when this output is already
// in it, has no loss or adds less than the gap (Table 7.1). The thesis has |w|^2, so that its C is
// twice ours. For epsilon -> 0 and rho -> infinity this is structural_svm with slack_norm 1.
//
// The reported primal is the smoothed objective, over all outputs or over working sets
// (gradient_training.hpp). The last row of the history has the norm of its gradient. It also has
// the objective of structural_svm by exact decoding, as structural_svm_primal.
#include "costruct/core/optimize/max_margin.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/solvers/gradient_training.hpp"

namespace costruct {
namespace {

OptionDeclaration<GradientOptions> gradient_svm_options() {
  OptionDeclaration<GradientOptions> options;
  declare_gradient(options);
  return options;
}

class GradientSvm final : public Learner {
 public:
  explicit GradientSvm(const GradientOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const StructuredProblem& problem = views.joint();
    GradientTraining training("gradient_svm", options_, Smoothing{}.tau, {&problem}, sample,
                              context);
    Fitted fitted = training.fit();
    const MaxMargin hinge{problem, sample.labeled, options_.C, {options_.rescaling, 1}};
    const PrimalValue primal = primal_value(hinge, fitted.weights[0], context.threads);
    fitted.report.oracle_calls += primal.oracle_calls;
    fitted.report.history.back()["structural_svm_primal"] = primal.value;
    return fitted;
  }

 private:
  GradientOptions options_;
};

}  // namespace

LearnerEntry gradient_svm_learner() {
  LearnerEntry entry;
  entry.name = "gradient_svm";
  entry.summary = "structural SVM with smoothed losses, by gradients over growing working sets";
  entry.source = "Brefeld 2008, Opt. Problem 7.2, Table 7.1";
  entry.cost =
      "a round: one decoding of each labeled example, then gradients over the working sets";
  entry.needs = {Need::kRunnerUp};
  entry.needs_with = [](const Json& json) {
    return needs_of_gradient(gradient_svm_options().parse(json));
  };
  entry.reports = {kConstraintsAdded};
  entry.options = gradient_svm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<GradientSvm>(gradient_svm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
