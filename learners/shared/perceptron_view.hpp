// The steps of perceptrons in one view, on labeled examples and on those that are labeled in part.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/learners/shared/averaged_weights.hpp"
#include "costruct/learners/shared/online.hpp"
#include "costruct/learners/shared/partial_sample.hpp"

namespace costruct {

/// A perceptron in one view. With L = OnlineOptions::loss_weight, its step on a labeled (x, y) is
///   y_hat = argmax L loss(x, y, .) + f(.)
///   if y_hat != y:  w <- w + weight (Phi(x, y) - Phi(x, y_hat))
/// If the example is labeled in part, y is its best allowed output, and the loss counts what is
/// known. It makes no step if y_hat is allowed, so that no hidden part is taught by itself. If the
/// problem has no loss that counts what is known, the loss counts all parts.
///
/// Loss-augmented decoders weigh the loss by 1. So for L > 0 this keeps w / L, and its steps are
/// smaller by the same factor.
class PerceptronView {
 public:
  /// The problem and the sample must outlive this object. Throws ConfigError if L > 0 and the
  /// problem has no loss-augmented decoder, or if it takes no examples that are labeled in part.
  PerceptronView(const StructuredProblem& problem, const Sample& sample,
                 const OnlineOptions& options, const char* learner)
      : problem_(problem),
        sample_(sample),
        partial_(problem, sample.partial, learner),
        is_augmented_(options.loss_weight > 0),
        scale_(is_augmented_ ? options.loss_weight : 1),
        learned_(problem, options.average) {
    if (!is_augmented_) return;
    if (const auto why = problem.loss_augmentation_unavailable(kMargin))
      throw ConfigError(std::string("learner ") + learner + ": " + *why + ": set loss_weight to 0");
    if (const auto* partial = offered<PartialOutputs>(problem);
        partial != nullptr && !sample.partial.empty())
      counting_ = partial->counting(PartialSample::facts_of_inputs(problem, sample.partial));
  }

  /// argmax f, with its value divided by the factor of w.
  Decoded best(InputId x) const { return problem_.decode(x, w()); }
  /// The same within what is known of an input that is labeled in part.
  Decoded best_allowed(InputId x) const { return partial_.within().decode(x, w()); }

  /// The outcome of a step.
  struct Step {
    bool is_mistake = false;  // whether the prediction is wrong
    Index decodings = 1;      // how many outputs were decoded
  };
  /// Makes the step on a labeled example.
  Step learn(const LabeledExample& example) {
    const auto& [x, y, weight] = example;
    const Output y_hat = augmented(problem_, x, y).output;
    if (problem_.same_structure(x, y, y_hat)) return {};
    update(x, y, y_hat, weight);
    return {true};
  }
  /// Makes the step on an example that is labeled in part. If L > 0, the loss is against its best
  /// allowed output, which is decoded first. If L = 0, that output is decoded only after a mistake.
  Step learn(const PartialExample& example) {
    const auto& [x, known, weight] = example;
    if (is_augmented_) return {learn(example, best_allowed(x).output), 2};
    const Output y_hat = best(x).output;
    if (partial_.allows(x, known, y_hat)) return {};
    update(x, best_allowed(x).output, y_hat, weight);
    return {true, 2};
  }
  /// The same where the best allowed output y is known, with one decoding. Returns whether the
  /// prediction is wrong.
  bool learn(const PartialExample& example, const Output& y) {
    const auto& [x, known, weight] = example;
    const Output y_hat = augmented(counted(), x, y).output;
    if (partial_.allows(x, known, y_hat)) return false;
    update(x, y, y_hat, weight);
    return true;
  }
  /// w += step (Phi(x, y) - Phi(x, y_hat))
  void update(InputId x, const Output& y, const Output& y_hat, double step) {
    learned_.update(x, y, y_hat, step / scale_);
  }
  /// Call it after each visit of an example.
  void end_step() { learned_.end_step(); }

  /// Ends learning. The weights are then those that are returned, which may be means.
  void finish() {
    result_ = std::move(learned_).result();
    is_finished_ = true;
  }
  /// The criterion that the steps descend: the sum, over labeled examples and those labeled in
  /// part, of weight_i (max_y_hat [L loss(x_i, y_i, y_hat) + f(x_i, y_hat)] - f(x_i, y_i)).
  double criterion(int threads) const {
    const double of_labeled = ordered_sum(std::ssize(sample_.labeled), threads, [&](Index i) {
      const auto& [x, y, weight] = sample_.labeled[i];
      return weight * (augmented(problem_, x, y).value - problem_.score(x, y, w()));
    });
    const double of_partial = ordered_sum(std::ssize(sample_.partial), threads, [&](Index i) {
      const auto& [x, known, weight] = sample_.partial[i];
      const Decoded y = best_allowed(x);
      return weight * (augmented(counted(), x, y.output).value - y.value);
    });
    return scale_ * (of_labeled + of_partial);
  }
  /// f(best) - f(other), for a result `best` of best() or best_allowed() at the same weights.
  double excess(InputId x, const Decoded& best, const Output& other) const {
    return scale_ * (best.value - problem_.score(x, other, w()));
  }
  /// The weights w of a finished perceptron.
  Vector weights() && {
    if (scale_ != 1) {
      for (double& each : result_) each *= scale_;
    }
    return std::move(result_);
  }

 private:
  static constexpr Augmentation kMargin{Rescaling::kMargin, 1};

  const Vector& w() const { return is_finished_ ? result_ : learned_.current(); }
  const StructuredProblem& counted() const { return counting_ ? *counting_ : problem_; }
  Decoded augmented(const StructuredProblem& problem, InputId x, const Output& y) const {
    return is_augmented_ ? problem.loss_augmented_decode(x, y, w(), kMargin)
                         : problem.decode(x, w());
  }

  const StructuredProblem& problem_;
  const Sample& sample_;
  PartialSample partial_;
  bool is_augmented_;
  double scale_;
  AveragedWeights learned_;
  std::unique_ptr<const StructuredProblem> counting_;  // null: no such loss, or not needed
  Vector result_;
  bool is_finished_ = false;
};

}  // namespace costruct
