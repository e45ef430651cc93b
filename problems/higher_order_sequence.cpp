// Label sequence learning with transitions of order p >= 2.
//
//   Phi(x, y) = Phi_1(x, y)
//               (+)  eta sum_{t > q} Lambda(y_{t-q}) (x) ... (x) Lambda(y_t)  for q = 2..p
//     Phi_1 is the feature map of first order (sequence.cpp). A position without q predecessors has
//     no feature of order q.
//   weights of a view, K labels: those of first order, then K^(q+1) for each q = 2..p.
//     Label k after the labels a, ..., c, oldest first, is at ((a * K + ...) * K + c) * K + k.
//     Views follow each other. Each view has its own transitions.
//   output:  one part per token, its label
//
// Decoding is Viterbi's algorithm over the last p labels, O(T K^(p+1)).
#include "costruct/problems/higher_order_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "costruct/core/decode/chains/higher_order_chain.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/sequence_augmentation.hpp"

namespace costruct {
namespace {

constexpr Index kMostTransitions = Index{1} << 24;  // for one order in one view
constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

// Throws ConfigError if there are too many labels for transitions of this order.
void check_order(Index order, Index labels) {
  const double table = std::pow(static_cast<double>(labels), static_cast<double>(order + 1));
  if (table <= static_cast<double>(kMostTransitions)) return;
  throw ConfigError("problem.order = " + std::to_string(order) + ": " + std::to_string(labels) +
                    " labels would make a table of " + std::to_string(labels) + "^" +
                    std::to_string(order + 1) + " transitions in each view, at most " +
                    std::to_string(kMostTransitions) + " are allowed: choose a lower order");
}

class HigherOrderSequence final : public StructuredProblem,
                                  public RunnerUpDecoder,
                                  public KBestDecoder,
                                  public LogPartition,
                                  public PartialLabels,
                                  public FeatureMajorWeights {
 public:
  HigherOrderSequence(std::vector<std::shared_ptr<const FirstOrderSequence>> views,
                      const HigherOrder& higher)
      : higher_(higher) {
    Index transitions = 0;
    for (Index q = 2; q <= higher.order; ++q) {
      begin_.push_back(transitions);
      transitions += power(higher.labels, q + 1);
    }
    for (auto& view : views) {
      const Index first_order = dimension_;
      dimension_ += view->dimension();
      blocks_.push_back({std::move(view), first_order, dimension_});
      dimension_ += transitions;
    }
    for (InputId x = 0; x < num_inputs(); ++x) longest_ = std::max(longest_, length(x));
    const double bytes = viterbi_bytes(longest_, higher.labels, higher.order);
    if (bytes > kGiB) {
      throw ConfigError(
          "problem.order = " + std::to_string(higher.order) + ": decoding the longest sequence (" +
          std::to_string(longest_) + " tokens) with " + std::to_string(higher.labels) +
          " labels would need " + std::to_string(std::llround(std::ceil(bytes / kGiB))) +
          " GiB, at most 1 GiB is allowed: choose a lower order or set data.max_length");
    }
  }

  Index dimension() const override { return dimension_; }
  Index weights_per_feature() const override { return higher_.labels; }
  Index num_inputs() const override { return first_view().num_inputs(); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    const SparseVector higher = transition_features(y);
    SparseVector phi;
    const auto append = [&](const SparseVector& part, Index begin) {
      for (const Index i : part.index) phi.index.push_back(begin + i);
      phi.value.insert(phi.value.end(), part.value.begin(), part.value.end());
    };
    for (const Block& b : blocks_) {
      append(b.view->joint_feature(x, y), b.first_order);
      append(higher, b.transitions);
    }
    return phi;
  }

  Decoded decode(InputId x, ConstVectorRef w) const override { return viterbi(score_all(x, w)); }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    return augmented_best(x, score_all(x, w), y, augmentation);
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return chain_value(score_all(x, w), y);
  }

  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    const HigherOrderScores& table = score_all(x, w);
    for (std::size_t j = 0; j < outputs.size(); ++j)
      margins[j] = chain_margin(table, y, outputs[j]);
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    HigherOrderScores& table = score_all(x, w);
    for (std::size_t j = 0; j < outputs.size(); ++j)
      margins[j] = chain_margin(table, y, outputs[j]);
    const double f_y = chain_value(table, y);
    Decoded worst = augmented_best(x, table, y, augmentation);
    if (augmentation.rescaling == Rescaling::kMargin) worst.value -= f_y;
    return worst;
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    return sequence_augmentation_unavailable(higher_.loss, augmentation, longest_,
                                             power(higher_.labels, higher_.order));
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    return sequence_loss(higher_.loss, counted(x, y), y_hat, higher_.outside);
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    const SparseVector higher = difference(transition_features(y), transition_features(y_hat));
    for (const Block& b : blocks_) {
      b.view->add_difference(x, y, y_hat, scale, first_order_of(b, w));
      add_to(w.subspan(b.transitions), scale, higher);
    }
  }

