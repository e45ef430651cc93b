// Sums over all alignments.
//
// The first pass goes from the end. It computes the logarithms of the sums over all rests,
//   B_s(u, v) = log sum over the ways on of exp(value of the way).
// The largest way is subtracted before exp, so that no score is too large.
//
// The second pass goes from the front. It computes the probability q_s of every place. A place that
// is reached continues on each of its ways with
//   probability exp(value of the way) / sum of these over its ways,
// which the first pass stores. So the probabilities of the ways of a place add up to 1, even if the
// logarithms of huge scores have lost digits.
#include <algorithm>
#include <cmath>

#include "costruct/core/decode/alignment/alignment_waves.hpp"
#include "costruct/core/decode/lane_exp.hpp"

namespace costruct {

using alignment_waves::After;
using alignment_waves::blocks_of;
using alignment_waves::kLanes;
using alignment_waves::kNever;
using alignment_waves::steps_of;
using lanes::broadcast_run;
using lanes::load_run;
using lanes::Run;
using lanes::store_run;

namespace {

// The number of runs of values that are stored for the kLanes cells of a step. They are the
// probabilities of ways [state][operation], and the values of first pairs. The latter take the
// place of [kSecond][kFirst], which does not exist.
constexpr Index kRuns = 9;
constexpr Index kFirstPair = 3 * kSecond + kFirst;

// The number of doubles that a thread may keep between calls: 32 MiB.
constexpr Index kMostKept = 4 << 20;

// Scratch memory of one thread; it grows when needed.
struct SumScratch {
  alignment_waves::Scratch waves;
  AlignedRows kept;                       // kRuns runs for each block and step
  AlignedRows in_pair, in_first, second;  // for Flow
};

SumScratch& sum_scratch() {
  thread_local SumScratch of_thread;
  return of_thread;
}

// exp(x) for x <= 0; 0 for x < -700
Run small_exp(const Run& x) {
  Run result;
  for (Index k = 0; k < lanes::kRegisters; ++k) result[k] = lanes::exp(x[k]);
  return where_at_least(x, broadcast_run(-700), result, broadcast_run(0));
}

Run log_of(const Run& x) {
  Run result;
  for (Index k = 0; k < lanes::kRegisters; ++k) result[k] = lanes::log(x[k]);
  return result;
}

double sum_of_lanes(const Run& run) {
  double sum = 0;
  for (Index lane = 0; lane < kLanes; ++lane) sum += lanes::at(run, lane);
  return sum;
}

// The sum of the exponentials of first pairs, divided by exp(top) in each lane. It does not contain
// the alignment without pairs, whose value is 0; total() adds it.
struct FirstPairs {
  Run top = broadcast_run(0), sum = broadcast_run(0);

  void add(const Run& value) {
    const Run higher = max(top, value);
    sum = sum * small_exp(top - higher) + small_exp(value - higher);
    top = higher;
  }

  double highest() const {
    double highest = 0;
    for (Index lane = 0; lane < kLanes; ++lane) highest = std::max(highest, lanes::at(top, lane));
    return highest;
  }
  // The whole sum divided by exp(highest()).
  double total() const {
    return std::exp(-highest()) + sum_of_lanes(sum * small_exp(top - broadcast_run(highest())));
  }
};

// The first pass. If kKeeps, stores what the second pass needs.
template <bool kIsLocal, bool kKeeps>
class SumCells {
 public:
  SumCells(const AlignmentScores& scores, double* kept)
      : steps_(steps_of(scores.second_length())), kept_(kept) {
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) transition_[s][o] = broadcast_run(scores.transitions()[s][o]);
    }
    transition_[kSecond][kFirst] = broadcast_run(kNever);
  }

  struct Block {
    const SumCells& cells;
    double* kept;
    FirstPairs first_pairs;

    After operator()(const Run& to_pair, const Run& to_first, const Run& to_second) {
      const After after = {cells.template sum<kPair>(to_pair, to_first, to_second, kept),
                           cells.template sum<kFirst>(to_pair, to_first, to_second, kept),
                           cells.template sum<kSecond>(to_pair, to_first, to_second, kept)};
      if (kIsLocal) first_pairs.add(to_pair);
      if (kIsLocal && kKeeps) store_run(kept + kFirstPair * kLanes, to_pair);
      if (kKeeps) kept += kRuns * kLanes;
      return after;
    }
  };

