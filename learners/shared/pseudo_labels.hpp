// What self-training and co-training share: how sure a model is of its predictions, and which of
// them it takes for labels.
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

///   margin:     f(x, y_hat) - max over y != y_hat of f(x, y), of whole outputs; infinite for an
///               input with one output only
///   posterior:  p(y_hat | x) = exp(f(x, y_hat) - log Z(x)); with `per_part` its T-th root, T the
///               number of parts: a geometric mean over parts, as the probability of a whole falls
///               with its length
/// A margin is not divided by T. It is what the cheapest change of y_hat costs, no sum over parts:
/// divided, it would favour short outputs all the more.
enum class Confidence { kMargin, kPosterior };

/// What is picked at a time: the surest of all, or the surest of those predicted to be of each
/// class. Auto: per class where the problem has OutputClasses.
enum class Pick { kAuto, kOverall, kPerClass };

struct PickOptions {
  Confidence confidence = Confidence::kMargin;
  bool per_part = true;
  Pick pick = Pick::kOverall;
  Json label_shares = "free";
};

/// Options confidence, per_part, pick and label_shares, for fields of these names.
template <class Options>
void declare_picking(OptionDeclaration<Options>& options) {
  options.template choice<Confidence>(
      "confidence", &Options::confidence, {"margin", "posterior"},
      "how sure a prediction is: its margin over the runner-up, or its "
      "probability exp(f - log Z)");
  options
      .boolean(
          "per_part", &Options::per_part,
          "the probability's geometric mean over the parts of an output, so that short ones do not "
          "come first")
      .only_with("confidence", "posterior");
  options.template choice<Pick>(
      "pick", &Options::pick, {"auto", "overall", "per_class"},
      "the surest of all, or of each predicted class by its share of the labeled "
      "examples; auto: per class where outputs have one");
  declare_label_shares(options);
}

/// What picking needs of a problem, for options with all defaults filled in.
std::vector<Need> needs_of_picking(const Json& options);
/// Throws ConfigError("learner co_training: ...") where the problem lacks it.
void require_picking(const StructuredProblem& problem, const PickOptions& options,
                     const char* learner);

/// A prediction and how sure it is, posteriors as logarithms.
struct ConfidentLabel {
  Output y_hat;
  double confidence = 0;
};

/// argmax f(x, .) of each input under weights w of the problem, with the offsets where shares are
/// kept. Needs require_picking(). Cost: two decodings for each, for a posterior one of them a sum.
std::vector<ConfidentLabel> confident_labels(const KeptShares& problem,
                                             const std::vector<InputId>& inputs, ConstVectorRef w,
                                             const PickOptions& options, int threads);

/// The labeled examples and behind them, in their given order, the unlabeled inputs that have a
/// pseudo-label, these with weight Cu. `label_of` gives that of a place among the unlabeled inputs,
/// null where it has none.
std::vector<LabeledExample> with_pseudo_labels(
    const Sample& sample, double Cu, const std::function<const Output*(std::size_t)>& label_of);

/// What a row of the history says of a round in either learner: its number, how many inputs have
/// been taken, the mean_margin (of the finite ones) or mean_posterior of these confidences, null
/// where there is none, and the fit.
Json round_row(Index round, Index taken, const std::vector<double>& confidences,
               Confidence confidence, const FitReport& fit);

/// `count` shared out in proportion to `shares` (>= 0, not all 0) by largest remainder, ties to the
/// first; where count allows, at least one to each positive share, taken from the largest part, the
/// first among equals.
std::vector<Index> shared_out(Index count, const Vector& shares);

/// How many to pick at a time for picks to reach every class: where it is per class, the number of
/// classes that labeled examples have; else 1.
Index fewest_to_pick(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled,
                     const PickOptions& options);

/// Picks up to `count` predictions at a time. Per class, the shares are those of the classes among
/// the labeled examples, by weight (Blum & Mitchell 1998: p positive and n negative ones); where
/// fewer inputs are predicted to be of a class, fewer are picked. At least one example is labeled;
/// the problem must live as long.
class Picker {
 public:
  Picker(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled,
         const PickOptions& options, Index count);

  /// Places of the picked in a list of predictions, ascending; among equally sure ones the first
  /// are picked.
  std::vector<Index> pick(const std::vector<ConfidentLabel>& waiting) const;
  /// That the count is too small for all classes that labeled examples have; empty where it is not.
  std::vector<std::string> warnings() const;

 private:
  Index count_;
  const OutputClasses* classes_ = nullptr;  // null: overall
  std::vector<Index> quota_;                // of each class
  Index left_out_ = 0;                      // labeled classes without a quota
};

}  // namespace costruct