  bool scores_outputs_together() const override { return true; }
  void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef coefficients, VectorRef w) const override {
    const SparseVector of_y = transition_features(y);
    for (const Block& b : blocks_)
      b.view->add_differences(x, y, outputs, coefficients, first_order_of(b, w));
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (coefficients[j] == 0) continue;
      const SparseVector higher = difference(of_y, transition_features(outputs[j]));
      for (const Block& b : blocks_) add_to(w.subspan(b.transitions), coefficients[j], higher);
    }
  }

  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    const SparseVector of_y = transition_features(y);
    const SparseVector direction = difference(of_y, transition_features(y_hat));
    const double views = static_cast<double>(blocks_.size());
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      products[j] = views * dot(direction, difference(of_y, transition_features(outputs[j])));
    }
    thread_local Vector of_view;
    of_view.resize(outputs.size());
    for (const Block& b : blocks_) {
      b.view->difference_products(x, y, y_hat, outputs, of_view);
      for (std::size_t j = 0; j < outputs.size(); ++j) products[j] += of_view[j];
    }
  }

  double difference_norm_bound(InputId x) const override {
    double square = 0;
    for (const Block& b : blocks_) {
      const double first_order = b.view->difference_norm_bound(x);
      square += first_order * first_order;
      for (Index q = 2; q <= higher_.order; ++q) {
        const double transitions =
            higher_.eta * static_cast<double>(std::max<Index>(0, length(x) - q));
        square += 2 * transitions * transitions;
      }
    }
    return std::sqrt(square);
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return AllowedTransitions::only_allowed(viterbi_runner_up(score_all(x, w), y));
  }

  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    return AllowedTransitions::only_allowed(most_violated_other_sequence(
        score_all(x, w), counted(x, y), higher_.loss, higher_.outside, augmentation));
  }

  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    const HigherOrderScores& scores = score_all(x, w);
    TwoBest found{viterbi(scores), std::nullopt};
    found.runner_up =
        AllowedTransitions::only_allowed(viterbi_runner_up(scores, found.best.output));
    return found;
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    std::vector<Decoded> ranked = viterbi_k_best(score_all(x, w), k);
    AllowedTransitions::keep_allowed(ranked);
    return ranked;
  }

  bool has_constraint(InputId x, const Output&, const Output& y_hat) const override {
    return known_.allow(x, y_hat);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<HigherOrderSequence>(*this);
    restricted->known_ = KnownLabels(std::move(known));
    return restricted;
  }
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    if (!counts_known_labels(higher_.loss)) return nullptr;
    auto with_loss = std::make_unique<HigherOrderSequence>(*this);
    with_loss->counted_ = KnownLabels(std::move(known));
    return with_loss;
  }

  // Only first order has sums over labelings.
  std::optional<std::string> log_partition_unavailable() const override {
    return "problem.order = " + std::to_string(higher_.order) +
           " has no sums over all labelings, order 1 has them";
  }
  double log_partition(InputId, ConstVectorRef) const override { fail_without_sums(); }
  double add_expected_feature(InputId, ConstVectorRef, double, VectorRef) const override {
    fail_without_sums();
  }
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId>, Vector) const override {
    fail_without_sums();
  }

 private:
  [[noreturn]] static void fail_without_sums() {
    throw std::logic_error("who asks for sums looks at log_partition_unavailable() before");
  }

  // A view and where its weights begin.
  struct Block {
    std::shared_ptr<const FirstOrderSequence> view;
    Index first_order, transitions;
  };

  const FirstOrderSequence& first_view() const { return *blocks_[0].view; }
  Index length(InputId x) const { return first_view().length(x); }

  template <class Span>
  static Span first_order_of(const Block& b, Span w) {
    return w.subspan(b.first_order, b.view->dimension());
  }

  // The transition features of order 2 and above. Coordinates count from the first of these
  // features in a view.
  SparseVector transition_features(const Output& y) const {
    std::vector<std::pair<Index, double>> entries;
    for (Index q = 2; q <= higher_.order; ++q) {
      const Index contexts = power(higher_.labels, q);
      Index labels = 0;  // the last q + 1 labels as one number
      for (Index t = 0; t < static_cast<Index>(y.parts.size()); ++t) {
        labels = labels % contexts * higher_.labels + y.parts[t];
        if (t >= q) entries.emplace_back(begin_[q - 2] + labels, higher_.eta);
      }
    }
    return make_sparse(std::move(entries));
  }

  Decoded augmented_best(InputId x, HigherOrderScores& scores, const Output& y,
                         Augmentation augmentation) const {
    return loss_augmented_sequence(scores, counted(x, y), higher_.loss, higher_.outside,
                                   augmentation);
  }
  // The labels that the loss counts.
  WrongLabels counted(InputId x, const Output& y) const {
    return {y, counted_.of(x), higher_.costs.get()};
  }

  // The score table of an input, in a buffer of the calling thread. It points to w.
  HigherOrderScores& score_all(InputId x, ConstVectorRef w) const {
    thread_local HigherOrderScores scores;
    scores.reset(length(x), higher_.labels, higher_.order);
    for (const Block& b : blocks_) {
      b.view->add_scores(x, first_order_of(b, w), scores.first_order());
      for (Index q = 2; q <= higher_.order; ++q) {
        scores.add_transitions(q, w.data() + b.transitions + begin_[q - 2], higher_.eta);
      }
    }
    higher_.allowed.add_to(scores.first_order());
    known_.add_to(x, higher_.labels, [&](Index t) { return scores.first_order().node(t); });
    return scores;
  }

  HigherOrder higher_;
  KnownLabels known_, counted_;
  std::vector<Index> begin_;  // begin_[q - 2]: the first of order q among the transitions of a view
  std::vector<Block> blocks_;
  Index dimension_ = 0;
  Index longest_ = 0;
};

}  // namespace

std::unique_ptr<const StructuredProblem> higher_order_sequence(
    std::vector<std::shared_ptr<const FirstOrderSequence>> views, const HigherOrder& higher) {
  check_order(higher.order, higher.labels);
  return std::make_unique<HigherOrderSequence>(std::move(views), higher);
}

}  // namespace costruct