  Block block(Index b) const {
    return {*this, kept_ + (kKeeps ? b * steps_ * kRuns * kLanes : 0), first_pairs_};
  }
  void end(const Block& block) { first_pairs_ = block.first_pairs; }

  const FirstPairs& first_pairs() const { return first_pairs_; }

 private:
  template <int kState>
  Run sum(const Run& to_pair, const Run& to_first, const Run& to_second, double* kept) const {
    constexpr bool kMayStop = kIsLocal && kState == kPair;
    const Run pair = transition_[kState][kPair] + to_pair,
              second = transition_[kState][kSecond] + to_second;
    const Run first = kState == kSecond ? second : transition_[kState][kFirst] + to_first;
    Run top = max(max(pair, first), second);
    if (kMayStop) top = max(top, broadcast_run(0));
    // if there is no way
    const Run shift = max(top, broadcast_run(std::numeric_limits<double>::lowest()));
    const Run on_pair = small_exp(pair - shift), on_second = small_exp(second - shift);
    Run sum = on_pair + on_second, on_first;
    if (kState != kSecond) {
      on_first = small_exp(first - shift);
      sum = sum + on_first;
    }
    if (kMayStop) sum = sum + small_exp(broadcast_run(0) - shift);
    sum = max(sum, broadcast_run(1));  // smaller if there is no way
    if (kKeeps) {
      const Run inverse = broadcast_run(1) / sum;
      store_run(kept + (3 * kState + kPair) * kLanes, on_pair * inverse);
      if (kState != kSecond) store_run(kept + (3 * kState + kFirst) * kLanes, on_first * inverse);
      store_run(kept + (3 * kState + kSecond) * kLanes, on_second * inverse);
    }
    return top + log_of(sum);
  }

  Index steps_;
  double* kept_;
  Run transition_[3][3];
  FirstPairs first_pairs_;
};

// The second pass: carries the probabilities of places from the front to the end. It goes through
// the waves of the first pass in reverse order.
template <bool kIsLocal>
class Flow {
 public:
  Flow(const AlignmentScores& scores, const FirstPairs& first_pairs, double* kept,
       AlignmentSums& sums)
      : kept_(kept),
        sums_(sums),
        n_(scores.first_length()),
        m_(scores.second_length()),
        steps_(steps_of(m_)),
        highest_(broadcast_run(first_pairs.highest())),
        share_(broadcast_run(1 / first_pairs.total())) {
    sums.pair.resize(n_ * m_);
    sums.first.resize(n_);
    sums.second.resize(m_);
    SumScratch& s = sum_scratch();
    for (AlignedRows* row : {&s.in_pair, &s.in_first, &s.second})
      std::fill_n(row->reserve(m_ + 2 * kLanes), m_ + 2 * kLanes, 0.0);
    in_pair_ = s.in_pair.data() + kLanes;
    in_first_ = s.in_first.data() + kLanes;
    second_ = s.second.data() + kLanes;
    for (auto& row : transitions_) {
      for (Run& each : row) each = broadcast_run(0);
    }
  }

  void run() {
    if (n_ == 0) in_pair_[m_] = 1;
    for (Index b = blocks_of(n_) - 1; b >= 0; --b) pass(b);
    for (int s = 0; s < 3; ++s) {
      for (int o = 0; o < 3; ++o) sums_.transitions[s][o] = sum_of_lanes(transitions_[s][o]);
    }
    if (!kIsLocal) pass_row_0();
    for (Index v = 1; v <= m_; ++v) sums_.second[m_ - v] = std::min(second_[v], 1.0);
  }

