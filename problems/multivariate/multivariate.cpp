// Labels for n rows at once, for measures of all of them together (Joachims 2009, section 3.3;
// Joachims 2005).
//
//   Phi(x, y) = sum_i y_i psi(x_i),   y_i = 1 if row i has the positive label, else -1
//   weights:  per view its features, in their order, followed with `bias` by a feature of value 1
//   output:   a part per row: its label, 0 or 1
//   losses:   f1, prbep, precision_at_k, recall_at_k, error, balanced_error (measure_loss.hpp);
//             roc_area and average_precision are losses of orderings, with another Phi
//             (rankings.cpp)
//
// So f(y) = sum_i y_i s_i with s_i = <w, psi(x_i)>. Decoding labels each row by the sign of s_i.
// Loss-augmented decoding is a search over contingency tables (core/decode/contingency.hpp). It is
// exact for every loss, both rescalings and r = 1, 2.
//
// Known labels of rows leave the others to decode (known_rows.hpp). There is no loss that counts
// known rows alone, because measures of all rows do not add up.
//
// With loss `error` and one input of n rows, a structural SVM (margin rescaling, r = 1) is the
// binary SVM
//   min_v 1/2 |v|^2 + 4 n C sum_i max(0, 1 - y_i <v, psi(x_i)>),   w = v / (2 n),
// with its objective divided by 4 n^2. With C' = 2 n C, `multiclass` with two labels gives the same
// predictions.
#include "costruct/problems/multivariate/multivariate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/multivariate/class_orderings.hpp"
#include "costruct/problems/multivariate/known_rows.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"
#include "costruct/problems/multivariate/multivariate_metrics.hpp"
#include "costruct/problems/multivariate/multivariate_options.hpp"
#include "costruct/problems/multivariate/rankings.hpp"
#include "costruct/problems/multivariate/row_scores.hpp"
#include "costruct/problems/multivariate/sample_rows.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace multivariate {
namespace {

class Multivariate final : public StructuredProblem,
                           public RunnerUpDecoder,
                           public PartMarginals,
                           public PartialLabels,
                           public FeatureMajorWeights,
                           public RowScores {
 public:
  /// Over these rows. Rows with the label `kind.positive` have y_i = 1.
  Multivariate(SampleRows rows, const MeasureLoss::Kind& kind)
      : rows_(std::move(rows)), kind_(kind), sign_(kind.positive == 1 ? 1 : -1) {}

  Index dimension() const override { return rows_.dimension(); }
  Index num_inputs() const override { return rows_.num_inputs(); }
  Index weights_per_feature() const override { return 1; }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    Vector factors(rows_.count(x));
    for (std::size_t i = 0; i < factors.size(); ++i) factors[i] = side(y.parts[i]);
    return rows_.sum(x, factors);
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    const Scored rows(*this, x, w);
    return rows.open().whole(best_labeling(rows.open().gains()));
  }

  bool has_constraint(InputId, const Output& y, const Output& y_hat) const override {
    const Counts counts = count_rows(y, y_hat);
    const auto only = MeasureLoss(kind_, counts.ones, counts.zeros).only_ones();
    return !only || counts.a + counts.b == *only || y == y_hat;
  }

