// Parsing with a weighted context-free grammar in Chomsky normal form.
//
//   Phi(x, y) = counts of the binary rules A -> B C, of the lexical rules A -> terminal and of the
//               symbol on top in the tree y
//                             Altun 2006, section 1.2.3; Brefeld 2008, eqs. 3.28, 3.29
//               (+)  sum over all nodes of Lambda(A) (x) psi(x, i, j), A over tokens [i, j)
//   weights of a view, N symbols: feature j of spans, symbol A at j * N + A, then binary rules,
//     lexical rules and symbols on top, each by their numbers in the grammar. Views follow each
//     other. Every view has its own rules.
//   output:  the tree, binarised (core/decode/trees/tree_code.hpp); no parts if the grammar has no
//   tree
//            for x
//   losses:  zero_one, constituents, f1, Brefeld 2008, section 3.2.3
//     Let h be the number of nodes over two or more tokens that y and y_hat share (symbol and
//     span), out of T - 1.
//     constituents  T - 1 - h
//     f1            1 - F1 = 1 - h / (T - 1)
//     For T = 1 both are 0. The root counts like any other node, because it is not given here. The
//     loss of no tree against a tree is 1; for constituents it is T - 1, and at least 1.
//
// The facts about a tree that is known in part are some of its brackets (known_brackets.hpp). The
// losses constituents and f1 of what is known count the brackets over two tokens or more that are
// known and that y has, if y_hat lacks them; f1 divides by T - 1. As these are nodes of y, this is
// at most the loss. If y agrees with the facts, it depends on them and on y_hat alone. Symbols of
// leaves do not count here either, nor do brackets that are known to be absent. There is no such
// loss zero_one, as its decoder would look for the best tree that disagrees with some fact.
//
// Decoding is CKY over the used rules of the grammar. T - 1 does not depend on the tree, so the
// losses constituents and f1 are sums over nodes. Margin rescaling with r = 1 is then CKY with
// other scores. Other augmentations take the best tree for each h.
#include "costruct/problems/parsing/parsing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/parsing/known_brackets.hpp"
#include "costruct/problems/parsing/tree_features.hpp"
#include "costruct/problems/parsing/tree_metrics.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace parsing {
namespace {

enum class ParseLoss { kZeroOne, kConstituents, kF1 };

struct ParsingOptions {
  ParseLoss loss = ParseLoss::kF1;
  bool ignore_punctuation = true;
};

OptionDeclaration<ParsingOptions> parsing_options() {
  OptionDeclaration<ParsingOptions> options;
  options.choice("loss", &ParsingOptions::loss, {"zero_one", "constituents", "f1"},
                 "loss of a wrong tree, by the nodes of its binarised form: wrong ones, or 1 - F1");
  options.boolean(
      kIgnorePunctuation, &ParsingOptions::ignore_punctuation,
      "whether metrics leave out tokens tagged , : `` '' . (evalb's usual parameters do)");
  return options;
}

// Returns the number of nodes over two or more tokens that two trees over the same tokens share.
Index shared_nodes(const Output& y, const Output& y_hat) {
  const std::vector<int> marks = marks_of(y);
  Index shared = 0;
  for_each_node(y_hat, [&](const TreeNode& node) {
    shared += !node.is_leaf() && marks[ParseScores::cell(node.first, node.last)] == node.symbol;
  });
  return shared;
}

class Parsing final : public StructuredProblem,
                      public RunnerUpDecoder,
                      public KBestDecoder,
                      public LogPartition,
                      public MultinomialModel,
                      public PartialOutputs,
                      public FeatureMajorWeights {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  Parsing(std::shared_ptr<const SentenceData> data, Index first_view, Index num_views,
          const ParsingOptions& options)
      : data_(std::move(data)), features_(*data_, first_view, num_views), options_(options) {}

  Index dimension() const override { return features_.dimension(); }
  Index num_inputs() const override { return data_->num_inputs(); }
  Index weights_per_feature() const override { return features_.num_symbols(); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    features_.for_each(x, y, [&](Index coordinate) { entries.emplace_back(coordinate, 1.0); });
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    if (length(x) == 0) return {};
    return cky(used(), features_.scores(x, w)).value_or(Decoded{});
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    if (y.parts.empty()) return {};  // the only output
    return augmented_best(x, y, w, augmentation, /*other=*/false).best();
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    if (!takes_tree_per_hits(augmentation)) return std::nullopt;
    Index longest = 0;
    for (InputId x = 0; x < num_inputs(); ++x) longest = std::max(longest, length(x));
    const double bytes = per_hits_bytes(longest, features_.num_symbols());
    if (bytes <= kLargestChart) return std::nullopt;
    return "sentences of " + std::to_string(longest) + " tokens and " +
           std::to_string(features_.num_symbols()) + " symbols can make a chart of " +
           std::to_string(std::llround(bytes / (1 << 30))) +
           " GiB for this loss: leave long sentences out (max_length), or take margin rescaling "
           "with "
           "slack_norm 1, "
           "which needs no more than parsing";
  }

  bool has_constraint(InputId x, const Output& y, const Output& y_hat) const override {
    const Known* known = features_.known().of(x);
    return known == nullptr || y_hat == y || has_brackets(*known, y_hat);
  }
  Known known_of(InputId, std::span<const Output> outputs) const override {
    return brackets_of(outputs);
  }
  bool allows(InputId, const Known& known, const Output& y) const override {
    return has_brackets(known, y);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Parsing>(*this);
    restricted->features_.set_known(std::move(known));
    return restricted;
  }

  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    if (options_.loss == ParseLoss::kZeroOne) return nullptr;
    auto counted = std::make_shared<std::vector<std::optional<Known>>>();
    for (const Known& each : known)
      counted->push_back(each.empty() ? std::nullopt : std::optional(countable_brackets(each)));
    auto counting = std::make_unique<Parsing>(*this);
    counting->counted_ = std::move(counted);
    return counting;
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    if (options_.loss == ParseLoss::kZeroOne) return y == y_hat ? 0 : 1;
    const auto nodes = static_cast<double>(std::max(tree_tokens(y), tree_tokens(y_hat)) - 1);
    if (y.parts.empty() || y_hat.parts.empty()) {
      if (y == y_hat) return 0;
      return options_.loss == ParseLoss::kF1 ? 1 : std::max(1.0, nodes);
    }
    const std::optional<Known> counted = counted_of(x, y);
    const Index shared =
        counted ? std::ssize(agreeing(*counted, y_hat).facts) : shared_nodes(y, y_hat);
    return loss_of(nodes_that_count(counted, nodes) - static_cast<double>(shared), nodes);
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    double sum = 0;
    features_.for_each(x, y, [&](Index coordinate) { sum += w[coordinate]; });
    return sum;
  }

