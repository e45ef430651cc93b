// Supervised clustering of sets of T objects (Brefeld 2008, section 3.2.4 and chapter 8; Finley &
// Joachims 2005).
//
//   Phi(x, y) = sum over pairs k < j that y puts together of psi(x_j, x_k)      (eq. 3.35)
//   weights:  per view its features, in their order, then the bias: a feature of value 1 for every
//             pair
//   output:   a part per object, its cluster. Clusters are numbered from 0 in the order of their
//             first objects.
//   loss:     rand, total (partition_loss.hpp); both are sums over pairs
//
// So f(y) is the sum of the similarities <w, psi> within clusters, and decoding is correlation
// clustering (core/decode/clusterings/correlation_clustering.hpp). The decoders are
// - sequential, greedy: each object in turn joins a cluster of those before it (Decoding Strategy
//   8.1)
// - agglomerative, greedy: clusters are joined as long as that raises f
// - lp: the triangle relaxation, rounded. As a loss-augmented decoder it is relaxed. Its fractional
//   points are constraints, so that a structural SVM trained on them solves Opt. Problem 8.1.
// - exact: enumeration. Only this decoder supports slack rescaling and r = 2, for which the loss is
//   not a sum over pairs.
//
// The facts about an output that is known in part are links (known_links.hpp).
#include "costruct/problems/clustering/clustering.hpp"

#include <algorithm>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/core/interfaces/pair_decisions.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/relaxed_decoder.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/interfaces/single_moves.hpp"
#include "costruct/problems/clustering/clustering_metrics.hpp"
#include "costruct/problems/clustering/clustering_options.hpp"
#include "costruct/problems/clustering/known_links.hpp"
#include "costruct/problems/clustering/object_sets.hpp"
#include "costruct/problems/clustering/partition_search.hpp"
#include "costruct/problems/clustering/partitions.hpp"
#include "costruct/problems/clustering/similarity.hpp"
#include "costruct/problems/views_over.hpp"

namespace costruct {
namespace clustering {
namespace {

/// Calls use(j, k, sign) for the pairs k < j on which y and y_hat differ. The sign is 1 if y puts
/// the pair together, and -1 if y_hat does.
template <class Use>
void for_each_difference(const Output& y, const Output& y_hat, const Use& use) {
  const auto T = static_cast<Index>(y.parts.size());
  const int *a = y.parts.data(), *b = y_hat.parts.data();
  for (Index j = 1; j < T; ++j) {
    for (Index k = 0; k < j; ++k) {
      const bool in_y = a[j] == a[k], in_y_hat = b[j] == b[k];
      if (in_y != in_y_hat) use(j, k, in_y ? 1.0 : -1.0);
    }
  }
}

/// The links of each input. Copies share them.
class LinkedInputs {
 public:
  /// Nothing is known.
  LinkedInputs() = default;
  LinkedInputs(const ObjectSets& sets, const std::vector<Known>& known) {
    std::vector<std::optional<LinkedObjects>> of_inputs(known.size());
    for (std::size_t x = 0; x < known.size(); ++x) {
      if (!known[x].empty())
        of_inputs[x].emplace(LinkClosure(sets.num_objects(static_cast<Index>(x)), known[x]));
    }
    of_inputs_ =
        std::make_shared<const std::vector<std::optional<LinkedObjects>>>(std::move(of_inputs));
  }
  /// Null if nothing is known of the input.
  const LinkedObjects* of(InputId x) const {
    if (of_inputs_ == nullptr) return nullptr;
    const auto& links = (*of_inputs_)[static_cast<std::size_t>(x)];
    return links ? &*links : nullptr;
  }