  double loss(InputId, const Output& y, const Output& y_hat) const override {
    const Counts counts = count_rows(y, y_hat);
    return MeasureLoss(kind_, counts.ones, counts.zeros).at(counts.a, counts.b);
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    const Scored rows(*this, x, w);
    return worst_labeling(rows, y, rows.score(y), augmentation);
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return Scored(*this, x, w).score(y);
  }

  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    if (!outputs.empty()) margins_of(Scored(*this, x, w), y, outputs, margins);
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    const Scored rows(*this, x, w);
    margins_of(rows, y, outputs, margins);
    const double f_y = rows.score(y);
    return violation(worst_labeling(rows, y, f_y, augmentation), f_y, augmentation);
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    Vector factors(rows_.count(x), 0.0);
    add_factors(y, y_hat, scale, factors);
    rows_.add(x, factors, w);
  }

  bool scores_outputs_together() const override { return true; }
  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    Vector factors(rows_.count(x), 0.0);
    for (std::size_t j = 0; j < outputs.size(); ++j)
      add_factors(y, outputs[j], coefficients[j], factors);
    rows_.add(x, factors, w);
  }

  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    if (outputs.empty()) return;
    Vector direction(static_cast<std::size_t>(dimension()), 0.0);
    add_difference(x, y, y_hat, 1, direction);
    margins_of(Scored(*this, x, direction), y, outputs, products);
  }

  double difference_norm_bound(InputId x) const override { return 2 * rows_.norm_bound(x); }

  // RunnerUpDecoder

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    const Scored rows(*this, x, w);
    TwoBest two = two_best_labelings(rows);
    if (two.best.output != y) return two.best;
    return two.runner_up;
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    return two_best_labelings(Scored(*this, x, w));
  }
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    const Scored rows(*this, x, w);
    const double f_y = rows.score(y);
    const OpenRows& open = rows.open();
    const MeasureLoss loss = loss_from(y);
    const auto worst = most_violated_other_labeling(LossOfOpenRows(loss, open), open.gains(),
                                                    open.open(y), f_y, augmentation);
    if (!worst) return std::nullopt;
    return violation(open.whole(*worst), f_y, augmentation);
  }

  // PartialOutputs

  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Multivariate>(*this);
    auto settled = std::make_shared<std::vector<std::optional<SettledRows>>>(known.size());
    for (std::size_t x = 0; x < known.size(); ++x) {
      if (!known[x].empty()) (*settled)[x].emplace(known[x], rows_.count(static_cast<InputId>(x)));
    }
    restricted->settled_ = std::move(settled);
    return restricted;
  }

  // LogPartition: rows are independent, p(y | x) = prod_i exp(y_i s_i) / (exp(s_i) + exp(-s_i)).

  double log_partition(InputId x, ConstVectorRef w) const override {
    const Scored rows(*this, x, w);
    double sum = 0;
    for_each_row(rows, [&](double s, std::optional<int> label) {
      sum += label ? side(*label) * s : std::abs(s) + std::log1p(std::exp(-2 * std::abs(s)));
    });
    return sum;
  }
  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    Vector factors;
    for_each_row(Scored(*this, x, w), [&](double s, std::optional<int> label) {
      factors.push_back(scale * (label ? side(*label) : std::tanh(s)));
    });
    rows_.add(x, factors, into);
    return log_partition(x, w);
  }
  Vector part_marginals(InputId x, ConstVectorRef w) const override {
    Vector p;
    for_each_row(Scored(*this, x, w), [&](double s, std::optional<int> label) {
      p.push_back(label ? *label == 0 : 1 / (1 + std::exp(2 * sign_ * s)));
      p.push_back(label ? *label == 1 : 1 / (1 + std::exp(-2 * sign_ * s)));
    });
    return p;
  }
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return std::make_unique<Expected>(*this, std::move(inputs), std::move(factors));
  }

  Vector row_scores(InputId x, ConstVectorRef w) const override { return rows_.scores(x, w); }

 private:
  /// The rows of an input at some weights.
  class Scored {
   public:
    Scored(const Multivariate& problem, InputId x, ConstVectorRef w)
        : scores_(problem.row_scores(x, w)), gain_(scores_) {
      for (double& each : gain_) {
        each *= problem.sign_;
        none_ -= each;
        each *= 2;
      }
      open_.emplace(problem.settled_of(x), RowGains{gain_, none_});
    }
    /// It refers to this object.
    const OpenRows& open() const { return *open_; }
    const Vector& scores() const { return scores_; }
    /// f of the row with label 1, minus f with label 0.
    double gain(std::size_t i) const { return gain_[i]; }
    double score(const Output& y) const {
      double sum = none_;
      for (std::size_t i = 0; i < gain_.size(); ++i) sum += y.parts[i] == 1 ? gain_[i] : 0.0;
      return sum;
    }

   private:
    Vector scores_, gain_;
    double none_ = 0;
    std::optional<OpenRows> open_;
  };

  /// Calls visit(s_i, label), with the label of a known row.
  template <class Visit>
  static void for_each_row(const Scored& rows, const Visit& visit) {
    for (std::size_t i = 0; i < rows.scores().size(); ++i)
      visit(rows.scores()[i], rows.open().known_label(i));
  }

  static TwoBest two_best_labelings(const Scored& rows) {
    const OpenRows& open = rows.open();
    const Decoded best = best_labeling(open.gains());
    std::optional<Decoded> second = best_other_labeling(open.gains(), best);
    if (second) second = open.whole(*std::move(second));
    return {open.whole(best), std::move(second)};
  }

  Decoded worst_labeling(const Scored& rows, const Output& y, double f_y,
                         Augmentation augmentation) const {
    const OpenRows& open = rows.open();
    const MeasureLoss loss = loss_from(y);
    return open.whole(most_violated_labeling(LossOfOpenRows(loss, open), open.gains(), open.open(y),
                                             f_y, augmentation));
  }

  /// Expected features. It assumes that inputs can touch every weight.
  class Expected final : public ExpectedFeatures {
   public:
    Expected(const Multivariate& problem, std::vector<InputId> inputs, Vector factors)
        : problem_(problem),
          inputs_(std::move(inputs)),
          factors_(std::move(factors)),
          coordinates_(static_cast<std::size_t>(problem.dimension())) {
      std::iota(coordinates_.begin(), coordinates_.end(), Index{0});
    }
    const std::vector<Index>& coordinates() const override { return coordinates_; }
    double add(ConstVectorRef w, int, VectorRef into) const override {
      double sum = 0;
      for (std::size_t i = 0; i < inputs_.size(); ++i)
        sum += factors_[i] * problem_.add_expected_feature(inputs_[i], w, factors_[i], into);
      return sum;
    }

   private:
    const Multivariate& problem_;
    std::vector<InputId> inputs_;
    Vector factors_;
    std::vector<Index> coordinates_;
  };

  /// The facts about an input; null if nothing is known of it.
  const SettledRows* settled_of(InputId x) const {
    if (settled_ == nullptr) return nullptr;
    const auto& rows = (*settled_)[static_cast<std::size_t>(x)];
    return rows ? &*rows : nullptr;
  }

  /// y_i for a label.
  double side(int label) const { return label == kind_.positive ? 1 : -1; }

  MeasureLoss loss_from(const Output& y) const {
    const Index ones = std::count(y.parts.begin(), y.parts.end(), 1);
    return {kind_, ones, std::ssize(y.parts) - ones};
  }

  /// Adds to `factors` the factor of each row's features in scale (Phi(x, y) - Phi(x, y_hat)).
  void add_factors(const Output& y, const Output& y_hat, double scale, VectorRef factors) const {
    for (std::size_t i = 0; i < factors.size(); ++i)
      factors[i] += scale * sign_ * 2 * (y.parts[i] - y_hat.parts[i]);
  }

  static void margins_of(const Scored& rows, const Output& y, std::span<const Output> outputs,
                         VectorRef margins) {
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      margins[j] = 0;
      for (std::size_t i = 0; i < y.parts.size(); ++i)
        margins[j] += (y.parts[i] - outputs[j].parts[i]) * rows.gain(i);
    }
  }

  static Decoded violation(Decoded augmented, double f_y, Augmentation augmentation) {
    if (augmentation.rescaling == Rescaling::kMargin) augmented.value -= f_y;
    return augmented;
  }

  SampleRows rows_;
  MeasureLoss::Kind kind_;
  double sign_;
  /// The known rows of each input; null if nothing is known of any. Copies share them.
  std::shared_ptr<const std::vector<std::optional<SettledRows>>> settled_;
};