  bool scores_outputs_together() const override { return true; }
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    with_difference(x, y, y_hat, [&](VectorRef direction) {
      for (const Output* each : {&y, &y_hat}) {
        features_.for_each(x, *each, [&](Index coordinate) {
          w[coordinate] += scale * std::exchange(direction[coordinate], 0.0);
        });
      }
    });
  }
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    with_difference(x, y, y_hat, [&](VectorRef direction) {
      const double of_y = score(x, y, direction);
      for (std::size_t j = 0; j < outputs.size(); ++j)
        products[j] = of_y - score(x, outputs[j], direction);
      for (const Output* each : {&y, &y_hat})
        features_.for_each(x, *each, [&](Index coordinate) { direction[coordinate] = 0; });
    });
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    this->margins(x, y, outputs, w, margins);
    if (y.parts.empty()) return {};
    return augmented_best(x, y, w, augmentation, /*other=*/false).violation().value_or(Decoded{});
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    if (length(x) == 0) return std::nullopt;
    return best_but(y, cky_k_best(used(), features_.scores(x, w), 2));
  }

  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    if (y.parts.empty()) return std::nullopt;
    return augmented_best(x, y, w, augmentation, /*other=*/true).violation();
  }

  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    if (length(x) == 0) return {};
    std::vector<Decoded> best = cky_k_best(used(), features_.scores(x, w), 2);
    if (best.empty()) return {};
    TwoBest found{std::move(best.front()), std::nullopt};
    if (best.size() > 1) found.runner_up = std::move(best.back());
    return found;
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    std::vector<Decoded> best;
    if (length(x) > 0) best = cky_k_best(used(), features_.scores(x, w), k);
    if (best.empty() && k > 0) best.emplace_back();
    return best;
  }

  double log_partition(InputId x, ConstVectorRef w) const override {
    if (length(x) == 0) return 0;
    return log_sum_of_trees(used(), features_.scores(x, w)).value_or(0);
  }

  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    if (length(x) == 0) return 0;
    const auto sums = inside_outside(used(), features_.scores(x, w));
    if (!sums) return 0;
    features_.for_each_expected(x, *sums,
                                [&](Index coordinate, double p) { into[coordinate] += scale * p; });
    return sums->log_partition;
  }

  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return features_.expectations(std::move(inputs), std::move(factors));
  }

  std::optional<std::string> multinomial_groups_unavailable() const override {
    if (features_.blocks().size() == 1) return std::nullopt;
    return "one view: rules of several are no distribution";
  }

  std::vector<std::vector<Index>> multinomial_groups() const override {
    const TreeFeatures::Block& block = features_.blocks().front();
    std::vector<std::vector<Index>> groups(features_.num_symbols());
    for (const std::int32_t r : data_->rules->binary())
      groups[grammar().binary[r].parent].push_back(block.binary + r);
    for (int terminal = 0; terminal < grammar().num_terminals; ++terminal) {
      for (const std::int32_t r : data_->rules->of_terminal(terminal))
        groups[grammar().lexical[r].symbol].push_back(block.lexical + r);
    }
    groups.emplace_back();
    for (const std::int32_t r : data_->rules->roots()) groups.back().push_back(block.root + r);
    std::erase_if(groups, [](const std::vector<Index>& group) { return group.empty(); });
    return groups;
  }

 private:
  static constexpr double kLargestChart = 4.0 * (1 << 30);  // bytes of a thread

  // Calls use(Phi(x, y) - Phi(x, y_hat)), a dense vector of the thread. `use` must set to zero what
  // the features of both trees name: between calls the vector is all zero.
  template <class Use>
  void with_difference(InputId x, const Output& y, const Output& y_hat, const Use& use) const {
    thread_local Vector direction;
    direction.resize(std::max<std::size_t>(direction.size(), dimension()), 0.0);
    features_.for_each(x, y, [&](Index coordinate) { direction[coordinate] += 1; });
    features_.for_each(x, y_hat, [&](Index coordinate) { direction[coordinate] -= 1; });
    use(VectorRef(direction));
  }

  // Whether loss-augmented decoding needs the best tree for each number of right nodes.
  bool takes_tree_per_hits(Augmentation augmentation) const {
    return options_.loss != ParseLoss::kZeroOne &&
           (augmentation.rescaling == Rescaling::kSlack || augmentation.slack_norm != 1);
  }

  const Grammar& grammar() const { return data_->rules->grammar(); }
  const CkyGrammar& used() const { return data_->rules->cky(); }
  Index length(InputId x) const { return data_->length(x); }

  /// The brackets of y that the loss counts; nullopt if it counts all its nodes.
  std::optional<Known> counted_of(InputId x, const Output& y) const {
    if (counted_ == nullptr) return std::nullopt;
    const std::optional<Known>& counted = (*counted_)[static_cast<std::size_t>(x)];
    return counted ? std::optional(agreeing(*counted, y)) : std::nullopt;
  }
  static double nodes_that_count(const std::optional<Known>& counted, double nodes) {
    return counted ? static_cast<double>(counted->facts.size()) : nodes;
  }
  /// Marks what the loss counts.
  void mark(const std::optional<Known>& counted, const Output& y, ParseScores& scores) const {
    if (counted) {
      mark_brackets(*counted, features_.num_symbols(), scores);
    } else {
      scores.marked = marks_of(y);
    }
  }

  double loss_of(double wrong, double nodes) const {
    return options_.loss == ParseLoss::kConstituents || wrong == 0 ? wrong : wrong / nodes;
  }

  static std::optional<Decoded> best_but(const Output& y, std::vector<Decoded> two_best) {
    for (Decoded& each : two_best) {
      if (each.output != y) return std::move(each);
    }
    return std::nullopt;
  }

  // Finds the output of the highest augmented value, among all or (with `other`) among those other
  // than y. The input must have a tree.
  AugmentedBest augmented_best(InputId x, const Output& y, ConstVectorRef w,
                               Augmentation augmentation, bool other) const {
    ParseScores& scores = features_.scores(x, w);
    const double f_y = score(x, y, w);
    AugmentedBest best(f_y, augmentation);
    const auto nodes = static_cast<double>(scores.length - 1);
    if (options_.loss == ParseLoss::kZeroOne) {
      if (!other) best.offer(0, {y, f_y});
      if (const auto second = best_but(y, cky_k_best(used(), scores, 2))) best.offer(1, *second);
    } else if (!takes_tree_per_hits(augmentation)) {
      // for f1 it maximises (T - 1) (loss + f), so that whole numbers stay whole
      if (options_.loss == ParseLoss::kF1 && nodes > 1) scale(scores, nodes);
      mark(counted_of(x, y), y, scores);
      scores.marked_score = -1;
      std::optional<Decoded> found =
          other ? best_but(y, cky_k_best(used(), scores, 2)) : cky(used(), scores);
      if (found) best.offer(loss(x, y, found->output), {found->output, score(x, found->output, w)});
    } else {
      offer_per_hits(counted_of(x, y), y, augmentation, f_y, scores, other, best);
    }
    return best;
  }

  // Offers the best tree for each number of right nodes whose augmented value is the highest.
  void offer_per_hits(const std::optional<Known>& counted, const Output& y,
                      Augmentation augmentation, double f_y, ParseScores& scores, bool other,
                      AugmentedBest& best) const {
    mark(counted, y, scores);
    scores.marked_score = 0;
    CkyPerHits per_hits(used(), scores);
    const auto nodes = static_cast<double>(scores.length - 1);
    const double all = nodes_that_count(counted, nodes);
    const auto loss_at = [&](Index hits) {
      return loss_of(all - static_cast<double>(hits), nodes);
    };
    constexpr double kNever = -std::numeric_limits<double>::infinity();
    Vector values, augmented;  // entry h: with h hits; kNever if there is no tree
    for (Index h = 0; static_cast<double>(h) < all; ++h) {
      values.push_back(per_hits.value(h));
      augmented.push_back(
          values[h] == kNever ? kNever : augmented_value(loss_at(h), values[h], f_y, augmentation));
    }
    const double highest =
        augmented.empty() ? kNever : *std::max_element(augmented.begin(), augmented.end());
    for (Index h = 0; static_cast<double>(h) < all; ++h) {
      if (values[h] > kNever && augmented[h] == highest)
        best.offer(loss_at(h), {per_hits.tree(h), values[h]});
    }
    // Trees of loss 0: those with all nodes of y, where only symbols of leaves may differ, or with
    // all brackets that count. For slack rescaling scores do not matter.
    if (counted) {
      rule_out(*counted, features_.num_symbols(), kNever, scores);
    } else {
      scores.only_marked = true;
    }
    if (augmentation.rescaling == Rescaling::kSlack) set_to_zero(scores);
    const std::vector<Decoded> alike = cky_k_best(used(), scores, 2);
    if (!other) {
      if (!alike.empty()) best.offer(0, alike.front());
    } else if (const auto second = best_but(y, alike)) {
      best.offer(0, *second);
    }
  }

  static void scale(ParseScores& scores, double factor) {
    for (Vector* each : {&scores.rule, &scores.leaf_score, &scores.root, &scores.span}) {
      for (double& score : *each) score *= factor;
    }
  }
  // Sets all allowed scores to zero.
  static void set_to_zero(ParseScores& scores) {
    for (Vector* each : {&scores.rule, &scores.leaf_score, &scores.root, &scores.span}) {
      for (double& score : *each) score = std::isinf(score) ? score : 0;
    }
  }

  std::shared_ptr<const SentenceData> data_;
  TreeFeatures features_;
  ParsingOptions options_;
  /// The known brackets of each input that the loss counts. nullopt, or null for all: it counts the
  /// nodes of the reference.
  /// Copies share them.
  std::shared_ptr<const std::vector<std::optional<Known>>> counted_;
};

