// Alignments of two sequences: which positions belong together, in order.
//
//   Phi(x, y) = counts of the features of pairs (i, j), of unpaired positions i, and of unpaired
//               positions j
//               (+)  counts of transitions between operations, for affine gaps
//                                                              Joachims 2009, section 3.2
//     Features are codes of positions. In profiles they are shares of codes: p_i(a) q_j(b) at a
//     pair, p_i(a) for an unpaired position.
//   weights of a view: features by their numbers, then transitions; views follow each other. Each
//     view has its own transitions (previous, next). P is a pair, F and S an unpaired position of
//     the first, second sequence: PP PF PS FP FF FS SP SS. For symmetric data they are tied:
//     PP, PF = PS, FP = SP, FF = SS, FS.
//   output:  operations; with mode `local` the positions of the first pair come before them
//            (core/decode/alignment/alignment.hpp)
//   losses:  the share of the N judged pairs (i, j) of y that are not hit
//                                                              Joachims 2009, section 3.2
//     q   a hit is the same pair in y_hat
//     q4  a hit is a pair of i with some j' in y_hat, |j' - j| <= 4
//     If the loss counts known pairs only, the others of the N cost nothing.
//     A pair is judged if both of its positions are. Without judged pairs every loss is 0. Further
//     pairs of y_hat cost nothing.
//
// Both losses are sums over pairs: h hits give (N - h) / N. So margin rescaling with r = 1 is
// decoding with other scores. Other augmentations take the best alignment for each h.
//
// The facts about an alignment that is known in part are pairs, positions without a pair, and two
// positions that are no pair (known_pairs.hpp).
//
// Mode `global` is a pair hidden Markov model if each entry of one description has a feature.
// Source: Durbin et al. 1998, section 4.1, without end state. The states P, F and S emit a pair, a
// position of the first or one of the second sequence; the first state is P. An entry without a
// feature counts as given, with probability one.
#include "costruct/problems/alignment/alignment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/known_weights.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/alignment/alignment_features.hpp"
#include "costruct/problems/alignment/alignment_metrics.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace alignment {
namespace {

enum class AlignmentLoss { kQ, kQ4 };

struct AlignmentOptions {
  AlignmentKind mode = AlignmentKind::kGlobal;
  AlignmentLoss loss = AlignmentLoss::kQ4;
};

OptionDeclaration<AlignmentOptions> alignment_options() {
  OptionDeclaration<AlignmentOptions> options;
  options.choice("mode", &AlignmentOptions::mode, {"global", "local"},
                 "whether all positions stand in an alignment, or it may leave out both ends");
  options.choice("loss", &AlignmentOptions::loss, {"q", "q4"},
                 "share of the true pairs that are not predicted; q4 forgives up to 4 places");
  return options;
}

/// The pairs that an alignment must have to have no loss. For `count` of the positions i, it must
/// pair i with a position in rows[i]. The rows of other positions are empty. The reference has
/// `judged` pairs; these are more than `count` if the loss counts known pairs only.
struct WantedPairs {
  std::vector<HitRange> rows;
  Index count = 0, judged = 0;
};

class Alignments final : public StructuredProblem,
                         public RunnerUpDecoder,
                         public KBestDecoder,
                         public LogPartition,
                         public PairHiddenMarkovModel,
                         public PartialOutputs,
                         public FeatureMajorWeights,
                         public KnownWeights,
                         public JudgedPositions {
 public:
  // Over the views [first_view, first_view + num_views) of the data.
  Alignments(std::shared_ptr<const SequencePairs> data, Index first_view, Index num_views,
             const AlignmentOptions& options)
      : data_(std::move(data)),
        features_(*data_, options.mode, first_view, num_views),
        options_(options) {}

  Index dimension() const override { return features_.dimension(); }
  Index num_inputs() const override { return data_->num_inputs(); }
  Index weights_per_feature() const override { return 1; }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    features_.for_each(
        x, y, [&](Index coordinate, double value) { entries.emplace_back(coordinate, value); });
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    Decoded best = *best_alignment(features_.scores(x, w));
    if (features_.has_bonus(x)) best.value = score(x, best.output, w);
    return best;
  }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    return augmented_best(x, y, w, augmentation, /*other=*/false).best();
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    if (!takes_best_per_hits(augmentation)) return std::nullopt;
    const Demand most = largest_demand(
        [](Index n, Index m) { return alignment_per_hits_bytes(n, m, std::min(n, m)); });
    if (most.bytes <= kLargestTable) return std::nullopt;
    return "sequences of " + most.text() +
           " for this loss: leave long sequences out (max_length), or take margin rescaling with "
           "slack_norm "
           "1, which needs no more than aligning";
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    const WantedPairs& wanted = wanted_pairs(x, y);
    Index hits = 0;
    for_each_pair(options_.mode, y_hat, [&](Index i, Index j) {
      hits += wanted.rows[i].begin <= j && j < wanted.rows[i].end;
    });
    return loss_of(hits, wanted);
  }

  bool has_constraint(InputId x, const Output& y, const Output& y_hat) const override {
    const Known* known = features_.known().of(x);
    return known == nullptr || y_hat == y || agrees(options_.mode, *known, y_hat);
  }

  Known known_of(InputId x, std::span<const Output> outputs) const override {
    return common_facts(options_.mode, outputs, data_->first_length(x), data_->second_length(x));
  }
  bool allows(InputId, const Known& known, const Output& y) const override {
    return agrees(options_.mode, known, y);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Alignments>(*this);
    restricted->features_.set_known(std::move(known));
    return restricted;
  }
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    auto with_loss = std::make_unique<Alignments>(*this);
    with_loss->counted_ = KnownInputs(std::move(known));
    return with_loss;
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return features_.score(x, y, w);
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    Difference difference(*this, x, y, y_hat);
    difference.for_each([&](Index coordinate, double value) { w[coordinate] += scale * value; });
  }

  bool scores_outputs_together() const override { return true; }
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    const Difference difference(*this, x, y, y_hat);
    const double of_y = score(x, y, difference.dense());
    for (std::size_t j = 0; j < outputs.size(); ++j)
      products[j] = of_y - score(x, outputs[j], difference.dense());
  }

  Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                        std::span<const Output> outputs, VectorRef margins) const override {
    this->margins(x, y, outputs, w, margins);
    return *augmented_best(x, y, w, augmentation, /*other=*/false).violation();
  }

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return best_other(y, k_best(x, 2, w));
  }

  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    return augmented_best(x, y, w, augmentation, /*other=*/true).violation();
  }

  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    std::vector<Decoded> best = k_best(x, 2, w);
    TwoBest found{std::move(best.front()), std::nullopt};
    if (best.size() > 1) found.runner_up = std::move(best.back());
    return found;
  }

  std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const override {
    std::vector<Decoded> best = alignment_k_best(features_.scores(x, w), k);
    if (!features_.has_bonus(x)) return best;
    std::erase_if(best, [&](const Decoded& each) { return !features_.allows(x, each.output); });
    for (Decoded& each : best) each.value = score(x, each.output, w);
    std::ranges::stable_sort(best, std::ranges::greater(), &Decoded::value);
    return best;
  }

  std::optional<std::string> log_partition_unavailable() const override {
    const Demand most = largest_demand(alignment_sums_bytes);
    if (most.bytes <= kLargestSums) return std::nullopt;
    return "sequences of " + most.text() +
           " for the log-partition: leave long sequences out (max_length), or take a learner that "
           "decodes "
           "alone, as structural_svm does";
  }

  double log_partition(InputId x, ConstVectorRef w) const override {
    const AlignmentFeatures::ForSums table = features_.scores_for_sums(x, w);
    return *alignment_log_partition(table.scores) - table.bonus;
  }

  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    const AlignmentFeatures::ForSums table = features_.scores_for_sums(x, w);
    const auto sums = alignment_sums(table.scores);
    features_.for_each_expected(x, *sums,
                                [&](Index coordinate, double p) { into[coordinate] += scale * p; });
    return sums->log_partition - table.bonus;
  }

  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return features_.expectations(std::move(inputs), std::move(factors));
  }

  std::optional<std::string> multinomial_groups_unavailable() const override {
    if (options_.mode != AlignmentKind::kGlobal)
      return "mode global: ends left out have no probability";
    if (features_.blocks().size() != 1) return "one view: events of several are no distribution";
    const std::optional<std::size_t> described = only_description();
    if (!described)
      return "one description of positions: those of several have no probabilities of their own";
    if (data_->descriptions[*described].has_shares)
      return "features that are counts: those of profiles are shares, which nothing emits";
    if (data_->symmetric)
      return "data that are not symmetric: gaps of either sequence have probabilities of their own";
    std::vector<bool> met(features_.blocks().front().view->num_features, false);
    for (const std::int32_t j : feature_of_entry(*described)) {
      if (j >= 0 && met[j])
        return "a feature of its own for each entry: of shared ones nothing sums to one";
      if (j >= 0) met[j] = true;
    }
    return std::nullopt;
  }

  std::vector<std::vector<Index>> multinomial_groups() const override {
    const AlignmentFeatures::Block& block = features_.blocks().front();
    const std::size_t described = *only_description();
    const Description& description = data_->descriptions[described];
    std::vector<std::vector<Index>> groups;
    Index entry = 0;
    for (const Index end :
         {description.first_entry(0), description.second_entry(0), description.num_entries()}) {
      groups.emplace_back();
      for (; entry < end; ++entry) {
        if (const std::int32_t j = feature_of_entry(described)[entry]; j >= 0)
          groups.back().push_back(block.features + j);
      }
    }
    for (const int previous : {kPair, kFirst, kSecond}) {
      groups.emplace_back();
      for (const int operation : {kPair, kFirst, kSecond}) {
        if (previous == kSecond && operation == kFirst) continue;
        groups.back().push_back(block.transitions + features_.transition(previous, operation));
      }
    }
    std::erase_if(groups, [](const std::vector<Index>& group) { return group.empty(); });
    return groups;
  }

  bool has_known_set(std::string_view name) const override {
    return name == "known substitution scores";
  }

  std::optional<std::string> known_weights_unavailable(const KnownSet&) const override {
    if (features_.blocks().size() != 1) return "one view of all features";
    if (data_->num_inputs() > 0 && data_->substitution_scores.empty())
      return "known substitution scores, which these data do not have";
    Vector weights(features_.blocks().front().view->num_features, kNever);
    bool any = data_->num_inputs() == 0;
    for (std::size_t e = 0; e < data_->substitution_scores.size(); ++e) {
      const std::int32_t j = feature_of_entry(0)[e];
      if (j < 0) continue;
      const double score = data_->substitution_scores[e];
      if (weights[j] != kNever && weights[j] != score)
        return "equal substitution scores of pairs that share a feature";
      weights[j] = score;
      any = true;
    }
    if (!any) return "features of single residues, which the view does not have";
    return std::nullopt;
  }

  // Each pair of codes has its published score; pairs without a feature in the data score 0. A gap
  // of k positions in one sequence costs gap_open + k gap_extend. A gap in the second sequence
  // directly after one in the first counts as a new gap.
  Vector known_weights(const KnownSet& set) const override {
    const double gap_open = set.options.at("gap_open"), gap_extend = set.options.at("gap_extend");
    Vector w(dimension(), 0.0);
    const AlignmentFeatures::Block& block = features_.blocks().front();
    for (std::size_t e = 0; e < data_->substitution_scores.size(); ++e) {
      if (const std::int32_t j = feature_of_entry(0)[e]; j >= 0)
        w[block.features + j] = data_->substitution_scores[e];
    }
    const auto set_transition = [&](int previous, int operation, double weight) {
      w[block.transitions + features_.transition(previous, operation)] = weight;
    };
    for (const int gap : {kFirst, kSecond}) {
      set_transition(kPair, gap, -(gap_open + gap_extend));
      set_transition(gap, gap, -gap_extend);
    }
    set_transition(kFirst, kSecond, -(gap_open + gap_extend));
    return w;
  }

  Vector judged_positions(InputId x) const override {
    const std::vector<bool>&first = data_->first_judged, &second = data_->second_judged;
    if (first.empty() && second.empty()) return {};
    Vector judged = {static_cast<double>(data_->first_length(x))};
    for (Index at = data_->first_begin[x]; at < data_->first_begin[x + 1]; ++at)
      judged.push_back(first.empty() || first[at]);
    for (Index at = data_->second_begin[x]; at < data_->second_begin[x + 1]; ++at)
      judged.push_back(second.empty() || second[at]);
    return judged;
  }

 private:
  static constexpr double kNever = -std::numeric_limits<double>::infinity();
  // Bytes of a thread. The k best alignments need no limit. Their tables take a third of the memory
  // of sums, and readers refuse sequences that are too long for that.
  static constexpr double kLargestTable = 4.0 * (1 << 30), kLargestSums = 1.0 * (1 << 30);

  /// The size of the largest table over the inputs for training, and the lengths that need it.
  struct Demand {
    Index n = 0, m = 0;
    double bytes = 0;

    std::string text() const {
      const auto tenths = static_cast<Index>(std::llround(bytes / (1 << 30) * 10));
      return std::to_string(n) + " and " + std::to_string(m) + " positions can make a table of " +
             std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
    }
  };
  template <class BytesOf>
  Demand largest_demand(const BytesOf& bytes_of) const {
    Demand most;
    for (InputId x = 0; x < data_->num_training.value_or(num_inputs()); ++x) {
      const Index n = data_->first_length(x), m = data_->second_length(x);
      if (const double bytes = bytes_of(n, m); bytes > most.bytes) most = {n, m, bytes};
    }
    return most;
  }

  /// Phi(x, y) - Phi(x, y_hat). A thread may have only one such object at a time.
  class Difference {
   public:
    Difference(const Alignments& problem, InputId x, const Output& y, const Output& y_hat) {
      dense_.resize(std::max<std::size_t>(dense_.size(), problem.dimension()), 0.0);
      problem.features_.for_each(x, y,
                                 [&](Index coordinate, double value) { add(coordinate, value); });
      problem.features_.for_each(x, y_hat,
                                 [&](Index coordinate, double value) { add(coordinate, -value); });
    }
    Difference(const Difference&) = delete;
    ~Difference() {
      for (const Index coordinate : touched_) dense_[coordinate] = 0;
      touched_.clear();
    }
    ConstVectorRef dense() const { return dense_; }
    /// Calls action(coordinate, value) for each nonzero value. Call it at most once.
    template <class Action>
    void for_each(const Action& action) {
      for (const Index coordinate : touched_) {
        if (dense_[coordinate] != 0) action(coordinate, dense_[coordinate]);
        dense_[coordinate] = 0;
      }
    }

   private:
    void add(Index coordinate, double value) {
      dense_[coordinate] += value;
      touched_.push_back(coordinate);
    }
    inline static thread_local Vector dense_;                // all zero while no object exists
    inline static thread_local std::vector<Index> touched_;  // may repeat coordinates
  };

  const std::vector<std::int32_t>& feature_of_entry(std::size_t d) const {
    static const std::vector<std::int32_t> none;
    const auto& all = features_.blocks().front().view->feature_of_entry;
    return d < all.size() ? all[d] : none;
  }

  // Returns the description that has all features of the first view, or the first description if
  // there are no features. Returns nullopt if several have features.
  std::optional<std::size_t> only_description() const {
    std::optional<std::size_t> only;
    for (std::size_t d = 0; d < data_->descriptions.size(); ++d) {
      const std::vector<std::int32_t>& features = feature_of_entry(d);
      if (std::all_of(features.begin(), features.end(), [](std::int32_t j) { return j < 0; }))
        continue;
      if (only) return std::nullopt;
      only = d;
    }
    return only ? only : 0;
  }

  // Whether loss-augmented decoding needs the best alignment for each number of hits.
  static bool takes_best_per_hits(Augmentation augmentation) {
    return augmentation.rescaling == Rescaling::kSlack || augmentation.slack_norm != 1;
  }

  bool is_judged(InputId x, Index i, Index j) const {
    const auto counts = [](const std::vector<bool>& judged, Index at) {
      return judged.empty() || judged[at];
    };
    return counts(data_->first_judged, data_->first_begin[x] + i) &&
           counts(data_->second_judged, data_->second_begin[x] + j);
  }

  // The wanted pairs of the reference y. The next call on the same thread overwrites them.
  const WantedPairs& wanted_pairs(InputId x, const Output& y) const {
    thread_local WantedPairs wanted;
    wanted.rows.assign(data_->first_length(x), HitRange{});
    wanted.count = wanted.judged = 0;
    const Index distance = options_.loss == AlignmentLoss::kQ4 ? kNear : 0;
    const Index m = data_->second_length(x);
    const Known* counted = counted_.of(x);
    const auto known =
        counted == nullptr ? std::set<std::pair<Index, Index>>() : known_pairs(*counted);
    for_each_pair(options_.mode, y, [&](Index i, Index j) {
      if (!is_judged(x, i, j)) return;
      ++wanted.judged;
      if (counted != nullptr && !known.contains({i, j})) return;
      wanted.rows[i] = {std::max<Index>(0, j - distance), std::min(m, j + distance + 1)};
      ++wanted.count;
    });
    return wanted;
  }

  static double loss_of(Index hits, const WantedPairs& wanted) {
    if (wanted.judged == 0) return 0;
    return static_cast<double>(wanted.count - hits) / static_cast<double>(wanted.judged);
  }

  static std::optional<Decoded> best_other(const Output& y, std::vector<Decoded> best) {
    for (Decoded& each : best) {
      if (each.output != y) return std::move(each);
    }
    return std::nullopt;
  }

  // Finds the output of the highest augmented value, among all or (with `other`) among those other
  // than y.
  AugmentedBest augmented_best(InputId x, const Output& y, ConstVectorRef w,
                               Augmentation augmentation, bool other) const {
    const double f_y = score(x, y, w);
    AugmentedBest best(f_y, augmentation);
    const WantedPairs wanted = wanted_pairs(x, y);
    const bool is_slack = augmentation.rescaling == Rescaling::kSlack;
    if (!takes_best_per_hits(augmentation) || (wanted.count == 0 && !is_slack)) {
      offer_by_margin(x, y, w, wanted, other, best);
      return best;
    }
    if (wanted.count > 0) {
      auto found = alignment_per_hits(features_.scores(x, w), wanted.rows, wanted.count);
      if (features_.has_bonus(x)) {
        for (std::optional<Decoded>& each : found) {
          if (each && !features_.allows(x, each->output)) each.reset();
          if (each) each->value = score(x, each->output, w);
        }
      }
      for (Index hits = 0; hits < wanted.count; ++hits) {
        if (found[hits]) best.offer(loss_of(hits, wanted), *found[hits]);
      }
      if (!is_slack && !other && found[wanted.count]) best.offer(0, *found[wanted.count]);
    }
    if (is_slack || other) offer_without_loss(x, y, w, wanted, is_slack, other, best);
    return best;
  }

  // Offers the best of loss + f. It maximises N (loss + f), which is a sum in which whole numbers
  // stay whole.
  void offer_by_margin(InputId x, const Output& y, ConstVectorRef w, const WantedPairs& wanted,
                       bool other, AugmentedBest& best) const {
    AlignmentScores& scores =
        features_.scores(x, w, static_cast<double>(std::max<Index>(1, wanted.judged)),
                         static_cast<double>(data_->first_length(x) + data_->second_length(x)));
    for (Index i = 0; i < scores.first_length(); ++i) {
      double* row = scores.pairs(i);
      for (Index j = wanted.rows[i].begin; j < wanted.rows[i].end; ++j)
        row[j * AlignmentScores::kStep] -= 1;
    }
    const auto found = other ? best_other(y, alignment_k_best(scores, 2)) : best_alignment(scores);
    if (!found || !features_.allows(x, found->output)) return;
    best.offer(loss(x, y, found->output), {found->output, score(x, found->output, w)});
  }

  // Offers the best alignment without loss. For slack rescaling scores do not matter, and it is the
  // smallest one.
  void offer_without_loss(InputId x, const Output& y, ConstVectorRef w, const WantedPairs& wanted,
                          bool is_slack, bool other, AugmentedBest& best) const {
    AlignmentScores& scores = features_.scores(x, w);
    if (is_slack) {
      scores.reset(options_.mode, scores.first_length(), scores.second_length());
      features_.exclude(x, 0, scores);
    }
    require(wanted, scores);
    for (const Decoded& each : alignment_k_best(scores, other ? 2 : 1)) {
      if ((other && each.output == y) || loss(x, y, each.output) > 0 ||
          !features_.allows(x, each.output))
        continue;
      return best.offer(0, {each.output, score(x, each.output, w)});
    }
  }

  // Excludes alignments without all wanted pairs. A local alignment could leave out the first or
  // the last wanted pair. These two therefore get such high scores that an alignment without them
  // is never best, by the bound in known_pairs.hpp.
  void require(const WantedPairs& wanted, AlignmentScores& scores) const {
    if (wanted.count == 0) return;
    const double largest = largest_value(scores), much = largest == 0 ? 1 : 4 * largest;
    Index first = -1, last = -1;
    for (Index i = 0; i < scores.first_length(); ++i) {
      const HitRange& row = wanted.rows[i];
      if (row.begin == row.end) continue;
      if (first < 0) first = i;
      last = i;
      scores.first()[i] = kNever;
      for (Index j = 0; j < row.begin; ++j) scores.pair(i, j) = kNever;
      for (Index j = row.end; j < scores.second_length(); ++j) scores.pair(i, j) = kNever;
    }
    if (options_.mode == AlignmentKind::kGlobal) return;
    for (const Index i : std::set<Index>{first, last}) {
      for (Index j = wanted.rows[i].begin; j < wanted.rows[i].end; ++j) scores.pair(i, j) += much;
    }
  }

  std::shared_ptr<const SequencePairs> data_;
  AlignmentFeatures features_;
  AlignmentOptions options_;
  KnownInputs counted_;  // the facts that the loss counts
};