Views make_multivariate(const Json& json, std::shared_ptr<const ProblemData> of_rows) {
  const Options read = options().parse(json);
  const bool bias =
      read.bias && !is_of_rankings(read.loss);  // rankings depend on differences of rows only
  const std::shared_ptr<const PartData> data = part_data(of_rows);
  const MeasureLoss::Kind kind{read.loss, read.beta, read.k,
                               positive_label(data->labels, read.positive), read.positive_weight};
  const Index count = std::ssize(data->views);
  const auto over = [kind, bias](std::shared_ptr<const PartData> of, Index first,
                                 Index views) -> std::unique_ptr<StructuredProblem> {
    SampleRows rows(std::move(of), first, views, bias);
    if (is_of_rankings(kind.measure))
      return make_rankings(std::move(rows), kind.measure, kind.positive);
    return std::make_unique<Multivariate>(std::move(rows), kind);
  };
  return views_over(count, data, over);
}

std::vector<WeightBlock> multivariate_blocks(const Json& json, const ProblemData& of_rows,
                                             Index view) {
  const Options read = options().parse(json);
  const auto& data = dynamic_cast<const PartData&>(of_rows);
  WeightBlock features = label_block(data, view);
  features.parts = {
      data.labels[static_cast<std::size_t>(positive_label(data.labels, read.positive))]};
  std::vector<WeightBlock> blocks = {features};
  if (read.bias && !is_of_rankings(read.loss))
    blocks.push_back(one_row(features.kind, features.parts, kBiasName));
  return blocks;
}

