// Multiclass classification as a structured problem.
//
//   Phi(x, y) = Lambda(y) (x) psi(x), no bias                       Brefeld 2008, section 3.2.1
//   weights: feature j, label k at j * K + k, view behind view
//   output:  one part, the label
//   losses:  zero_one; cost_matrix, costs[true][predicted]
// Decoding enumerates the K labels, so every loss has an exact loss-augmented decoder.
#include "costruct/problems/multiclass.hpp"

#include <algorithm>
#include <numeric>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/softmax.hpp"
#include "costruct/core/label_scores.hpp"
#include "costruct/problems/chain_expectations.hpp"
#include "costruct/problems/part_scores.hpp"

namespace costruct {
namespace {

enum class MulticlassLoss { kZeroOne, kCostMatrix };

struct MulticlassOptions {
  MulticlassLoss loss = MulticlassLoss::kZeroOne;
  Json costs = nullptr;
};

std::optional<std::string> wrong_costs(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_array() || value.empty()) return "must be a list of rows of numbers, one row per label";
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_array() || value[i].size() != value.size()) return "must be a square matrix";
    for (std::size_t j = 0; j < value.size(); ++j) {
      const Json& cost = value[i][j];
      if (!cost.is_number() || !std::isfinite(cost.get<double>()) || cost.get<double>() < 0) {
        return "must hold numbers >= 0";
      }
      if (i == j && cost.get<double>() != 0) return "must have a zero diagonal";
    }
  }
  return std::nullopt;
}

OptionDeclaration<MulticlassOptions> multiclass_options() {
  OptionDeclaration<MulticlassOptions> options;
  options.choice("loss", &MulticlassOptions::loss, {"zero_one", "cost_matrix"}, "loss of a wrong label");
  options
      .json("costs", &MulticlassOptions::costs, wrong_costs,
            {{"title", "K x K matrix of numbers >= 0 with zero diagonal"},
             {"type", {"array", "null"}},
             {"items", {{"type", "array"}, {"items", {{"type", "number"}, {"minimum", 0}}}}}},
            "cost_matrix: costs[true][predicted], labels in their order")
      .only_with("loss", "cost_matrix");
  return options;
}

