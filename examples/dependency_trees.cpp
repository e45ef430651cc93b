// A problem of one's own with structured outputs: dependency trees of tagged sentences. It is
// checked against the laws of problems, and by every learner. Then a structural SVM learns it.
//
//   Phi(x, y) = sum_t  1[tag of the head of t, tag of t]  (+)  1[head before t]
//   output:   one part per token, its head: 0 is the root, h > 0 is token h - 1
//   loss:     the number of tokens with a wrong head, which the decoder adds to the arcs
#include <fmt/format.h>

#include "costruct/contract/check.hpp"
#include "costruct/core/decode/heads/head_trees.hpp"
#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace {

using namespace costruct;

constexpr Index kTags = 4;                // tag 0 is that of the root
constexpr Index kBefore = kTags * kTags;  // coordinate of "the head stands before"
constexpr HeadTreeKind kKind{.projective = true, .single_root = true};

struct TaggedSentences final : ProblemData {
  std::vector<std::vector<int>> tags;  ///< of each token, from 1 to kTags - 1
};

class HeadTrees final : public StructuredProblem {
 public:
  explicit HeadTrees(std::shared_ptr<const TaggedSentences> data) : data_(std::move(data)) {}

  Index dimension() const override { return kBefore + 1; }
  Index num_inputs() const override { return std::ssize(data_->tags); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (std::size_t t = 0; t < y.parts.size(); ++t) {
      entries.emplace_back(pair_of(x, t, y.parts[t]), 1.0);
      if (y.parts[t] <= static_cast<int>(t)) entries.emplace_back(kBefore, 1.0);
    }
    return make_sparse(std::move(entries));
  }

  Decoded decode(InputId x, ConstVectorRef w) const override { return best(arcs(x, w)); }

  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation) const override {
    ArcScores scores = arcs(x, w);
    for (Index t = 0; t < scores.length; ++t) {
      for (Index head = 0; head <= scores.length; ++head) {
        if (head != y.parts[static_cast<std::size_t>(t)])
          scores.score[static_cast<std::size_t>(t * (scores.length + 1) + head)] += 1;
      }
    }
    return best(scores);
  }
  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    if (augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1)
      return std::nullopt;
    return "wrong heads add up for margin rescaling with slacks of norm 1 alone";
  }

  double loss(InputId, const Output& y, const Output& y_hat) const override {
    double wrong = 0;
    for (std::size_t t = 0; t < y.parts.size(); ++t) wrong += y.parts[t] != y_hat.parts[t];
    return wrong;
  }

 private:
  Index pair_of(InputId x, std::size_t token, int head) const {
    const std::vector<int>& tags = data_->tags[static_cast<std::size_t>(x)];
    const int of_head = head == 0 ? 0 : tags[static_cast<std::size_t>(head - 1)];
    return of_head * kTags + tags[token];
  }

  ArcScores arcs(InputId x, ConstVectorRef w) const {
    ArcScores scores{std::ssize(data_->tags[static_cast<std::size_t>(x)]), {}};
    for (Index t = 0; t < scores.length; ++t) {
      for (int head = 0; head <= scores.length; ++head) {
        const auto pair = static_cast<std::size_t>(pair_of(x, static_cast<std::size_t>(t), head));
        scores.score.push_back(w[pair] + (head <= t ? w[kBefore] : 0));
      }
    }
    return scores;
  }

  static Decoded best(const ArcScores& scores) {
    DecodedHeads found = *best_projective_heads(scores, kKind.single_root);
    return {Output{std::move(found.heads)}, found.value};
  }

  std::shared_ptr<const TaggedSentences> data_;
};

Views views_of(std::shared_ptr<const ProblemData> data) {
  return Views(std::make_unique<HeadTrees>(std::dynamic_pointer_cast<const TaggedSentences>(data)));
}

ProblemEntry head_trees_problem() {
  ProblemEntry entry;
  entry.name = "head_trees";
  entry.summary = "the heads of tagged words";
  entry.input = "tagged sentences";
  entry.output = "one part per token: its head";
  entry.decoder = "Eisner's algorithm";
  entry.losses = {"heads"};
  entry.options = {choice_option("loss", "heads", {"heads"}, "number of wrong heads")};
  entry.make = [](const Json&, std::shared_ptr<const ProblemData> data) { return views_of(data); };
  entry.blank = [](const Json&) { return views_of(std::make_shared<TaggedSentences>()); };
  return entry;
}

std::shared_ptr<TaggedSentences> random_sentences(RandomStream& random,
                                                  const std::vector<Index>& lengths) {
  auto data = std::make_shared<TaggedSentences>();
  for (const Index length : lengths) {
    std::vector<int> tags;
    for (Index t = 0; t < length; ++t)
      tags.push_back(1 + static_cast<int>(random.below(kTags - 1)));
    data->tags.push_back(std::move(tags));
  }
  return data;
}

// All trees of a sentence, in lexicographic order.
std::vector<Output> all_trees(Index length) {
  std::vector<Output> trees;
  Output tree{std::vector<int>(static_cast<std::size_t>(length), 0)};
  for (bool is_more = true; is_more;) {
    if (is_head_tree(kKind, 1, tree)) trees.push_back(tree);
    is_more = false;
    for (auto part = tree.parts.rbegin(); part != tree.parts.rend() && !is_more; ++part) {
      is_more = *part < length;
      *part = is_more ? *part + 1 : 0;
    }
  }
  return trees;
}

std::vector<contract::SmallInstance> small_instances(std::uint64_t seed) {
  RandomStream random(seed, 0, "small head trees");
  std::vector<contract::SmallInstance> all;
  for (const std::vector<Index>& lengths : {std::vector<Index>{1, 2, 3, 2}, {4, 3, 1}}) {
    const auto data = random_sentences(random, lengths);
    all.push_back(
        {fmt::format("{} sentences", lengths.size()),
         {{"loss", "heads"}},
         data,
         [lengths](InputId x) { return all_trees(lengths[static_cast<std::size_t>(x)]); }});
  }
  return all;
}

}  // namespace

int main() {
  if (const int failed = contract::check_problem(head_trees_problem(), small_instances))
    return failed;

  // Trees that weights of the problem itself draw can be learned.
  RandomStream random(1, 0, "sentences");
  const Views views = views_of(random_sentences(random, std::vector<Index>(80, 6)));
  Vector hidden;
  for (Index i = 0; i < views.joint().dimension(); ++i) hidden.push_back(4 * random.uniform() - 2);
  Sample sample;
  for (InputId x = 0; x < 40; ++x)
    sample.labeled.push_back({x, views.joint().decode(x, hidden).output});
  const auto learner = find_learner("structural_svm")->make({{"C", 10}});
  const Vector w = learner->fit(views, sample, FitContext{}).weights.front();
  double wrong = 0;
  for (InputId x = 40; x < 80; ++x) {
    wrong += views.joint().loss(x, views.joint().decode(x, hidden).output,
                                views.joint().decode(x, w).output);
  }
  fmt::print("{:.1f} % of the heads of new sentences are wrong\n", 100 * wrong / (40 * 6));
  return wrong < 0.1 * 40 * 6 ? 0 : 1;
}
