#include "costruct/problems/dependency/arc_weights.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "costruct/problems/part_scores.hpp"

namespace costruct::dependency {

ArcWeights::ArcWeights(const HeadedSentences& data, HeadTreeKind kind, Index first_view,
                       Index num_views)
    : data_(data), kind_(kind), relations_(std::ssize(data.relations)) {
  for (Index v = first_view; v < first_view + num_views; ++v) {
    Block block{&data_.views[v], dimension_, 0};
    block.plain = block.labeled + block.features->num_labeled() * relations_;
    dimension_ = block.plain + block.features->plain.num_features;
    blocks_.push_back(block);
  }
}

void ArcWeights::set_known(std::vector<Known> known) {
  known_ = KnownLabels(std::move(known));
  has_tree_.assign(data_.num_inputs(), true);
  const Vector zeros(dimension_, 0.0);
  for (InputId x = 0; x < data_.num_inputs(); ++x) {
    if (known_.of(x) != nullptr) has_tree_[x] = has_head_tree(scores(x, zeros));
  }
}

LabeledArcScores& ArcWeights::scores(InputId x, ConstVectorRef w) const {
  thread_local LabeledArcScores scores;
  scores.kind = kind_;
  scores.length = data_.length(x);
  scores.labels = relations_;
  scores.score.assign(scores.length * scores.parts(), 0.0);
  for (const Block& block : blocks_) add_block(block, x, w, scores);
  if (const Known* known = known_.of(x)) {
    const double cost = has_tree_[x] ? -std::numeric_limits<double>::infinity() : kRuledOut;
    thread_local std::vector<std::pair<Index, double>> possible;  // parts and their scores
    for (Index t = 0; t < std::min<Index>(scores.length, std::ssize(known->facts)); ++t) {
      const std::vector<int>& fact = known->facts[static_cast<std::size_t>(t)];
      if (fact.empty()) continue;
      double* row = scores.row(t);
      possible.clear();
      for (const int part : fact) {
        if (const int p = table_part(part); p >= 0) possible.emplace_back(p, row[p]);
      }
      for (Index p = 0; p < scores.parts(); ++p) row[p] += cost;
      for (const auto& [p, score] : possible) row[p] = score;
    }
  }
  return scores;
}

// The scores of both ends of an arc are sums of weights that many arcs share, so they are computed
// once.
void ArcWeights::add_block(const Block& block, InputId x, ConstVectorRef w,
                           LabeledArcScores& scores) const {
  const Index T = scores.length, L = relations_;
  const Parts first = parts_of(block, x);
  const ArcFeatures& features = *block.features;
  thread_local Vector heads, dependents;
  const auto add_rows = [&](const FeatureTable& table, Index begin, Index count, Vector& rows) {
    rows.assign(count * L, 0.0);
    for (Index i = 0; i < count; ++i)
      part_scores::add_fast(table, begin + i, w.data() + block.labeled, dimension_ - block.labeled,
                            L, &rows[i * L]);
  };
  add_rows(features.heads, first.heads, 2 * (T + 1), heads);
  add_rows(features.dependents, first.dependents, 2 * T, dependents);
  for (Index t = 0; t < T; ++t) {
    for (Index head = 0; head <= T; ++head) {
      if (head == t + 1) continue;
      const Index d = direction(head, t), arc = first.arcs + t * (T + 1) + head;
      const double plain = part_scores::gather(features.plain, arc, w.data() + block.plain);
      double* row = scores.row(t) + head * L;
      const double* of_head = &heads[(2 * head + d) * L];
      const double* of_dependent = &dependents[(2 * t + d) * L];
      for (Index l = 0; l < L; ++l) row[l] += plain + (of_head[l] + of_dependent[l]);
      part_scores::add(features.labeled, arc, w.data() + block.labeled, L, row);
    }
  }
}

void ArcWeights::add_expected(InputId x, const Vector& probabilities, double scale,
                              VectorRef into) const {
  for (const Block& block : blocks_) add_expected(block, x, probabilities, scale, into);
}

void ArcWeights::add_expected(const Block& block, InputId x, const Vector& probabilities,
                              double scale, VectorRef into) const {
  const Index T = data_.length(x), L = relations_;
  const Parts first = parts_of(block, x);
  const ArcFeatures& features = *block.features;
  thread_local Vector heads, dependents;
  heads.assign(2 * (T + 1) * L, 0.0);
  dependents.assign(2 * T * L, 0.0);
  // Adds a row of probabilities to the weights of the features of a part.
  const auto add = [&](const FeatureTable& table, Index part, const double* row) {
    const auto of_part = table.features_of(part);
    const auto values = table.values_of(part);
    for (std::size_t i = 0; i < of_part.size(); ++i) {
      double* weights = into.data() + block.labeled + of_part[i] * L;
      const double factor = values.empty() ? scale : scale * values[i];
      for (Index l = 0; l < L; ++l) weights[l] += factor * row[l];
    }
  };
  for (Index t = 0; t < T; ++t) {
    for (Index head = 0; head <= T; ++head) {
      const double* row = &probabilities[(t * (T + 1) + head) * L];
      double sum = 0;
      for (Index l = 0; l < L; ++l) sum += row[l];
      if (sum == 0 || head == t + 1) continue;
      const Index d = direction(head, t), arc = first.arcs + t * (T + 1) + head;
      double* of_head = &heads[(2 * head + d) * L];
      double* of_dependent = &dependents[(2 * t + d) * L];
      for (Index l = 0; l < L; ++l) {
        of_head[l] += row[l];
        of_dependent[l] += row[l];
      }
      const auto plain = features.plain.features_of(arc);
      const auto values = features.plain.values_of(arc);
      for (std::size_t i = 0; i < plain.size(); ++i)
        into[block.plain + plain[i]] += scale * sum * (values.empty() ? 1.0 : values[i]);
      add(features.labeled, arc, row);
    }
  }
  for (Index i = 0; i < 2 * (T + 1); ++i) add(features.heads, first.heads + i, &heads[i * L]);
  for (Index i = 0; i < 2 * T; ++i)
    add(features.dependents, first.dependents + i, &dependents[i * L]);
}

/// Sums over many sentences. Threads compute the probabilities of some sentences at a time; they
/// are then added in the order of the inputs.
class ArcExpectations final : public ExpectedFeatures {
 public:
  ArcExpectations(const ArcWeights& weights, std::vector<InputId> inputs, Vector factors)
      : weights_(weights), inputs_(std::move(inputs)), factors_(std::move(factors)) {
    std::vector<bool> touched(weights_.dimension(), false);
    for (const InputId x : inputs_) touch(x, touched);
    for (Index j = 0; j < weights_.dimension(); ++j) {
      if (touched[j]) coordinates_.push_back(j);
    }
  }

