// The k best alignments: paths from place to place, each operation a way on. That of a local alignment begins
// with the choice of its first pair.
#include <algorithm>

#include "costruct/core/decode/alignment_rests.hpp"
#include "costruct/core/decode/ranked_paths.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

using alignment_rests::Rests;
using alignment_rests::Ways;

namespace {

class Places {
 public:
  struct Place : alignment_rests::Place {
    bool is_before = false;  // the first pair of a local alignment
  };

  explicit Places(const AlignmentScores& scores) : scores_(scores) {
    rests_.fill(scores, [](const Ways& ways) { return *std::max_element(ways.begin(), ways.end()); });
  }

  Place start() const { return {{kPair, n_, m_}, scores_.kind() == AlignmentKind::kLocal}; }
  Index key(Place at) const { return at.is_before ? -1 : (at.u * (m_ + 1) + at.v) * 3 + at.state; }

  template <class Take>
  void for_each_way(Place at, const Take& take) const {
    if (at.is_before) return for_each_first_pair(take);
    const Ways ways = rests_.ways(at);
    for (int o = 0; o < 4; ++o) take(o - 1, ways[o]);
  }

  Place child(Place at, Index way) const {
    if (at.is_before) return {{kPair, n_ - way / m_ - 1, m_ - way % m_ - 1}};
    return {alignment_rests::after(at, static_cast<int>(way))};
  }

  double value(Place at, Index way, double rest) const {
    if (at.is_before) return scores_.pair(way / m_, way % m_) + rest;
    const double score = way == kPair    ? scores_.pair(n_ - at.u, m_ - at.v)
                         : way == kFirst ? scores_.first()[n_ - at.u]
                                         : scores_.second()[m_ - at.v];
    return scores_.transitions()[at.state][way] + (score + rest);
  }

 private:
  template <class Take>
  void for_each_first_pair(const Take& take) const {
    take(kEnd, 0.0);
    for (Index way = 0; way < n_ * m_; ++way) {
      take(way, scores_.pair(way / m_, way % m_) + rests_(child(start(), way)));
    }
  }

  const AlignmentScores& scores_;
  Index n_ = scores_.first_length(), m_ = scores_.second_length();
  Rests rests_;
};

}  // namespace

std::vector<Decoded> alignment_k_best(const AlignmentScores& scores, Index k) {
  const Places places(scores);
  RankedPaths<Places> paths(places);
  std::vector<Decoded> best;
  while (static_cast<Index>(best.size()) < k && paths.advance()) {
    Decoded& found = best.emplace_back(Decoded{{}, paths.value() + 0.0});
    paths.visit([&](Places::Place at, Index way) {
      if (way == kEnd) return;
      if (at.is_before) {
        const Index m = scores.second_length();
        found.output.parts = {static_cast<int>(way / m), static_cast<int>(way % m), kPair};
      } else {
        found.output.parts.push_back(static_cast<int>(way));
      }
    });
  }
  return best;
}

}  // namespace costruct
