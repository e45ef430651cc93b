// Dependency parsing: every token gets a head, which is another token or the root, and a relation.
//
//   Phi(x, y) = sum_t psi(x, h_t, t) (+) Lambda(r_t) (x) psi'(x, h_t, t)
//     over the tokens t with heads h_t and relations r_t (McDonald, Crammer & Pereira 2005). The
//     plain features psi count for any relation. The labeled features psi' have a weight for each
//     relation; they belong to the head, to the dependent, or to both.
//   weights of a view, L relations: labeled feature j, relation r at j * L + r, then one weight for
//     each plain feature. Views follow each other.
//   output:  a part for each token, head * kMostRelations + relation (headed_sentences.hpp)
//   losses:  heads          number of wrong heads
//            labeled_heads  number of tokens with a wrong head or relation
//            zero_one
//
// Decoding finds the best relation of each arc, and then the best tree
// (core/decode/heads/head_trees.hpp): a projective one, or any. With margin rescaling and r = 1,
// losses are scores of arcs. Other augmentations take the best projective tree for each number of
// right tokens. For trees that are not projective there is no such decoder.
//
// The facts about a tree that is known in part are the possible parts of each token.
#include "costruct/problems/dependency/dependency.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/dependency/arc_weights.hpp"
#include "costruct/problems/dependency/head_metrics.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace dependency {
namespace {

enum class HeadLoss { kHeads, kLabeledHeads, kZeroOne };

struct DependencyOptions : TreeOptions {
  HeadLoss loss = HeadLoss::kLabeledHeads;
};

OptionDeclaration<DependencyOptions> dependency_options() {
  OptionDeclaration<DependencyOptions> options;
  options.choice("loss", &DependencyOptions::loss, {"heads", "labeled_heads", "zero_one"},
                 "wrong heads; or wrong heads or relations; or 1 for a wrong tree");
  declare_tree_options(options);
  return options;
}

class Dependency final : public StructuredProblem,
                         public RunnerUpDecoder,
                         public KBestDecoder,
                         public LogPartition,
                         public PartialLabels,
                         public PunctuationMarks {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  Dependency(std::shared_ptr<const HeadedSentences> data, Index first_view, Index num_views,
             const DependencyOptions& options)
      : data_(std::move(data)),
        weights_(*data_, options.kind(), first_view, num_views),
        options_(options) {}

  Index dimension() const override { return weights_.dimension(); }
  Index num_inputs() const override { return data_->num_inputs(); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (Index t = 0; t < std::ssize(y.parts); ++t) {
      weights_.for_each(x, t, y.parts[t], [&](Index coordinate, double value) {
        entries.emplace_back(coordinate, value);
      });
    }
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    return with_output_parts(best_head_tree(weights_.scores(x, w))).value_or(Decoded{});
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    if (y.parts.empty()) return {};  // the only output
    return augmented_best(x, y, w, augmentation, /*other=*/false).best();
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    if (!takes_tree_per_hits(augmentation)) return std::nullopt;
    if (!options_.kind().projective) {
      return "trees that are not projective have no exact decoder for this loss: take margin "
             "rescaling with slack_norm 1, the loss zero_one, or projective trees";
    }
    Index longest = 0;
    for (InputId x = 0; x < num_inputs(); ++x) longest = std::max(longest, data_->length(x));
    if (longest <= kLongestPerHits) return std::nullopt;
    return "sentences of " + std::to_string(longest) +
           " tokens are too long for this loss: leave long sentences out (max_length), or take "
           "margin rescaling with slack_norm 1";
  }

  bool has_constraint(InputId x, const Output& y, const Output& y_hat) const override {
    const Known* known = weights_.known().of(x);
    return known == nullptr || y_hat == y || KnownLabels::allow(*known, y_hat);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Dependency>(*this);
    restricted->weights_.set_known(std::move(known));
    return restricted;
  }
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    if (options_.loss == HeadLoss::kZeroOne) return nullptr;
    auto with_loss = std::make_unique<Dependency>(*this);
    with_loss->counted_ = KnownLabels(std::move(known));
    return with_loss;
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    if (options_.loss == HeadLoss::kZeroOne) return y == y_hat ? 0 : 1;
    const std::size_t shared = std::min(y.parts.size(), y_hat.parts.size());
    auto wrong = static_cast<double>(std::max(y.parts.size(), y_hat.parts.size()) - shared);
    const Known* counted = counted_.of(x);
    for (std::size_t t = 0; t < shared; ++t)
      wrong += is_wrong(counted, t, y.parts[t], y_hat.parts[t]) ? 1 : 0;
    return wrong;
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    double sum = 0;
    for (Index t = 0; t < std::ssize(y.parts); ++t) {
      weights_.for_each(x, t, y.parts[t],
                        [&](Index coordinate, double value) { sum += w[coordinate] * value; });
    }
    return sum;
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    for (const auto& [tree, other, sign] : {std::tuple(&y, &y_hat, 1.0), {&y_hat, &y, -1.0}}) {
      for (Index t = 0; t < std::ssize(tree->parts); ++t) {
        if (t < std::ssize(other->parts) && other->parts[t] == tree->parts[t]) continue;
        weights_.for_each(x, t, tree->parts[t], [&, factor = sign * scale](Index c, double value) {
          w[c] += factor * value;
        });
      }
    }
  }

