// The order in which the cells of an alignment's table are computed: kLanes rows at once, in waves.
//
// Both sequences are read from their ends: cell (u, v) stands for the last u positions of the first
// sequence and the last v positions of the second. If s is the operation before them, the rest has
// the value
//   B_s(u, v) = combination of
//     t[s][pair]   + (pair   + B_pair(u - 1, v - 1))
//     t[s][first]  + (first  + B_first(u - 1, v)),    not after kSecond
//     t[s][second] + (second + B_second(u, v - 1))
//     0, to stop: at (0, 0); in local alignments wherever s is a pair, and only there.
// The combination is the maximum for the best alignment, and log sum exp for sums over all
// alignments.
//
// A block is kLanes rows; the block of the last positions is computed first. Row r of a block, u =
// block * kLanes + r + 1, is in lane kLanes - 1 - r. In step s of the block it is at v = s - r. A
// cell needs three earlier values:
//   (u - 1, v - 1)  which the next higher lane computed two steps ago
//   (u - 1, v)      which the next higher lane computed one step ago
//   (u, v - 1)      which its own lane computed one step ago
// The first row of a block reads the last row of the block before from memory. Places outside the
// table (v < 0, v > m, u > n) are computed as well, but no cell of the table reads them.
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
/// Number of steps of a block: columns 0..m, where the first row is kLanes - 1 steps ahead of the
/// last.
inline Index steps_of(Index m) {
  return m + kLanes;
}

/// The values of the rest for kLanes cells: after a pair, and after a single position of either
/// sequence.
struct After {
  Run pair, first, second;
};

/// Scratch memory of one thread; it grows when needed. Columns v count from the end. The kLanes
/// doubles in front of v = 0 are written but never used.
struct Scratch {
  AlignedRows after_pair, after_first;  // of the last row of the previous block
  AlignedRows second;                   // scores of single positions, from the end
};

/// Calls put(v, B_pair(0, v), B_first(0, v), B_second(0, v)) for v = 0..m. In this row only kSecond
/// can follow.
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

/// Computes all values B_s(u, v) and returns B_pair(n, m).
///
/// For each block b, cells.block(b) returns a function that sweep() calls once per step. Its
/// arguments are the values of the three ways on, -infinity where a sequence has no position left:
///   to_pair = pair(u, v) + B_pair(u - 1, v - 1), to_first, to_second.
/// The function returns the values After. At the end of the block sweep() calls
/// cells.end(function).
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
    const Index end = n - b * kLanes, begin = end - kLanes;
    const Index last_lane = std::max<Index>(-begin, 0);  // the last lane with a position
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

/// The choices of kLanes cells: kChoices bytes, whose bit i belongs to lane i. A bit says whether a
/// way on is at least as good as all ways after it in the order kPair, kFirst, kSecond. After state
/// s, byte 2 * s is for kPair and byte 2 * s + 1 for kFirst. kFirst never follows kSecond, so that
/// the byte kStops says instead whether to stop after a pair.
constexpr Index kChoices = 6;
constexpr Index kStops = 2 * kSecond + 1;

/// The operation that follows `state` according to bit `lane` of a cell's choices; -1 to stop.
inline int chosen(const std::uint8_t* choice, Index lane, int state, bool may_stop) {
  const auto is = [&](Index which) { return (choice[which] >> lane & 1) != 0; };
  if (may_stop && state == kPair && is(kStops)) return -1;
  if (is(2 * state)) return kPair;
  return state != kSecond && is(2 * state + 1) ? kFirst : kSecond;
}

/// Computes the maxima over the ways on.
class Maxima {
 public:
  explicit Maxima(const AlignmentTransitions& transitions) {
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) transition_[s][o] = lanes::broadcast_run(transitions[s][o]);
    }
  }

  /// Writes kChoices bytes to `choice`. Only if kMayStop, writes the byte of kStops; to stop after
  /// a pair then has the value `stop`.
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
