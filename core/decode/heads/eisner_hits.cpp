#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "costruct/core/decode/heads/head_trees.hpp"

namespace costruct {
namespace {

constexpr double kNoValue = -std::numeric_limits<double>::infinity();

// A part of a token, and its score.
struct ScoredPart {
  double score = kNoValue;
  int part = 0;
  void offer(double other_score, int other_part) {
    if (other_score > score) *this = {other_score, other_part};
  }
};

}  // namespace

// The items of eisner.cpp, with a value for each number of hits among the tokens that they decide.
class ProjectivePerHits::Chart {
 public:
  Chart(const LabeledArcScores& scores, const std::vector<bool>& is_hit)
      : single_root_(scores.kind.single_root), places_(scores.length + 1) {
    set_arcs(scores, is_hit);
    for (Vector* each : {&open_right_, &open_left_, &done_right_, &done_left_})
      each->assign(places_ * places_ * places_, kNoValue);
    for (Index p = 0; p < places_; ++p) *done_right(p, p) = *done_left(p, p) = 0;
    for (Index width = 1; width < places_; ++width) {
      for (Index s = 0; s + width < places_; ++s) fill_span(s, s + width);
    }
  }

  double value(Index hits) { return done_right(0, places_ - 1)[hits]; }
  Output tree(Index hits) { return {smallest(kDoneRight, 0, places_ - 1, hits)}; }

 private:
  enum Type { kOpenRight, kOpenLeft, kDoneRight, kDoneLeft };
  using Parts = std::vector<int>;

  void set_arcs(const LabeledArcScores& scores, const std::vector<bool>& is_hit) {
    misses_.resize((places_ - 1) * places_);
    hits_.resize((places_ - 1) * places_);
    for (Index token = 0; token + 1 < places_; ++token) {
      for (Index head = 0; head < places_; ++head) {
        if (head == token + 1) continue;
        for (Index label = 0; label < scores.labels; ++label) {
          const Index part = head * scores.labels + label;
          auto& of_arc = is_hit[token * scores.parts() + part] ? hits_ : misses_;
          of_arc[token * places_ + head].offer(scores.row(token)[part], static_cast<int>(part));
        }
      }
    }
  }

  double* item(Vector& values, Index s, Index t) {
    return values.data() + (s * places_ + t) * places_;
  }
  double* open_right(Index s, Index t) { return item(open_right_, s, t); }
  double* open_left(Index s, Index t) { return item(open_left_, s, t); }
  double* done_right(Index s, Index t) { return item(done_right_, s, t); }
  double* done_left(Index s, Index t) { return item(done_left_, s, t); }
  double* values(Type type, Index s, Index t) {
    switch (type) {
      case kOpenRight:
        return open_right(s, t);
      case kOpenLeft:
        return open_left(s, t);
      case kDoneRight:
        return done_right(s, t);
      default:
        return done_left(s, t);
    }
  }

  // Raises the values of an item to those of two parts together, which decide so many tokens.
  static void join(const double* a, Index tokens_a, const double* b, Index tokens_b, double* into) {
    for (Index i = 0; i <= tokens_a; ++i) {
      for (Index j = 0; j <= tokens_b; ++j) into[i + j] = std::max(into[i + j], a[i] + b[j]);
    }
  }

  Index splits(Index s, Index t) const { return s == 0 && single_root_ ? 1 : t - s; }

  // Sets the values of an open item from those of its two parts.
  void close(const Vector& both, Index head, Index dependent, double* into) const {
    const Index token = dependent - 1;
    const double miss = misses_[token * places_ + head].score;
    const double hit = hits_[token * places_ + head].score;
    for (std::size_t c = 0; c < both.size(); ++c) {
      into[c] = std::max(into[c], both[c] + miss);
      into[c + 1] = both[c] + hit;
    }
  }

