#include "costruct/core/decode/alignment.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "costruct/core/decode/alignment_rests.hpp"
#include "costruct/core/decode/lane_masks.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

using alignment_rests::kNever;

namespace {

constexpr Index kLanes = AlignmentScores::kStep;

Index blocks_of(Index n) {
  return (n + kLanes - 1) / kLanes;
}

// Steps of a block: columns 0..m, the last row being kLanes - 1 steps ahead of the first one.
Index steps_of(Index m) {
  return m + kLanes;
}

}  // namespace

// A block of kLanes rows, the last ones first, is decoded together: in a step its last row is at column s,
// the one before at s + 1, and so on; steps go from the ends of the rows to their beginnings. What the rows
// look at in a step lies side by side, and the steps in the order of columns. What is no pair holds
// -infinity.
void AlignmentScores::reset(AlignmentKind kind, Index n, Index m) {
  COSTRUCT_ASSERT(n >= 0 && m >= 0, "lengths are not negative");
  kind_ = kind;
  n_ = n;
  m_ = m;
  transitions_ = {};
  double* first = first_.reserve(kLanes + n);
  std::fill_n(first, kLanes, kNever);
  std::fill_n(first + kLanes, n, 0.0);
  std::fill_n(second_.reserve(m), m, 0.0);
  const Index steps = steps_of(m);
  double* block = pairs_.reserve(blocks_of(n) * steps * kLanes);
  for (Index end = n; end > 0; end -= kLanes, block += steps * kLanes) {
    std::fill_n(block, steps * kLanes, 0.0);
    for (Index lane = 0; lane < kLanes; ++lane) {
      const Index begin = end - kLanes + lane >= 0 ? lane : steps;  // of the pairs
      for (Index step = 0; step < begin; ++step) block[step * kLanes + lane] = kNever;
      for (Index step = begin + m; step < steps; ++step) block[step * kLanes + lane] = kNever;
    }
  }
}

double* AlignmentScores::pairs(Index i) {
  return const_cast<double*>(std::as_const(*this).pairs(i));
}
const double* AlignmentScores::pairs(Index i) const {
  const Index behind = n_ - 1 - i, lane = kLanes - 1 - behind % kLanes;
  return pairs_.data() + (behind / kLanes * steps_of(m_) + lane) * kLanes + lane;
}
double* AlignmentScores::first() {
  return first_.data() + kLanes;
}
const double* AlignmentScores::first() const {
  return first_.data() + kLanes;
}
double* AlignmentScores::second() {
  return second_.data();
}
const double* AlignmentScores::second() const {
  return second_.data();
}

double alignment_value(const AlignmentScores& scores, const Output& y) {
  const bool is_local = scores.kind() == AlignmentKind::kLocal;
  if (is_local && y.parts.empty()) return 0;
  const std::size_t begin = is_local ? 2 : 0;
  Index i = is_local ? y.parts[0] : 0, j = is_local ? y.parts[1] : 0;
  for (std::size_t k = begin; k < y.parts.size(); ++k) {
    i += y.parts[k] != kSecond;
    j += y.parts[k] != kFirst;
  }
  COSTRUCT_ASSERT(is_local ? i <= scores.first_length() && j <= scores.second_length()
                           : i == scores.first_length() && j == scores.second_length(),
                  "an alignment of these sequences");
  double value = 0;
  for (std::size_t k = y.parts.size(); k-- > begin;) {
    const int operation = y.parts[k];
    i -= operation != kSecond;
    j -= operation != kFirst;
    value += operation == kPair    ? scores.pair(i, j)
             : operation == kFirst ? scores.first()[i]
                                   : scores.second()[j];
    if (k > begin) {
      COSTRUCT_ASSERT(operation != kFirst || y.parts[k - 1] != kSecond, "kFirst stands before kSecond");
      value += scores.transitions()[y.parts[k - 1]][operation];
    } else if (!is_local) {
      value += scores.transitions()[kPair][operation];
    }
  }
  return value + 0.0;  // not -0
}

