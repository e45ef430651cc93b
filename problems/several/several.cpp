// Several labels at once (multi-label classification).
//
//   Phi(x, y) = Lambda(y) (x) psi(x)  (+)  sum_(k,l) e_kl(y_k, y_l)
//     Lambda(y) has a 1 for each label of the set y. e_kl are the four indicators of an edge:
//     whether y has neither label, the second alone, the first alone, or both. The option `bias`
//     adds Lambda(y). The option `pairs` says which labels have an edge: none, or those of the tree
//     with the largest mutual information (label_sets.hpp).
//   weights of a view, L labels, E edges: feature j, label l at j * L + l; then edge e, labels
//     (p, q) at 4 e + 2 p + q; then bias. Views follow each other. Each view has its own weights of
//     edges.
//   output:  one part per label: 1 if the set has it, else 0
//   losses:  hamming             the number of labels that are wrong, too many or missing
//            hamming_normalized  their share of all labels
//            zero_one            1 if the sets differ
//
// Decoding is exact, over the tree (core/decode/graph/binary_forest.hpp) or label by label. Without
// edges, all losses have an exact loss-augmented decoder: labels take their wrong values in the
// order of what they gain.
#include "costruct/problems/several/several.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/graph/binary_forest.hpp"
#include "costruct/core/decode/graph/binary_nodes.hpp"
#include "costruct/core/decode/graph/labelings_per_wrong.hpp"
#include "costruct/core/decode/graph/ranked_graph_labelings.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/independent_parts.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/part_scores.hpp"
#include "costruct/problems/several/label_sets.hpp"
#include "costruct/problems/several/set_metrics.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace several {
namespace {

enum class SetLoss { kHamming, kHammingNormalized, kZeroOne };
enum class SetPairs { kNone, kTree };

struct SeveralOptions {
  SetLoss loss = SetLoss::kHamming;
  SetPairs pairs = SetPairs::kNone;
  bool bias = true;
};

// A function, as the catalog may be asked before the constants of this file are made.
std::vector<std::string> set_losses() {
  return {"hamming", "hamming_normalized", "zero_one"};
}

OptionDeclaration<SeveralOptions> several_options() {
  using Options = SeveralOptions;
  OptionDeclaration<Options> options;
  options.choice("loss", &Options::loss, set_losses(), "loss of a wrong set");
  options.choice("pairs", &Options::pairs, {"none", "tree"},
                 "labels with weights together: none, or a tree learned from labels");
  options.boolean("bias", &Options::bias, "an always-on feature of each label");
  return options;
}

std::shared_ptr<const BinaryForest> forest_of(Index labels, const std::vector<LabelPair>& pairs) {
  std::vector<GraphEdge> edges;
  for (const auto& [from, to] : pairs) edges.push_back({from, to});
  return std::make_shared<const BinaryForest>(labels, std::move(edges));
}

constexpr Index kCells = 4;  // weights of an edge

class Several final : public StructuredProblem,
                      public RunnerUpDecoder,
                      public KBestDecoder,
                      public PartMarginals,
                      public PartialLabels,
                      public IndependentParts,
                      public FeatureMajorWeights {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  Several(std::shared_ptr<const PartData> data, std::shared_ptr<const BinaryForest> forest,
          Index first_view, Index num_views, const SeveralOptions& options)
      : data_(std::move(data)),
        forest_(std::move(forest)),
        options_(options),
        labels_(static_cast<Index>(data_->labels.size())),
        num_edges_(std::ssize(forest_->edges())) {
    for (Index v = first_view; v < first_view + num_views; ++v) {
      Block block{&data_->views[v], dimension_, 0, -1};
      block.edge = block.label + block.table->num_features * labels_;
      dimension_ = block.edge + num_edges_ * kCells;
      if (options.bias) {
        block.bias = dimension_;
        dimension_ += labels_;
      }
      blocks_.push_back(block);
    }
  }

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return blocks_[0].table->num_examples(); }
  Index weights_per_feature() const override { return labels_; }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (const Block& b : blocks_) {
      for (Index k = 0; k < labels_; ++k) {
        if (y.parts[k] == 0) continue;
        part_scores::append_entries(*b.table, row(b, x), labels_, static_cast<int>(k), b.label,
                                    entries);
        if (b.bias >= 0) entries.emplace_back(b.bias + k, 1.0);
      }
      for (Index e = 0; e < joined(); ++e) entries.emplace_back(b.edge + cell(y, e), 1.0);
    }
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override { return best(score_all(x, w)); }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    GraphScores& scores = score_all(x, w);
    if (adds_up(augmentation)) {
      const double factor = add_loss(x, y, scores);
      Decoded found = best(scores);
      found.value /= factor;
      return found;
    }
    const double value_of_y = scores.value_of(y);
    AugmentedBest augmented(value_of_y, augmentation);
    augmented.offer(0, {y, value_of_y});
    offer_others(x, y, scores, augmentation, augmented);
    return augmented.best();
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    if (joined() == 0 || options_.loss == SetLoss::kZeroOne || adds_up(augmentation) ||
        LabelingsPerWrong::is_possible(forest_->order()))
      return std::nullopt;
    return "with \"pairs\": \"tree\" and so many labels, a Hamming loss is decoded with margin "
           "rescaling and slack_norm 1 alone; else take the loss zero_one, or \"pairs\": \"none\"";
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    const WrongLabels wrong = counted(x, y);
    Index count = 0;
    for (Index k = 0; k < labels_; ++k) count += wrong(k, y_hat.parts[k]) ? 1 : 0;
    return loss_of(count);
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return score_all(x, w).value_of(y);
  }

  // Changes the weights of labels that differ, and of their edges.
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    for (const Block& b : blocks_) {
      for (Index k = 0; k < labels_; ++k) {
        const int difference = y.parts[k] - y_hat.parts[k];
        if (difference == 0) continue;
        const double step = difference * scale;
        part_scores::add_features(*b.table, row(b, x), labels_, static_cast<int>(k), step,
                                  w.data() + b.label);
        if (b.bias >= 0) w[b.bias + k] += step;
      }
      for (Index e = 0; e < joined(); ++e) {
        if (cell(y, e) == cell(y_hat, e)) continue;
        w[b.edge + cell(y, e)] += scale;
        w[b.edge + cell(y_hat, e)] -= scale;
      }
    }
  }

  bool has_constraint(InputId x, const Output&, const Output& y_hat) const override {
    return known_.allow(x, y_hat);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Several>(*this);
    restricted->known_ = KnownLabels(std::move(known));
    return restricted;
  }
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    auto with_loss = std::make_unique<Several>(*this);
    with_loss->counted_ = KnownLabels(std::move(known));
    return with_loss;
  }

  std::unique_ptr<const StructuredProblem> with_independent_parts() const override {
    auto independent = std::make_unique<Several>(*this);
    independent->forest_ = forest_of(labels_, {});
    return independent;
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return best_other(y, score_all(x, w));
  }
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    GraphScores& scores = score_all(x, w);
    const double value_of_y = scores.value_of(y);
    if (adds_up(augmentation)) {
      const double factor = add_loss(x, y, scores);
      std::optional<Decoded> other = best_other(y, scores);
      if (other) other->value = other->value / factor - value_of_y;
      return other;
    }
    AugmentedBest augmented(value_of_y, augmentation);
    offer_others(x, y, scores, augmentation, augmented);
    return augmented.violation();
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    GraphScores& scores = score_all(x, w);
    TwoBest two{best(scores), std::nullopt};
    two.runner_up = best_other(two.best.output, scores);
    return two;
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    GraphScores& scores = score_all(x, w);
    if (joined() == 0) return first_of(RankedGraphLabelings(scores, BinaryNodes(), kRuledOut), k);
    return first_of(RankedGraphLabelings(scores, Elimination{forest_->order()}, kRuledOut), k);
  }

  double log_partition(InputId x, ConstVectorRef w) const override {
    return marginals(score_all(x, w)).log_partition;
  }
  Vector part_marginals(InputId x, ConstVectorRef w) const override {
    return marginals(score_all(x, w)).label;
  }
  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    const GraphMarginals p = marginals(score_all(x, w));
    for (const Block& b : blocks_) {
      add_label_features(b, x, scale, p, 0, labels_, into);
      add_other_features(b, scale, p, into);
    }
    return p.log_partition;
  }
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    std::vector<bool> touched(dimension_, false);
    for (const Block& b : blocks_)
      std::fill(touched.begin() + b.edge, touched.begin() + end_of(b), true);
    for (const InputId x : inputs) {
      for (const Block& b : blocks_) {
        b.table->for_entries(row(b, x), [&](std::int32_t feature, double) {
          const auto first = touched.begin() + b.label + feature * labels_;
          std::fill(first, first + labels_, true);
        });
      }
    }
    return std::make_unique<Expectations>(*this, touched, std::move(inputs), std::move(factors));
  }

 private:
  // One view: its features, and where the weights of labels, edges and bias begin.
  struct Block {
    const FeatureTable* table;
    Index label, edge, bias;
  };

  static Index row(const Block& b, InputId x) { return b.table->example_begin[x]; }
  Index end_of(const Block& b) const {
    return b.edge + num_edges_ * kCells + (b.bias >= 0 ? labels_ : 0);
  }
  // The number of edges in use: 0 of independent labels.
  Index joined() const { return std::ssize(forest_->edges()); }
  // The place of an edge's weight for the labels of y, from the first weight of edges.
  Index cell(const Output& y, Index e) const {
    const GraphEdge& edge = forest_->edges()[static_cast<std::size_t>(e)];
    return e * kCells + 2 * y.parts[edge.from] + y.parts[edge.to];
  }
  WrongLabels counted(InputId x, const Output& y) const { return {y, counted_.of(x)}; }
  double loss_of(Index wrong) const {
    switch (options_.loss) {
      case SetLoss::kHamming:
        return static_cast<double>(wrong);
      case SetLoss::kHammingNormalized:
        return wrong == 0 ? 0 : static_cast<double>(wrong) / static_cast<double>(labels_);
      case SetLoss::kZeroOne:
        break;
    }
    return wrong > 0 ? 1 : 0;
  }

  // The score table of an input, in a buffer of the calling thread: a node for each label.
  GraphScores& score_all(InputId x, ConstVectorRef w) const {
    thread_local GraphScores scores;
    thread_local Vector of_labels;
    of_labels.assign(static_cast<std::size_t>(labels_), 0.0);
    scores.reset(labels_, 2, forest_->edges(), joined());
    for (const Block& b : blocks_) {
      part_scores::add(*b.table, row(b, x), w.data() + b.label, labels_, of_labels.data());
      for (Index k = 0; b.bias >= 0 && k < labels_; ++k) of_labels[k] += w[b.bias + k];
      for (Index e = 0; e < joined(); ++e) {
        for (Index i = 0; i < kCells; ++i) scores.table(e)[i] += w[b.edge + e * kCells + i];
      }
    }
    for (Index k = 0; k < labels_; ++k) scores.node(k)[1] = of_labels[k];
    known_.add_to(x, 2, [&](Index k) { return scores.node(k); });
    return scores;
  }

  Decoded best(const GraphScores& scores) const {
    return joined() == 0 ? BinaryNodes().best(scores) : forest_->best(scores);
  }

  // The best set other than y.
  std::optional<Decoded> best_other(const Output& y, GraphScores& scores) const {
    if (joined() == 0) return best_other_of_binary_nodes(scores, y, kRuledOut);
    RankedGraphLabelings labelings(scores, Elimination{forest_->order()}, kRuledOut);
    std::optional<Decoded> found = labelings.next();
    return found && found->output == y ? labelings.next() : found;
  }

  template <class Labelings>
  static std::vector<Decoded> first_of(Labelings labelings, Index count) {
    std::vector<Decoded> ranked;
    while (std::ssize(ranked) < count) {
      std::optional<Decoded> found = labelings.next();
      if (!found) break;
      ranked.push_back(std::move(*found));
    }
    return ranked;
  }

  bool adds_up(Augmentation augmentation) const {
    return options_.loss != SetLoss::kZeroOne && augmentation.rescaling == Rescaling::kMargin &&
           augmentation.slack_norm == 1;
  }
  // Adds the loss to the scores. For hamming_normalized they become L (loss + f), because 1/L for
  // each wrong label would not be exact. Returns the factor, L or 1.
  double add_loss(InputId x, const Output& y, GraphScores& scores) const {
    const double factor = options_.loss == SetLoss::kHammingNormalized && labels_ > 0
                              ? static_cast<double>(labels_)
                              : 1.0;
    const WrongLabels wrong = counted(x, y);
    for (Index k = 0; k < labels_; ++k) {
      for (Index has = 0; has < 2; ++has) {
        double& score = scores.node(k)[has];
        score = factor * score + (wrong(k, has) ? 1.0 : 0.0);
      }
    }
    if (factor != 1) scores.scale_edges(factor);
    return factor;
  }

  // Offers the best sets other than y, for each number of wrong labels that matters.
  void offer_others(InputId x, const Output& y, GraphScores& scores, Augmentation augmentation,
                    AugmentedBest& augmented) const {
    const WrongLabels wrong = counted(x, y);
    if (options_.loss == SetLoss::kZeroOne && !wrong.partial()) {
      if (const auto other = best_other(y, scores)) augmented.offer(1, *other);
      return;
    }
    if (joined() == 0) {
      offer_flips(y, wrong, scores, augmentation, augmented);
    } else if (options_.loss == SetLoss::kZeroOne) {
      offer_any_wrong(wrong, scores, augmented);
    } else {
      offer_per_wrong(y, wrong, scores, augmentation, augmented);
    }
    if (wrong.partial()) offer_right(y, wrong, scores, augmentation, augmented);
  }

  // Without edges: the best set for each number of wrong labels, of those with the best augmented
  // value up to rounding.
  void offer_flips(const Output& y, const WrongLabels& wrong, const GraphScores& scores,
                   Augmentation augmentation, AugmentedBest& augmented) const {
    const BinaryFlips flips(scores, wrong, kRuledOut);
    const double value_of_y = scores.value_of(y);
    Vector value;
    double scale = 1 + std::abs(value_of_y);
    const Index first = std::max<Index>(1, flips.least());
    for (Index count = first; count <= flips.most(); ++count) {
      value.push_back(
          augmented_value(loss_of(count), flips.value(count), value_of_y, augmentation));
      if (flips.value(count) > kRuledOut / 2) scale = std::max(scale, std::abs(flips.value(count)));
    }
    if (value.empty()) return;
    constexpr double kRounding = 1e-9;
    const double most = *std::max_element(value.begin(), value.end());
    const double least = most - kRounding * scale * std::max(1.0, loss_of(flips.most()));
    for (Index count = first; count <= flips.most(); ++count) {
      const bool is_allowed = flips.value(count) > kRuledOut / 2;
      if (is_allowed && value[static_cast<std::size_t>(count - first)] >= least)
        augmented.offer(loss_of(count), flips.labeling(count));
    }
  }

  // With edges: the best sets with a wrong label, for Hamming losses that do not add up.
  void offer_per_wrong(const Output& y, const WrongLabels& wrong, const GraphScores& scores,
                       Augmentation augmentation, AugmentedBest& augmented) const {
    std::vector<char> is_wrong(static_cast<std::size_t>(2 * labels_));
    for (Index i = 0; i < 2 * labels_; ++i)
      is_wrong[static_cast<std::size_t>(i)] = wrong(i / 2, static_cast<int>(i % 2)) ? 1 : 0;
    LabelingsPerWrong labelings(scores, forest_->order(), std::move(is_wrong));
    offer_wrong(
        labelings, labels_, [&](Index count) { return loss_of(count); }, scores.value_of(y),
        kRuledOut / 2, augmentation, augmented);
  }

  // With edges and the loss zero_one: the best set with a wrong label, where some labels may be
  // both.
  void offer_any_wrong(const WrongLabels& wrong, GraphScores& scores,
                       AugmentedBest& augmented) const {
    for (Index k = 0; k < labels_; ++k) {
      const double before[2] = {scores.node(k)[0], scores.node(k)[1]};
      bool can_be_wrong = false;
      for (Index has = 0; has < 2; ++has) {
        can_be_wrong = can_be_wrong || wrong(k, has);
        if (!wrong(k, has)) scores.node(k)[has] = kRuledOut;
      }
      if (can_be_wrong) {
        const Decoded found = best(scores);
        if (found.value > kRuledOut / 2) augmented.offer(1, found);
      }
      std::copy(before, before + 2, scores.node(k));
    }
  }

  // The best set without a wrong label, other than y. Changes the scores.
  void offer_right(const Output& y, const WrongLabels& wrong, GraphScores& scores,
                   Augmentation augmentation, AugmentedBest& augmented) const {
    for (Index k = 0; k < labels_; ++k) {
      for (Index has = 0; has < 2; ++has) {
        double& score = scores.node(k)[has];
        if (wrong(k, has)) score = kRuledOut;
        // The loss is 0, so that scores do not matter.
        if (augmentation.rescaling == Rescaling::kSlack && score > kRuledOut / 2) score = 0;
      }
    }
    if (augmentation.rescaling == Rescaling::kSlack) scores.scale_edges(0);
    if (const auto other = best_other(y, scores)) augmented.offer(0, *other);
  }

  GraphMarginals marginals(const GraphScores& scores) const {
    return joined() == 0 ? marginals_alone(scores) : forest_->marginals(scores);
  }
  // The same without edges: each label has its own sum over both values.
  static GraphMarginals marginals_alone(const GraphScores& scores) {
    GraphMarginals p;
    p.label.resize(static_cast<std::size_t>(scores.length() * 2));
    for (Index k = 0; k < scores.length(); ++k) {
      const double *row = scores.node(k), most = std::max(row[0], row[1]);
      const double log_sum = most + std::log1p(std::exp(std::min(row[0], row[1]) - most));
      p.log_partition += log_sum;
      for (Index has = 0; has < 2; ++has) p.label[2 * k + has] = std::exp(row[has] - log_sum);
    }
    return p;
  }

  // into[j * L + k] += scale p(k) psi_j over the features j of an input, for labels in [first,
  // end).
  void add_label_features(const Block& b, InputId x, double scale, const GraphMarginals& p,
                          Index first, Index end, VectorRef into) const {
    b.table->for_entries(row(b, x), [&](std::int32_t feature, double value) {
      double* of_feature = into.data() + b.label + feature * labels_;
      for (Index k = first; k < end; ++k) of_feature[k] += scale * value * p.label[2 * k + 1];
    });
  }
  // Adds the expected features of bias and edges.
  void add_other_features(const Block& b, double scale, const GraphMarginals& p,
                          VectorRef into) const {
    for (Index k = 0; b.bias >= 0 && k < labels_; ++k)
      into[b.bias + k] += scale * p.label[2 * k + 1];
    for (Index i = 0; i < joined() * kCells; ++i) into[b.edge + i] += scale * p.pairs[i];
  }

  // Sums over many inputs. Threads take inputs for probabilities, and labels for sums, so that each
  // sum has one order for any number of threads.
  class Expectations final : public ExpectedFeatures {
   public:
    Expectations(const Several& problem, const std::vector<bool>& touched,
                 std::vector<InputId> inputs, Vector factors)
        : problem_(problem), inputs_(std::move(inputs)), factors_(std::move(factors)) {
      for (std::size_t j = 0; j < touched.size(); ++j) {
        if (touched[j]) coordinates_.push_back(static_cast<Index>(j));
      }
    }

    const std::vector<Index>& coordinates() const override { return coordinates_; }

    double add(ConstVectorRef w, int threads, VectorRef into) const override {
      Vector weights(problem_.dimension_, 0.0), sum(problem_.dimension_, 0.0);
      for (std::size_t j = 0; j < coordinates_.size(); ++j) weights[coordinates_[j]] = w[j];
      const Index n = std::ssize(inputs_);
      std::vector<GraphMarginals> p(static_cast<std::size_t>(std::min(n, kAtATime)));
      double total = 0;
      for (Index begin = 0; begin < n; begin += kAtATime) {
        const Index count = std::min(kAtATime, n - begin);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (Index i = 0; i < count; ++i) {
          if (stop_requested()) continue;
          p[i] = problem_.marginals(problem_.score_all(inputs_[begin + i], weights));
        }
        throw_if_stopped();
        add_batch(begin, count, p, threads, sum);
        for (Index i = 0; i < count; ++i) total += factors_[begin + i] * p[i].log_partition;
      }
      for (std::size_t j = 0; j < coordinates_.size(); ++j) into[j] += sum[coordinates_[j]];
      return total;
    }

   private:
    static constexpr Index kAtATime = 512, kLabelsAtATime = 16;

    void add_batch(Index begin, Index count, const std::vector<GraphMarginals>& p, int threads,
                   VectorRef sum) const {
      const Index L = problem_.labels_, chunks = (L + kLabelsAtATime - 1) / kLabelsAtATime;
      for (const Block& b : problem_.blocks_) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (Index c = 0; c < chunks; ++c) {
          const Index first = c * kLabelsAtATime, end = std::min(L, first + kLabelsAtATime);
          for (Index i = 0; i < count; ++i)
            problem_.add_label_features(b, inputs_[begin + i], factors_[begin + i], p[i], first,
                                        end, sum);
        }
        for (Index i = 0; i < count; ++i)
          problem_.add_other_features(b, factors_[begin + i], p[i], sum);
      }
    }

    const Several& problem_;
    std::vector<InputId> inputs_;
    Vector factors_;
    std::vector<Index> coordinates_;
  };

  std::shared_ptr<const PartData> data_;
  std::shared_ptr<const BinaryForest> forest_;
  SeveralOptions options_;
  Index labels_, num_edges_;
  KnownLabels known_, counted_;
  std::vector<Block> blocks_;
  Index dimension_ = 0;
};