  const std::vector<Index>& coordinates() const override { return coordinates_; }

  double add(ConstVectorRef w, int threads, VectorRef into) const override {
    Vector all(weights_.dimension(), 0.0), sums(weights_.dimension(), 0.0);
    for (std::size_t i = 0; i < coordinates_.size(); ++i) all[coordinates_[i]] = w[i];
    const auto n = std::ssize(inputs_);
    double total = 0;
    std::vector<HeadSums> of_input(kAtATime);
    for (Index begin = 0, count = 0; begin < n; begin += count) {
      count = number_at_a_time(begin);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
      for (Index i = 0; i < count; ++i) {
        if (stop_requested()) continue;
        of_input[i] = sum_head_trees(weights_.scores(inputs_[begin + i], all)).value_or(HeadSums{});
      }
      throw_if_stopped();
      for (Index i = 0; i < count; ++i) {
        const double factor = factors_[begin + i];
        total += factor * of_input[i].log_partition;
        if (!of_input[i].arc.empty())
          weights_.add_expected(inputs_[begin + i], of_input[i].arc, factor, sums);
      }
    }
    for (std::size_t i = 0; i < coordinates_.size(); ++i) into[i] += sums[coordinates_[i]];
    return total;
  }

 private:
  // Bounds of what is in memory: sentences, and probabilities of their parts.
  static constexpr Index kAtATime = 64, kMostParts = Index{1} << 23;

  // How many sentences from this one on are summed together.
  Index number_at_a_time(Index begin) const {
    Index count = 0, parts = 0;
    while (count < kAtATime && begin + count < std::ssize(inputs_)) {
      const Index T = weights_.data_.length(inputs_[begin + count]);
      parts += T * (T + 1) * weights_.relations_;
      if (count > 0 && parts > kMostParts) break;
      ++count;
    }
    return count;
  }

  // Marks the coordinates that an arc of x can touch.
  void touch(InputId x, std::vector<bool>& touched) const {
    const Index T = weights_.data_.length(x), L = weights_.relations_;
    for (const ArcWeights::Block& block : weights_.blocks_) {
      const ArcWeights::Parts first = weights_.parts_of(block, x);
      const auto mark = [&](const FeatureTable& table, Index begin, Index count, Index place,
                            Index width) {
        for (Index e = table.part_begin[begin]; e < table.part_begin[begin + count]; ++e) {
          const auto at = touched.begin() + place + table.feature[e] * width;
          std::fill(at, at + width, true);
        }
      };
      mark(block.features->heads, first.heads, 2 * (T + 1), block.labeled, L);
      mark(block.features->dependents, first.dependents, 2 * T, block.labeled, L);
      mark(block.features->labeled, first.arcs, T * (T + 1), block.labeled, L);
      mark(block.features->plain, first.arcs, T * (T + 1), block.plain, 1);
    }
  }

  const ArcWeights& weights_;
  std::vector<InputId> inputs_;
  Vector factors_;
  std::vector<Index> coordinates_;
};

std::unique_ptr<ExpectedFeatures> ArcWeights::expectations(std::vector<InputId> inputs,
                                                           Vector factors) const {
  return std::make_unique<ArcExpectations>(*this, std::move(inputs), std::move(factors));
}

}  // namespace costruct::dependency
