// Orderings of n rows of two classes (Joachims 2005, section 4.3; Yue, Finley, Radlinski,
// Joachims 2007).
//
//   Phi(x, y) = kappa sum of psi(x_i) - psi(x_j) over the pairs that y has in order,
//               kappa = 4 / n^2, i in the positive class of y and j in the negative one
//   output:     class_orderings.hpp; a reference has labels alone, which is the ordering without a
//               swap
//   Delta(y, y_hat) = max(0, measure(y) - measure(y_hat)), by the classes of y; measure(y) is 1 for
//                     labels
//
// Loss-augmented decoding compares y only with orderings of its own classes. Decoding looks at all
// outputs, including their classes. The highest f puts the rows with a score above the mean into
// the positive class, in order, because the sum over pairs is then
//   n sum over positive rows of (s_i - mean).
// Known classes of rows move this boundary, and the best ordering may then have swaps
// (known_orderings.cpp). There is no loss that counts known rows alone, as measures of all rows do
// not add up.
//
// The publications have 1 / (P N) in place of kappa, and +1 and -1 for pairs in and out of order.
// With P and N of y, the highest f of all would be that of a single row against the others. For
// given classes both problems are the same, at C (2 P N / n^2)^2 where ours has C.
//
// For roc_area the structural SVM (margin rescaling, r = 1) is the binary SVM over pairs
//   min_v 1/2 |v|^2 + C kappa^2 P N sum_ij max(0, 1 - <v, psi(x_i) - psi(x_j)>),
//   w = v / (kappa P N),
// with its objective divided by (kappa P N)^2.
#include "costruct/problems/multivariate/rankings.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/problems/multivariate/class_orderings.hpp"
#include "costruct/problems/multivariate/known_orderings.hpp"
#include "costruct/problems/multivariate/row_scores.hpp"

namespace costruct::multivariate {
namespace {

class Rankings final : public StructuredProblem,
                       public PartialOutputs,
                       public FeatureMajorWeights,
                       public RowScores {
 public:
  Rankings(SampleRows rows, Measure measure, int positive)
      : rows_(std::move(rows)), measure_(measure), positive_(positive) {}

  Index dimension() const override { return rows_.dimension(); }
  Index num_inputs() const override { return rows_.num_inputs(); }
  Index weights_per_feature() const override { return 1; }
  Vector row_scores(InputId x, ConstVectorRef w) const override { return rows_.scores(x, w); }
  Output row_labels(Output y) const override {
    for (int& part : y.parts) part = label_of(part);
    return y;
  }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    Vector factors = pair_counts(y, positive_);
    for (double& each : factors) each *= kappa(factors.size());
    return rows_.sum(x, factors);
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    const Vector s = rows_.scores(x, w);
    const SettledOrdering* known = settled_of(x);
    Decoded best;
    if (known == nullptr) {
      best.output = best_classes(positive_, nullptr, s);
    } else if (known->whole) {
      best.output = *known->whole;
    } else {
      best.output = best_ordering(positive_, best_classes(positive_, &known->rows, s), s);
    }
    best.value = score_of(s, best.output);
    return best;
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    if (augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1)
      return std::nullopt;
    return "the losses roc_area and average_precision are for margin rescaling with slack norm 1";
  }