// The pairs of labels that have weights.
std::vector<LabelPair> joined_pairs(const SeveralOptions& options, const LabelSetData& data) {
  if (options.pairs == SetPairs::kNone) return {};
  if (data.tree == nullptr)
    throw ConfigError("problem.pairs = \"tree\": the data have no tree of labels");
  return data.tree->pairs();
}

std::shared_ptr<const LabelSetData> set_data(const std::shared_ptr<const ProblemData>& data) {
  auto sets = std::dynamic_pointer_cast<const LabelSetData>(data);
  COSTRUCT_ASSERT(sets != nullptr, "the inputs are rows with sets of labels");
  return sets;
}

Views make_several(const Json& json, std::shared_ptr<const ProblemData> of_rows) {
  const std::shared_ptr<const LabelSetData> data = set_data(of_rows);
  const SeveralOptions options = several_options().parse(json);
  const auto forest = forest_of(std::ssize(data->labels), joined_pairs(options, *data));
  return views_over(
      static_cast<Index>(data->views.size()), data,
      [options, forest](std::shared_ptr<const LabelSetData> of, Index first, Index views) {
        return std::make_unique<Several>(std::move(of), forest, first, views, options);
      });
}

Views blank_several(const Json& json) {
  auto none = std::make_shared<LabelSetData>();
  none->views.resize(1);
  none->labels = {"0", "1"};
  none->tree = std::make_shared<const LabelTree>(std::vector<LabelPair>{{0, 1}});
  return make_several(json, std::move(none));
}

