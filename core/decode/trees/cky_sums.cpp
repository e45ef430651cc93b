// The inside-outside algorithm.
//
// The inside pass goes from small spans to large ones:
//   I(A, i, j) = log of the sum of exp value over the trees of an item.
// The outside pass goes from the top down. It computes q(A, i, j), the probability that the tree
// has the item:
//   q(A, 0, T) = exp(root(A) + I(A, 0, T) - log Z)
//   for each way A -> B C, k to make an item, p = q(A, i, j) exp(value of the way - W(A, i, j)):
//     q(B, i, k) += p,   q(C, k, j) += p,   uses of the rule += p
// Here W is I without the span's own score. It is stored separately, because a large span score
// would hide its digits. All exponents are at most 0 up to rounding, for any scores.
#include <algorithm>
#include <cmath>

#include "costruct/core/decode/trees/cky_chart.hpp"

namespace costruct {
namespace {

using cky_chart::added;
using cky_chart::Chart;
using cky_chart::for_each_split;
using cky_chart::kNever;

class Sums {
 public:
  // Returns whether there is a tree.
  bool inside(const CkyGrammar& grammar, const ParseScores& scores) {
    const Index symbols = grammar.num_symbols(), length = scores.length;
    chart_.reset(length, symbols);
    of_ways_.resize(std::max<std::size_t>(of_ways_.size(), scores.num_cells() * symbols));
    most_.assign(symbols, kNever);
    sum_.assign(symbols, 0.0);
    for (Index last = 1; last <= length; ++last) {
      for (Index e = scores.leaf_begin[last - 1]; e < scores.leaf_begin[last]; ++e) {
        if (scores.leaf_score[e] > kNever)
          chart_.set(last - 1, last, scores.leaf_symbol[e], scores.leaf_score[e]);
      }
      for (Index first = last - 2; first >= 0; --first) {
        find_ways(grammar, scores, first, last);
        for (const Way& way : ways_) sum_[way.parent] += std::exp(way.value - most_[way.parent]);
        const Index cell = ParseScores::cell(first, last);
        for (const int A : touched_) {
          const double of_ways = of_ways_[cell * symbols + A] = most_[A] + std::log(sum_[A]);
          const double value = of_ways + added(scores, symbols, cell, A);
          most_[A] = kNever;
          sum_[A] = 0;
          if (value > kNever) chart_.set(first, last, A, value);
        }
        touched_.clear();
      }
    }
    double most = kNever, sum = 0;
    for_each_top(scores, [&](int, double value) { most = std::max(most, value); });
    if (most == kNever) return false;
    for_each_top(scores, [&](int, double value) { sum += std::exp(value - most); });
    log_partition_ = most + std::log(sum);
    return true;
  }

  double log_partition() const { return log_partition_; }

  // Call it after inside().
  TreeSums outside(const CkyGrammar& grammar, const ParseScores& scores) {
    return downwards(
        grammar, scores, [&](double value) { return std::exp(value - log_partition_); },
        [](double here, double exponent) { return here * std::exp(exponent); });
  }

  // The same, with a value >= 1 for everything that occurs in some tree.
  TreeSums support(const CkyGrammar& grammar, const ParseScores& scores) {
    return downwards(
        grammar, scores, [](double) { return 1.0; }, [](double, double) { return 1.0; });
  }

