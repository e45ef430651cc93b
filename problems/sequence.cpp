// Label sequence learning with first-order transitions. An `order` above 1 adds further transitions
// (higher_order_sequence.cpp).
//
//   Phi(x, y) = sum_t Lambda(y_t) (x) psi(x_t)
//               (+)  eta sum_{t >= 2} Lambda(y_{t-1}) (x) Lambda(y_t)
//                                                          Brefeld 2008, eqs. 3.22, 3.23, B.5
//     The option `bias` adds sum_t Lambda(y_t). `boundary` adds Lambda(y_1) and Lambda(y_T).
//   weights of a view, K labels: feature j, label k at j * K + k, then label k after p at
//     p * K + k, then bias, first and last label. Views follow each other. Each view has its own
//     transitions (bias, boundary).
//   output:  one part per token, its label
//
// Decoding is Viterbi's algorithm. sequence_augmentation.hpp has the decoders with a loss.
#include "costruct/problems/sequence.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/label_biases.hpp"
#include "costruct/core/interfaces/label_offsets.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "costruct/problems/allowed_transitions.hpp"
#include "costruct/problems/chain_expectations.hpp"
#include "costruct/problems/cost_matrix.hpp"
#include "costruct/problems/feature_kinds.hpp"
#include "costruct/problems/higher_order_sequence.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/label_metrics.hpp"
#include "costruct/problems/part_scores.hpp"
#include "costruct/problems/sequence_augmentation.hpp"
#include "costruct/problems/sequence_options.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace {

// Calls visit(t) for the positions at which two labelings of length T differ, ascending. Most
// positions do not differ, so it compares kStretch of them at once.
template <class Visit>
void for_differing(const int* a, const int* b, Index T, const Visit& visit) {
  constexpr Index kStretch = 8;
  Index t = 0;
  for (; t + kStretch <= T; t += kStretch) {
    if (std::memcmp(a + t, b + t, kStretch * sizeof(int)) == 0) continue;
    for (Index s = t; s < t + kStretch; ++s) {
      if (a[s] != b[s]) visit(s);
    }
  }
  for (; t < T; ++t) {
    if (a[t] != b[t]) visit(t);
  }
}

