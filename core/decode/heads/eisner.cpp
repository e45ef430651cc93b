#include <algorithm>
#include <limits>
#include <unordered_map>

#include "costruct/core/decode/heads/head_trees.hpp"

namespace costruct {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// Items cover the places s..t; place 0 is the root, place p > 0 is token p - 1.
//   open right    s has the dependent t, and all tokens between hang below one of the two
//   open left     the same with t as the head of s
//   done right    s with all that is below it among s+1..t
//   done left     t with all that is below it among s..t-1
// An item decides the heads of s+1..t (right) or of s..t-1 (left).
enum ItemType { kOpenRight, kOpenLeft, kDoneRight, kDoneLeft };

// The highest of a[i] + b[i], i < count. Four sums at a time hide the latency of a maximum.
double highest_sum(const double* a, const double* b, Index count) {
  double best[4] = {kNever, kNever, kNever, kNever};
  Index i = 0;
  for (; i + 4 <= count; i += 4) {
    for (Index lane = 0; lane < 4; ++lane) {
      const double sum = a[i + lane] + b[i + lane];
      best[lane] = sum > best[lane] ? sum : best[lane];
    }
  }
  for (; i < count; ++i) best[0] = std::max(best[0], a[i] + b[i]);
  return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
}

// Each type of item is stored in rows by the place that is fixed while splits are tried. Rows are
// by s where t changes ("by first"), or by t where s changes ("by last").
class EisnerChart {
 public:
  void fill(const ArcScores& scores, bool single_root) {
    scores_ = &scores;
    single_root_ = single_root;
    places_ = scores.length + 1;
    for (Vector* each :
         {&open_right_, &open_left_, &done_right_, &done_left_, &right_by_last_, &left_by_first_}) {
      if (std::ssize(*each) < places_ * places_) each->resize(places_ * places_);
    }
    for (Index p = 0; p < places_; ++p) set_done(p, p, 0, 0);
    for (Index width = 1; width < places_; ++width) {
      for (Index s = 0; s + width < places_; ++s) fill_span(s, s + width);
    }
  }

  double value() const { return done_right_[places_ - 1]; }

  // Writes the heads of the smallest of the best trees.
  void write(std::vector<int>& heads) {
    heads.assign(places_ - 1, 0);
    smallest_.clear();
    write(kDoneRight, 0, places_ - 1, heads);
  }

 private:
  Index at(Index row, Index column) const { return row * places_ + column; }
  double arc(Index head, Index dependent) const { return scores_->at(dependent - 1, head); }

  void set_done(Index s, Index t, double right, double left) {
    done_right_[at(s, t)] = right_by_last_[at(t, s)] = right;
    left_by_first_[at(s, t)] = done_left_[at(t, s)] = left;
  }

  // The highest value of a left part s..r done right and a right part r+1..t done left.
  double joined(Index s, Index t) const {
    const Index splits = s == 0 && single_root_ ? 1 : t - s;
    return highest_sum(&done_right_[at(s, s)], &done_left_[at(t, s + 1)], splits);
  }

  void fill_span(Index s, Index t) {
    const double both = joined(s, t);
    open_right_[at(s, t)] = both + arc(s, t);
    const double right =
        highest_sum(&open_right_[at(s, s + 1)], &right_by_last_[at(t, s + 1)], t - s);
    double left = kNever;
    if (s > 0) {
      open_left_[at(t, s)] = both + arc(t, s);
      left = highest_sum(&left_by_first_[at(s, s)], &open_left_[at(t, s)], t - s);
    }
    set_done(s, t, right, left);
  }

  // Calls action(r) for each split that attains the value of the item.
  template <class Action>
  void for_best_splits(ItemType type, Index s, Index t, const Action& action) const {
    const auto offer = [&](Index r, bool attains) {
      if (attains) action(r);
    };
    const Index last = s == 0 && single_root_ ? 1 : t;
    for (Index r = s; r < t; ++r) {
      switch (type) {
        case kOpenRight:
          if (r < last)
            offer(r, (done_right_[at(s, r)] + done_left_[at(t, r + 1)]) + arc(s, t) ==
                         open_right_[at(s, t)]);
          break;
        case kOpenLeft:
          offer(r, (done_right_[at(s, r)] + done_left_[at(t, r + 1)]) + arc(t, s) ==
                       open_left_[at(t, s)]);
          break;
        case kDoneRight:
          offer(r + 1,
                open_right_[at(s, r + 1)] + right_by_last_[at(t, r + 1)] == done_right_[at(s, t)]);
          break;
        case kDoneLeft:
          offer(r, left_by_first_[at(s, r)] + open_left_[at(t, r)] == done_left_[at(t, s)]);
          break;
      }
    }
  }

