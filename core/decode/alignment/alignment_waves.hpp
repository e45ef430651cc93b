// Computes the table of an alignment by dynamic programming, kLanes rows at once. Only the decoders
// of alignment.hpp use it.
//
// Both sequences are read from their ends. Cell (u, v) stands for the last u positions of the first
// sequence and the last v positions of the second. B_s(u, v) is the value of the rest of the
// alignment at these positions, if s is the operation before them. It combines the values of up to
// four continuations:
//   t[s][pair]   + (pair   + B_pair(u - 1, v - 1))
//   t[s][first]  + (first  + B_first(u - 1, v))      unless s = kSecond
//   t[s][second] + (second + B_second(u, v - 1))
//   0, if the alignment ends here
// A global alignment ends at (0, 0). A local alignment may end after any pair, and only there. The
// combination is the maximum for the best alignment, and log sum exp for sums over all alignments.
//
// A block is kLanes rows; the block of the last positions is computed first. Row r of a block, u =
// block * kLanes + r + 1, is in lane kLanes - 1 - r. In step s of the block it is at v = s - r. A
// cell needs three earlier values:
//   (u - 1, v - 1)  which the next higher lane computed two steps ago
//   (u - 1, v)      which the next higher lane computed one step ago
//   (u, v - 1)      which its own lane computed one step ago
// The first row of a block reads the last row of the previous block from memory. Cells outside the
// table (v < 0, v > m, u > n) are computed as well. Cells with v = 0 add -infinity to the values of
// those with v = -1. So values outside the table must be less than +infinity, and not NaN.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/decode/lane_runs.hpp"

namespace costruct::alignment_waves {

using lanes::Run;

/// The value of what is not allowed.
constexpr double kNever = -std::numeric_limits<double>::infinity();
/// Number of rows that are computed at once.
constexpr Index kLanes = AlignmentScores::kStep;

/// Number of blocks for n rows.
inline Index blocks_of(Index n) {
  return (n + kLanes - 1) / kLanes;
}
/// Number of steps of a block with columns 0..m. The first row is kLanes - 1 steps ahead of the
/// last.
inline Index steps_of(Index m) {
  return m + kLanes;
}

/// The values B_s of kLanes cells for each operation s: a pair, or a single position of the first
/// or the second sequence.
struct After {
  Run pair, first, second;
};

/// Scratch memory of one thread; it grows when needed. Columns v count from the end. In front of
/// v = 0 there are kLanes doubles. Those of after_pair and after_first are written but never used;
/// those of `second` are -infinity.
struct Scratch {
  AlignedRows after_pair, after_first;  // of the last row of the previous block
  AlignedRows second;                   // scores of single positions, from the end
};

/// Calls put(v, B_pair(0, v), B_first(0, v), B_second(0, v)) for v = 0..m. In this row the first
/// sequence has ended, so only kSecond can follow.
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
/// For each block b, cells.block(b) returns a function that sweep() calls once per step. Its three
/// arguments are the values of the continuations with kPair, kFirst and kSecond, without the
/// transition. The first one is pair(u, v) + B_pair(u - 1, v - 1). A value is kNever if a sequence
/// has no position left. The function returns the values After. At the end of the block sweep()
/// calls cells.end(function).
///
/// A block with r < kLanes rows has kLanes - r fewer steps than steps_of(m). The best local
/// alignment that begins with the pair (u, v) has the first argument as its value. B_pair(n, m) is
/// not the value of the best local alignment.
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

/// The choices of kLanes cells are kChoices bytes, whose bit i belongs to lane i. Continuations are
/// compared in the order kPair, kFirst, kSecond. A bit is 1 if a continuation is at least as good
/// as all later ones. After operation s, byte 2 * s belongs to kPair and byte 2 * s + 1 to kFirst.
/// kFirst never follows kSecond. Its byte there, kStops, is used for ending after a pair instead.
/// Its bit is 1 if ending is at least as good as all continuations.
constexpr Index kChoices = 6;
constexpr Index kStops = 2 * kSecond + 1;

/// Returns the operation that follows the operation `state`, by bit `lane` of the choices. Returns
/// -1 if a local alignment ends. Call it only at cells with u > 0 and v > 0. Elsewhere a global
/// alignment has only single positions left, and a local one ends.
/// @param may_stop  whether the byte kStops has been written (local alignments)
inline int chosen(const std::uint8_t* choice, Index lane, int state, bool may_stop) {
  const auto is = [&](Index which) { return (choice[which] >> lane & 1) != 0; };
  if (may_stop && state == kPair && is(kStops)) return -1;
  if (is(2 * state)) return kPair;
  return state != kSecond && is(2 * state + 1) ? kFirst : kSecond;
}

/// Combines continuations by their maximum, and writes which one attains it.
class Maxima {
 public:
  explicit Maxima(const AlignmentTransitions& transitions) {
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) transition_[s][o] = lanes::broadcast_run(transitions[s][o]);
    }
  }

  /// Returns the values After of kLanes cells, and writes their choices to kChoices bytes. The byte
  /// kStops is written only if kMayStop; ending after a pair then has the value `stop`.
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