class Multiclass final : public StructuredProblem,
                         public LabelScores,
                         public RunnerUpDecoder,
                         public KBestDecoder,
                         public LogPartition {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  Multiclass(std::shared_ptr<const PartData> data, Index first_view, Index num_views,
             std::shared_ptr<const std::vector<Vector>> costs)
      : data_(std::move(data)), labels_(static_cast<Index>(data_->labels.size())), costs_(std::move(costs)) {
    for (Index v = first_view; v < first_view + num_views; ++v) {
      blocks_.push_back({&data_->views[v], dimension_});
      dimension_ += data_->views[v].num_features * labels_;
    }
  }

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return blocks_[0].table->num_examples(); }
  Index num_labels() const override { return labels_; }
  const std::vector<std::string>& label_names() const override { return data_->labels; }

  double squared_norm(InputId x) const override {
    thread_local Vector dense;  // of one feature each, all zero between calls
    double square = 0;
    for (const Block& block : blocks_) {
      dense.resize(std::max<std::size_t>(dense.size(), block.table->num_features), 0.0);
      part_scores::scatter(*block.table, x, dense.data());
      square += part_scores::gather(*block.table, x, dense.data());
      part_scores::clear(*block.table, x, dense.data());
    }
    return square;
  }

  void label_scores(InputId x, ConstVectorRef w, VectorRef f) const override {
    std::fill(f.begin(), f.end(), 0.0);
    for (const Block& block : blocks_) add_scores(block, x, w, f.data());
  }

  void expect(InputId x, ConstVectorRef w) const override {
    for (const Block& block : blocks_) {
      part_scores::prefetch_rows(*block.table, x, w.data() + block.offset, labels_);
    }
  }

  void add_labels(InputId x, ConstVectorRef coefficients, VectorRef w) const override {
    thread_local std::vector<int> touched;
    touched.clear();
    for (int k = 0; k < labels_; ++k) {
      if (coefficients[k] != 0) touched.push_back(k);
    }
    for (const Block& block : blocks_) {
      const auto features = block.table->features_of(x);
      const auto values = block.table->values_of(x);
      for (std::size_t i = 0; i < features.size(); ++i) {
        double* row = w.data() + block.offset + features[i] * labels_;
        const double value = values.empty() ? 1.0 : values[i];
        for (const int k : touched) row[k] += value * coefficients[k];
      }
    }
  }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (const Block& block : blocks_) {
      part_scores::append_entries(*block.table, x, labels_, y.parts[0], block.offset, entries);
    }
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    const Vector& scores = score_all(x, w);
    const auto best = std::max_element(scores.begin(), scores.end());
    return {{{static_cast<int>(best - scores.begin())}}, *best};
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    return augmented_best(score_all(x, w), y, augmentation);
  }

  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    margins_of(score_all(x, w), y, outputs, margins);
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    const Vector& scores = score_all(x, w);
    margins_of(scores, y, outputs, margins);
    Decoded worst = augmented_best(scores, y, augmentation);
    if (augmentation.rescaling == Rescaling::kMargin) worst.value -= scores[y.parts[0]];
    return worst;
  }

  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return loss_of(y.parts[0], y_hat.parts[0]);
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return score_all(x, w)[y.parts[0]];
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    if (y == y_hat) return;
    for (const Block& block : blocks_) {
      part_scores::add_features(*block.table, x, labels_, y.parts[0], scale, w.data() + block.offset);
      part_scores::add_features(*block.table, x, labels_, y_hat.parts[0], -scale, w.data() + block.offset);
    }
  }

  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    thread_local part_scores::LabelCoefficients at_part;
    at_part.reset(labels_);
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (outputs[j] != y) at_part.move(outputs[j].parts[0], y.parts[0], coefficients[j]);
    }
    for (const Block& block : blocks_) at_part.add_features(*block.table, x, w.data() + block.offset);
  }

  void difference_products(InputId x, const Output& y, const Output& y_hat, std::span<const Output> outputs,
                           VectorRef products) const override {
    const double square = squared_norm(x);
    const int from = y.parts[0], to = y_hat.parts[0];
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const int other = outputs[j].parts[0];
      products[j] = from == to || from == other ? 0.0 : to == other ? 2 * square : square;
    }
  }

  double difference_norm_bound(InputId x) const override { return std::sqrt(2 * squared_norm(x)); }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    const Vector& scores = score_all(x, w);
    int best = -1;
    for (int k = 0; k < labels_; ++k) {
      if (k != y.parts[0] && (best < 0 || scores[k] > scores[best])) best = k;
    }
    if (best < 0) return std::nullopt;
    return Decoded{{{best}}, scores[best]};
  }

  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    const Vector& scores = score_all(x, w);
    AugmentedBest best(scores[y.parts[0]], augmentation);
    for (int k = 0; k < labels_; ++k) {
      if (k != y.parts[0]) best.offer(loss_of(y.parts[0], k), {{{k}}, scores[k]});
    }
    return best.violation();
  }

  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    const Vector& scores = score_all(x, w);
    int best = 0, second = -1;
    for (int k = 1; k < labels_; ++k) {
      if (scores[k] > scores[best]) {
        second = best;
        best = k;
      } else if (second < 0 || scores[k] > scores[second]) {
        second = k;
      }
    }
    TwoBest found{{{{best}}, scores[best]}, std::nullopt};
    if (second >= 0) found.runner_up = Decoded{{{second}}, scores[second]};
    return found;
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    const Vector& scores = score_all(x, w);
    std::vector<int> order(labels_);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return scores[a] > scores[b]; });
    order.resize(std::clamp<Index>(k, 0, labels_));
    std::vector<Decoded> best;
    for (const int label : order) best.push_back({{{label}}, scores[label]});
    return best;
  }

  double log_partition(InputId x, ConstVectorRef w) const override { return marginals(x, w).log_partition; }

  Vector part_marginals(InputId x, ConstVectorRef w) const override { return marginals(x, w).label; }

  double add_expected_feature(InputId x, ConstVectorRef w, double scale, VectorRef into) const override {
    const ChainMarginals of_x = marginals(x, w);
    costruct::add_expected_feature(chain_features(), x, of_x, scale, into);
    return of_x.log_partition;
  }

  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return chain_expectations(chain_features(), std::move(inputs), std::move(factors));
  }

 private:
  // For sums over outputs an input is a chain of length one.
  ChainFeatures chain_features() const {
    ChainFeatures features{{}, labels_, 1};
    for (const Block& block : blocks_) features.views.push_back({block.table, block.offset});
    return features;
  }
  ChainMarginals marginals(InputId x, ConstVectorRef w) const {
    ChainMarginals of_x{0, score_all(x, w), {}};
    of_x.log_partition = softmax(of_x.label);
    return of_x;
  }

  struct Block {
    const FeatureTable* table;
    Index offset;  // of its weights
  };

  // The scores of all labels, in a buffer of the calling thread.
  const Vector& score_all(InputId x, ConstVectorRef w) const {
    thread_local Vector scores;
    scores.assign(labels_, 0.0);
    for (const Block& block : blocks_) add_scores(block, x, w, scores.data());
    return scores;
  }

  // scores[k] += the score of label k in one view.
  void add_scores(const Block& block, InputId x, ConstVectorRef w, double* scores) const {
    const double* of_view = w.data() + block.offset;
    const Index readable = dimension_ - block.offset;
    switch ((labels_ + lanes::kWidth - 1) / lanes::kWidth) {
      case 1:
        return part_scores::add_row_sums<1>(*block.table, x, of_view, readable, labels_, scores);
      case 2:
        return part_scores::add_row_sums<2>(*block.table, x, of_view, readable, labels_, scores);
      case 3:
        return part_scores::add_row_sums<3>(*block.table, x, of_view, readable, labels_, scores);
      case 4:
        return part_scores::add_row_sums<4>(*block.table, x, of_view, readable, labels_, scores);
      case 5:
        return part_scores::add_row_sums<5>(*block.table, x, of_view, readable, labels_, scores);
      case 6:
        return part_scores::add_row_sums<6>(*block.table, x, of_view, readable, labels_, scores);
      default:
        return part_scores::add(*block.table, x, of_view, labels_, scores);
    }
  }

  static void margins_of(const Vector& scores, const Output& y, std::span<const Output> outputs,
                         VectorRef margins) {
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      margins[j] = scores[y.parts[0]] - scores[outputs[j].parts[0]];
    }
  }

  Decoded augmented_best(const Vector& scores, const Output& y, Augmentation augmentation) const {
    AugmentedBest best(scores[y.parts[0]], augmentation);
    for (int k = 0; k < labels_; ++k) best.offer(loss_of(y.parts[0], k), {{{k}}, scores[k]});
    return best.best();
  }

  double loss_of(int y, int y_hat) const {
    if (costs_) return (*costs_)[y][y_hat];
    return y == y_hat ? 0.0 : 1.0;
  }

  std::shared_ptr<const PartData> data_;
  Index labels_;
  std::shared_ptr<const std::vector<Vector>> costs_;  // null: zero_one
  std::vector<Block> blocks_;
  Index dimension_ = 0;
};