  // Calls action(type, first, last) for both parts of an item that is split at r.
  template <class Action>
  static void for_parts(ItemType type, Index s, Index t, Index r, const Action& action) {
    switch (type) {
      case kOpenRight:
      case kOpenLeft:
        action(kDoneRight, s, r);
        action(kDoneLeft, r + 1, t);
        break;
      case kDoneRight:
        action(kOpenRight, s, r);
        action(kDoneRight, r, t);
        break;
      case kDoneLeft:
        action(kDoneLeft, s, r);
        action(kOpenLeft, r, t);
        break;
    }
  }

  static void set_arc(ItemType type, Index s, Index t, std::vector<int>& heads) {
    if (type == kOpenRight) heads[t - 1] = static_cast<int>(s);
    if (type == kOpenLeft) heads[s - 1] = static_cast<int>(t);
  }

  // Writes the heads that the smallest of the best trees of an item decides.
  void write(ItemType type, Index s, Index t, std::vector<int>& heads) {
    if (s == t) return;
    Index ways = 0, split = s;
    for_best_splits(type, s, t, [&](Index r) {
      if (ways++ == 0) split = r;
    });
    if (ways > 1) {
      const std::vector<int>& best = smallest(type, s, t);
      std::copy(best.begin(), best.end(), heads.begin() + first_token(type, s));
      return;
    }
    set_arc(type, s, t, heads);
    for_parts(type, s, t, split,
              [&](ItemType part, Index from, Index to) { write(part, from, to, heads); });
  }

  // The first of the t - s tokens whose heads an item decides.
  static Index first_token(ItemType type, Index s) {
    return type == kOpenRight || type == kDoneRight ? s : s - 1;
  }

  // The heads that the smallest of the best trees of an item decides. Parts are kept, because
  // items with ties share them.
  const std::vector<int>& smallest(ItemType type, Index s, Index t) {
    static const std::vector<int> none;
    if (s == t) return none;
    const Index key = (at(s, t) * 4) + type;
    if (const auto known = smallest_.find(key); known != smallest_.end()) return known->second;
    std::vector<int> best, heads;
    for_best_splits(type, s, t, [&](Index r) {
      heads.assign(t - s, 0);
      const Index first = first_token(type, s);
      if (type == kOpenRight) heads.back() = static_cast<int>(s);
      if (type == kOpenLeft) heads.front() = static_cast<int>(t);
      for_parts(type, s, t, r, [&](ItemType part, Index from, Index to) {
        const std::vector<int>& of_part = smallest(part, from, to);
        std::copy(of_part.begin(), of_part.end(),
                  heads.begin() + (first_token(part, from) - first));
      });
      if (best.empty() || heads < best) best = heads;
    });
    return smallest_.emplace(key, std::move(best)).first->second;
  }

  const ArcScores* scores_ = nullptr;
  bool single_root_ = true;
  Index places_ = 0;
  Vector open_right_, done_right_, left_by_first_;        // by s, then t
  Vector open_left_, done_left_, right_by_last_;          // by t, then s
  std::unordered_map<Index, std::vector<int>> smallest_;  // looked up, never iterated over
};

}  // namespace

std::optional<DecodedHeads> best_projective_heads(const ArcScores& scores, bool single_root) {
  thread_local EisnerChart chart;
  if (auto equal = best_of_equal_arcs(scores, single_root)) return equal;
  chart.fill(scores, single_root);
  if (chart.value() == kNever) return std::nullopt;
  DecodedHeads found;
  chart.write(found.heads);
  for (Index t = 0; t < scores.length; ++t) found.value += scores.at(t, found.heads[t]);
  return found;
}

bool has_projective_heads(const ArcScores& scores, bool single_root) {
  if (scores.length == 0) return true;
  EisnerChart chart;
  chart.fill(scores, single_root);
  return chart.value() != kNever;
}

}  // namespace costruct
