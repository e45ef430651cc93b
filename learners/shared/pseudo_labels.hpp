// Shared code of self-training and co-training: the confidence of a model in its predictions, and
// the choice of predictions that become labels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "costruct/core/interfaces/output_classes.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/shared/kept_shares.hpp"

namespace costruct {

/// How confident a model is in its prediction y_hat on x.
///   kMargin     f(x, y_hat) - max over y != y_hat of f(x, y); infinite for an input with only one
///               output
///   kPosterior  p(y_hat | x) = exp(f(x, y_hat) - log Z(x)); with `per_part` its T-th root, T the
///               number of parts. This is a geometric mean over parts, because the probability of
///               an output falls with its length.
/// A margin is not divided by T. It is the cost of the cheapest change of y_hat, not a sum over
/// parts. Divided by T it would favour short outputs.
enum class Confidence { kMargin, kPosterior };

/// Which predictions are picked at a time: the most confident of all, or of each predicted class.
/// kAuto: per class if the problem has OutputClasses.
enum class Pick { kAuto, kOverall, kPerClass };

/// The options for picking.
struct PickOptions {
  Confidence confidence = Confidence::kMargin;
  bool per_part = true;
  Pick pick = Pick::kAuto;
  Json label_shares = "auto";
};

/// Declares the options confidence, per_part, pick and label_shares, for fields of these names.
template <class Options>
void declare_picking(OptionDeclaration<Options>& options) {
  options.template choice<Confidence>(
      "confidence", &Options::confidence, {"margin", "posterior"},
      "how sure a prediction is: its margin over the runner-up, or its "
      "probability exp(f - log Z)");
  options
      .boolean(
          "per_part", &Options::per_part,
          "divide the log-probability by the number of parts, so that short outputs do not come "
          "first")
      .only_with("confidence", "posterior");
  options.template choice<Pick>(
      "pick", &Options::pick, {"auto", "overall", "per_class"},
      "the surest of all, or of each predicted class by its share of the labeled "
      "examples; auto: per class where outputs have one");
  declare_label_shares(options);
}

/// Returns what picking needs from a problem. `options` have all defaults filled in.
std::vector<Need> needs_of_picking(const Json& options);
/// Throws ConfigError("learner co_training: ...") if the problem does not offer what picking needs.
void require_picking(const StructuredProblem& problem, const PickOptions& options,
                     const char* learner);

/// A prediction and its confidence. A posterior is given as its logarithm.
struct ConfidentLabel {
  Output y_hat;
  double confidence = 0;
};

/// Returns argmax f(x, .) of each input at weights w of the problem, with offsets if shares are
/// kept. Needs require_picking(). Cost for each input: two decodings, or for a posterior one
/// decoding and one log-partition.
std::vector<ConfidentLabel> confident_labels(const KeptShares& problem,
                                             const std::vector<InputId>& inputs, ConstVectorRef w,
                                             const PickOptions& options, int threads);

/// Returns the labeled examples, followed by the unlabeled inputs that have a pseudo-label, in
/// their order and with weight Cu. `label_of(i)` returns the pseudo-label of unlabeled input i, or
/// null.
std::vector<LabeledExample> with_pseudo_labels(
    const Sample& sample, double Cu, const std::function<const Output*(std::size_t)>& label_of);

/// Returns the row of the history for one round of self-training or co-training. It has the number
/// of the round, the number of inputs taken so far, and the objective and convergence of the fit.
/// It also has the mean_margin (of finite margins) or mean_posterior of these confidences; null if
/// there are none.
Json round_row(Index round, Index taken, const std::vector<double>& confidences,
               Confidence confidence, const FitReport& fit);

/// Divides `count` in proportion to `shares` (>= 0, not all 0) by the largest remainder; of equal
/// remainders the first is rounded up. If `count` allows, each positive share gets at least one,
/// taken from the largest part, or the first of the largest.
std::vector<Index> shared_out(Index count, const Vector& shares);

/// The smallest number of picks at a time with which picking can reach every class. Per class this
/// is the number of classes among the labeled examples, else 1.
Index fewest_to_pick(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled,
                     const PickOptions& options);

/// Picks up to `count` predictions at a time. Per class, `count` is divided by the shares of the
/// classes among the labeled examples, by weight. Blum & Mitchell 1998 take p positive and n
/// negative ones. If fewer inputs are predicted to be of a class, fewer are picked. There must be a
/// labeled example. The problem must outlive this object.
class Picker {
 public:
  Picker(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled,
         const PickOptions& options, Index count);

  /// Returns the positions of the picked predictions in the list, ascending. Among equally
  /// confident predictions the first are picked.
  std::vector<Index> pick(const std::vector<ConfidentLabel>& waiting) const;
  /// A warning if the count is too small for all classes of the labeled examples, else empty.
  std::vector<std::string> warnings() const;

 private:
  Index count_;
  const OutputClasses* classes_ = nullptr;  // null: overall
  std::vector<Index> quota_;                // picks of each class at a time
  Index left_out_ = 0;                      // labeled classes without a quota
};

}  // namespace costruct
