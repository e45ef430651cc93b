// The best alignment for each number of hits.
//
// As the best one of all, with the number of hits that are left as a part of the place: B_s(u, v, h). A pair
// that is a hit leads to h - 1. Values are kept of two rows, the ways on of all places, two bits for each s.
#include <algorithm>
#include <cstdint>

#include "costruct/core/decode/alignment_rests.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

using alignment_rests::after;
using alignment_rests::kNever;
using alignment_rests::kStop;
using alignment_rests::Place;
using alignment_rests::Ways;

namespace {

class PerHits {
 public:
  PerHits(const AlignmentScores& scores, const std::vector<HitRange>& hits, Index most)
      : scores_(scores), hits_(hits), counts_(most + 1) {
    for (auto* row : {&above_, &here_}) row->assign((m_ + 1) * counts_ * 3, kNever);
    ways_.resize((n_ + 1) * (m_ + 1) * counts_);
    starts_.resize(counts_);
    if (is_local_) starts_[0].value = 0;
    for (Index u = 0; u <= n_; ++u) {
      for (Index v = 0; v <= m_; ++v) {
        for (Index h = 0; h < counts_; ++h) fill(u, v, h);
      }
      std::swap(above_, here_);
    }
    if (!is_local_) {
      for (Index h = 0; h < counts_; ++h) starts_[h] = {above_[index(kPair, m_, h)], n_, m_};
    }
  }

  std::optional<Decoded> best(Index h) const {
    const Start& start = starts_[h];
    if (start.value == kNever) return std::nullopt;
    Decoded best{{}, start.value + 0.0};
    Place at{kPair, start.u, start.v};
    if (is_local_) {
      if (start.u == 0) return best;
      best.output.parts = {static_cast<int>(n_ - at.u), static_cast<int>(m_ - at.v), kPair};
      h -= is_hit(at.u, at.v);
      at = after(at, kPair);
    }
    for (;;) {
      const int operation = (ways_[(at.u * (m_ + 1) + at.v) * counts_ + h] >> (2 * at.state) & 3) - 1;
      if (operation == kStop) return best;
      best.output.parts.push_back(operation);
      h -= operation == kPair && is_hit(at.u, at.v);
      at = after(at, operation);
    }
  }

 private:
  struct Start {
    double value = kNever;
    Index u = 0, v = 0;  // 0: no pair
  };

  bool is_hit(Index u, Index v) const {
    const HitRange& range = hits_[n_ - u];
    return m_ - v >= range.begin && m_ - v < range.end;
  }
  Index index(int state, Index v, Index h) const { return (v * counts_ + h) * 3 + state; }

  void fill(Index u, Index v, Index h) {
    Ways scored{kNever, kNever, kNever, kNever};  // score + value of what follows
    if (u > 0 && v > 0) {
      const Index left = h - is_hit(u, v);
      if (left >= 0) scored[1 + kPair] = scores_.pair(n_ - u, m_ - v) + above_[index(kPair, v - 1, left)];
      offer_start({scored[1 + kPair], u, v}, h);
    }
    if (u > 0) scored[1 + kFirst] = scores_.first()[n_ - u] + above_[index(kFirst, v, h)];
    if (v > 0) scored[1 + kSecond] = scores_.second()[m_ - v] + here_[index(kSecond, v - 1, h)];
    std::uint8_t ways = 0;
    for (int s = 0; s < 3; ++s) {
      const bool may_stop = h == 0 && (is_local_ ? s == kPair : u == 0 && v == 0);
      double best = may_stop ? 0 : kNever;
      int way = 0;
      for (int o = 0; o < 3; ++o) {
        if (s == kSecond && o == kFirst) continue;
        const double value = scores_.transitions()[s][o] + scored[1 + o];
        if (value > best) {
          best = value;
          way = 1 + o;
        }
      }
      here_[index(s, v, h)] = best;
      ways = static_cast<std::uint8_t>(ways | way << (2 * s));
    }
    ways_[(u * (m_ + 1) + v) * counts_ + h] = ways;
  }

  // Of equal starts the last one is kept, which is the one furthest in front.
  void offer_start(const Start& start, Index h) {
    if (!is_local_) return;
    Start& best = starts_[h];
    if (best.u > 0 ? start.value >= best.value : start.value > best.value) best = start;
  }

  const AlignmentScores& scores_;
  const std::vector<HitRange>& hits_;
  const Index n_ = scores_.first_length(), m_ = scores_.second_length(), counts_;
  const bool is_local_ = scores_.kind() == AlignmentKind::kLocal;
  std::vector<double> above_, here_;  // values of the rows u - 1 and u
  std::vector<std::uint8_t> ways_;    // 1 + operation, two bits for each state
  std::vector<Start> starts_;         // the best for each number of hits
};

}  // namespace

std::vector<std::optional<Decoded>> alignment_per_hits(const AlignmentScores& scores,
                                                       const std::vector<HitRange>& hits, Index most) {
  COSTRUCT_ASSERT(static_cast<Index>(hits.size()) == scores.first_length(), "a range for each position");
  COSTRUCT_ASSERT(most >= 0, "no negative number of hits");
  const PerHits per_hits(scores, hits, most);
  std::vector<std::optional<Decoded>> best;
  for (Index h = 0; h <= most; ++h) best.push_back(per_hits.best(h));
  return best;
}

double alignment_per_hits_bytes(Index n, Index m, Index most) {
  const double counts = static_cast<double>(most + 1), columns = static_cast<double>(m + 1);
  return (static_cast<double>(n + 1) + 2 * 3 * sizeof(double)) * columns * counts;
}

}  // namespace costruct