 private:
  std::shared_ptr<const std::vector<std::optional<LinkedObjects>>> of_inputs_;
};

class Clustering final : public StructuredProblem,
                         public PartialOutputs,
                         public RelaxedDecoder,
                         public RunnerUpDecoder,
                         public PairDecisions,
                         public SingleMoves {
 public:
  /// Over the views [first, first + count) of the data.
  Clustering(const Options& options, std::shared_ptr<const ObjectSets> data, Index first,
             Index count)
      : options_(options), data_(std::move(data)) {
    for (Index v = first; v < first + count; ++v) {
      views_.push_back({&data_->views()[static_cast<std::size_t>(v)], dimension_});
      dimension_ += Similarity::num_weights(views_.back().features->size(), options_.bias);
    }
  }

  Index dimension() const override { return dimension_; }
  Index num_inputs() const override { return data_->size(); }

  SparseVector joint_feature(InputId x, const Output& y) const override {
    PairSum sum(*this);
    const auto T = num_objects(x);
    for (Index j = 1; j < T; ++j) {
      for (Index k = 0; k < j; ++k) {
        if (y.parts[static_cast<std::size_t>(j)] == y.parts[static_cast<std::size_t>(k)])
          sum.add(x, j, k, 1);
      }
    }
    return sum.sparse();
  }

  Decoded decode(InputId x, ConstVectorRef w) const override {
    return best(x, similarities(x, w), options_.decoder);
  }
  Exactness decoding_exactness() const override {
    return options_.decoder == Decoder::kExact ? Exactness::kExact : Exactness::kGreedy;
  }

  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    const bool adds_up =
        augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1;
    if (adds_up || options_.of_training() == Decoder::kExact) return std::nullopt;
    return "needs training_decoder exact: the loss adds up over pairs with margin rescaling and "
           "slack_norm 1 "
           "alone";
  }
  Exactness loss_augmented_exactness(Augmentation) const override {
    switch (options_.of_training()) {
      case Decoder::kExact:
        return Exactness::kExact;
      case Decoder::kLinearProgram:
        return Exactness::kRelaxed;
      default:
        return Exactness::kGreedy;
    }
  }

  /// With `lp` the value is that of the relaxation, and the output is the best partition that
  /// rounding finds.
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation) const override {
    const Vector s = similarities(x, w);
    if (options_.of_training() == Decoder::kExact)
      return worst_of_all(x, y, s, augmentation, nullptr)->first;
    const PartitionLoss loss = loss_from(x, y);
    const Augmented augmented(loss, y, s);
    if (options_.of_training() == Decoder::kLinearProgram) {
      const PartitionSearch search = search_of(x, augmented.similarity);
      const RelaxedPartition relaxed = search.relaxed();
      return {search.rounded(relaxed).output, relaxed.value + augmented.constant};
    }
    Decoded found = best(x, augmented.similarity, options_.of_training());
    found.value = loss(found.output) + partition_value(found.output, s);
    return found;
  }

  RelaxedOutput most_violated_relaxed(InputId x, const Output& y, ConstVectorRef w,
                                      Augmentation) const override {
    const PartitionLoss loss = loss_from(x, y);
    const Augmented augmented(loss, y, similarities(x, w));
    const PartitionSearch search = search_of(x, augmented.similarity);
    const RelaxedPartition relaxed = search.relaxed();
    RelaxedOutput found;
    PairSum sum(*this);
    Index whole = 0;  // pairs
    for (Index j = 1; j < num_objects(x); ++j) {
      for (Index k = 0; k < j; ++k) {
        const bool together =
            y.parts[static_cast<std::size_t>(j)] == y.parts[static_cast<std::size_t>(k)];
        const double share = search.share(relaxed, j, k), difference = together - share;
        whole += share == 0 || share == 1 ? 1 : 0;
        if (difference == 0) continue;
        sum.add(x, j, k, difference);
        found.loss += loss.of_pair(j, k) * std::abs(difference);
      }
    }
    found.difference = sum.sparse();
    if (const Index pairs = num_pairs(num_objects(x)); pairs > 0)
      found.whole_share = static_cast<double>(whole) / static_cast<double>(pairs);
    return found;
  }

