// What the decoders of alignments share: the values of rests.
//
// Both sequences are seen from their ends: at (u, v) the last u positions of the first and the last v of the
// second are left. With s the operation before them, the rest is worth
//   B_s(u, v) = combine over the ways on of
//     t[s][pair]   + (pair   + B_pair(u - 1, v - 1))
//     t[s][first]  + (first  + B_first(u - 1, v)),    not after kSecond
//     t[s][second] + (second + B_second(u, v - 1))
//     0, to stop: at (0, 0); of local alignments everywhere, but only after a pair,
// where combine is the maximum for the best alignment and log sum exp for all of them.
#pragma once

#include <limits>
#include <vector>

#include "costruct/core/decode/alignment.hpp"

namespace costruct::alignment_rests {

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// A way on, as an Operation or kStop, which comes first: what stops is a prefix of what goes on.
constexpr int kStop = -1;
/// Values of ways on, at [operation + 1].
using Ways = std::array<double, 4>;

/// A place in an alignment: so many positions left, after this operation.
struct Place {
  int state;
  Index u, v;
};

inline Place after(Place at, int operation) {
  return {operation, at.u - (operation != kSecond), at.v - (operation != kFirst)};
}

/// The values B of a table's rests.
class Rests {
 public:
  template <class Combine>
  void fill(const AlignmentScores& scores, const Combine& combine) {
    scores_ = &scores;
    width_ = scores.second_length() + 1;
    values_.resize(3 * (scores.first_length() + 1) * width_);
    for (Index u = 0; u <= scores.first_length(); ++u) {
      for (Index v = 0; v < width_; ++v) {
        const Ways scored = this->scored(u, v);
        for (int s = 0; s < 3; ++s) values_[index({s, u, v})] = combine(ways({s, u, v}, scored));
      }
    }
  }

  double operator()(Place at) const { return values_[index(at)]; }

  /// score of an operation + value of what follows it, -infinity where there is none.
  Ways scored(Index u, Index v) const {
    const Index n = scores_->first_length(), m = scores_->second_length();
    Ways ways{kNever, kNever, kNever, kNever};
    if (u > 0 && v > 0) ways[1 + kPair] = scores_->pair(n - u, m - v) + (*this)({kPair, u - 1, v - 1});
    if (u > 0) ways[1 + kFirst] = scores_->first()[n - u] + (*this)({kFirst, u - 1, v});
    if (v > 0) ways[1 + kSecond] = scores_->second()[m - v] + (*this)({kSecond, u, v - 1});
    return ways;
  }

  /// The values of the ways on from a place, given what scored() says there.
  Ways ways(Place at, const Ways& scored) const {
    const auto& transition = scores_->transitions()[at.state];
    Ways ways{may_stop(at) ? 0 : kNever, kNever, kNever, kNever};
    for (int o = 0; o < 3; ++o) {
      if (at.state != kSecond || o != kFirst) ways[1 + o] = transition[o] + scored[1 + o];
    }
    return ways;
  }
  Ways ways(Place at) const { return ways(at, scored(at.u, at.v)); }

 private:
  bool may_stop(Place at) const {
    return scores_->kind() == AlignmentKind::kLocal ? at.state == kPair : at.u == 0 && at.v == 0;
  }
  Index index(Place at) const { return (at.u * width_ + at.v) * 3 + at.state; }

  const AlignmentScores* scores_ = nullptr;
  Index width_ = 0;
  std::vector<double> values_;
};

}  // namespace costruct::alignment_rests