class Sequence final : public FirstOrderSequence,
                       public RunnerUpDecoder,
                       public KBestDecoder,
                       public PartMarginals,
                       public PartCovariances,
                       public MarkovStructure,
                       public LabelBiases,
                       public LabelOffsets,
                       public PartialLabels,
                       public FeatureMajorWeights {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  Sequence(std::shared_ptr<const PartData> data, Index first_view, Index num_views,
           const SequenceOptions& options)
      : data_(std::move(data)),
        labels_(static_cast<Index>(data_->labels.size())),
        options_(options),
        outside_(outside_label(*data_, options)),
        costs_(label_costs(*data_, options)),
        allowed_(std::make_shared<const AllowedTransitions>(options.transitions, data_->labels)) {
    for (Index v = first_view; v < first_view + num_views; ++v) {
      Block block{&data_->views[v], dimension_};
      const auto place = [&](Index size) {
        const Index at = dimension_;
        dimension_ += size;
        return at;
      };
      place(block.table->num_features * labels_);
      block.transition = place(labels_ * labels_);
      if (options.bias) block.bias = place(labels_);
      if (options.boundary) {
        block.first = place(labels_);
        block.last = place(labels_);
      }
      blocks_.push_back(block);
    }
    for (InputId x = 0; x < num_inputs(); ++x) longest_ = std::max(longest_, length(x));
  }

  Index dimension() const override { return dimension_; }
  Index weights_per_feature() const override { return labels_; }
  Index num_inputs() const override { return table().num_examples(); }
  Index length(InputId x) const override { return table().length(x); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (const Block& b : blocks_) {
      for (Index t = 0; t < length(x); ++t) {
        part_scores::append_entries(*b.table, part(b, x, t), labels_, y.parts[t], b.emission,
                                    entries);
        if (t > 0)
          entries.emplace_back(b.transition + y.parts[t - 1] * labels_ + y.parts[t], options_.eta);
        if (b.bias >= 0) entries.emplace_back(b.bias + y.parts[t], 1.0);
      }
      if (b.first >= 0 && length(x) > 0) {
        entries.emplace_back(b.first + y.parts.front(), 1.0);
        entries.emplace_back(b.last + y.parts.back(), 1.0);
      }
    }
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override { return viterbi(score_all(x, w)); }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    return augmented_best(x, score_all(x, w), y, augmentation);
  }

  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    margins_of(score_differing(x, y, outputs, w), y, outputs, margins);
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    ChainScores& scores = score_all(x, w);
    margins_of(scores, y, outputs, margins);
    const double f_y = chain_value(scores, y);
    Decoded worst = augmented_best(x, scores, y, augmentation);
    if (augmentation.rescaling == Rescaling::kMargin) worst.value -= f_y;
    return worst;
  }

  bool has_constraint(InputId x, const Output&, const Output& y_hat) const override {
    return known_.allow(x, y_hat);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Sequence>(*this);
    restricted->known_ = KnownLabels(std::move(known));
    return restricted;
  }
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    if (!counts_known_labels(options_.loss)) return nullptr;
    auto with_loss = std::make_unique<Sequence>(*this);
    with_loss->counted_ = KnownLabels(std::move(known));
    return with_loss;
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    return sequence_augmentation_unavailable(options_.loss, augmentation, longest_, labels_);
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    return sequence_loss(options_.loss, counted(x, y), y_hat, outside_);
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return chain_value(score_all(x, w), y);
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    const Index T = length(x);
    for (const Block& b : blocks_) {
      for (Index t = 0; t < T; ++t) {
        const bool differs = y.parts[t] != y_hat.parts[t];
        if (differs) {
          part_scores::add_features(*b.table, part(b, x, t), labels_, y.parts[t], scale,
                                    w.data() + b.emission);
          part_scores::add_features(*b.table, part(b, x, t), labels_, y_hat.parts[t], -scale,
                                    w.data() + b.emission);
          if (b.bias >= 0) {
            w[b.bias + y.parts[t]] += scale;
            w[b.bias + y_hat.parts[t]] -= scale;
          }
        }
        if (t > 0 && (differs || y.parts[t - 1] != y_hat.parts[t - 1])) {
          w[b.transition + y.parts[t - 1] * labels_ + y.parts[t]] += scale * options_.eta;
          w[b.transition + y_hat.parts[t - 1] * labels_ + y_hat.parts[t]] -= scale * options_.eta;
        }
      }
      if (b.first < 0 || T == 0) continue;
      if (y.parts.front() != y_hat.parts.front()) {
        w[b.first + y.parts.front()] += scale;
        w[b.first + y_hat.parts.front()] -= scale;
      }
      if (y.parts.back() != y_hat.parts.back()) {
        w[b.last + y.parts.back()] += scale;
        w[b.last + y_hat.parts.back()] -= scale;
      }
    }
  }

  bool scores_outputs_together() const override { return true; }
  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    thread_local part_scores::LabelCoefficients at_part;
    thread_local Vector at_pair;
    thread_local std::vector<std::size_t> moving;  // outputs with a nonzero coefficient
    moving.clear();
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (coefficients[j] != 0) moving.push_back(j);
    }
    const Index T = length(x);
    at_pair.assign(labels_ * labels_, 0.0);
    const std::vector<char>& differing = differing_positions(y, outputs, moving);
    for (Index t = 0; t < T; ++t) {
      if (!differing[t] && (t == 0 || !differing[t - 1])) continue;
      at_part.reset(labels_);
      for (const std::size_t j : moving) {
        const std::vector<int>& to = outputs[j].parts;
        const bool differs = to[t] != y.parts[t];
        if (differs) at_part.move(to[t], y.parts[t], coefficients[j]);
        if (t > 0 && (differs || to[t - 1] != y.parts[t - 1])) {
          at_pair[y.parts[t - 1] * labels_ + y.parts[t]] += coefficients[j];
          at_pair[to[t - 1] * labels_ + to[t]] -= coefficients[j];
        }
      }
      if (at_part.is_zero()) continue;
      for (const Block& b : blocks_) {
        at_part.add_features(*b.table, part(b, x, t), w.data() + b.emission);
        if (b.bias >= 0) at_part.add(w.data() + b.bias);
        if (b.first >= 0 && t == 0) at_part.add(w.data() + b.first);
        if (b.first >= 0 && t + 1 == T) at_part.add(w.data() + b.last);
      }
    }
    for (Index i = 0; i < labels_ * labels_; ++i) {
      if (at_pair[i] == 0) continue;
      for (const Block& b : blocks_) w[b.transition + i] += options_.eta * at_pair[i];
    }
  }

  // Cost: linear in the number of positions that differ. It sums the direction
  // Phi(x, y) - Phi(x, y_hat) once, by feature and label, and multiplies every output by it.
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    const Index T = length(x);
    thread_local part_scores::LabelRows direction;
    // biases, first and last belong to the direction; along has its products with a part's labels.
    thread_local Vector biases, first, last, along;
    const std::vector<char>& differs = differing_positions(y, outputs, all_of(outputs));
    std::fill(products.begin(), products.end(), 0.0);
    for (const Block& b : blocks_) {
      direction.reset(b.table->num_features, labels_);
      for (Vector* each : {&biases, &first, &last}) each->assign(labels_, 0.0);
      for (Index s = 0; s < T; ++s) {
        if (y_hat.parts[s] == y.parts[s]) continue;
        for (const auto& [label, sign] :
             {std::pair(y.parts[s], 1.0), std::pair(y_hat.parts[s], -1.0)}) {
          direction.add(*b.table, part(b, x, s), label, sign);
          if (b.bias >= 0) biases[label] += sign;
          if (b.first >= 0 && s == 0) first[label] += sign;
          if (b.first >= 0 && s + 1 == T) last[label] += sign;
        }
      }
      for (Index t = 0; t < T; ++t) {
        if (!differs[t]) continue;
        // NaN marks labels whose product is not computed yet.
        along.assign(labels_, std::numeric_limits<double>::quiet_NaN());
        const auto product = [&](int label) {
          if (std::isnan(along[label])) {
            along[label] = direction.product(*b.table, part(b, x, t), label) + biases[label] +
                           (t == 0 ? first[label] : 0) + (t + 1 == T ? last[label] : 0);
          }
          return along[label];
        };
        for (std::size_t j = 0; j < outputs.size(); ++j) {
          const int to = outputs[j].parts[t];
          if (to != y.parts[t]) products[j] += product(y.parts[t]) - product(to);
        }
      }
    }
    thread_local Vector pairs;
    pairs.assign(labels_ * labels_, 0.0);
    count_pairs(y, y_hat, pairs);
    const double scale = options_.eta * options_.eta * static_cast<double>(blocks_.size());
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const std::vector<int>& to = outputs[j].parts;
      double sum = 0;
      for (Index t = 1; t < T; ++t) {
        if (to[t] == y.parts[t] && to[t - 1] == y.parts[t - 1]) continue;
        sum += pairs[y.parts[t - 1] * labels_ + y.parts[t]] - pairs[to[t - 1] * labels_ + to[t]];
      }
      products[j] += scale * sum;
    }
  }

  double difference_norm_bound(InputId x) const override {
    const auto square = [](double a) { return a * a; };
    const double T = static_cast<double>(length(x));
    double norm = 0;
    for (const Block& b : blocks_) {
      norm += part_scores::squared_norm_of_sum(*b.table, part(b, x, 0), length(x));
      if (T > 0) norm += square(options_.eta * (T - 1));
      if (b.bias >= 0) norm += square(T);
      if (b.first >= 0) norm += 2;
    }
    return std::sqrt(2 * norm);
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return AllowedTransitions::only_allowed(viterbi_runner_up(score_all(x, w), y));
  }

  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    return AllowedTransitions::only_allowed(most_violated_other_sequence(
        score_all(x, w), counted(x, y), options_.loss, outside_, augmentation));
  }

  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    return allowed_two(viterbi_two_best(score_all(x, w)));
  }

  Decoded decode_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const override {
    return viterbi(score_all_with(x, w, offsets));
  }
  TwoBest two_best_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const override {
    return allowed_two(viterbi_two_best(score_all_with(x, w, offsets)));
  }
  double log_partition_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const override {
    return chain_log_partition(score_all_with(x, w, offsets));
  }
  void scores_of_part(InputId x, ConstVectorRef w, VectorRef f) const override {
    const ChainScores& scores = score_all(x, w);
    std::copy_n(scores.node(0), labels_, f.begin());
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    std::vector<Decoded> ranked = viterbi_k_best(score_all(x, w), k);
    AllowedTransitions::keep_allowed(ranked);
    return ranked;
  }

  void add_scores(InputId x, ConstVectorRef w, ChainScores& scores) const override {
    add_edges(w, scores);
    add_nodes(x, 0, length(x), w, scores);
  }

  double log_partition(InputId x, ConstVectorRef w) const override {
    return chain_log_partition(score_all(x, w));
  }

  Vector part_marginals(InputId x, ConstVectorRef w) const override {
    return chain_marginals(score_all(x, w)).label;
  }

  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    const ChainMarginals marginals = chain_marginals(score_all(x, w));
    costruct::add_expected_feature(chain_features(), x, marginals, scale, into);
    return marginals.log_partition;
  }

  std::unique_ptr<CovariedFeatures> covaried_features(std::vector<InputId> inputs) const override {
    return chain_covariances_of(chain_features(), std::move(inputs));
  }

  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return chain_expectations(chain_features(), std::move(inputs), std::move(factors));
  }

  MarkovLayout markov_layout() const override {
    COSTRUCT_ASSERT(blocks_.size() == 1, "the Markov layout of one view");
    const Block& b = blocks_[0];
    return {labels_,
            b.table->num_features,
            b.emission,
            b.transition,
            b.bias,
            b.first,
            b.last,
            options_.eta,
            has_indicators(*b.table),
            has_counts(*b.table)};
  }

  std::optional<std::string> label_biases_unavailable() const override {
    if (options_.bias) return std::nullopt;
    return "label biases: set problem.bias to true";
  }
  Index num_labels() const override { return labels_; }
  const std::vector<std::string>& label_names() const override { return data_->labels; }
  Index bias(Index label) const override { return blocks_[0].bias + label; }
  Index num_parts(InputId x) const override { return length(x); }
  void add_part_features(InputId x, Index label, double scale, VectorRef w) const override {
    for (const Block& b : blocks_) {
      for (Index t = 0; t < length(x); ++t) {
        part_scores::add_features(*b.table, part(b, x, t), labels_, static_cast<int>(label), scale,
                                  w.data() + b.emission);
      }
      if (&b != &blocks_[0]) w[b.bias + label] += scale * static_cast<double>(length(x));
    }
  }

  void count_features(InputId x, std::span<Index> seen) const override {
    for (Index t = 0; t < length(x); ++t) {
      table().for_entries(part(blocks_[0], x, t),
                          [&](std::int32_t feature, double) { ++seen[feature]; });
    }
  }

 private:
  // One view: its features and where its weights begin.
  struct Block {
    const FeatureTable* table;
    Index emission;
    Index transition = -1, bias = -1, first = -1, last = -1;
  };

  const FeatureTable& table() const { return *blocks_[0].table; }
  static Index part(const Block& b, InputId x, Index t) { return b.table->example_begin[x] + t; }

  ChainFeatures chain_features() const {
    ChainFeatures features{{}, labels_, options_.eta, allowed_, known_};
    for (const Block& b : blocks_) {
      features.views.push_back({b.table, b.emission, b.transition, b.bias, b.first, b.last});
    }
    return features;
  }

  // Adds the transitions of y, and subtracts those of y_hat, in counts of label pairs.
  void count_pairs(const Output& y, const Output& y_hat, VectorRef counts) const {
    for (std::size_t t = 1; t < y.parts.size(); ++t) {
      counts[y.parts[t - 1] * labels_ + y.parts[t]] += 1;
      counts[y_hat.parts[t - 1] * labels_ + y_hat.parts[t]] -= 1;
    }
  }

  // Sets f(y) - f(y_hat) for each y_hat in `outputs`, from the positions in which they differ.
  void margins_of(const ChainScores& scores, const Output& y, std::span<const Output> outputs,
                  VectorRef margins) const {
    const Index T = scores.length();
    const int* from = y.parts.data();
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      const int* to = outputs[j].parts.data();
      double margin = 0;
      for_differing(from, to, T, [&](Index t) {
        margin += scores.node(t)[from[t]] - scores.node(t)[to[t]];
        if (t > 0) margin += scores.edge(from[t - 1])[from[t]] - scores.edge(to[t - 1])[to[t]];
        if (t + 1 < T && to[t + 1] == from[t + 1]) {
          margin += scores.edge(from[t])[from[t + 1]] - scores.edge(to[t])[from[t + 1]];
        }
      });
      margins[j] = margin;
    }
  }

  static std::span<const std::size_t> all_of(std::span<const Output> outputs) {
    thread_local std::vector<std::size_t> places;
    for (std::size_t j = places.size(); j < outputs.size(); ++j) places.push_back(j);
    return {places.data(), outputs.size()};
  }

  // Marks the positions at which one of the outputs with the numbers `places` differs from y.
  static std::vector<char>& differing_positions(const Output& y, std::span<const Output> outputs,
                                                std::span<const std::size_t> places) {
    thread_local std::vector<char> differs;
    const auto T = static_cast<Index>(y.parts.size());
    differs.assign(y.parts.size(), 0);
    for (const std::size_t j : places) {
      for_differing(y.parts.data(), outputs[j].parts.data(), T, [](Index t) { differs[t] = 1; });
    }
    return differs;
  }

  // Loss-augmented decoding of a score table. It changes the table.
  Decoded augmented_best(InputId x, ChainScores& scores, const Output& y,
                         Augmentation augmentation) const {
    return loss_augmented_sequence(scores, counted(x, y), options_.loss, outside_, augmentation);
  }
  // The labels that the loss counts.
  WrongLabels counted(InputId x, const Output& y) const {
    return {y, counted_.of(x), costs_.get()};
  }

  // The score table of an input, in a buffer of the calling thread.
  ChainScores& score_all(InputId x, ConstVectorRef w) const {
    thread_local ChainScores scores;
    scores.reset(length(x), labels_);
    add_scores(x, w, scores);
    allowed_->add_to(scores);
    known_.add_to(x, labels_, [&](Index t) { return scores.node(t); });
    return scores;
  }

  static TwoBest allowed_two(TwoBest found) {
    found.runner_up = AllowedTransitions::only_allowed(std::move(found.runner_up));
    return found;
  }

  // The same with an offset for each label.
  ChainScores& score_all_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const {
    ChainScores& scores = score_all(x, w);
    for (Index t = 0; t < scores.length(); ++t) {
      for (Index k = 0; k < labels_; ++k) scores.node(t)[k] += offsets[k];
    }
    return scores;
  }

  // The part of the score table on which the margins of these outputs depend. These are all edges,
  // and the nodes of positions at which one of the outputs differs from y.
  ChainScores& score_differing(InputId x, const Output& y, std::span<const Output> outputs,
                               ConstVectorRef w) const {
    thread_local ChainScores scores;
    const Index T = length(x);
    scores.reset(T, labels_);
    const std::vector<char>& differs = differing_positions(y, outputs, all_of(outputs));
    add_edges(w, scores);
    for (Index t = 0; t < T; ++t) {
      if (differs[t]) add_nodes(x, t, 1, w, scores);
    }
    allowed_->add_to(scores);
    return scores;
  }

  void add_edges(ConstVectorRef w, ChainScores& scores) const {
    for (const Block& b : blocks_) {
      for (Index p = 0; p < labels_; ++p) {
        const double* from = w.data() + b.transition + p * labels_;
        for (Index k = 0; k < labels_; ++k) scores.edge(p)[k] += options_.eta * from[k];
      }
    }
  }

  // Adds the scores of the nodes at the positions first..first + count - 1.
  void add_nodes(InputId x, Index first, Index count, ConstVectorRef w, ChainScores& scores) const {
    if (count == 0) return;
    const Index last = length(x) - 1;
    for (const Block& b : blocks_) {
      add_emissions(b, part(b, x, first), count, w.data() + b.emission, scores.node(first));
      for (Index k = 0; b.bias >= 0 && k < labels_; ++k) {
        for (Index t = first; t < first + count; ++t) scores.node(t)[k] += w[b.bias + k];
      }
      for (Index k = 0; b.first >= 0 && k < labels_; ++k) {
        if (first == 0) scores.node(0)[k] += w[b.first + k];
        if (first + count > last) scores.node(last)[k] += w[b.last + k];
      }
    }
  }

  // Adds the emission scores of parts in one view to rows of nodes. It reads whole registers past a
  // row of weights. That is safe because the transitions follow the last row: these are K^2 >= 7
  // doubles for K >= 3.
  void add_emissions(const Block& b, Index first, Index count, const double* w,
                     double* nodes) const {
    const Index blocks = (labels_ + ChainScores::kLane - 1) / ChainScores::kLane;
    switch (labels_ < 3 ? 0 : blocks) {
      case 1:
        return part_scores::add_rows<1>(*b.table, first, count, w, labels_, nodes);
      case 2:
        return part_scores::add_rows<2>(*b.table, first, count, w, labels_, nodes);
      case 3:
        return part_scores::add_rows<3>(*b.table, first, count, w, labels_, nodes);
      case 4:
        return part_scores::add_rows<4>(*b.table, first, count, w, labels_, nodes);
      default:
        for (Index p = 0; p < count; ++p) {
          part_scores::add(*b.table, first + p, w, labels_,
                           nodes + p * blocks * ChainScores::kLane);
        }
    }
  }

  std::shared_ptr<const PartData> data_;
  Index labels_;
  SequenceOptions options_;
  int outside_;
  std::shared_ptr<const LabelCosts> costs_;  // null: of another loss
  std::shared_ptr<const AllowedTransitions> allowed_;
  KnownLabels known_, counted_;
  std::vector<Block> blocks_;
  Index dimension_ = 0;
  Index longest_ = 0;
};