  bool has_constraint(InputId x, const Output& y, const Output& y_hat) const override {
    const LinkedObjects* links = links_.of(x);
    return links == nullptr || y_hat == y || links->of_groups(y_hat).has_value();
  }

  // PartialOutputs

  Known known_of(InputId, std::span<const Output> outputs) const override {
    return common_links(outputs);
  }
  bool allows(InputId, const Known& known, const Output& y) const override {
    return agrees(known, y);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    auto restricted = std::make_unique<Clustering>(*this);
    restricted->links_ = LinkedInputs(*data_, known);
    return restricted;
  }
  /// Pairs of which nothing is known have no loss.
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    auto with_loss = std::make_unique<Clustering>(*this);
    with_loss->counted_ = LinkedInputs(*data_, known);
    return with_loss;
  }

  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    return loss_from(x, y)(y_hat);
  }

  double score(InputId x, const Output& y, ConstVectorRef w) const override {
    return partition_value(y, similarities(x, w));
  }

  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    PairSum sum(*this);
    for_each_difference(y, y_hat, [&](Index j, Index k, double sign) { sum.add(x, j, k, sign); });
    sum.add_to(w, scale);
  }

  /// Computes the similarities of all pairs only if that is cheaper than computing those of the
  /// pairs that differ.
  void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
               VectorRef margins) const override {
    if (outputs.empty()) return;
    Index differing = 0;
    for (const Output& y_hat : outputs)
      for_each_difference(y, y_hat, [&](Index, Index, double) { ++differing; });
    const PairSimilarity similarity(*this, w);
    const bool all = differing > num_pairs(x) / 2;
    const Vector s = all ? similarities(x, w) : Vector();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      margins[i] = 0;
      for_each_difference(y, outputs[i], [&](Index j, Index k, double sign) {
        margins[i] +=
            sign * (all ? s[static_cast<std::size_t>(pair_index(j, k))] : similarity.of(x, j, k));
      });
    }
  }

  bool scores_outputs_together() const override { return true; }
  void difference_products(InputId x, const Output& y, const Output& y_hat,
                           std::span<const Output> outputs, VectorRef products) const override {
    const Vector direction = dense_difference(x, y, y_hat);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      products[i] = dot(direction, dense_difference(x, y, outputs[i]));
  }

  // RunnerUpDecoder: exact with decoder `exact`, else the best of the decoder's result and the
  // neighbours of y.

  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return best_other(x, y, similarities(x, w));
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override {
    const Vector s = similarities(x, w);
    Decoded first = best(x, s, options_.decoder);
    std::optional<Decoded> second = best_other(x, first.output, s);
    return {std::move(first), std::move(second)};
  }
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation augmentation) const override {
    const Vector s = similarities(x, w);
    const double f_y = partition_value(y, s);
    if (options_.of_training() == Decoder::kExact) {
      const auto worst = worst_of_all(x, y, s, augmentation, &y);
      if (!worst) return std::nullopt;
      return Decoded{worst->first.output, worst->second};
    }
    const PartitionLoss loss = loss_from(x, y);
    const Augmented augmented(loss, y, s);
    const PartitionSearch search = search_of(x, augmented.similarity);
    AugmentedBest worst(f_y, augmentation);
    const auto offer = [&](const Output& other) {
      if (other != y) worst.offer(loss(other), {other, partition_value(other, s)});
    };
    if (const auto near = search.best_neighbour(y)) offer(near->output);
    offer(search.best(options_.of_training(), options_.window).output);
    return worst.violation();
  }

  // PairDecisions

  Index num_pairs(InputId x) const override { return costruct::num_pairs(num_objects(x)); }
  bool is_together(InputId, const Output& y, Index pair) const override {
    const auto [j, k] = objects_of_pair(pair);
    return y.parts[static_cast<std::size_t>(j)] == y.parts[static_cast<std::size_t>(k)];
  }
  std::vector<int> known_pairs(InputId x, const Known& known) const override {
    const LinkedObjects links(LinkClosure(num_objects(x), known));
    std::vector<int> sign(static_cast<std::size_t>(num_pairs(x)), 0);
    for (Index p = 0; p < num_pairs(x); ++p) {
      const auto [j, k] = objects_of_pair(p);
      if (!links.is_known(j, k)) continue;
      sign[static_cast<std::size_t>(p)] = links.group_of(j) == links.group_of(k) ? 1 : -1;
    }
    return sign;
  }
  void pair_features(InputId x, Index pair, VectorRef psi) const override {
    const auto [j, k] = objects_of_pair(pair);
    std::fill(psi.begin(), psi.end(), 0.0);
    PairSum sum(*this);
    sum.add(x, j, k, 1);
    sum.add_to(psi, 1);
  }
  void pair_scores(InputId x, ConstVectorRef w, VectorRef scores) const override {
    const Vector s = similarities(x, w);
    std::copy(s.begin(), s.end(), scores.begin());
  }

  // SingleMoves

  Index num_objects(InputId x) const override { return data_->num_objects(x); }
  Decoded most_violated_move(InputId x, const Output& y, Index object, ConstVectorRef w,
                             Augmentation augmentation) const override {
    const PairSimilarity similarity(*this, w);
    const PartitionLoss pair_loss = loss_from(x, y);
    const int own = y.parts[static_cast<std::size_t>(object)];
    const auto clusters =
        static_cast<std::size_t>(*std::max_element(y.parts.begin(), y.parts.end())) + 2;
    Vector total(clusters, 0.0), loss(clusters, 0.0);  // for joining each cluster; the last is new
    for (Index other = 0; other < num_objects(x); ++other) {
      if (other == object) continue;
      const auto cluster = static_cast<std::size_t>(y.parts[static_cast<std::size_t>(other)]);
      const Index j = std::max(object, other), k = std::min(object, other);
      total[cluster] += similarity.of(x, j, k);
      loss[cluster] += pair_loss.of_pair(j, k);
    }
    const auto from = static_cast<std::size_t>(own);
    Vector violation(clusters);
    for (std::size_t to = 0; to < clusters; ++to) {
      const double wrong = to == from ? 0 : loss[from] + loss[to];
      violation[to] = augmented_value(wrong, total[to] - total[from], 0, augmentation);
    }
    std::optional<Decoded> worst;
    for (std::size_t to = 0; to < clusters; ++to) {
      if (worst && violation[to] < worst->value) continue;
      Output moved = y;
      moved.parts[static_cast<std::size_t>(object)] = static_cast<int>(to);
      moved = partition_of(moved.parts);
      if (!has_constraint(x, y, moved)) continue;
      if (!worst || violation[to] > worst->value || moved < worst->output)
        worst = Decoded{std::move(moved), violation[to]};
    }
    return *worst;
  }

 private:
  struct View {
    const std::vector<std::int32_t>* features;
    Index offset;  // coordinate of the first weight
  };

  /// Similarities of the objects of inputs at some weights.
  class PairSimilarity {
   public:
    PairSimilarity(const Clustering& problem, ConstVectorRef w)
        : data_(*problem.data_),
          similarity_(data_.num_features()),
          buffer_(static_cast<std::size_t>(data_.num_features())) {
      for (const View& view : problem.views_) {
        similarity_.add_view(*view.features, problem.options_.bias,
                             w.subspan(static_cast<std::size_t>(view.offset)));
      }
    }
    double of(InputId x, Index j, Index k) const {
      return similarity_(data_.pair(x, j, k, buffer_));
    }

   private:
    const ObjectSets& data_;
    Similarity similarity_;
    mutable std::vector<float> buffer_;
  };

  /// A weighted sum of psi over pairs.
  class PairSum {
   public:
    explicit PairSum(const Clustering& problem)
        : problem_(problem),
          sum_(static_cast<std::size_t>(problem.data_->num_features()), 0.0),
          buffer_(sum_.size()) {}
    void add(InputId x, Index j, Index k, double factor) {
      const std::span<const float> psi = problem_.data_->pair(x, j, k, buffer_);
      for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += factor * static_cast<double>(psi[i]);
      pairs_ += factor;
    }
    void add_to(VectorRef w, double scale) const {
      for_each([&](std::size_t at, double value) { w[at] += scale * value; });
    }
    SparseVector sparse() const {
      SparseVector vector;
      for_each([&](std::size_t at, double value) {
        if (value == 0) return;
        vector.index.push_back(static_cast<Index>(at));
        vector.value.push_back(value);
      });
      return vector;
    }

   private:
    template <class Use>
    void for_each(const Use& use) const {
      for (const View& view : problem_.views_) {
        const auto offset = static_cast<std::size_t>(view.offset);
        for (std::size_t i = 0; i < view.features->size(); ++i)
          use(offset + i, sum_[static_cast<std::size_t>((*view.features)[i])]);
        if (problem_.options_.bias) use(offset + view.features->size(), pairs_);
      }
    }

    const Clustering& problem_;
    Vector sum_;
    std::vector<float> buffer_;
    double pairs_ = 0;
  };

  /// Margin rescaling with r = 1, written as similarities: Delta(y, .) + f(.) = constant + the sum
  /// of these similarities within clusters.
  struct Augmented {
    Augmented(const PartitionLoss& loss, const Output& y, const Vector& s) : similarity(s) {
      const auto T = static_cast<Index>(y.parts.size());
      for (Index j = 1; j < T; ++j) {
        for (Index k = 0; k < j; ++k) {
          const bool together =
              y.parts[static_cast<std::size_t>(j)] == y.parts[static_cast<std::size_t>(k)];
          const double c = loss.of_pair(j, k);
          if (together) constant += c;
          similarity[static_cast<std::size_t>(pair_index(j, k))] += together ? -c : c;
        }
      }
    }
    Vector similarity;
    double constant = 0;
  };

  Vector similarities(InputId x, ConstVectorRef w) const {
    const PairSimilarity similarity(*this, w);
    Vector s;
    s.reserve(static_cast<std::size_t>(num_pairs(x)));
    for (Index j = 1; j < num_objects(x); ++j) {
      for (Index k = 0; k < j; ++k) s.push_back(similarity.of(x, j, k));
    }
    return s;
  }

  PartitionLoss loss_from(InputId x, const Output& y) const {
    return PartitionLoss(options_.loss, y, counted_.of(x));
  }

  /// Keeps a reference to s.
  PartitionSearch search_of(InputId x, const Vector& s) const {
    return PartitionSearch(num_objects(x), s, links_.of(x));
  }
  Decoded best(InputId x, const Vector& s, Decoder decoder) const {
    return search_of(x, s).best(decoder, options_.window);
  }

  std::optional<Decoded> best_other(InputId x, const Output& y, const Vector& s) const {
    std::optional<Decoded> most;
    const auto offer = [&](Decoded other) {
      if (other.output == y) return;
      const bool better = !most || other.value > most->value ||
                          (other.value == most->value && other.output < most->output);
      if (better) most = std::move(other);
    };
    if (options_.decoder == Decoder::kExact) {
      for_each_linked_partition(num_objects(x), links_.of(x), [&](const Output& other) {
        offer({other, partition_value(other, s)});
      });
    } else {
      const PartitionSearch search = search_of(x, s);
      if (auto near = search.best_neighbour(y)) offer(std::move(*near));
      offer(search.best(options_.decoder, options_.window));
    }
    return most;
  }

  /// The result of loss_augmented_decode() and its violation, by enumeration of all outputs except
  /// `without`. nullopt if there is no other output.
  std::optional<std::pair<Decoded, double>> worst_of_all(InputId x, const Output& y,
                                                         const Vector& s, Augmentation augmentation,
                                                         const Output* without) const {
    const PartitionLoss loss = loss_from(x, y);
    AugmentedBest worst(partition_value(y, s), augmentation);
    for_each_linked_partition(num_objects(x), links_.of(x), [&](const Output& other) {
      if (without == nullptr || other != *without)
        worst.offer(loss(other), {other, partition_value(other, s)});
    });
    const auto violation = worst.violation();
    if (!violation) return std::nullopt;
    return std::pair{worst.best(), violation->value};
  }

  Vector dense_difference(InputId x, const Output& y, const Output& y_hat) const {
    Vector difference(static_cast<std::size_t>(dimension_), 0.0);
    add_difference(x, y, y_hat, 1, difference);
    return difference;
  }

  Options options_;
  std::shared_ptr<const ObjectSets> data_;
  std::vector<View> views_;
  Index dimension_ = 0;
  LinkedInputs links_;    // to which outputs keep
  LinkedInputs counted_;  // the pairs that the loss counts
};

