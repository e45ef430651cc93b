// The order in which the cells of an alignment's table are computed: kLanes rows at once, in waves.
//
// Both sequences are seen from their ends: at (u, v) the last u positions of the first and the last
// v of the second are left. With s the operation before them, the rest is worth
//   B_s(u, v) = combined over the ways on:
//     t[s][pair]   + (pair   + B_pair(u - 1, v - 1))
//     t[s][first]  + (first  + B_first(u - 1, v)),    not after kSecond
//     t[s][second] + (second + B_second(u, v - 1))
//     0, to stop: at (0, 0); in local alignments wherever s is a pair, and only there,
// where it is the maximum of them for the best alignment and log sum exp for all alignments.
//
// A block is kLanes rows, the last positions first; row r of it, u = block * kLanes + r + 1, is in
// lane kLanes - 1 - r, and in step s of the block at v = s - r. A cell needs (u - 1, v - 1), which
// the lane behind computed two steps ago, (u - 1, v), which it computed one step ago, and its own
// of that step. The first row of a block has these from the last one of the block before, kept in
// memory. Places outside the table (v < 0, v > m, u > n) are computed as well; no cell of the
// table reads them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "costruct/core/decode/alignment.hpp"
#include "costruct/core/decode/lane_runs.hpp"

namespace costruct::alignment_waves {

using lanes::Run;

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr Index kLanes = AlignmentScores::kStep;

inline Index blocks_of(Index n) {
  return (n + kLanes - 1) / kLanes;
}
/// Steps of a block: columns 0..m, the first row being kLanes - 1 steps ahead of the last one.
inline Index steps_of(Index m) {
  return m + kLanes;
}

/// Three values of kLanes cells: of the rests after a pair and after positions left alone.
struct After {
  Run pair, first, second;
};

/// Scratch of one thread, grown when needed. Columns v count from the end; kLanes doubles in front
/// of v = 0 are written to, but mean nothing.
struct Scratch {
  AlignedRows after_pair, after_first;  // of the last row of the block before
  AlignedRows second;                   // the scores from the end
};

/// Calls put(v, B_pair(0, v), B_first(0, v), B_second(0, v)), v = 0..m: only kSecond remains, if
/// anything.
template <class Put>
void for_row_0(const AlignmentScores& scores, const Put& put) {
  const AlignmentTransitions& t = scores.transitions();
  const bool is_local = scores.kind() == AlignmentKind::kLocal;
  double after_second = is_local ? kNever : 0;
  put(Index{0}, 0.0, after_second, after_second);
  for (Index v = 1; v <= scores.second_length(); ++v) {
    const double rest = scores.second()[scores.second_length() - v] + after_second;
    after_second = t[kSecond][kSecond] + rest;
    put(v, is_local ? 0.0 : t[kPair][kSecond] + rest, t[kFirst][kSecond] + rest, after_second);
  }
}

/// Fills the values B_s(u, v) of rests. cells.block(b) gives the function that, step by step, turns
/// what ways on are worth, to_pair = pair(u, v) + B_pair(u - 1, v - 1), to_first and to_second,
/// into the values After; cells.end(function) takes it back. What runs out of a sequence is worth
/// -infinity. Returns B_pair(n, m).
template <class Cells>
double sweep(const AlignmentScores& scores, Scratch& scratch, Cells& cells) {
  const Index n = scores.first_length(), m = scores.second_length(), steps = steps_of(m);
  double* after_pair = scratch.after_pair.reserve(m + 2 * kLanes) + kLanes;
  double* after_first = scratch.after_first.reserve(m + 2 * kLanes) + kLanes;
  double* second = scratch.second.reserve(m + 2 * kLanes) + kLanes;
  std::fill(second - kLanes, second + m + kLanes, kNever);
  for (Index v = 1; v <= m; ++v) second[v] = scores.second()[m - v];

  for (double* after : {after_pair, after_first}) std::fill_n(after, m + kLanes, kNever);
  for_row_0(scores, [&](Index v, double of_pair, double of_first, double) {
    after_pair[v] = of_pair;
    after_first[v] = of_first;
  });

  double all = after_pair[m];
  for (Index b = 0; b < blocks_of(n); ++b) {
    const Index end = n - b * kLanes, begin = end - kLanes;  // positions of the block
    const Index last_lane = std::max<Index>(-begin, 0);      // of those that are positions
    const Run first = lanes::load_run_loose(scores.first() + begin);
    const double* pair = scores.pairs(end - 1) - (kLanes - 1) * (kLanes + 1) + steps * kLanes;
    const Run never = lanes::broadcast_run(kNever);
    After after{never, never, never};
    Run diagonal = never;
    auto block = cells.block(b);
    for (Index s = 0; s < steps - last_lane; ++s) {
      pair -= kLanes;
      const Run to_pair = lanes::load_run(pair) + diagonal;
      const Run to_first = first + lanes::shifted(after.first, after_first[s]);
      const Run to_second = lanes::load_run_loose(second + s - (kLanes - 1)) + after.second;
      diagonal = lanes::shifted(after.pair, after_pair[s]);
      after = block(to_pair, to_first, to_second);
      after_pair[s - (kLanes - 1)] = lanes::at(after.pair, 0);
      after_first[s - (kLanes - 1)] = lanes::at(after.first, 0);
    }
    cells.end(block);
    all = lanes::at(after.pair, last_lane);
  }
  return all;
}

/// What is remembered of a cell, a bit each: whether a way on is as good as those behind it. State
/// s at 2 * s has kPair, at 2 * s + 1 kFirst; after kSecond there is no kFirst, and this place says
/// whether to stop after a pair.
constexpr Index kChoices = 6;
constexpr Index kStops = 2 * kSecond + 1;

/// The operation that follows after `state` by the bit `lane` of a cell's choices, or -1 to stop.
inline int chosen(const std::uint8_t* choice, Index lane, int state, bool may_stop) {
  const auto is = [&](Index which) { return (choice[which] >> lane & 1) != 0; };
  if (may_stop && state == kPair && is(kStops)) return -1;
  if (is(2 * state)) return kPair;
  return state != kSecond && is(2 * state + 1) ? kFirst : kSecond;
}

/// Maxima over the ways on.
class Maxima {
 public:
  explicit Maxima(const AlignmentTransitions& transitions) {
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) transition_[s][o] = lanes::broadcast_run(transitions[s][o]);
    }
  }

  /// Writes kChoices bytes, that of kStops only where `kMayStop`: stopping after a pair is then
  /// worth `stop`.
  template <bool kMayStop>
  After operator()(const Run& to_pair, const Run& to_first, const Run& to_second, const Run& stop,
                   std::uint8_t* choice) const {
    After after;
    after.pair = best_of_three(kPair, to_pair, to_first, to_second, choice);
    if (kMayStop) {
      choice[kStops] = at_least(stop, after.pair);
      after.pair = max(after.pair, stop);
    }
    after.first = best_of_three(kFirst, to_pair, to_first, to_second, choice + 2 * kFirst);
    const Run pair = transition_[kSecond][kPair] + to_pair;
    const Run second = transition_[kSecond][kSecond] + to_second;
    choice[2 * kSecond] = at_least(pair, second);
    after.second = max(pair, second);
    return after;
  }

 private:
  Run best_of_three(int s, const Run& to_pair, const Run& to_first, const Run& to_second,
                    std::uint8_t* choice) const {
    const Run pair = transition_[s][kPair] + to_pair;
    const Run first = transition_[s][kFirst] + to_first;
    const Run second = transition_[s][kSecond] + to_second;
    const Run alone = max(first, second);
    choice[0] = at_least(pair, alone);
    choice[1] = at_least(first, second);
    return max(pair, alone);
  }

  Run transition_[3][3];
};

}  // namespace costruct::alignment_waves