Views make_parsing(const Json& json, std::shared_ptr<const ProblemData> data) {
  const ParsingOptions options = parsing_options().parse(json);
  const auto sentences = std::dynamic_pointer_cast<const SentenceData>(data);
  COSTRUCT_ASSERT(sentences != nullptr, "the problem takes sentences");
  const auto count = std::ssize(sentences->views);
  return views_over(count, sentences,
                    [options](std::shared_ptr<const SentenceData> of, Index first, Index views) {
                      return std::make_unique<Parsing>(std::move(of), first, views, options);
                    });
}

Views blank_parsing(const Json& json) {
  auto none = std::make_shared<SentenceData>();
  none->rules = std::make_shared<UsedRules>(std::make_shared<Grammar>(), UsedRules::Uses());
  none->views.resize(1);
  return make_parsing(json, std::move(none));
}

std::vector<WeightBlock> parsing_blocks(const Json&, const ProblemData& data, Index view) {
  const auto& sentences = dynamic_cast<const SentenceData&>(data);
  const Grammar& grammar = sentences.rules->grammar();
  const auto symbol = [&](int number) { return grammar.symbols[static_cast<std::size_t>(number)]; };
  const auto of_rules = [](const char* kind, std::vector<std::string> names) {
    const Index rows = std::ssize(names);
    return WeightBlock{kind, {""}, rows, [names = std::move(names)](Index row) {
                         return names[static_cast<std::size_t>(row)];
                       }};
  };
  std::vector<std::string> binary, lexical, roots;
  for (const BinaryRule& rule : grammar.binary)
    binary.push_back(symbol(rule.parent) + " -> " + symbol(rule.left) + " " + symbol(rule.right));
  for (const LexicalRule& rule : grammar.lexical) {
    const auto terminal = static_cast<std::size_t>(rule.terminal);
    lexical.push_back(symbol(rule.symbol) + " -> " +
                      (terminal < grammar.terminals.size() ? grammar.terminals[terminal]
                                                           : std::to_string(rule.terminal + 1)));
  }
  for (const int root : grammar.roots) roots.push_back(symbol(root));
  return {
      {"symbol", grammar.symbols, sentences.views[static_cast<std::size_t>(view)].num_features, {}},
      of_rules("binary rule", std::move(binary)),
      of_rules("lexical rule", std::move(lexical)),
      of_rules("symbol on top", std::move(roots))};
}

}  // namespace
}  // namespace parsing

ProblemEntry parsing_problem() {
  using namespace parsing;
  ProblemEntry entry;
  entry.name = "parsing";
  entry.summary = "trees of a weighted context-free grammar over sentences";
  entry.input = kSentences;
  entry.output = "a binarised tree: symbol and size of the left subtree of each node, in preorder";
  entry.decoder = "Cocke-Kasami-Younger; k best, inside-outside";
  entry.cost = "O(T^3 R) for T tokens and R rules";
  entry.source = "Altun 2006, section 1.2.3; Brefeld 2008, eqs. 3.28, 3.29";
  entry.loss_meanings = {
      {"zero_one", "1 for a wrong tree"},
      {"constituents", "number of nodes of the binarised tree that are wrong"},
      {"f1", "1 - F1 of the nodes of the binarised tree (Brefeld 2008, section 3.2.3)"}};
  entry.losses = {"zero_one", "constituents", "f1"};
  entry.loss_options = {"loss"};
  entry.options = parsing_options().list();
  entry.make = make_parsing;
  entry.blank = blank_parsing;
  entry.weight_blocks = parsing_blocks;
  entry.metrics = tree_metrics();
  return entry;
}

}  // namespace costruct