/// The problem over no rows, with two labels. The second one is the positive label of the options.
Views blank_multivariate(const Json& json) {
  auto none = std::make_shared<PartData>();
  none->views.resize(1);
  const std::string positive = options().parse(json).positive;
  none->labels = {positive == "0" ? "1" : "0", positive.empty() ? "1" : positive};
  return make_multivariate(json, std::move(none));
}

}  // namespace
}  // namespace multivariate

ProblemEntry multivariate_problem() {
  using namespace multivariate;
  ProblemEntry entry;
  entry.name = "multivariate";
  entry.summary = "two labels for all rows of a sample together";
  entry.input = kRows;
  entry.output = "a part per row: its label";
  entry.decoder = "signs; loss-augmented: a search over contingency tables, or sorting";
  entry.cost = "O(n) for n rows; loss-augmented O(n log n)";
  entry.source = "Joachims 2009, section 3.3; Joachims 2005";
  entry.loss_meanings = {
      {"f1", "1 - F1 of the positive rows"},
      {"prbep", "1 - precision, if as many rows are called positive as are"},
      {"precision_at_k", "1 - precision among `k` rows"},
      {"recall_at_k", "1 - recall of `k` rows"},
      {"error", "share of wrong rows"},
      {"balanced_error", "mean of the shares of wrong rows among positive and negative ones"},
      {"roc_area", "1 - area under the ROC curve"},
      {"average_precision", "1 - average precision"}};
  entry.losses = {"f1",    "prbep",          "precision_at_k", "recall_at_k",
                  "error", "balanced_error", "roc_area",       "average_precision"};
  entry.options = options().list();
  entry.note_on_labels = [](const Json& json, std::span<const std::string> labels) {
    return note_on_positive(options().parse(json), labels);
  };
  entry.make = make_multivariate;
  entry.blank = blank_multivariate;
  entry.weight_blocks = multivariate_blocks;
  entry.metrics = multivariate_metrics();
  entry.set_size = [](const Json&) -> Index { return 0; };
  // With loss f1, each million of C n^2 took 8 to 20 CPU seconds on 300 to 32,561 rows.
  entry.slow_from = 3e6;
  entry.metric_options = {"k", "positive"};
  entry.without_constraints = [](const Json& json, const Output& truth) {
    const Index ones = std::count(truth.parts.begin(), truth.parts.end(), 1);
    return without_constraints(options().parse(json), ones, std::ssize(truth.parts) - ones);
  };
  return entry;
}

}  // namespace costruct
