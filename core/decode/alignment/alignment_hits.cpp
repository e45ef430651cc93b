// The best alignment for each number of hits.
//
// It is found like the best of all alignments, with the number h of remaining hits as a part of the
// cell: B_s(u, v, h). A pair that is a hit leads to h - 1. Values are stored for two rows u,
// choices for all cells. kLanes numbers of hits lie side by side.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "costruct/core/decode/alignment/alignment_waves.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

using alignment_waves::kChoices;
using alignment_waves::kLanes;
using alignment_waves::kNever;
using lanes::Run;

namespace {

// The number of groups of kLanes hit counts, for the counts 0..most.
Index groups_of(Index most) {
  return most / kLanes + 1;
}

// The values B of one state in one row: for each v those of all h. In front of them are kLanes
// values -infinity for h < 0.
class RowOfHits {
 public:
  void reset(Index columns, Index most) {
    stride_ = (groups_of(most) + 1) * kLanes;
    std::fill_n(values_.reserve(columns * stride_), columns * stride_, kNever);
  }
  double* at(Index v) { return values_.data() + v * stride_ + kLanes; }
  const double* at(Index v) const { return values_.data() + v * stride_ + kLanes; }

 private:
  Index stride_ = 0;
  AlignedRows values_;
};

template <bool kIsLocal>
class BestPerHits {
 public:
  BestPerHits(const AlignmentScores& scores, const std::vector<HitRange>& hits, Index most)
      : scores_(scores),
        hits_(hits),
        most_(most),
        groups_(groups_of(most)),
        maxima_(scores.transitions()) {
    for (RowOfHits* row : {&after_pair_, &above_, &after_first_}) row->reset(m_ + 1, most);
    after_second_.reset(1, most);
    choices_.resize(n_ * m_ * groups_ * kChoices);
    starts_.resize(kIsLocal ? groups_ : 0);
    if (kIsLocal) starts_[0].value[0][0] = 0;  // the alignment without pairs
    fill_row_0();
    for (Index u = 1; u <= n_; ++u) fill_row(u);
  }

  std::optional<Decoded> best(Index h) const {
    if (!kIsLocal) {
      const double value = after_pair_.at(m_)[h];
      if (value == kNever) return std::nullopt;
      return followed({{}, value}, n_, m_, h);
    }
    const double value = lanes::at(starts_[h / kLanes].value, h % kLanes);
    if (value == kNever) return std::nullopt;
    if (h == 0 && !(value > 0)) return Decoded{};
    const Index cell = static_cast<Index>(lanes::at(starts_[h / kLanes].cell, h % kLanes));
    const Index u = cell / m_ + 1, v = cell % m_ + 1;
    const Output first_pair{{static_cast<int>(n_ - u), static_cast<int>(m_ - v), kPair}};
    return followed({first_pair, value}, u - 1, v - 1, h - is_hit(u, v));
  }

 private:
  // The best first pairs; among ties the last one, which is the furthest in front.
  struct Starts {
    Run value = lanes::broadcast_run(kNever);
    Run cell = lanes::broadcast_run(-1);
  };

  bool is_hit(Index u, Index v) const {
    const HitRange& range = hits_[n_ - u];
    return m_ - v >= range.begin && m_ - v < range.end;
  }

  std::uint8_t* choice_at(Index u, Index v) {
    return choices_.data() + cell(u, v) * groups_ * kChoices;
  }
  const std::uint8_t* choice_at(Index u, Index v) const {
    return choices_.data() + cell(u, v) * groups_ * kChoices;
  }
  Index cell(Index u, Index v) const { return (u - 1) * m_ + v - 1; }

  // Fills row u = 0, for h = 0.
  void fill_row_0() {
    alignment_waves::for_row_0(scores_,
                               [&](Index v, double after_pair, double after_first, double) {
                                 *after_pair_.at(v) = after_pair;
                                 *after_first_.at(v) = after_first;
                               });
  }

