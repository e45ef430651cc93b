// The k best alignments, found as paths from place to place. Each operation is a way on. A local
// alignment begins with the choice of its first pair.
#include <array>
#include <optional>

#include "costruct/core/decode/alignment/alignment_waves.hpp"
#include "costruct/core/decode/ranked_paths.hpp"

namespace costruct {

using alignment_waves::After;
using alignment_waves::kChoices;
using alignment_waves::kLanes;
using alignment_waves::kNever;
using alignment_waves::steps_of;
using lanes::Run;

namespace {

// The numbers of positions that are left, and the operation before them. is_before: a local
// alignment has not begun.
struct AlignmentPlace {
  int state;
  Index u, v;
  bool is_before = false;
};

// Computes and stores the values B_s(u, v) of the best rests.
class BestRests {
 public:
  explicit BestRests(const AlignmentScores& scores)
      : steps_(steps_of(scores.second_length())),
        maxima_(scores.transitions()),
        is_local_(scores.kind() == AlignmentKind::kLocal) {
    values_.reserve(alignment_waves::blocks_of(scores.first_length()) * steps_ * 3 * kLanes);
    alignment_waves::Scratch scratch;
    alignment_waves::sweep(scores, scratch, *this);
    alignment_waves::for_row_0(
        scores, [&](Index, double after_pair, double after_first, double after_second) {
          row_0_.push_back({after_pair, after_first, after_second});
        });
  }

  double operator()(int state, Index u, Index v) const {
    if (u == 0) return row_0_[v][state];
    const Index row = (u - 1) % kLanes, step = (u - 1) / kLanes * steps_ + v + row;
    return values_.data()[(step * 3 + state) * kLanes + kLanes - 1 - row];
  }

  // The function that sweep() calls.
  struct Block {
    const BestRests& rests;
    double* values;

    After operator()(const Run& to_pair, const Run& to_first, const Run& to_second) {
      std::uint8_t choices[kChoices];
      const Run stop = lanes::broadcast_run(rests.is_local_ ? 0 : kNever);
      const After after =
          rests.maxima_.operator()<true>(to_pair, to_first, to_second, stop, choices);
      for (const Run* run : {&after.pair, &after.first, &after.second}) {
        lanes::store_run(values, *run);
        values += kLanes;
      }
      return after;
    }
  };
  Block block(Index b) { return {*this, values_.data() + b * steps_ * 3 * kLanes}; }
  void end(const Block&) {}

 private:
  Index steps_;
  alignment_waves::Maxima maxima_;
  bool is_local_;
  AlignedRows values_;  // three runs for each block and step
  std::vector<std::array<double, 3>> row_0_;
};

// A graph for ranked_paths.hpp.
class Alignments {
 public:
  using Place = AlignmentPlace;

  explicit Alignments(const AlignmentScores& scores) : scores_(scores), rests_(scores) {}

  Place start() const { return {kPair, n_, m_, is_local_}; }
  Index key(const Place& at) const {
    return at.is_before ? -1 : (at.u * (m_ + 1) + at.v) * 3 + at.state;
  }

  template <class Take>
  void for_each_way(const Place& at, const Take& take) const {
    if (at.is_before || (is_local_ ? at.state == kPair : at.u == 0 && at.v == 0)) take(kEnd, 0.0);
    const Index ways = at.is_before ? n_ * m_ : 3;
    for (Index way = 0; way < ways; ++way) {
      if (!is_way(at, way)) continue;
      const Place next = child(at, way);
      const double value = this->value(at, way, rests_(next.state, next.u, next.v));
      if (value > kNever) take(way, value);
    }
  }

  Place child(const Place& at, Index way) const {
    if (at.is_before) return {kPair, n_ - way / m_ - 1, m_ - way % m_ - 1};
    return {static_cast<int>(way), at.u - (way != kSecond), at.v - (way != kFirst)};
  }

  double value(const Place& at, Index way, double rest) const {
    if (at.is_before) return scores_.pair(way / m_, way % m_) + rest;
    const double score = way == kPair    ? scores_.pair(n_ - at.u, m_ - at.v)
                         : way == kFirst ? scores_.first()[n_ - at.u]
                                         : scores_.second()[m_ - at.v];
    return scores_.transitions()[at.state][way] + (score + rest);
  }

 private:
  bool is_way(const Place& at, Index way) const {
    if (at.is_before) return true;
    return (way == kSecond || at.u > 0) && (way == kFirst || at.v > 0) &&
           (way != kFirst || at.state != kSecond);
  }

  const AlignmentScores& scores_;
  const Index n_ = scores_.first_length(), m_ = scores_.second_length();
  const bool is_local_ = scores_.kind() == AlignmentKind::kLocal;
  const BestRests rests_;
};

}  // namespace

std::vector<Decoded> alignment_k_best(const AlignmentScores& scores, Index k) {
  const Alignments alignments(scores);
  RankedPaths<Alignments> paths(alignments);
  std::vector<Decoded> best;
  while (static_cast<Index>(best.size()) < k && paths.advance()) {
    Decoded& found = best.emplace_back(Decoded{{}, paths.value()});
    paths.visit([&](const AlignmentPlace& at, Index way) {
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