namespace {

using lanes::at;
using lanes::at_least;
using lanes::Run;

// What is remembered of a cell, a bit each: whether ways on are as good as what may follow in the list of
// operations.
enum Choice { kPairAfterPair, kFirstAfterPair, kPairAfterFirst, kFirstAfterFirst, kPairAfterSecond, kStops };
constexpr Index kChoices = 6;

// Scratch of one thread, grown when needed. Columns v count from the end; kLanes doubles in front of v = 0
// are written to, but mean nothing.
struct Scratch {
  AlignedRows after_pair,
      after_first;                    // B_pair(u, v) and B_first(u, v) of the last row u of the block before
  AlignedRows second;                 // scores from the end: what B_second(u, v) goes on with
  std::vector<std::uint8_t> choices;  // for each block, step and choice the bits of the rows
};

Scratch& scratch() {
  thread_local Scratch of_thread;
  return of_thread;
}

// The first pairs of local alignments, the best in each lane: the last one, hence the furthest in front.
struct Starts {
  Run value = lanes::broadcast_run(0);
  Run step = lanes::broadcast_run(-1);  // counted over all blocks
};

// B of alignment_rests.hpp for kLanes rows at once. Row r of a block, from the end, is in lane kLanes - 1 -
// r, and in step s at v = s - r.
template <bool kIsLocal>
class Filling {
 public:
  explicit Filling(const AlignmentScores& scores)
      : scores_(scores), n_(scores.first_length()), m_(scores.second_length()), steps_(steps_of(m_)) {
    Scratch& s = scratch();
    after_pair_ = s.after_pair.reserve(m_ + 2 * kLanes) + kLanes;
    after_first_ = s.after_first.reserve(m_ + 2 * kLanes) + kLanes;
    double* second = s.second.reserve(m_ + 2 * kLanes);
    std::fill_n(second, m_ + 2 * kLanes, kNever);
    second_ = second + kLanes;
    for (Index v = 1; v <= m_; ++v) second[kLanes + v] = scores.second()[m_ - v];
    s.choices.resize(std::max<std::size_t>(s.choices.size(), blocks_of(n_) * steps_ * kChoices));
    choices_ = s.choices.data();
  }

  // Returns B_pair(n, m).
  double run() {
    fill_row_0();
    double all = after_pair_[m_];
    for (Index b = 0; b < blocks_of(n_); ++b) all = fill_block(b);
    return all;
  }

  const Starts& starts() const { return starts_; }

 private:
  // Where nothing of the first sequence is left.
  void fill_row_0() {
    const AlignmentTransitions& t = scores_.transitions();
    std::fill_n(after_pair_, m_ + kLanes, kIsLocal ? 0 : kNever);
    std::fill_n(after_first_, m_ + kLanes, kNever);
    if (kIsLocal) return;
    after_pair_[0] = after_first_[0] = 0;
    double after_second = 0;
    for (Index v = 1; v <= m_; ++v) {
      const double rest = second_[v] + after_second;
      after_pair_[v] = t[kPair][kSecond] + rest;
      after_first_[v] = t[kFirst][kSecond] + rest;
      after_second = t[kSecond][kSecond] + rest;
    }
  }