Views make_higher_order(const SequenceOptions& options, std::shared_ptr<const PartData> data) {
  const HigherOrder higher{options.order,
                           static_cast<Index>(data->labels.size()),
                           options.eta,
                           options.loss,
                           outside_label(*data, options),
                           AllowedTransitions(options.transitions, data->labels),
                           label_costs(*data, options)};
  const Index count = std::ssize(data->views);
  return views_over(
      count, data, [options, higher](std::shared_ptr<const PartData> of, Index first, Index views) {
        std::vector<std::shared_ptr<const FirstOrderSequence>> all;
        for (Index v = first; v < first + views; ++v)
          all.push_back(std::make_shared<Sequence>(of, v, 1, options));
        return higher_order_sequence(std::move(all), higher);
      });
}

Views make_sequence(const Json& json, std::shared_ptr<const ProblemData> of_chains) {
  std::shared_ptr<const PartData> data = part_data(of_chains);
  const SequenceOptions options = sequence_options().parse(json);
  if (options.order > 1) return make_higher_order(options, std::move(data));
  const Index count = static_cast<Index>(data->views.size());
  return views_over(count, data,
                    [options](std::shared_ptr<const PartData> of, Index first, Index views) {
                      return std::make_unique<Sequence>(std::move(of), first, views, options);
                    });
}

