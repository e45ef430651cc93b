#include "costruct/core/decode/coverage/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/decode/coverage/coverage_gains.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

using namespace coverage_gains;

/// Branch and bound over sets of documents in lexicographic order.
class ChoiceSearch {
 public:
  ChoiceSearch(const CoverageObjective& objective, Index size, const std::vector<int>* without,
               Index most_looked_at)
      : objective_(objective),
        size_(size),
        n_(objective.covering.documents()),
        without_(without),
        left_(most_looked_at),
        covers_(objective),
        has_negative_(std::any_of(objective.value.begin(), objective.value.end(),
                                  [](double value) { return value < 0; })) {
    rank_pairs();
  }

  std::optional<Decoded> run() {
    if (without_ == nullptr) best_ = greedy_choice(objective_, size_);
    if (!extend(0, 0, 0)) return std::nullopt;
    return std::move(best_);
  }

  double root_bound() {
    return size_ == 0 ? objective_value(objective_, 0, 0) : bound(further(0), 0, 0);
  }

 private:
  struct Further {
    Index document;
    double gain;         // exact gain of the score
    double gain_bound;   // bound of its gain of the score in a set of size_ documents
    double weight_gain;  // gain of the covered weight of subtopics
  };

  // half_[d][m]: half the sum of the m highest pair scores of d. It is an upper bound of the share
  // of d in the scores of its pairs with m other documents.
  void rank_pairs() {
    if (objective_.pairs.empty()) return;
    for (Index d = 0; d < n_; ++d) {
      Vector scores;
      for (Index other = 0; other < n_; ++other) {
        if (other != d) scores.push_back(pair_score(objective_.pairs, d, other));
      }
      std::sort(scores.begin(), scores.end(), std::greater<>());
      Vector half{0.0};
      for (const double score : scores) half.push_back(half.back() + 0.5 * score);
      half_.push_back(std::move(half));
    }
  }

  std::vector<Further> further(Index first) const {
    const Index m = size_ - std::ssize(chosen_);
    std::vector<Further> all;
    for (Index d = first; d < n_; ++d) {
      const Cover::Gains gains = covers_.gains(d);
      double pairs = 0;
      for (const int p : chosen_) pairs += pair_score(objective_.pairs, d, p);
      const double among =
          half_.empty() ? 0 : half_[static_cast<std::size_t>(d)][static_cast<std::size_t>(m - 1)];
      all.push_back({d, gains.sum() + pairs,
                     gains.positive + gains.negative / static_cast<double>(m) + pairs + among,
                     covers_.weight_gain(d)});
    }
    return all;
  }

  // An upper bound of all choices that add documents of `all` to the chosen ones.
  double bound(const std::vector<Further>& all, double score, double weight) const {
    const auto m = static_cast<std::size_t>(size_ - std::ssize(chosen_));
    Vector gains, weights;
    for (const Further& each : all) {
      gains.push_back(each.gain_bound);
      weights.push_back(each.weight_gain);
    }
    const auto middle = static_cast<std::ptrdiff_t>(m);
    std::partial_sort(gains.begin(), gains.begin() + middle, gains.end(), std::greater<>());
    double score_bound = score;
    for (std::size_t i = 0; i < m; ++i) score_bound += gains[i];
    if (objective_.loss == nullptr) return score_bound;
    std::nth_element(weights.begin(), weights.begin() + middle - 1, weights.end());
    const double covered = weight + weights[m - 1];  // one of the m documents adds at least this
    const double value = objective_value(objective_, score_bound, covered);
    // With slack rescaling, a larger loss makes a negative factor worse. The value is then at most
    // 0.
    return objective_.augmentation.rescaling == Rescaling::kSlack ? std::max(0.0, value) : value;
  }

  // Whether no choice in a subtree can become the result. Bounds with negative values have rounding
  // errors from a division.
  bool is_hopeless(double bound) const {
    if (!best_) return false;
    if (has_negative_ || !half_.empty())
      return bound + 1e-9 * (1 + std::abs(best_->value)) < best_->value;
    return bound < best_->value || (is_in_order_ && bound == best_->value);
  }

  void offer(Index last, double value) {
    if (best_ && value < best_->value) return;
    chosen_.push_back(static_cast<int>(last));
    const bool is_out = without_ != nullptr && chosen_ == *without_;
    if (!is_out && (!best_ || value > best_->value || chosen_ <= best_->output.parts)) {
      best_ = Decoded{{chosen_}, value};
      is_in_order_ = true;
    }
    chosen_.pop_back();
  }

  // Searches all choices that begin with chosen_ and continue with documents from `first` on.
  // Returns false if the limit is reached.
  bool extend(Index first, double score, double weight) {
    const Index m = size_ - std::ssize(chosen_);
    if (m == 0) {
      if (without_ == nullptr)
        best_ = Decoded{{chosen_}, objective_value(objective_, score, weight)};
      return true;
    }
    left_ -= n_ - first;
    if (left_ < 0) return false;
    const std::vector<Further> all = further(first);
    if (is_hopeless(bound(all, score, weight))) return true;
    for (const Further& next : all) {
      if (next.document > n_ - m) break;
      const double next_score = score + next.gain, next_weight = weight + next.weight_gain;
      if (m == 1) {
        offer(next.document, objective_value(objective_, next_score, next_weight));
        continue;
      }
      chosen_.push_back(static_cast<int>(next.document));
      covers_.add(next.document);
      const bool done = extend(next.document + 1, next_score, next_weight);
      covers_.remove(next.document);
      chosen_.pop_back();
      if (!done) return false;
    }
    return true;
  }