  bool scores_outputs_together() const override { return true; }
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    thread_local Vector direction;  // Phi(x, y) - Phi(x, y_hat), all zero between calls
    direction.resize(std::max<std::size_t>(direction.size(), dimension()), 0.0);
    add_difference(x, y, y_hat, 1, direction);
    const double of_y = score(x, y, direction);
    for (std::size_t j = 0; j < outputs.size(); ++j)
      products[j] = of_y - score(x, outputs[j], direction);
    for (const Output* tree : {&y, &y_hat}) {
      for (Index t = 0; t < std::ssize(tree->parts); ++t)
        weights_.for_each(x, t, tree->parts[t], [&](Index c, double) { direction[c] = 0; });
    }
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    this->margins(x, y, outputs, w, margins);
    if (y.parts.empty()) return {};
    return augmented_best(x, y, w, augmentation, /*other=*/false).violation().value_or(Decoded{});
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return other_tree(weights_.scores(x, w), y);
  }

  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    if (y.parts.empty()) return std::nullopt;
    return augmented_best(x, y, w, augmentation, /*other=*/true).violation();
  }

  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    std::vector<Decoded> best = k_best(x, 2, w);
    TwoBest found{std::move(best.front()), std::nullopt};
    if (best.size() > 1) found.runner_up = std::move(best.back());
    return found;
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    std::vector<Decoded> best = k_best_head_trees(weights_.scores(x, w), k);
    for (Decoded& each : best) weights_.set_output_parts(each.output);
    return best;
  }

  double log_partition(InputId x, ConstVectorRef w) const override {
    return sum_head_trees(weights_.scores(x, w)).value_or(HeadSums{}).log_partition;
  }

  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    const auto sums = sum_head_trees(weights_.scores(x, w));
    if (!sums || sums->arc.empty()) return 0;
    weights_.add_expected(x, sums->arc, scale, into);
    return sums->log_partition;
  }

  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return weights_.expectations(std::move(inputs), std::move(factors));
  }

  Vector punctuation(InputId x) const override {
    const auto first = data_->is_punctuation.begin() + data_->token_begin[x];
    return Vector(first, first + data_->length(x));
  }

 private:
  // Tokens of a sentence whose trees per hits take some seconds.
  static constexpr Index kLongestPerHits = 100;

  // Whether loss-augmented decoding needs the best tree for each number of right tokens.
  bool takes_tree_per_hits(Augmentation augmentation) const {
    return options_.loss != HeadLoss::kZeroOne &&
           (augmentation.rescaling == Rescaling::kSlack || augmentation.slack_norm != 1);
  }

  // Whether the loss counts part p of token t. If only known parts count, `counted` has what is
  // known, and a token is right with any possible part. The reference is always right.
  bool is_wrong(const Known* counted, std::size_t t, int truth, int p) const {
    const bool heads = options_.loss == HeadLoss::kHeads;
    if (heads ? head_of(p) == head_of(truth) : p == truth) return false;
    if (counted == nullptr) return true;
    if (t >= counted->facts.size() || counted->facts[t].empty()) return false;
    const std::vector<int>& fact = counted->facts[t];
    if (!heads) return !std::binary_search(fact.begin(), fact.end(), p);
    const auto at = std::lower_bound(fact.begin(), fact.end(), part_of(head_of(p), 0));
    return at == fact.end() || head_of(*at) != head_of(p);
  }

  std::optional<Decoded> with_output_parts(std::optional<Decoded> tree) const {
    if (tree) weights_.set_output_parts(tree->output);
    return tree;
  }

  // The best tree other than y.
  std::optional<Decoded> other_tree(const LabeledArcScores& scores, const Output& y) const {
    Output table_y = y;
    for (int& part : table_y.parts) part = weights_.table_part(part);
    return with_output_parts(best_other_head_tree(scores, table_y));
  }

  // Calls action(t, part of the table, whether the loss counts it) for all parts.
  template <class Action>
  void for_parts(InputId x, const Output& y, const Action& action) const {
    const Known* counted = counted_.of(x);
    const Index T = data_->length(x);
    const auto L = static_cast<int>(weights_.num_relations());
    for (Index t = 0; t < T; ++t) {
      const auto token = static_cast<std::size_t>(t);
      for (int head = 0; head <= T; ++head) {
        for (int relation = 0; relation < L; ++relation)
          action(t, head * L + relation,
                 is_wrong(counted, token, y.parts[token], part_of(head, relation)));
      }
    }
  }

  // Finds the output of the highest augmented value, among all or (with `other`) among those other
  // than y.
  AugmentedBest augmented_best(InputId x, const Output& y, ConstVectorRef w,
                               Augmentation augmentation, bool other) const {
    LabeledArcScores& scores = weights_.scores(x, w);
    const double f_y = score(x, y, w);
    AugmentedBest best(f_y, augmentation);
    if (options_.loss == HeadLoss::kZeroOne) {
      if (!other) best.offer(0, {y, f_y});
      if (const auto second = other_tree(scores, y)) best.offer(1, *second);
    } else if (!takes_tree_per_hits(augmentation)) {
      for_parts(x, y, [&](Index t, int part, bool wrong) { scores.row(t)[part] += wrong ? 1 : 0; });
      const auto found = other ? other_tree(scores, y) : with_output_parts(best_head_tree(scores));
      if (found) best.offer(loss(x, y, found->output), {found->output, score(x, found->output, w)});
    } else {
      offer_per_hits(x, y, augmentation, f_y, scores, other, best);
    }
    return best;
  }

  // Offers the best tree for each number of right tokens whose augmented value is the highest.
  void offer_per_hits(InputId x, const Output& y, Augmentation augmentation, double f_y,
                      LabeledArcScores& scores, bool other, AugmentedBest& best) const {
    constexpr double kNever = -std::numeric_limits<double>::infinity();
    std::vector<bool> is_hit(scores.score.size());
    for_parts(x, y,
              [&](Index t, int part, bool wrong) { is_hit[t * scores.parts() + part] = !wrong; });
    const ProjectivePerHits per_hits(scores, is_hit);
    Vector augmented;  // entry h: with h hits; kNever if there is no tree
    for (Index h = 0; h < scores.length; ++h) {
      const double value = per_hits.value(h);
      augmented.push_back(
          value == kNever ? kNever
                          : augmented_value(loss_at(scores.length - h), value, f_y, augmentation));
    }
    const double highest = *std::max_element(augmented.begin(), augmented.end());
    for (Index h = 0; h < scores.length; ++h) {
      if (augmented[h] == kNever || augmented[h] < highest) continue;
      Output tree = per_hits.tree(h);
      weights_.set_output_parts(tree);
      best.offer(loss_at(scores.length - h), {std::move(tree), per_hits.value(h)});
    }
    // Trees without loss. For slack rescaling their scores do not matter.
    for (std::size_t i = 0; i < scores.score.size(); ++i) {
      if (!is_hit[i]) scores.score[i] = kNever;
      if (augmentation.rescaling == Rescaling::kSlack && scores.score[i] > kNever)
        scores.score[i] = 0;
    }
    const auto alike = other ? other_tree(scores, y) : with_output_parts(best_head_tree(scores));
    if (alike) best.offer(0, *alike);
  }

  static double loss_at(Index wrong) { return static_cast<double>(wrong); }

  std::shared_ptr<const HeadedSentences> data_;
  ArcWeights weights_;
  DependencyOptions options_;
  KnownLabels counted_;  // with facts, the loss counts these alone
};