Views blank_sequence(const Json& json) {
  auto none = std::make_shared<PartData>();
  none->views.resize(1);
  for (std::size_t k = 0; k < labels_of_blank(json); ++k) none->labels.push_back(std::to_string(k));
  Json of_any_labels = json;
  of_any_labels.erase("transitions");  // its values are for labels of the data
  return make_sequence(of_any_labels, std::move(none));
}

std::vector<WeightBlock> sequence_blocks(const Json& json, const ProblemData& of_chains,
                                         Index view) {
  const auto& data = dynamic_cast<const PartData&>(of_chains);
  const SequenceOptions options = sequence_options().parse(json);
  std::vector<WeightBlock> blocks = {label_block(data, view), transition_block(data.labels, 1)};
  if (options.bias) blocks.push_back(one_row("label", data.labels, kBiasName));
  if (options.boundary) {
    blocks.push_back(one_row("label", data.labels, "(first token)"));
    blocks.push_back(one_row("label", data.labels, "(last token)"));
  }
  for (Index order = 2; order <= options.order; ++order)
    blocks.push_back(transition_block(data.labels, order));
  return blocks;
}

}  // namespace

ProblemEntry sequence_problem() {
  ProblemEntry entry;
  entry.name = "sequence";
  entry.summary = "a label per token, with transitions of first to third order";
  entry.input = kChains;
  entry.output = "one part per token: its label";
  entry.decoder = "Viterbi (best, runner-up, k best)";
  entry.cost = "O(T K^2) for T tokens and K labels; K^(p+1) with transitions of order p";
  entry.source = "Brefeld 2008, eqs. 3.22, 3.23 and B.5";
  entry.loss_meanings = {{"zero_one", "1 if any label is wrong"},
                         {"hamming", "number of wrong labels"},
                         {"hamming_normalized", "share of wrong labels"},
                         {"f1_micro", "1 - F1 of the counts summed over all labels but `outside`"},
                         {"f1_macro", "1 - mean F1 of the labels in either output, but `outside`"},
                         {"cost_matrix", "sum of costs[true][predicted], from the option `costs`"}};
  entry.losses = sequence_loss_names();
  entry.loss_options = {"loss", "costs"};
  entry.options = sequence_options().list();
  entry.note_on_labels = note_on_outside;
  entry.why_impossible = why_not_allowed;
  entry.make = make_sequence;
  entry.blank = blank_sequence;
  entry.weight_blocks = sequence_blocks;
  entry.metrics = sequence_metrics();
  return entry;
}

}  // namespace costruct
