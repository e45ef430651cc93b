#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/decode/heads/head_trees.hpp"

namespace costruct {
namespace {

constexpr double kLogZero = -std::numeric_limits<double>::infinity();  // the logarithm of 0

// Returns log sum_i exp(a[i] + b[i]), i < count. Both lists are contiguous.
double log_sum(const double* a, const double* b, Index count) {
  double top = kLogZero;
  for (Index i = 0; i < count; ++i) top = std::max(top, a[i] + b[i]);
  if (top == kLogZero) return kLogZero;
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += std::exp(a[i] + b[i] - top);
  return top + std::log(sum);
}

// A table with a row for each of the places 0..T; place 0 is the root.
class PlaceTable {
 public:
  void reset(Index places, double value) {
    places_ = places;
    entries_.assign(places * places, value);
  }
  double* at(Index row, Index column) { return entries_.data() + row * places_ + column; }

 private:
  Index places_ = 0;
  Vector entries_;
};

// The items of eisner.cpp. First `inside` has the logarithms of their sums; then `used` has the
// probability that a tree has the item.
struct Items {
  PlaceTable open_right, done_right, left_by_first;  // by the first place s, then the last one t
  PlaceTable open_left, done_left, right_by_last;    // by t, then s

  void reset(Index places, double value) {
    for (PlaceTable* each :
         {&open_right, &done_right, &left_by_first, &open_left, &done_left, &right_by_last})
      each->reset(places, value);
  }
};

class EisnerSums {
 public:
  std::optional<HeadSums> run(const ArcScores& scores, bool single_root) {
    scores_ = &scores;
    single_root_ = single_root;
    places_ = scores.length + 1;
    fill_inside();
    HeadSums sums;
    sums.log_partition = *inside_.done_right.at(0, places_ - 1);
    if (sums.log_partition == kLogZero) return std::nullopt;
    fill_used();
    sums.arc.assign(scores.score.size(), 0.0);
    for (Index t = 1; t < places_; ++t) {
      for (Index s = 0; s < t; ++s) {
        sums.arc[(t - 1) * places_ + s] = *used_.open_right.at(s, t);
        if (s > 0) sums.arc[(s - 1) * places_ + t] = *used_.open_left.at(t, s);
      }
    }
    return sums;
  }

 private:
  double arc(Index head, Index dependent) const { return scores_->at(dependent - 1, head); }
  Index splits(Index s, Index t) const { return s == 0 && single_root_ ? 1 : t - s; }

  static void set_done(Items& items, Index s, Index t, double right, double left) {
    *items.done_right.at(s, t) = *items.right_by_last.at(t, s) = right;
    *items.left_by_first.at(s, t) = *items.done_left.at(t, s) = left;
  }

  void fill_inside() {
    Items& in = inside_;
    in.reset(places_, kLogZero);
    for (Index p = 0; p < places_; ++p) set_done(in, p, p, 0, 0);
    for (Index width = 1; width < places_; ++width) {
      for (Index s = 0, t = width; t < places_; ++s, ++t) {
        const double both =
            log_sum(in.done_right.at(s, s), in.done_left.at(t, s + 1), splits(s, t));
        *in.open_right.at(s, t) = both + arc(s, t);
        const double right =
            log_sum(in.open_right.at(s, s + 1), in.right_by_last.at(t, s + 1), t - s);
        double left = kLogZero;
        if (s > 0) {
          *in.open_left.at(t, s) = both + arc(t, s);
          left = log_sum(in.left_by_first.at(s, s), in.open_left.at(t, s), t - s);
        }
        set_done(in, s, t, right, left);
      }
    }
  }

  // Passes the probability of an item, whose inside sum is `all`, on to the parts of its splits.
  static void share(double probability, double all, const double* a, const double* b, Index count,
                    double* used_a, double* used_b) {
    if (probability == 0 || all == kLogZero) return;
    for (Index i = 0; i < count; ++i) {
      const double part = probability * std::exp(a[i] + b[i] - all);
      used_a[i] += part;
      used_b[i] += part;
    }
  }

  // An item that is stored in two tables collects probability in both.
  double done_right(Index s, Index t) {
    return *used_.done_right.at(s, t) + *used_.right_by_last.at(t, s);
  }
  double done_left(Index s, Index t) {
    return *used_.done_left.at(t, s) + *used_.left_by_first.at(s, t);
  }

  void fill_used() {
    Items &in = inside_, &used = used_;
    used.reset(places_, 0.0);
    *used.done_right.at(0, places_ - 1) = 1;
    for (Index width = places_ - 1; width > 0; --width) {
      for (Index s = 0, t = width; t < places_; ++s, ++t) {
        share(done_right(s, t), *in.done_right.at(s, t), in.open_right.at(s, s + 1),
              in.right_by_last.at(t, s + 1), t - s, used.open_right.at(s, s + 1),
              used.right_by_last.at(t, s + 1));
        double open = *used.open_right.at(s, t);
        if (s > 0) {
          share(done_left(s, t), *in.done_left.at(t, s), in.left_by_first.at(s, s),
                in.open_left.at(t, s), t - s, used.left_by_first.at(s, s), used.open_left.at(t, s));
          open += *used.open_left.at(t, s);
        }
        const double* left = in.done_right.at(s, s);
        const double* right = in.done_left.at(t, s + 1);
        share(open, log_sum(left, right, splits(s, t)), left, right, splits(s, t),
              used.done_right.at(s, s), used.done_left.at(t, s + 1));
      }
    }
  }

  const ArcScores* scores_ = nullptr;
  bool single_root_ = true;
  Index places_ = 0;
  Items inside_, used_;
};

}  // namespace

std::optional<HeadSums> sum_projective_heads(const ArcScores& scores, bool single_root) {
  thread_local EisnerSums sums;
  if (scores.length == 0) return HeadSums{};
  return sums.run(scores, single_root);
}

}  // namespace costruct