 private:
  void pass(Index b) {
    const Index end = n_ - b * kLanes, begin = end - kLanes;
    const Index last_lane = std::max<Index>(-begin, 0);
    double* const kept = kept_ + b * steps_ * kRuns * kLanes;
    const Run zero = broadcast_run(0);
    Run to_pair = zero, to_first = zero, to_second = zero, diagonal = zero, alone = zero;
    if (!kIsLocal && b == blocks_of(n_) - 1)
      diagonal[last_lane / lanes::kWidth][last_lane % lanes::kWidth] = 1;  // at (n, m)
    for (Index s = steps_ - 1 - last_lane; s >= 0; --s) {
      double* const here = kept + s * kRuns * kLanes;
      const Run q[3] = {diagonal, lanes::shifted_back(in_first_[s - (kLanes - 1)], to_first),
                        to_second};
      diagonal = lanes::shifted_back(in_pair_[s - kLanes], to_pair);
      to_pair = to_first = to_second = zero;
      for (int state = 0; state < 3; ++state) {
        const auto go_on = [&](int operation, Run& into) {
          const Run used = q[state] * load_run(here + (3 * state + operation) * kLanes);
          transitions_[state][operation] = transitions_[state][operation] + used;
          into = into + used;
        };
        go_on(kPair, to_pair);
        if (state != kSecond) go_on(kFirst, to_first);
        go_on(kSecond, to_second);
      }
      if (kIsLocal)
        to_pair = to_pair + small_exp(load_run(here + kFirstPair * kLanes) - highest_) * share_;
      in_pair_[s - 1] = lanes::at(to_pair, kLanes - 1);
      in_first_[s] = lanes::at(to_first, kLanes - 1);
      alone = alone + to_first;
      double* const second = second_ + s - (kLanes - 1);
      lanes::store_run_loose(second, lanes::load_run_loose(second) + to_second);
      store_run(here + kFirstPair * kLanes, to_pair);
    }
    for (Index lane = last_lane; lane < kLanes; ++lane) {
      const Index i = begin + lane;
      sums_.first[i] = std::min(lanes::at(alone, lane), 1.0);
      const double* row =
          kept + (m_ + kLanes - 1 - lane) * kRuns * kLanes + kFirstPair * kLanes + lane;
      double* pair = sums_.pair.data() + i * m_;
      for (Index j = 0; j < m_; ++j) pair[j] = std::min(row[-j * kRuns * kLanes], 1.0);
    }
  }

  // The row in which no position of the first sequence is left.
  void pass_row_0() {
    double alone = 0;
    for (Index v = m_; v > 0; --v) {
      sums_.transitions[kPair][kSecond] += in_pair_[v];
      sums_.transitions[kFirst][kSecond] += in_first_[v];
      sums_.transitions[kSecond][kSecond] += alone;
      alone += in_pair_[v] + in_first_[v];
      second_[v] += alone;
    }
  }

  double* kept_;
  AlignmentSums& sums_;
  const Index n_, m_, steps_;
  const Run highest_, share_;  // highest() and 1 / total() of the first pairs
  // by v: flow into the first row of the next block; expected numbers
  double *in_pair_, *in_first_, *second_;
  Run transitions_[3][3];
};

template <bool kIsLocal>
std::optional<double> log_partition(const FirstPairs& first_pairs, double all) {
  if (kIsLocal) return first_pairs.highest() + std::log(first_pairs.total());
  if (all == kNever) return std::nullopt;
  return all;
}

template <bool kIsLocal>
std::optional<double> log_partition_of(const AlignmentScores& scores) {
  SumCells<kIsLocal, false> cells(scores, nullptr);
  const double all = alignment_waves::sweep(scores, sum_scratch().waves, cells);
  return log_partition<kIsLocal>(cells.first_pairs(), all);
}

template <bool kIsLocal>
std::optional<AlignmentSums> sums_of(const AlignmentScores& scores) {
  const Index runs = blocks_of(scores.first_length()) * steps_of(scores.second_length()) * kRuns;
  AlignedRows for_this_call;
  AlignedRows& rows = runs * kLanes <= kMostKept ? sum_scratch().kept : for_this_call;
  double* kept = rows.reserve(runs * kLanes);
  SumCells<kIsLocal, true> cells(scores, kept);
  const double all = alignment_waves::sweep(scores, sum_scratch().waves, cells);
  const std::optional<double> log_sum = log_partition<kIsLocal>(cells.first_pairs(), all);
  if (!log_sum) return std::nullopt;
  std::optional<AlignmentSums> sums(std::in_place);
  sums->log_partition = *log_sum;
  Flow<kIsLocal>(scores, cells.first_pairs(), kept, *sums).run();
  return sums;
}

}  // namespace

std::optional<double> alignment_log_partition(const AlignmentScores& scores) {
  return scores.kind() == AlignmentKind::kLocal ? log_partition_of<true>(scores)
                                                : log_partition_of<false>(scores);
}

std::optional<AlignmentSums> alignment_sums(const AlignmentScores& scores) {
  return scores.kind() == AlignmentKind::kLocal ? sums_of<true>(scores) : sums_of<false>(scores);
}

double alignment_sums_bytes(Index n, Index m) {
  const auto cells = static_cast<double>(blocks_of(n)) * static_cast<double>(steps_of(m)) * kLanes;
  return (kRuns * cells + static_cast<double>(n) * static_cast<double>(m)) * sizeof(double);
}

}  // namespace costruct