std::vector<WeightBlock> several_blocks(const Json& json, const ProblemData& of_rows, Index view) {
  const auto& data = dynamic_cast<const LabelSetData&>(of_rows);
  const SeveralOptions options = several_options().parse(json);
  std::vector<WeightBlock> blocks = {label_block(data, view)};
  if (const std::vector<LabelPair> pairs = joined_pairs(options, data); !pairs.empty()) {
    blocks.push_back({"pair of labels",
                      {"neither", "the second alone", "the first alone", "both"},
                      std::ssize(pairs),
                      [pairs, labels = data.labels](Index edge) {
                        const auto& [first, second] = pairs[static_cast<std::size_t>(edge)];
                        return labels[static_cast<std::size_t>(first)] + ", " +
                               labels[static_cast<std::size_t>(second)];
                      }});
  }
  if (options.bias) blocks.push_back(one_row("label", data.labels, kBiasName));
  return blocks;
}

}  // namespace
}  // namespace several

ProblemEntry several_problem() {
  ProblemEntry entry;
  entry.name = "several";
  entry.summary = "several labels per input, or none";
  entry.input = kRows;
  entry.predicts_sets = true;
  entry.output = "one part per label: 1 if the input has it, else 0";
  entry.decoder = "label by label, or over a tree of labels";
  entry.cost = "linear in the number of labels";
  entry.loss_meanings = {{"hamming", "number of labels that are wrong, too many or missing"},
                         {"hamming_normalized", "share of all labels that are wrong"},
                         {"zero_one", "1 if the sets differ"}};
  entry.losses = several::set_losses();
  entry.loss_options = {"loss"};
  entry.options = several::several_options().list();
  entry.make = several::make_several;
  entry.blank = several::blank_several;
  entry.weight_blocks = several::several_blocks;
  entry.metrics = several::set_metrics();
  return entry;
}

}  // namespace costruct
