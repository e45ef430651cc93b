// Labels of the nodes of a graph.
//
//   Phi(x, y) = sum_v Lambda(y_v) (x) psi(x_v)  (+)  sum_(u,v) phi(x_uv) (x) pairs(y_u, y_v)
//                                    Taskar, Guestrin and Koller 2004, section 2 (pairwise Markov
//                                    networks)
//     phi has the type of an edge, and its own features. The option `pairs` says which pairs of
//     labels have a weight: equal ones (Potts), unordered ones, or ordered ones.
//     The option `bias` adds sum_v Lambda(y_v).
//   weights of a view, K labels, P pairs: feature j of nodes, label k at j * K + k; then feature i
//     of edges, pair p at i * P + p; then bias. Views follow each other. Each view has its own
//     weights of edges.
//   output:  one part per node, its label
//   losses:  hamming             the number of wrong labels
//            hamming_normalized  the share of wrong labels; 0 for a graph without nodes
//            With `class_weights`, a wrong label counts as the weight of the right one. If several
//            labels of a node are known to be possible, the least of their weights counts.
//            zero_one            1 if a label is wrong
//
// Decoding is exact by elimination (core/decode/graph/elimination.hpp) for graphs of small width.
// Other graphs are decoded by a minimum cut if there are two labels and no edge prefers different
// ones. This depends on the weights. Else they are decoded by message passing, and the solution may
// then be below the maximum.
#include "costruct/problems/graph/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/decode/graph/labelings_per_wrong.hpp"
#include "costruct/core/decode/graph/relaxed_labeling.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/independent_parts.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/relaxed_decoder.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/interfaces/violation_bounds.hpp"
#include "costruct/problems/block_expectations.hpp"
#include "costruct/problems/graph/graph_options.hpp"
#include "costruct/problems/graph/graph_plan.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/label_metrics.hpp"
#include "costruct/problems/part_scores.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace graph {
namespace {

using Plans = std::shared_ptr<const std::vector<GraphPlan>>;

Plans make_plans(const Graphs& data, const GraphOptions& options) {
  return std::make_shared<const std::vector<GraphPlan>>(options.pairs == Pairs::kNone
                                                            ? plans_without_edges(data.nodes)
                                                            : plans_of(data, options.decoder));
}

class GraphProblem final : public StructuredProblem,
                           public RunnerUpDecoder,
                           public KBestDecoder,
                           public PartMarginals,
                           public PartialLabels,
                           public IndependentParts,
                           public FeatureMajorWeights,
                           public RelaxedDecoder,
                           public ViolationBounds {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  GraphProblem(std::shared_ptr<const Graphs> data, Plans plans, Index first_view, Index num_views,
               const GraphOptions& options)
      : data_(std::move(data)),
        options_(options),
        labels_(static_cast<Index>(data_->nodes.labels.size())),
        pairs_(options.pairs, labels_),
        class_weights_(weights_of_labels(options, data_->nodes.labels)) {
    for (Index v = first_view; v < first_view + num_views; ++v) {
      Block block{&data_->nodes.views[v], dimension_, 0, -1};
      block.edge = block.node + block.table->num_features * labels_;
      dimension_ = block.edge + data_->edge_features.num_features * pairs_.count();
      if (options.bias) {
        block.bias = dimension_;
        dimension_ += labels_;
      }
      blocks_.push_back(block);
    }
    set_plans(std::move(plans));
  }

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return data_->num_inputs(); }
  Index weights_per_feature() const override { return labels_; }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for_each(x, y,
             [&](Index coordinate, double value) { entries.emplace_back(coordinate, value); });
    return make_sparse(std::move(entries));
  }

  Exactness decoding_exactness() const override {
    return exact_ ? Exactness::kExact : Exactness::kGreedy;
  }
  Exactness loss_augmented_exactness(Augmentation augmentation) const override {
    const bool is_relaxed = options_.decoder == GraphDecoder::kRelaxation && !exact_;
    return is_relaxed && adds_up(augmentation) ? Exactness::kRelaxed : decoding_exactness();
  }

  Decoded decode(InputId x, ConstVectorRef w) const override { return best(x, score_all(x, w)); }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    return augmented_best(x, y, score_all(x, w), augmentation);
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    GraphScores& scores = score_all(x, w);
    const double value_of_y = scores.value_of(y);
    for (std::size_t j = 0; j < outputs.size(); ++j)
      margins[j] = value_of_y - scores.value_of(outputs[j]);
    Decoded worst = augmented_best(x, y, scores, augmentation);
    if (augmentation.rescaling == Rescaling::kMargin) worst.value -= value_of_y;
    return worst;
  }

  // Its parts are the nodes.
  RelaxedOutput most_violated_relaxed(InputId x, const Output& y, ConstVectorRef w,
                                      Augmentation) const override {
    GraphScores& scores = score_all(x, w);
    const double factor = add_loss(x, y, scores);
    const RelaxedLabeling z = relaxed_labeling(scores, *plan(x).messages);
    RelaxedOutput found;
    const WrongLabels wrong = counted(x, y);
    Index whole = 0;
    for (Index v = 0; v < length(x); ++v) {
      whole += z.is_whole(v, labels_) ? 1 : 0;
      for (Index k = 0; k < labels_; ++k)
        if (wrong(v, k)) found.loss += wrong_label_counts(x, y, v) * z.label[v * labels_ + k];
    }
    found.loss /= factor;
    found.difference = difference_to(x, y, z);
    if (length(x) > 0)
      found.whole_share = static_cast<double>(whole) / static_cast<double>(length(x));
    return found;
  }

  std::optional<BoundedViolation> bounded_violation(InputId x, const Output& y, ConstVectorRef w,
                                                    Augmentation augmentation) const override {
    if (!adds_up(augmentation)) return std::nullopt;
    GraphScores& scores = score_all(x, w);
    const double value_of_y = scores.value_of(y);
    const double factor = add_loss(x, y, scores);
    const BoundedLabeling best = plan(x).bounded_best(scores);
    return BoundedViolation{best.found.value / factor - value_of_y,
                            best.bound / factor - value_of_y};
  }

  double score_bound(InputId x, ConstVectorRef w) const override {
    return plan(x).bounded_best(score_all(x, w)).bound;
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    if (options_.loss == GraphLoss::kZeroOne || adds_up(augmentation)) return std::nullopt;
    const char* why = !class_weights_.empty() ? "class_weights"
                      : !exact_               ? "a graph that is decoded without elimination"
                      : !counts_wrong_        ? "a graph of so many nodes"
                                              : nullptr;
    if (why == nullptr) return std::nullopt;
    return fmt::format(
        "with {}, a Hamming loss is decoded with margin rescaling and slack_norm 1 "
        "alone; else take the loss zero_one",
        why);
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    const WrongLabels wrong = counted(x, y);
    double count = 0;
    for (Index v = 0; v < wrong.length(); ++v)
      count += wrong(v, y_hat.parts[v]) ? wrong_label_counts(x, y, v) : 0.0;
    switch (options_.loss) {
      case GraphLoss::kHamming:
        return count;
      case GraphLoss::kHammingNormalized:
        return count == 0 ? 0 : count / static_cast<double>(wrong.length());
      case GraphLoss::kZeroOne:
        break;
    }
    return count > 0 ? 1 : 0;
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return score_all(x, w).value_of(y);
  }

  // Changes the weights of nodes that differ, and of their edges.
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    for (const Block& b : blocks_) {
      for (Index v = 0; v < length(x); ++v) {
        if (y.parts[v] == y_hat.parts[v]) continue;
        part_scores::add_features(*b.table, node(b, x, v), labels_, y.parts[v], scale,
                                  w.data() + b.node);
        part_scores::add_features(*b.table, node(b, x, v), labels_, y_hat.parts[v], -scale,
                                  w.data() + b.node);
        if (b.bias < 0) continue;
        w[b.bias + y.parts[v]] += scale;
        w[b.bias + y_hat.parts[v]] -= scale;
      }
      for (auto [e, end] = edges_of(x); e < end; ++e) {
        const Index of_y = pair(y, e), of_other = pair(y_hat, e);
        if (of_y == of_other) continue;
        for_each_feature(e, [&](Index feature, double value) {
          const Index row = b.edge + feature * pairs_.count();
          if (of_y >= 0) w[row + of_y] += scale * value;
          if (of_other >= 0) w[row + of_other] -= scale * value;
        });
      }
    }
  }

  bool has_constraint(InputId x, const Output&, const Output& y_hat) const override {
    return known_.allow(x, y_hat);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<GraphProblem>(*this);
    restricted->known_ = KnownLabels(std::move(known));
    return restricted;
  }
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    auto with_loss = std::make_unique<GraphProblem>(*this);
    with_loss->counted_ = KnownLabels(std::move(known));
    return with_loss;
  }

  std::unique_ptr<const StructuredProblem> with_independent_parts() const override {
    auto independent = std::make_unique<GraphProblem>(*this);
    independent->set_plans(
        std::make_shared<const std::vector<GraphPlan>>(plans_without_edges(data_->nodes)));
    return independent;
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return plan(x).best_other(score_all(x, w), y);
  }
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    GraphScores& scores = score_all(x, w);
    const double value_of_y = scores.value_of(y);
    if (adds_up(augmentation)) {
      const double factor = add_loss(x, y, scores);
      std::optional<Decoded> other = plan(x).best_other(scores, y);
      if (other) other->value = other->value / factor - value_of_y;
      return other;
    }
    AugmentedBest augmented(value_of_y, augmentation);
    offer_others(x, y, scores, augmentation, augmented);
    return augmented.violation();
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    GraphScores& scores = score_all(x, w);
    TwoBest two{best(x, scores), std::nullopt};
    two.runner_up = plan(x).best_other(scores, two.best.output);
    return two;
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    return plan(x).k_best(score_all(x, w), k);
  }

  std::optional<std::string> log_partition_unavailable() const override {
    if (exact_) return std::nullopt;
    const auto wide = std::find_if(plans_->begin(), plans_->end(),
                                   [](const GraphPlan& plan) { return !plan.is_exact(); });
    return "sums over labelings need graphs of small width: graph " +
           std::to_string(wide - plans_->begin() + 1) +
           " is decoded without elimination (problem.decoder)";
  }
  double log_partition(InputId x, ConstVectorRef w) const override {
    return log_partition_by_elimination(score_all(x, w), *plan(x).order);
  }
  Vector part_marginals(InputId x, ConstVectorRef w) const override {
    return marginals_by_elimination(score_all(x, w), *plan(x).order).label;
  }
  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    return add_expectation(x, w, scale, [&](Index c, double value) { into[c] += value; });
  }
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    std::vector<bool> touched(dimension_, false);
    for (const InputId x : inputs) {
      for_each_possible(x, [&](Index coordinate) { touched[coordinate] = true; });
    }
    return block_expectations(touched, std::move(inputs), std::move(factors),
                              [this](InputId x, double factor, ConstVectorRef w,
                                     const std::vector<Index>& place, VectorRef into) {
                                return add_expectation(x, w, factor, [&](Index c, double value) {
                                  into[place[c]] += value;
                                });
                              });
  }

 private:
  // One view: the features of nodes, and where its weights begin.
  struct Block {
    const FeatureTable* table;
    Index node, edge, bias;
  };

  void set_plans(Plans plans) {
    plans_ = std::move(plans);
    exact_ = std::all_of(plans_->begin(), plans_->end(),
                         [](const GraphPlan& plan) { return plan.is_exact(); });
    counts_wrong_ = exact_ && std::all_of(plans_->begin(), plans_->end(), [](const auto& plan) {
                      return LabelingsPerWrong::is_possible(*plan.order);
                    });
  }
  // The edges of an input, as numbers in the data.
  std::pair<Index, Index> edges_of(InputId x) const {
    const Index first = data_->edge_begin[x];
    return {first, first + std::ssize(plan(x).edges)};
  }
  Index length(InputId x) const { return blocks_[0].table->length(x); }
  const GraphPlan& plan(InputId x) const { return (*plans_)[static_cast<std::size_t>(x)]; }
  static Index node(const Block& b, InputId x, Index v) { return b.table->example_begin[x] + v; }
  WrongLabels counted(InputId x, const Output& y) const { return {y, counted_.of(x)}; }
  // The weight of the labels of an edge; -1: none.
  Index pair(const Output& y, Index e) const {
    return pairs_.of(y.parts[data_->edges[e].from], y.parts[data_->edges[e].to]);
  }

  // Calls visit(feature, value) for the features of an edge.
  template <class Visit>
  void for_each_feature(Index e, const Visit& visit) const {
    const auto features = data_->edge_features.features_of(e);
    const auto values = data_->edge_features.values_of(e);
    for (std::size_t i = 0; i < features.size(); ++i)
      visit(features[i], values.empty() ? 1.0 : values[i]);
  }

  // Calls visit(coordinate, value) for the entries of Phi(x, y).
  template <class Visit>
  void for_each(InputId x, const Output& y, const Visit& visit) const {
    for (const Block& b : blocks_) {
      for (Index v = 0; v < length(x); ++v) {
        b.table->for_entries(node(b, x, v), [&](std::int32_t feature, double value) {
          visit(b.node + feature * labels_ + y.parts[v], value);
        });
        if (b.bias >= 0) visit(b.bias + y.parts[v], 1.0);
      }
      for (auto [e, end] = edges_of(x); e < end; ++e) {
        const Index of_labels = pair(y, e);
        if (of_labels < 0) continue;
        for_each_feature(e, [&](Index feature, double value) {
          visit(b.edge + feature * pairs_.count() + of_labels, value);
        });
      }
    }
  }

  // Phi(x, y) - Phi(x, z).
  SparseVector difference_to(InputId x, const Output& y, const RelaxedLabeling& z) const {
    const Index K = labels_;
    std::vector<std::pair<Index, double>> entries;
    for_each(x, y,
             [&](Index coordinate, double value) { entries.emplace_back(coordinate, value); });
    for (const Block& b : blocks_) {
      for (Index v = 0; v < length(x); ++v) {
        const auto features = b.table->features_of(node(b, x, v));
        const auto values = b.table->values_of(node(b, x, v));
        for (Index k = 0; k < K; ++k) {
          const double share = z.label[v * K + k];
          if (share == 0) continue;
          for (std::size_t i = 0; i < features.size(); ++i)
            entries.emplace_back(b.node + features[i] * K + k,
                                 values.empty() ? -share : -share * values[i]);
          if (b.bias >= 0) entries.emplace_back(b.bias + k, -share);
        }
      }
      const Index first = edges_of(x).first;
      for (Index q = 0; q < std::ssize(z.pairs); ++q) {
        const Index at = pairs_.of(q / K % K, q % K);
        if (at < 0 || z.pairs[q] == 0) continue;
        for_each_feature(first + q / (K * K), [&](Index feature, double value) {
          entries.emplace_back(b.edge + feature * pairs_.count() + at, -z.pairs[q] * value);
        });
      }
    }
    return make_sparse(std::move(entries));
  }

  // Calls visit(coordinate) for all coordinates that an output of x can have.
  template <class Visit>
  void for_each_possible(InputId x, const Visit& visit) const {
    for (const Block& b : blocks_) {
      for (Index v = 0; v < length(x); ++v) {
        b.table->for_entries(node(b, x, v), [&](std::int32_t feature, double) {
          for (Index k = 0; k < labels_; ++k) visit(b.node + feature * labels_ + k);
        });
        for (Index k = 0; b.bias >= 0 && k < labels_; ++k) visit(b.bias + k);
      }
      for (auto [e, end] = edges_of(x); e < end; ++e) {
        for_each_feature(e, [&](Index feature, double) {
          for (Index p = 0; p < pairs_.count(); ++p) visit(b.edge + feature * pairs_.count() + p);
        });
      }
    }
  }

  // The score table of an input, in a buffer of the calling thread.
  GraphScores& score_all(InputId x, ConstVectorRef w) const {
    thread_local GraphScores scores;
    const Index K = labels_;
    scores.reset(length(x), K, plan(x).edges, plan(x).tables);
    const bool by_type = !data_->edges_have_features();
    for (const Block& b : blocks_) {
      for (Index v = 0; v < length(x); ++v) {
        part_scores::add(*b.table, node(b, x, v), w.data() + b.node, K, scores.node(v));
        for (Index k = 0; b.bias >= 0 && k < K; ++k) scores.node(v)[k] += w[b.bias + k];
      }
      for (Index t = 0; t < scores.tables(); ++t) {
        const auto add_row = [&](Index feature, double value) {
          const double* row = w.data() + b.edge + feature * pairs_.count();
          for (Index p = 0; p < K; ++p) {
            for (Index k = 0; k < K; ++k) {
              const Index at = pairs_.of(p, k);
              if (at >= 0) scores.table(t)[p * K + k] += value * row[at];
            }
          }
        };
        if (by_type) {
          add_row(t, 1);
        } else {
          for_each_feature(data_->edge_begin[x] + t, add_row);
        }
      }
    }
    known_.add_to(x, K, [&](Index v) { return scores.node(v); });
    return scores;
  }

  Decoded best(InputId x, const GraphScores& scores) const { return plan(x).best(scores); }

  // The output that loss_augmented_decode() finds. Changes the scores.
  Decoded augmented_best(InputId x, const Output& y, GraphScores& scores,
                         Augmentation augmentation) const {
    if (adds_up(augmentation)) {
      const double factor = add_loss(x, y, scores);
      Decoded found = best(x, scores);
      if (loss_augmented_exactness(augmentation) == Exactness::kRelaxed)
        found.value = relaxed_labeling(scores, *plan(x).messages).value;
      found.value /= factor;
      return found;
    }
    const double value_of_y = scores.value_of(y);
    AugmentedBest augmented(value_of_y, augmentation);
    augmented.offer(0, {y, value_of_y});
    offer_others(x, y, scores, augmentation, augmented);
    return augmented.best();
  }

  bool adds_up(Augmentation augmentation) const {
    return options_.loss != GraphLoss::kZeroOne && augmentation.rescaling == Rescaling::kMargin &&
           augmentation.slack_norm == 1;
  }
  // What a wrong label of node v counts.
  double wrong_label_counts(InputId x, const Output& y, Index v) const {
    if (class_weights_.empty()) return 1;
    const Known* known = counted_.of(x);
    if (known == nullptr || known->facts[v].empty()) return class_weights_[y.parts[v]];
    double least = std::numeric_limits<double>::infinity();
    for (const int label : known->facts[v]) least = std::min(least, class_weights_[label]);
    return least;
  }
  // Adds the loss to the scores. For hamming_normalized they become n (loss + f), because 1/n for
  // each wrong label would not be exact. Returns the factor, n or 1.
  double add_loss(InputId x, const Output& y, GraphScores& scores) const {
    const Index n = scores.length();
    const double factor =
        options_.loss == GraphLoss::kHammingNormalized && n > 0 ? static_cast<double>(n) : 1.0;
    const WrongLabels wrong = counted(x, y);
    for (Index v = 0; v < n; ++v) {
      const double counts = wrong_label_counts(x, y, v);
      for (Index k = 0; k < labels_; ++k) {
        double& score = scores.node(v)[k];
        score = factor * score + (wrong(v, static_cast<int>(k)) ? counts : 0.0);
      }
    }
    if (factor != 1) scores.scale_edges(factor);
    return factor;
  }

  // Offers the best labelings other than y: those with a loss, and those with the loss 0.
  void offer_others(InputId x, const Output& y, GraphScores& scores, Augmentation augmentation,
                    AugmentedBest& augmented) const {
    const WrongLabels wrong = counted(x, y);
    if (options_.loss != GraphLoss::kZeroOne) {
      offer_per_wrong(x, y, wrong, scores, augmentation, augmented);
    } else if (wrong.partial()) {
      offer_any_wrong(x, wrong, scores, augmented);
    } else if (const auto other = plan(x).best_other(scores, y)) {
      augmented.offer(1, *other);
    }
    if (wrong.partial()) offer_right(x, y, wrong, scores, augmentation, augmented);
  }

  // Offers the best labelings with a wrong label, for Hamming losses that do not add up.
  void offer_per_wrong(InputId x, const Output& y, const WrongLabels& wrong,
                       const GraphScores& scores, Augmentation augmentation,
                       AugmentedBest& augmented) const {
    const Index n = scores.length();
    std::vector<char> is_wrong(static_cast<std::size_t>(n * labels_));
    for (Index i = 0; i < n * labels_; ++i)
      is_wrong[i] = wrong(i / labels_, static_cast<int>(i % labels_)) ? 1 : 0;
    LabelingsPerWrong labelings(scores, *plan(x).order, std::move(is_wrong));
    const auto loss_of = [&](Index count) {
      const auto each = static_cast<double>(count);
      return options_.loss == GraphLoss::kHamming ? each : each / static_cast<double>(n);
    };
    offer_wrong(labelings, n, loss_of, scores.value_of(y), kRuledOut / 2, augmentation, augmented);
  }

  // Offers the best labeling with a wrong label, with the loss 1.
  void offer_any_wrong(InputId x, const WrongLabels& wrong, GraphScores& scores,
                       AugmentedBest& augmented) const {
    for (Index v = 0; v < scores.length(); ++v) {
      const Vector row(scores.node(v), scores.node(v) + labels_);
      Index right = 0;
      for (Index k = 0; k < labels_; ++k) {
        if (wrong(v, k)) continue;
        scores.node(v)[k] = kRuledOut;
        ++right;
      }
      if (right < labels_) {
        const Decoded found = best(x, scores);
        if (found.value > kRuledOut / 2) augmented.offer(1, found);
      }
      std::copy(row.begin(), row.end(), scores.node(v));
    }
  }

  // Offers the best labeling other than y without a wrong label, with the loss 0. Changes the
  // scores.
  void offer_right(InputId x, const Output& y, const WrongLabels& wrong, GraphScores& scores,
                   Augmentation augmentation, AugmentedBest& augmented) const {
    for (Index v = 0; v < scores.length(); ++v) {
      for (Index k = 0; k < labels_; ++k) {
        if (wrong(v, k)) scores.node(v)[k] = kRuledOut;
        // The loss is 0, so that scores do not matter.
        if (augmentation.rescaling == Rescaling::kSlack && scores.node(v)[k] > kRuledOut / 2)
          scores.node(v)[k] = 0;
      }
    }
    if (augmentation.rescaling == Rescaling::kSlack) scores.scale_edges(0);
    if (const auto other = plan(x).best_other(scores, y)) augmented.offer(0, *other);
  }

  // Calls add(coordinate, scale * expected value). Returns log Z(x).
  template <class Add>
  double add_expectation(InputId x, ConstVectorRef w, double scale, const Add& add) const {
    const GraphMarginals p = marginals_by_elimination(score_all(x, w), *plan(x).order);
    const bool by_type = !data_->edges_have_features();
    const Index K = labels_;
    for (const Block& b : blocks_) {
      for (Index v = 0; v < length(x); ++v) {
        for (Index k = 0; k < K; ++k) {
          const double share = scale * p.label[v * K + k];
          b.table->for_entries(node(b, x, v), [&](std::int32_t feature, double value) {
            add(b.node + feature * K + k, share * value);
          });
          if (b.bias >= 0) add(b.bias + k, share);
        }
      }
      const auto add_pairs = [&](Index table, Index feature, double value) {
        for (Index q = 0; q < K * K; ++q) {
          const Index at = pairs_.of(q / K, q % K);
          if (at < 0) continue;
          const double share = p.pairs[table * K * K + q];
          if (share != 0) add(b.edge + feature * pairs_.count() + at, scale * value * share);
        }
      };
      for (Index t = 0; t < plan(x).tables; ++t) {
        if (by_type) {
          add_pairs(t, t, 1);
        } else {
          for_each_feature(data_->edge_begin[x] + t,
                           [&](Index feature, double value) { add_pairs(t, feature, value); });
        }
      }
    }
    return p.log_partition;
  }

  std::shared_ptr<const Graphs> data_;
  Plans plans_;
  GraphOptions options_;
  Index labels_;
  LabelPairs pairs_;
  Vector class_weights_;  // empty: all 1
  KnownLabels known_, counted_;
  std::vector<Block> blocks_;
  Index dimension_ = 0;
  bool exact_ = true;
  bool counts_wrong_ = true;  // LabelingsPerWrong takes all inputs
};