  void fill_span(Index s, Index t) {
    Vector both(t - s, kNoValue);
    for (Index r = s; r < s + splits(s, t); ++r)
      join(done_right(s, r), r - s, done_left(r + 1, t), t - r - 1, both.data());
    close(both, s, t, open_right(s, t));
    if (s > 0) close(both, t, s, open_left(s, t));
    for (Index r = s + 1; r <= t; ++r)
      join(open_right(s, r), r - s, done_right(r, t), t - r, done_right(s, t));
    for (Index r = s; s > 0 && r < t; ++r)
      join(done_left(s, r), r - s, open_left(r, t), t - r, done_left(s, t));
  }

  // The parts of the smallest of the best trees of an item with so many hits.
  const Parts& smallest(Type type, Index s, Index t, Index hits) {
    const auto key = std::tuple(type, s, t, hits);
    if (const auto known = smallest_.find(key); known != smallest_.end()) return known->second;
    Parts best;
    if (type == kOpenRight || type == kOpenLeft) {
      offer_open(type, s, t, hits, best);
    } else {
      offer_done(type, s, t, hits, best);
    }
    return smallest_.emplace(key, std::move(best)).first->second;
  }

  static void offer(Parts parts, Parts& best) {
    if (best.empty() || parts < best) best = std::move(parts);
  }

  void offer_open(Type type, Index s, Index t, Index hits, Parts& best) {
    const double value = values(type, s, t)[hits];
    const Index head = type == kOpenRight ? s : t, token = (type == kOpenRight ? t : s) - 1;
    const ScoredPart ways[] = {misses_[token * places_ + head], hits_[token * places_ + head]};
    for (Index is_hit = 0; is_hit < 2; ++is_hit) {
      const Index below = hits - is_hit;
      if (below < 0 || ways[is_hit].score == kNoValue) continue;
      for (Index r = s; r < s + splits(s, t); ++r) {
        for (Index a = std::max<Index>(0, below - (t - r - 1)); a <= std::min(below, r - s); ++a) {
          const double both = done_right(s, r)[a] + done_left(r + 1, t)[below - a];
          if (both + ways[is_hit].score != value) continue;
          Parts parts;
          if (type == kOpenLeft) parts.push_back(ways[is_hit].part);
          if (r > s) append(smallest(kDoneRight, s, r, a), parts);
          if (r + 1 < t) append(smallest(kDoneLeft, r + 1, t, below - a), parts);
          if (type == kOpenRight) parts.push_back(ways[is_hit].part);
          offer(std::move(parts), best);
        }
      }
    }
  }

  void offer_done(Type type, Index s, Index t, Index hits, Parts& best) {
    const bool is_right = type == kDoneRight;
    const Type left = is_right ? kOpenRight : kDoneLeft, right = is_right ? kDoneRight : kOpenLeft;
    for (Index r = s + (is_right ? 1 : 0); r < t + (is_right ? 1 : 0); ++r) {
      for (Index a = std::max<Index>(0, hits - (t - r)); a <= std::min(hits, r - s); ++a) {
        if (values(left, s, r)[a] + values(right, r, t)[hits - a] != values(type, s, t)[hits])
          continue;
        Parts parts;
        if (r > s) append(smallest(left, s, r, a), parts);
        if (t > r) append(smallest(right, r, t, hits - a), parts);
        offer(std::move(parts), best);
      }
    }
  }

  static void append(const Parts& more, Parts& parts) {
    parts.insert(parts.end(), more.begin(), more.end());
  }

  bool single_root_;
  Index places_;
  // The best parts that are no hits, and those that are: of token t and head h at t * places_ + h.
  std::vector<ScoredPart> misses_, hits_;
  Vector open_right_, open_left_, done_right_, done_left_;
  std::map<std::tuple<Type, Index, Index, Index>, Parts> smallest_;
};

ProjectivePerHits::ProjectivePerHits(const LabeledArcScores& scores,
                                     const std::vector<bool>& is_hit)
    : chart_(std::make_unique<Chart>(scores, is_hit)) {}
ProjectivePerHits::~ProjectivePerHits() = default;

double ProjectivePerHits::value(Index hits) const {
  return chart_->value(hits);
}

Output ProjectivePerHits::tree(Index hits) const {
  return chart_->tree(hits);
}

}  // namespace costruct
