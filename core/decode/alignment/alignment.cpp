#include "costruct/core/decode/alignment/alignment.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "costruct/core/decode/alignment/alignment_waves.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

using alignment_waves::blocks_of;
using alignment_waves::kChoices;
using alignment_waves::kLanes;
using alignment_waves::kNever;
using alignment_waves::steps_of;

// A block of kLanes rows is decoded together, the block of the last rows first. When its last row
// is at column j, the row before is at column j + 1, and so on. The values that the rows read in
// one step lie side by side, and the steps lie in the order of columns. Places that are no pair
// hold -infinity.
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
      const Index begin = end - kLanes + lane >= 0 ? lane : steps;  // first step of the pairs
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
      COSTRUCT_ASSERT(operation != kFirst || y.parts[k - 1] != kSecond,
                      "kFirst stands before kSecond");
      value += scores.transitions()[y.parts[k - 1]][operation];
    } else if (!is_local) {
      value += scores.transitions()[kPair][operation];
    }
  }
  return value;
}

namespace {

using alignment_waves::After;
using alignment_waves::Maxima;
using lanes::at;
using lanes::Run;

// Scratch memory of one thread; it grows when needed.
struct Scratch {
  alignment_waves::Scratch waves;
  std::vector<std::uint8_t> choices;  // for each block and step
};

Scratch& scratch() {
  thread_local Scratch of_thread;
  return of_thread;
}

// The best first pair of a local alignment in each lane; among ties the last one, which is the
// furthest in front.
struct Starts {
  Run value = lanes::broadcast_run(0);
  Run step = lanes::broadcast_run(-1);  // counted over all blocks
};

// Computes the values of the best rests, and the choices that lead to them.
template <bool kIsLocal>
class BestCells {
 public:
  BestCells(const AlignmentScores& scores, std::uint8_t* choices)
      : steps_(steps_of(scores.second_length())),
        choices_(choices),
        maxima_(scores.transitions()) {}

  struct Block {
    Maxima maxima;
    std::uint8_t* choice;
    Run step;
    Starts starts;

    After operator()(const Run& to_pair, const Run& to_first, const Run& to_second) {
      if (kIsLocal) {
        starts.step = where_at_least(to_pair, starts.value, step, starts.step);
        starts.value = max(to_pair, starts.value);
        step = step + lanes::broadcast_run(1);
      }
      const After after = maxima.operator()<kIsLocal>(to_pair, to_first, to_second,
                                                      lanes::broadcast_run(0), choice);
      choice += kChoices;
      return after;
    }
  };

  Block block(Index b) const {
    return {maxima_, choices_ + b * steps_ * kChoices,
            lanes::broadcast_run(static_cast<double>(b * steps_)), starts_};
  }
  void end(const Block& block) { starts_ = block.starts; }

  const Starts& starts() const { return starts_; }

 private:
  Index steps_;
  std::uint8_t* choices_;
  Maxima maxima_;
  Starts starts_;
};

std::uint8_t* reserve_choices(const AlignmentScores& scores) {
  std::vector<std::uint8_t>& choices = scratch().choices;
  const Index size = blocks_of(scores.first_length()) * steps_of(scores.second_length()) * kChoices;
  choices.resize(std::max(choices.size(), static_cast<std::size_t>(size)));
  return choices.data();
}

// Appends the best operations for the last u and v positions, after a pair.
template <bool kIsLocal>
void follow(const AlignmentScores& scores, Index u, Index v, Output& output) {
  const Index steps = steps_of(scores.second_length());
  const std::uint8_t* choices = scratch().choices.data();
  int state = kPair;
  while (u > 0 && v > 0) {
    const Index row = (u - 1) % kLanes, step = (u - 1) / kLanes * steps + v + row;
    state = alignment_waves::chosen(choices + step * kChoices, kLanes - 1 - row, state, kIsLocal);
    if (state < 0) return;
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
  BestCells<true> cells(scores, reserve_choices(scores));
  alignment_waves::sweep(scores, scratch().waves, cells);
  const Starts& starts = cells.starts();
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
  BestCells<false> cells(scores, reserve_choices(scores));
  const double value = alignment_waves::sweep(scores, scratch().waves, cells);
  if (value == kNever) return std::nullopt;
  Decoded best{{}, value};
  follow<false>(scores, scores.first_length(), scores.second_length(), best.output);
  return best;
}

}  // namespace

std::optional<Decoded> best_alignment(const AlignmentScores& scores) {
  if (scores.kind() == AlignmentKind::kLocal) return best_local(scores);
  return best_global(scores);
}

}  // namespace costruct