Views make_graph(const Json& json, std::shared_ptr<const ProblemData> of_graphs) {
  const auto data = std::dynamic_pointer_cast<const Graphs>(of_graphs);
  COSTRUCT_ASSERT(data != nullptr, "the inputs are graphs");
  const GraphOptions options = graph_options().parse(json);
  const auto plans = make_plans(*data, options);
  return views_over(static_cast<Index>(data->nodes.views.size()), data,
                    [options, plans](std::shared_ptr<const Graphs> of, Index first, Index views) {
                      return std::make_unique<GraphProblem>(std::move(of), plans, first, views,
                                                            options);
                    });
}

Views blank_graph(const Json& with_labels) {
  Json json = with_labels;
  json.erase("class_weights");
  auto none = std::make_shared<Graphs>();
  none->nodes.views.resize(1);
  none->nodes.labels = {"0", "1"};
  none->edge_features.num_features = 1;
  return make_graph(json, std::move(none));
}

std::vector<WeightBlock> graph_blocks(const Json& json, const ProblemData& of_graphs, Index view) {
  const auto& data = dynamic_cast<const Graphs&>(of_graphs);
  const GraphOptions options = graph_options().parse(json);
  const LabelPairs pairs(options.pairs, static_cast<Index>(data.nodes.labels.size()));
  WeightBlock of_edges{"pair of labels", pairs.names(data.nodes.labels),
                       data.edge_features.num_features,
                       [names = data.edge_feature_names](Index row) {
                         return names[static_cast<std::size_t>(row)];
                       }};
  std::vector<WeightBlock> blocks = {label_block(data.nodes, view), std::move(of_edges)};
  if (options.bias) blocks.push_back(one_row("label", data.nodes.labels, kBiasName));
  return blocks;
}

}  // namespace

}  // namespace graph

ProblemEntry graph_problem() {
  ProblemEntry entry;
  entry.name = "graph";
  entry.summary = "a label for each node of a graph";
  entry.input = graph::kGraphs;
  entry.output = "one part per node: its label";
  entry.decoder = "elimination for graphs of small width; cuts, expansions, messages for others";
  entry.losses = graph::kGraphLosses;
  entry.loss_options = {"loss", "class_weights"};
  entry.options = graph::graph_options().list();
  entry.make = graph::make_graph;
  entry.blank = graph::blank_graph;
  entry.weight_blocks = graph::graph_blocks;
  entry.cost = "O(nodes K^(width + 1)) by elimination; a pass of messages is O(edges K^2)";
  entry.loss_meanings = {{"hamming", "number of nodes with a wrong label"},
                         {"hamming_normalized", "share of the nodes with a wrong label"},
                         {"zero_one", "1 if any node is wrong"}};
  entry.metrics = label_metrics();
  return entry;
}

}  // namespace costruct