 private:
  // The functions top(value of a tree's top) and way(q of an item, exponent of a way) return
  // probabilities.
  template <class Top, class OfWay>
  TreeSums downwards(const CkyGrammar& grammar, const ParseScores& scores, const Top& top,
                     const OfWay& of_way) {
    const Index symbols = grammar.num_symbols(), length = scores.length;
    TreeSums sums;
    sums.log_partition = log_partition_;
    sums.leaf.assign(scores.leaf_score.size(), 0.0);
    sums.rule.assign(scores.rule.size(), 0.0);
    sums.root.assign(scores.root.size(), 0.0);
    sums.span.assign(scores.span.size(), 0.0);
    std::vector<double>& q = probability_;
    q.assign(scores.num_cells() * symbols, 0.0);
    const auto at = [&](Index first, Index last, int A) -> double& {
      return q[ParseScores::cell(first, last) * symbols + A];
    };
    for_each_top(scores,
                 [&](int A, double value) { sums.root[A] = at(0, length, A) = top(value); });
    for (Index last = length; last >= 1; --last) {
      for (Index first = 0; first + 1 < last; ++first) {
        const Index cell = ParseScores::cell(first, last);
        for (const int A : chart_.from.present(first)) {
          const double here = q[cell * symbols + A];
          if (here == 0) continue;
          if (!sums.span.empty()) sums.span[cell * symbols + A] = here;
          const double norm = of_ways_[cell * symbols + A];
          for (const std::int32_t r : grammar.rules_of(A)) {
            const BinaryRule& rule = grammar.rule(r);
            const std::int32_t left = chart_.from.row(first, rule.left);
            const std::int32_t right = chart_.to.row(last, rule.right);
            if (left < 0 || right < 0) continue;
            for_each_split(
                chart_.from.mask(left), chart_.to.mask(right), chart_.from.words(), [&](Index k) {
                  const double value =
                      scores.rule[r] + (chart_.from.values(left)[k] + chart_.to.values(right)[k]);
                  const double p = of_way(here, value - norm);
                  if (p == 0) return;
                  sums.rule[r] += p;
                  at(first, k, rule.left) += p;
                  at(k, last, rule.right) += p;
                });
          }
        }
      }
      for (Index e = scores.leaf_begin[last - 1]; e < scores.leaf_begin[last]; ++e)
        sums.leaf[e] = at(last - 1, last, scores.leaf_symbol[e]);
    }
    return sums;
  }

  struct Way {
    int parent;
    double value;
  };

  // Finds all ways to make items over [first, last), and the largest value for each symbol.
  void find_ways(const CkyGrammar& grammar, const ParseScores& scores, Index first, Index last) {
    ways_.clear();
    const std::int32_t* rows_to = chart_.to.rows_at(last);
    for (const int B : chart_.from.present(first)) {
      const std::int32_t left = chart_.from.row(first, B);
      for (const CkyGrammar::Pair& pair : grammar.pairs(B)) {
        const std::int32_t right = rows_to[pair.right];
        if (right < 0) continue;
        for_each_split(
            chart_.from.mask(left), chart_.to.mask(right), chart_.from.words(), [&](Index k) {
              const double below = chart_.from.values(left)[k] + chart_.to.values(right)[k];
              for (std::int32_t r = pair.first_rule; r < pair.last_rule; ++r) {
                const auto& [A, rule] = grammar.by_children()[r];
                const double value = scores.rule[rule] + below;
                if (value == kNever) continue;
                if (most_[A] == kNever) touched_.push_back(A);
                most_[A] = std::max(most_[A], value);
                ways_.push_back({A, value});
              }
            });
      }
    }
  }

  template <class Action>
  void for_each_top(const ParseScores& scores, const Action& action) const {
    for (const int A : chart_.from.present(0)) {
      const double value = chart_.value(0, scores.length, A) + scores.root[A];
      if (value > kNever) action(A, value);
    }
  }

  Chart chart_;
  Vector most_, sum_, probability_;
  Vector of_ways_;  // W, by cell and symbol
  std::vector<int> touched_;
  std::vector<Way> ways_;
  double log_partition_ = 0;
};

Sums& sums() {
  thread_local Sums of_thread;
  return of_thread;
}

}  // namespace

std::optional<double> log_sum_of_trees(const CkyGrammar& grammar, const ParseScores& scores) {
  if (!sums().inside(grammar, scores)) return std::nullopt;
  return sums().log_partition();
}

std::optional<TreeSums> inside_outside(const CkyGrammar& grammar, const ParseScores& scores) {
  if (!sums().inside(grammar, scores)) return std::nullopt;
  return sums().outside(grammar, scores);
}

std::optional<TreeSums> support_of_trees(const CkyGrammar& grammar, const ParseScores& scores) {
  if (!sums().inside(grammar, scores)) return std::nullopt;
  return sums().support(grammar, scores);
}

}  // namespace costruct