  bool has_constraint(InputId, const Output& y, const Output& y_hat) const override {
    return same_classes(y, y_hat);
  }

  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return std::max(
        0.0, measure_of(measure_, positive_, y, y) - measure_of(measure_, positive_, y, y_hat));
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation) const override {
    return most_violated_ordering(x, y, rows_.scores(x, w));
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return score_of(rows_.scores(x, w), y);
  }

  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    if (!outputs.empty()) margins_of(rows_.scores(x, w), y, outputs, margins);
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    const Vector s = rows_.scores(x, w);
    margins_of(s, y, outputs, margins);
    Decoded worst = most_violated_ordering(x, y, s);
    worst.value -= score_of(s, y);
    return worst;
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    add_differences(x, y, {&y_hat, 1}, {&scale, 1}, w);
  }

  bool scores_outputs_together() const override { return true; }
  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    const Vector of_y = pair_counts(y, positive_);
    Vector factors(of_y.size(), 0.0);
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const Vector other = pair_counts(outputs[j], positive_);
      const double scale = coefficients[j] * kappa(of_y.size());
      for (std::size_t i = 0; i < factors.size(); ++i) factors[i] += scale * (of_y[i] - other[i]);
    }
    rows_.add(x, factors, w);
  }

  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    if (outputs.empty()) return;
    Vector direction(static_cast<std::size_t>(dimension()), 0.0);
    add_difference(x, y, y_hat, 1, direction);
    margins_of(rows_.scores(x, direction), y, outputs, products);
  }

  // A row is in fewer than n pairs, in either output.
  double difference_norm_bound(InputId x) const override {
    const std::size_t n = rows_.count(x);
    return 2 * kappa(n) * static_cast<double>(n) * rows_.norm_bound(x);
  }

  // PartialOutputs

  Known known_of(InputId, std::span<const Output> outputs) const override {
    return known_of_orderings(outputs);
  }
  bool allows(InputId, const Known& known, const Output& y) const override {
    return allow_ordering(known, y);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Rankings>(*this);
    auto settled = std::make_shared<std::vector<std::optional<SettledOrdering>>>(known.size());
    for (std::size_t x = 0; x < known.size(); ++x) {
      if (!known[x].empty()) (*settled)[x].emplace(known[x], rows_.count(static_cast<InputId>(x)));
    }
    restricted->settled_ = std::move(settled);
    return restricted;
  }

 private:
  /// The facts about an input; null if nothing is known of it.
  const SettledOrdering* settled_of(InputId x) const {
    if (settled_ == nullptr) return nullptr;
    const auto& known = (*settled_)[static_cast<std::size_t>(x)];
    return known ? &*known : nullptr;
  }

  static double kappa(std::size_t n) {
    return n == 0 ? 0 : 4.0 / (static_cast<double>(n) * static_cast<double>(n));
  }

  double score_of(const Vector& s, const Output& y) const {
    const Vector counts = pair_counts(y, positive_);
    return kappa(s.size()) * std::inner_product(s.begin(), s.end(), counts.begin(), 0.0);
  }

  void margins_of(const Vector& s, const Output& y, std::span<const Output> outputs,
                  VectorRef margins) const {
    const Vector of_y = pair_counts(y, positive_);
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const Vector other = pair_counts(outputs[j], positive_);
      double sum = 0;
      for (std::size_t i = 0; i < s.size(); ++i) sum += (of_y[i] - other[i]) * s[i];
      margins[j] = kappa(s.size()) * sum;
    }
  }

  // The maximum of max(0, measure(y) - measure) + f is the larger of two maxima: that of f, and
  // that of measure(y) - measure + f. The classes are those of y, so that known classes rule out
  // nothing.
  Decoded most_violated_ordering(InputId x, const Output& y, const Vector& s) const {
    const SettledOrdering* known = settled_of(x);
    if (known != nullptr && known->whole) return valued(x, y, s, *known->whole);
    Decoded worst = valued(x, y, s, worst_ordering(measure_, positive_, y, s, kappa(s.size())));
    if (std::all_of(y.parts.begin(), y.parts.end(), [](int part) { return swaps_of(part) == 0; }))
      return worst;
    Decoded best = valued(x, y, s, best_ordering(positive_, y, s));
    const bool is_best =
        best.value > worst.value || (best.value == worst.value && best.output < worst.output);
    return is_best ? best : worst;
  }
  Decoded valued(InputId x, const Output& y, const Vector& s, Output y_hat) const {
    const double value = loss(x, y, y_hat) + score_of(s, y_hat);
    return {std::move(y_hat), value};
  }

  SampleRows rows_;
  Measure measure_;
  int positive_;
  /// What is known of each input; null if nothing is known of any. Copies share it.
  std::shared_ptr<const std::vector<std::optional<SettledOrdering>>> settled_;
};

}  // namespace

std::unique_ptr<StructuredProblem> make_rankings(SampleRows rows, Measure measure, int positive) {
  return std::make_unique<Rankings>(std::move(rows), measure, positive);
}

}  // namespace costruct::multivariate