Views make_dependency(const Json& json, std::shared_ptr<const ProblemData> data) {
  const DependencyOptions options = dependency_options().parse(json);
  const auto sentences = std::dynamic_pointer_cast<const HeadedSentences>(data);
  COSTRUCT_ASSERT(sentences != nullptr, "the problem takes sentences with heads");
  return views_over(std::ssize(sentences->views), sentences,
                    [options](std::shared_ptr<const HeadedSentences> of, Index first, Index views) {
                      return std::make_unique<Dependency>(std::move(of), first, views, options);
                    });
}

Views blank_dependency(const Json& json) {
  auto none = std::make_shared<HeadedSentences>();
  none->relations = {"_"};
  none->views.resize(1);
  return make_dependency(json, std::move(none));
}

std::vector<WeightBlock> dependency_blocks(const Json&, const ProblemData& data, Index view) {
  const auto& sentences = dynamic_cast<const HeadedSentences&>(data);
  const ArcFeatures& features = sentences.views[static_cast<std::size_t>(view)];
  WeightBlock labeled{"relation", sentences.relations, features.num_labeled(), {}};
  WeightBlock plain{"arc", {""}, features.plain.num_features, {}};
  plain.first_feature = features.num_labeled();
  return {std::move(labeled), std::move(plain)};
}

}  // namespace
}  // namespace dependency

ProblemEntry dependency_problem() {
  using namespace dependency;
  ProblemEntry entry;
  entry.name = "dependency";
  entry.summary = "a head and a relation for each token of a sentence";
  entry.input = kHeadedSentences;
  entry.output = "for each token head * 1024 + relation; head 0 is the root";
  entry.decoder = "Eisner, or maximum spanning arborescence; k best, sums";
  entry.cost = "O(T^3) for projective trees of T tokens; else O(T^2) for each level of cycles";
  entry.source = "McDonald, Crammer & Pereira 2005";
  entry.loss_meanings = {{"heads", "number of wrong heads"},
                         {"labeled_heads", "number of tokens with a wrong head or relation"},
                         {"zero_one", "1 for a wrong tree"}};
  entry.losses = {"heads", "labeled_heads", "zero_one"};
  entry.loss_options = {"loss"};
  entry.options = dependency_options().list();
  entry.make = make_dependency;
  entry.blank = blank_dependency;
  entry.weight_blocks = dependency_blocks;
  entry.metrics = head_metrics();
  entry.difference = [](const Json&, const Output& a, const Output& b) {
    return head_difference(a, b);
  };
  return entry;
}

}  // namespace costruct