  const CoverageObjective& objective_;
  Index size_, n_;
  const std::vector<int>* without_;
  Index left_;  // number of documents that may still be looked at
  Covers covers_;
  bool has_negative_;
  std::vector<Vector> half_;
  std::vector<int> chosen_;
  std::optional<Decoded> best_;
  // best_ was found in lexicographic order, so that no later choice is smaller
  bool is_in_order_ = false;
};

Index possible_size(const CoverageObjective& objective, Index size) {
  COSTRUCT_ASSERT(size >= 0, "a number of documents");
  return std::min(size, objective.covering.documents());
}

}  // namespace

double covered_value(const Covering& covering, ConstVectorRef value, std::span<const int> chosen) {
  std::vector<bool> seen(static_cast<std::size_t>(covering.elements), false);
  double sum = 0;
  for (const int document : chosen) {
    for (const std::int32_t e : covering.of(document)) {
      const auto at = static_cast<std::size_t>(e);
      if (!seen[at]) sum += value[at];
      seen[at] = true;
    }
  }
  return sum;
}

double choice_score(const CoverageObjective& objective, std::span<const int> chosen) {
  double score = covered_value(objective.covering, objective.value, chosen);
  for (std::size_t j = 1; j < chosen.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k) score += pair_score(objective.pairs, chosen[j], chosen[k]);
  }
  return score;
}

double choice_value(const CoverageObjective& objective, std::span<const int> chosen) {
  const CoverageLoss* loss = objective.loss;
  return objective_value(objective, choice_score(objective, chosen),
                         loss ? covered_value(loss->subtopics, loss->weight, chosen) : 0);
}

std::vector<int> greedy_ranking(const CoverageObjective& objective, Index size,
                                std::span<const int> before_others) {
  const Index n = objective.covering.documents();
  std::vector<bool> waits(static_cast<std::size_t>(n), !before_others.empty());
  for (const int d : before_others) waits[static_cast<std::size_t>(d)] = false;
  Covers covers(objective);
  std::vector<int> ranking;
  std::vector<bool> is_chosen(static_cast<std::size_t>(n), false);
  // sum of the pair scores of each document with the chosen ones
  Vector pairs(static_cast<std::size_t>(n), 0.0);
  double score = 0, weight = 0;
  while (std::ssize(ranking) < std::min(size, n)) {
    const bool all_wait = ranking.size() < before_others.size();
    Index best = -1;
    double best_value = 0, best_score = 0, best_weight = 0;
    for (Index d = 0; d < n; ++d) {
      const auto at = static_cast<std::size_t>(d);
      if (is_chosen[at] || (all_wait && waits[at])) continue;
      const double next_score = score + covers.gains(d).sum() + pairs[at];
      const double next_weight = weight + covers.weight_gain(d);
      const double value = objective_value(objective, next_score, next_weight);
      if (best >= 0 && !(value > best_value)) continue;
      best = d, best_value = value, best_score = next_score, best_weight = next_weight;
    }
    covers.add(best);
    is_chosen[static_cast<std::size_t>(best)] = true;
    ranking.push_back(static_cast<int>(best));
    score = best_score, weight = best_weight;
    for (Index d = 0; d < n && !objective.pairs.empty(); ++d) {
      if (d != best) pairs[static_cast<std::size_t>(d)] += pair_score(objective.pairs, d, best);
    }
  }
  return ranking;
}

Decoded greedy_choice(const CoverageObjective& objective, Index size) {
  Decoded found{{greedy_ranking(objective, size)}, 0};
  std::sort(found.output.parts.begin(), found.output.parts.end());
  found.value = choice_value(objective, found.output.parts);
  return found;
}

std::optional<Decoded> best_choice(const CoverageObjective& objective, Index size,
                                   const std::vector<int>* without, Index most_looked_at) {
  return ChoiceSearch(objective, possible_size(objective, size), without, most_looked_at).run();
}

double choice_bound(const CoverageObjective& objective, Index size) {
  return ChoiceSearch(objective, possible_size(objective, size), nullptr, 1).root_bound();
}

double num_choices(Index n, Index size) {
  constexpr double kMost = 1e18;
  double count = 1;
  size = std::min(size, n - size);
  for (Index i = 1; i <= size; ++i) {
    count = count * static_cast<double>(n - size + i) / static_cast<double>(i);
    if (count > kMost) return kMost;
  }
  return std::round(count);
}

double most_documents_looked_at(Index n, Index size) {
  size = std::min(size, n);
  return size == 0 ? 0 : static_cast<double>(n) * num_choices(n, size - 1);
}

}  // namespace costruct
