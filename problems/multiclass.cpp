// Multiclass classification as a structured problem.
//
//   Phi(x, y) = Lambda(y) (x) psi(x), no bias                       Brefeld 2008, section 3.2.1
//     The option `bias` adds Lambda(y).
//   weights: feature j, label k at j * K + k, followed by the bias of each label; views follow each
//            other
//   output:  one part, the label
//   losses:  zero_one; cost_matrix, costs[true][predicted]
//
// Decoding enumerates the K labels (label_problem.hpp), so every loss has an exact loss-augmented
// decoder.
#include "costruct/problems/multiclass.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "costruct/problems/cost_matrix.hpp"
#include "costruct/problems/feature_kinds.hpp"
#include "costruct/problems/label_metrics.hpp"
#include "costruct/problems/part_scores.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace {

enum class MulticlassLoss { kZeroOne, kCostMatrix };

struct MulticlassOptions {
  MulticlassLoss loss = MulticlassLoss::kZeroOne;
  Json costs = nullptr;
  bool bias = false;
};

OptionDeclaration<MulticlassOptions> multiclass_options() {
  OptionDeclaration<MulticlassOptions> options;
  options.choice("loss", &MulticlassOptions::loss, {"zero_one", "cost_matrix"},
                 "loss of a wrong label");
  add_cost_matrix(options, &MulticlassOptions::costs);
  options.boolean("bias", &MulticlassOptions::bias, "an always-on feature of each label");
  return options;
}

// costs[true][predicted]
class CostMatrix final : public LabelLoss {
 public:
  explicit CostMatrix(std::vector<Vector> costs) : costs_(std::move(costs)) {}
  double between(int y, int y_hat) const override { return costs_[y][y_hat]; }
  void from(int y, VectorRef losses) const override {
    std::ranges::copy(costs_[y], losses.begin());
  }

 private:
  std::vector<Vector> costs_;
};

class Multiclass final : public LabelProblem,
                         public LabelScores,
                         public PartCovariances,
                         public MarkovStructure {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  Multiclass(std::shared_ptr<const PartData> of_rows, Index first_view, Index num_views,
             std::shared_ptr<const LabelLoss> loss, bool bias)
      : LabelProblem(of_rows, first_view, num_views, static_cast<Index>(of_rows->labels.size()),
                     std::move(loss), bias ? static_cast<Index>(of_rows->labels.size()) : 0),
        bias_(bias) {}

  Index num_labels() const override { return labels(); }
  const std::vector<std::string>& label_names() const override { return data().labels; }
  double squared_norm(InputId x) const override {
    return squared_norm_of(x) + (bias_ ? static_cast<double>(blocks().size()) : 0.0);
  }

  void label_scores(InputId x, ConstVectorRef w, VectorRef f) const override {
    std::fill(f.begin(), f.end(), 0.0);
    add_scores(x, w, f.data());
    known().add_to(x, labels(), [&](Index) { return f.data(); });
  }

  void expect(InputId x, ConstVectorRef w) const override {
    for (const Block& block : blocks()) {
      part_scores::prefetch_rows(*block.table, x, w.data() + block.offset, labels());
    }
  }

  void add_labels(InputId x, ConstVectorRef coefficients, VectorRef w) const override {
    thread_local std::vector<int> touched;
    touched.clear();
    for (int k = 0; k < labels(); ++k) {
      if (coefficients[k] != 0) touched.push_back(k);
    }
    for (const Block& block : blocks()) {
      block.table->for_entries(x, [&](std::int32_t feature, double value) {
        double* row = w.data() + block.offset + feature * labels();
        for (const int k : touched) row[k] += value * coefficients[k];
      });
      for (const int k : touched) {
        if (bias_) w[block.more + k] += coefficients[k];
      }
    }
  }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (const Block& block : blocks()) {
      part_scores::append_entries(*block.table, x, labels(), y.parts[0], block.offset, entries);
      if (bias_) entries.emplace_back(block.more + y.parts[0], 1.0);
    }
    return make_sparse(std::move(entries));
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    if (y == y_hat) return;
    for (const Block& block : blocks()) {
      part_scores::add_features(*block.table, x, labels(), y.parts[0], scale,
                                w.data() + block.offset);
      part_scores::add_features(*block.table, x, labels(), y_hat.parts[0], -scale,
                                w.data() + block.offset);
      if (!bias_) continue;
      w[block.more + y.parts[0]] += scale;
      w[block.more + y_hat.parts[0]] -= scale;
    }
  }

  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    thread_local part_scores::LabelCoefficients at_part;
    at_part.reset(labels());
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (outputs[j] != y) at_part.move(outputs[j].parts[0], y.parts[0], coefficients[j]);
    }
    for (const Block& block : blocks()) {
      at_part.add_features(*block.table, x, w.data() + block.offset);
      if (bias_) at_part.add(w.data() + block.more);
    }
  }

  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    const double square = squared_norm(x);
    const int from = y.parts[0], to = y_hat.parts[0];
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const int other = outputs[j].parts[0];
      products[j] = from == to || from == other ? 0.0 : to == other ? 2 * square : square;
    }
  }

  double difference_norm_bound(InputId x) const override { return std::sqrt(2 * squared_norm(x)); }

  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    const ChainMarginals of_x = marginals(x, w);
    costruct::add_expected_feature(features(), x, of_x, scale, into);
    return of_x.log_partition;
  }

  std::unique_ptr<CovariedFeatures> covaried_features(std::vector<InputId> inputs) const override {
    return chain_covariances_of(features(), std::move(inputs));
  }

  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return chain_expectations(features(), std::move(inputs), std::move(factors));
  }

  // Each input is a chain of length one; its first label is its only one.
  MarkovLayout markov_layout() const override {
    COSTRUCT_ASSERT(blocks().size() == 1, "the Markov layout of one view");
    const Block& block = blocks()[0];
    MarkovLayout layout;
    layout.num_labels = labels();
    layout.num_features = block.table->num_features;
    layout.emission = block.offset;
    layout.bias = layout.first = bias_ ? block.more : -1;
    layout.indicators = has_indicators(*block.table);
    layout.counts = has_counts(*block.table);
    return layout;
  }
  void count_features(InputId x, std::span<Index> seen) const override {
    blocks()[0].table->for_entries(x, [&](std::int32_t feature, double) { ++seen[feature]; });
  }

 protected:
  Vector& score_labels(InputId x, ConstVectorRef w) const override {
    thread_local Vector scores;
    scores.assign(labels(), 0.0);
    add_scores(x, w, scores.data());
    return scores;
  }
  std::unique_ptr<LabelProblem> clone() const override {
    return std::make_unique<Multiclass>(*this);
  }

 private:
  void add_scores(InputId x, ConstVectorRef w, double* scores) const {
    add_row_scores(x, w, scores);
    if (!bias_) return;
    for (const Block& block : blocks()) {
      for (Index k = 0; k < labels(); ++k) scores[k] += w[block.more + k];
    }
  }
  ChainFeatures features() const {
    ChainFeatures features{{}, labels(), 1, nullptr, known()};
    for (const Block& block : blocks()) {
      ChainView view{block.table, block.offset};
      if (bias_) view.bias = block.more;
      features.views.push_back(view);
    }
    return features;
  }

  bool bias_;
};