Views make_clustering(const Json& json, std::shared_ptr<const ProblemData> data) {
  const Options options = read_options(json);
  const auto sets = std::dynamic_pointer_cast<const ObjectSets>(data);
  COSTRUCT_ASSERT(sets != nullptr, "clustering takes sets of objects");
  const Index count = std::ssize(sets->views());
  return views_over(count, sets,
                    [options](std::shared_ptr<const ObjectSets> of, Index first, Index views) {
                      return std::make_unique<Clustering>(options, std::move(of), first, views);
                    });
}

std::vector<WeightBlock> clustering_blocks(const Json& json, const ProblemData& data, Index view) {
  const auto& sets = dynamic_cast<const ObjectSets&>(data);
  std::vector<WeightBlock> blocks = {
      {"pair in one cluster", {""}, std::ssize(sets.views()[static_cast<std::size_t>(view)]), {}}};
  if (read_options(json).bias) blocks.push_back(one_row("pair in one cluster", {""}, kBiasName));
  return blocks;
}

class NoFeatures final : public PairFeatures {
 public:
  Index count() const override { return 0; }
  void compute(Index, Index, std::span<float>) const override {}
};

}  // namespace
}  // namespace clustering

ProblemEntry clustering_problem() {
  using namespace clustering;
  ProblemEntry entry;
  entry.name = "clustering";
  entry.summary = "a partition of a set of objects, by learned similarities of pairs";
  entry.input = kObjectSets;
  entry.output = "a part per object: its cluster, numbered in the order of first objects";
  entry.decoder =
      "correlation clustering: sequential, agglomerative, linear program, or enumeration";
  entry.cost = "O(T^2) for T objects with `sequential`; up to O(T^3) with `agglomerative`";
  entry.source = "Brefeld 2008, section 3.2.4 and chapter 8; Finley & Joachims 2005";
  entry.loss_meanings = {
      {"rand", "share of the pairs of objects that are wrong (Brefeld 2008, eq. 3.39)"},
      {"total", "wrong pairs weighted by the sizes of clusters: about the objects in wrong ones"}};
  entry.losses = {"rand", "total"};
  entry.loss_options = {"loss"};
  entry.options = options().list();
  entry.make = make_clustering;
  entry.blank = [](const Json& json) {
    return make_clustering(json,
                           std::make_shared<ObjectSets>(std::make_shared<NoFeatures>(),
                                                        std::vector<std::vector<Index>>(),
                                                        std::vector<std::vector<std::int32_t>>(1)));
  };
  entry.weight_blocks = clustering_blocks;
  entry.metrics = clustering_metrics();
  entry.set_size = [](const Json& json) { return read_options(json).set_size; };
  entry.joined = [](const Output& parts) { return partition_of(parts.parts); };
  entry.difference = [](const Json&, const Output& a, const Output& b) {
    return a.parts.size() < 2 ? 0.0 : PartitionLoss(Loss::kRand, a)(b);
  };
  return entry;
}

}  // namespace costruct