  // Returns B_pair(u, m) for the last row of the block, the first of the sequence.
  double fill_block(Index b) {
    const AlignmentTransitions& t = scores_.transitions();
    std::array<std::array<Run, 3>, 3> transition;
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) transition[s][o] = lanes::broadcast_run(t[s][o]);
    }
    const Run never = lanes::broadcast_run(kNever), zero = lanes::broadcast_run(0),
              one = lanes::broadcast_run(1);
    const Index begin = n_ - (b + 1) * kLanes;  // below 0 where the last rows are none
    const Index last_lane = std::max<Index>(-begin, 0);
    const Run first = lanes::load_run_loose(scores_.first() + begin);
    const double* pair = scores_.pairs(n_ - b * kLanes - 1) - (kLanes - 1) * (kLanes + 1);
    pair += steps_ * kLanes;
    std::uint8_t* choice = choices_ + b * steps_ * kChoices;
    Run after_pair = never, after_first = never, after_second = never, diagonal = never;
    Starts starts = starts_;
    Run step = lanes::broadcast_run(static_cast<double>(b * steps_));
    for (Index s = 0; s < m_ + kLanes - last_lane; ++s) {
      pair -= kLanes;
      const Run to_pair = lanes::load_run(pair) + diagonal;
      const Run to_first = first + lanes::shifted(after_first, after_first_[s]);
      const Run to_second = lanes::load_run_loose(second_ + s - (kLanes - 1)) + after_second;
      diagonal = lanes::shifted(after_pair, after_pair_[s]);
      {
        const Run on_pair = transition[kPair][kPair] + to_pair,
                  on_first = transition[kPair][kFirst] + to_first,
                  on_second = transition[kPair][kSecond] + to_second, alone = max(on_first, on_second);
        choice[kPairAfterPair] = at_least(on_pair, alone);
        choice[kFirstAfterPair] = at_least(on_first, on_second);
        after_pair = max(on_pair, alone);
        if (kIsLocal) {
          choice[kStops] = at_least(zero, after_pair);
          after_pair = max(after_pair, zero);
        }
      }
      {
        const Run on_pair = transition[kFirst][kPair] + to_pair,
                  on_first = transition[kFirst][kFirst] + to_first,
                  on_second = transition[kFirst][kSecond] + to_second, alone = max(on_first, on_second);
        choice[kPairAfterFirst] = at_least(on_pair, alone);
        choice[kFirstAfterFirst] = at_least(on_first, on_second);
        after_first = max(on_pair, alone);
      }
      {
        const Run on_pair = transition[kSecond][kPair] + to_pair,
                  on_second = transition[kSecond][kSecond] + to_second;
        choice[kPairAfterSecond] = at_least(on_pair, on_second);
        after_second = max(on_pair, on_second);
      }
      if (kIsLocal) {
        starts.step = where_at_least(to_pair, starts.value, step, starts.step);
        starts.value = max(to_pair, starts.value);
        step = step + one;
      }
      after_pair_[s - (kLanes - 1)] = after_pair[0][0];
      after_first_[s - (kLanes - 1)] = after_first[0][0];
      choice += kChoices;
    }
    starts_ = starts;
    return at(after_pair, last_lane);
  }

  const AlignmentScores& scores_;
  const Index n_, m_, steps_;
  double *after_pair_, *after_first_;
  const double* second_;
  std::uint8_t* choices_;
  Starts starts_;
};

// Appends the best operations where u and v positions are left and a pair was the last operation.
template <bool kIsLocal>
void follow(const AlignmentScores& scores, Index u, Index v, Output& output) {
  const Index steps = steps_of(scores.second_length());
  const std::uint8_t* choices = scratch().choices.data();
  int state = kPair;
  while (u > 0 && v > 0) {
    const Index row = (u - 1) % kLanes;
    const std::uint8_t* choice = choices + ((u - 1) / kLanes * steps + v + row) * kChoices;
    const auto is = [&](Index which) { return (choice[which] >> (kLanes - 1 - row) & 1) != 0; };
    if (kIsLocal && state == kPair && is(kStops)) return;
    if (is(2 * state)) {
      state = kPair;
    } else {
      state = state != kSecond && is(2 * state + 1) ? kFirst : kSecond;
    }
    output.parts.push_back(state);
    u -= state != kSecond;
    v -= state != kFirst;
  }
  if (kIsLocal) return;
  output.parts.insert(output.parts.end(), u, kFirst);
  output.parts.insert(output.parts.end(), v, kSecond);
}

Decoded best_local(const AlignmentScores& scores) {
  const Index n = scores.first_length(), m = scores.second_length(), steps = steps_of(m);
  Filling<true> filling(scores);
  filling.run();
  const Starts& starts = filling.starts();
  Decoded best;
  Index best_u = 0, best_v = 0;
  for (Index lane = 0; lane < kLanes; ++lane) {
    const double value = at(starts.value, lane);
    if (!(value > 0)) continue;
    const Index step = static_cast<Index>(at(starts.step, lane)), row = kLanes - 1 - lane;
    const Index u = step / steps * kLanes + row + 1, v = step % steps - row;
    if (value > best.value || (value == best.value && u > best_u)) {
      best.value = value;
      best_u = u;
      best_v = v;
    }
  }
  if (best_u == 0) return best;
  best.output.parts = {static_cast<int>(n - best_u), static_cast<int>(m - best_v), kPair};
  follow<true>(scores, best_u - 1, best_v - 1, best.output);
  return best;
}

std::optional<Decoded> best_global(const AlignmentScores& scores) {
  const double value = Filling<false>(scores).run();
  if (value == kNever) return std::nullopt;
  Decoded best{{}, value + 0.0};
  follow<false>(scores, scores.first_length(), scores.second_length(), best.output);
  return best;
}

}  // namespace

std::optional<Decoded> best_alignment(const AlignmentScores& scores) {
  if (scores.kind() == AlignmentKind::kLocal) return best_local(scores);
  return best_global(scores);
}

}  // namespace costruct