  void fill_row(Index u) {
    std::swap(above_, after_pair_);
    const HitRange& range = hits_[n_ - u];
    rows_with_hits_ += range.begin < range.end;
    after_second_.reset(1, most_);
    std::uint8_t at_end[kChoices];  // not used
    const double first = scores_.first()[n_ - u];
    fill_group(0, 0, lanes::broadcast_run(kNever), lanes::broadcast_run(first),
               lanes::broadcast_run(kNever), at_end);
    for (Index v = 1; v <= m_; ++v) {
      // Cells with more remaining hits than possible keep -infinity.
      const Index groups = groups_of(std::min({most_, v, rows_with_hits_}));
      const Run pair = lanes::broadcast_run(scores_.pair(n_ - u, m_ - v));
      const Run second = lanes::broadcast_run(scores_.second()[m_ - v]);
      const double* rest = above_.at(v - 1) - is_hit(u, v);
      std::uint8_t* choice = choice_at(u, v);
      for (Index g = 0; g < groups; ++g, choice += kChoices) {
        const Run to_pair = pair + lanes::load_run_loose(rest + g * kLanes);
        if (kIsLocal) offer_start(starts_[g], to_pair, cell(u, v));
        fill_group(v, g, to_pair, lanes::broadcast_run(first), second, choice);
      }
    }
  }

  void fill_group(Index v, Index g, const Run& to_pair, const Run& first, const Run& second,
                  std::uint8_t* choice) {
    const Index at = g * kLanes;
    Run stop = lanes::broadcast_run(kNever);
    if (g == 0) stop[0][0] = 0;
    const alignment_waves::After after = maxima_.template operator()<kIsLocal>(
        to_pair, first + lanes::load_run(after_first_.at(v) + at),
        second + lanes::load_run(after_second_.at(0) + at), stop, choice);
    lanes::store_run(after_pair_.at(v) + at, after.pair);
    lanes::store_run(after_first_.at(v) + at, after.first);
    lanes::store_run(after_second_.at(0) + at, after.second);
  }

  static void offer_start(Starts& starts, const Run& value, Index cell) {
    starts.cell = where_at_least(value, starts.value,
                                 lanes::broadcast_run(static_cast<double>(cell)), starts.cell);
    starts.value = max(value, starts.value);
  }

  // Appends the best operations for the last u and v positions with h hits, after a pair.
  Decoded followed(Decoded best, Index u, Index v, Index h) const {
    int state = kPair;
    while (u > 0 && v > 0) {
      const std::uint8_t* choice = choice_at(u, v) + h / kLanes * kChoices;
      state = alignment_waves::chosen(choice, h % kLanes, state, kIsLocal);
      if (state < 0) return best;
      best.output.parts.push_back(state);
      h -= state == kPair && is_hit(u, v);
      u -= state != kSecond;
      v -= state != kFirst;
    }
    if (kIsLocal) return best;
    best.output.parts.insert(best.output.parts.end(), u, kFirst);
    best.output.parts.insert(best.output.parts.end(), v, kSecond);
    return best;
  }

  const AlignmentScores& scores_;
  const std::vector<HitRange>& hits_;
  const Index n_ = scores_.first_length(), m_ = scores_.second_length(), most_, groups_;
  const alignment_waves::Maxima maxima_;
  RowOfHits after_pair_, above_, after_first_;  // above_: of the row u - 1
  RowOfHits after_second_;                      // of the previous column only
  Index rows_with_hits_ = 0;                    // number of rows up to u that have hits
  std::vector<std::uint8_t> choices_;           // for each (u, v) and group
  std::vector<Starts> starts_;                  // for each group
};

template <bool kIsLocal>
std::vector<std::optional<Decoded>> best_per_hits(const AlignmentScores& scores,
                                                  const std::vector<HitRange>& hits, Index most) {
  const BestPerHits<kIsLocal> per_hits(scores, hits, most);
  std::vector<std::optional<Decoded>> best;
  for (Index h = 0; h <= most; ++h) best.push_back(per_hits.best(h));
  return best;
}

}  // namespace

std::vector<std::optional<Decoded>> alignment_per_hits(const AlignmentScores& scores,
                                                       const std::vector<HitRange>& hits,
                                                       Index most) {
  COSTRUCT_ASSERT(static_cast<Index>(hits.size()) == scores.first_length(),
                  "a range for each position");
  COSTRUCT_ASSERT(most >= 0, "no negative number of hits");
  return scores.kind() == AlignmentKind::kLocal ? best_per_hits<true>(scores, hits, most)
                                                : best_per_hits<false>(scores, hits, most);
}

double alignment_per_hits_bytes(Index n, Index m, Index most) {
  const double groups = static_cast<double>(groups_of(most)), columns = static_cast<double>(m + 1);
  return static_cast<double>(n) * static_cast<double>(m) * groups * kChoices +
         3 * columns * (groups + 1) * kLanes * sizeof(double);
}

}  // namespace costruct