Views make_alignments(const Json& json, std::shared_ptr<const ProblemData> data) {
  const AlignmentOptions options = alignment_options().parse(json);
  const auto pairs = std::dynamic_pointer_cast<const SequencePairs>(data);
  COSTRUCT_ASSERT(pairs != nullptr, "the problem takes pairs of sequences");
  if (pairs->kind && *pairs->kind != options.mode) {
    throw ConfigError(std::string("problem.mode = ") + json.value("mode", "global") +
                      ": the data have outputs of the other mode");
  }
  return views_over(std::ssize(pairs->views), pairs,
                    [options](std::shared_ptr<const SequencePairs> of, Index first,
                              Index views) -> std::unique_ptr<const StructuredProblem> {
                      return std::make_unique<Alignments>(of, first, views, options);
                    });
}

Views blank_alignments(const Json& json) {
  auto none = std::make_shared<SequencePairs>();
  none->descriptions.resize(1);
  none->views.resize(1);
  none->views.front().feature_of_entry.resize(1);
  return make_alignments(json, std::move(none));
}

std::vector<WeightBlock> alignment_blocks(const Json&, const ProblemData& data, Index view) {
  const auto& pairs = dynamic_cast<const SequencePairs&>(data);
  std::vector<std::string> names = {
      "pair -> pair",         "pair -> first alone",         "pair -> second alone",
      "first alone -> pair",  "first alone -> first alone",  "first alone -> second alone",
      "second alone -> pair", "second alone -> second alone"};
  if (pairs.symmetric)
    names = {"pair -> pair", "pair -> one alone", "one alone -> pair",
             "one alone -> the same alone", "first alone -> second alone"};
  const Index rows = std::ssize(names);
  return {{"operation", {""}, pairs.views[static_cast<std::size_t>(view)].num_features, {}},
          {"transition", {""}, rows, [names = std::move(names)](Index row) {
             return names[static_cast<std::size_t>(row)];
           }}};
}

}  // namespace
}  // namespace alignment

ProblemEntry alignment_problem() {
  using namespace alignment;
  ProblemEntry entry;
  entry.name = "alignment";
  entry.summary = "alignments of two sequences, with affine gaps";
  entry.input = kSequencePairs;
  entry.output =
      "operations 0 pair, 1 first alone, 2 second alone; of mode local behind the places of the "
      "first pair";
  entry.decoder = "Needleman-Wunsch, Smith-Waterman; k best, forward-backward";
  entry.cost = "O(n m) for sequences of n and m positions";
  entry.source = "Joachims 2009, section 3.2";
  entry.loss_meanings = {
      {"q", "share of the true pairs that are not predicted"},
      {"q4", "the same; a pair at most 4 places beside the true one is no error"}};
  entry.losses = {"q", "q4"};
  entry.loss_options = {"loss"};
  entry.options = alignment_options().list();
  entry.make = make_alignments;
  entry.blank = blank_alignments;
  entry.weight_blocks = alignment_blocks;
  entry.metrics = alignment_metrics();
  entry.difference = pair_difference;
  return entry;
}

}  // namespace costruct