Views make_multiclass(const Json& json, std::shared_ptr<const PartData> data) {
  const MulticlassOptions options = multiclass_options().parse(json);
  std::shared_ptr<const std::vector<Vector>> costs;
  if (options.loss == MulticlassLoss::kCostMatrix) {
    if (options.costs.is_null())
      throw ConfigError("problem.costs: loss cost_matrix needs the matrix of costs");
    costs = std::make_shared<std::vector<Vector>>(options.costs.get<std::vector<Vector>>());
    if (costs->size() != data->labels.size()) {
      throw ConfigError("problem.costs: " + std::to_string(costs->size()) + " rows, but the data has " +
                        std::to_string(data->labels.size()) + " labels");
    }
  }
  const Index count = static_cast<Index>(data->views.size());
  if (count == 1) return Views(std::make_unique<Multiclass>(data, 0, 1, costs));
  std::vector<std::unique_ptr<const StructuredProblem>> views;
  for (Index v = 0; v < count; ++v) views.push_back(std::make_unique<Multiclass>(data, v, 1, costs));
  return Views(std::move(views), std::make_unique<Multiclass>(data, 0, count, costs));
}

}  // namespace

ProblemEntry multiclass_problem() {
  return {
      "multiclass",   "one label per input",       "one part: the label",       "enumeration of the labels",
      Shape::kSingle, {"zero_one", "cost_matrix"}, multiclass_options().list(), make_multiclass};
}

}  // namespace costruct