std::shared_ptr<const LabelLoss> multiclass_loss(const MulticlassOptions& options,
                                                 std::size_t labels) {
  if (options.loss == MulticlassLoss::kZeroOne) return zero_one_label_loss();
  return std::make_shared<const CostMatrix>(costs_for(options.costs, labels));
}

Views make_multiclass(const Json& json, std::shared_ptr<const ProblemData> of_rows) {
  const std::shared_ptr<const PartData> data = part_data(of_rows);
  const MulticlassOptions options = multiclass_options().parse(json);
  return multiclass_views(data, multiclass_loss(options, data->labels.size()), options.bias);
}

// The problem over no rows, with as many labels as the matrix of costs has.
Views blank_multiclass(const Json& json) {
  auto none = std::make_shared<PartData>();
  none->views.resize(1);
  for (std::size_t k = 0; k < labels_of_blank(json); ++k) none->labels.push_back(std::to_string(k));
  return make_multiclass(json, std::move(none));
}

std::vector<WeightBlock> multiclass_blocks(const Json& json, const ProblemData& of_rows,
                                           Index view) {
  const auto& data = dynamic_cast<const PartData&>(of_rows);
  std::vector<WeightBlock> blocks = {label_block(data, view)};
  if (multiclass_options().parse(json).bias)
    blocks.push_back(one_row("label", data.labels, kBiasName));
  return blocks;
}

}  // namespace

Views multiclass_views(const std::shared_ptr<const PartData>& data,
                       const std::shared_ptr<const LabelLoss>& loss, bool bias) {
  const Index count = static_cast<Index>(data->views.size());
  return views_over(count, data,
                    [loss, bias](std::shared_ptr<const PartData> of, Index first, Index views) {
                      return std::make_unique<Multiclass>(std::move(of), first, views, loss, bias);
                    });
}

ProblemEntry multiclass_problem() {
  ProblemEntry entry;
  entry.name = "multiclass";
  entry.summary = "one label per input";
  entry.input = kRows;
  entry.output = "one part: the label";
  entry.decoder = "enumeration of the labels";
  entry.cost = "O(K) scores for K labels";
  entry.source = "Brefeld 2008, section 3.2.1";
  entry.loss_meanings = {{"zero_one", "1 for a wrong label"},
                         {"cost_matrix", "costs[true][predicted], from the option `costs`"}};
  entry.losses = {"zero_one", "cost_matrix"};
  entry.loss_options = {"loss", "costs"};
  entry.options = multiclass_options().list();
  entry.make = make_multiclass;
  entry.blank = blank_multiclass;
  entry.weight_blocks = multiclass_blocks;
  entry.metrics = label_metrics();
  entry.metrics.push_back(auc_metric());
  return entry;
}

}  // namespace costruct
