#include "costruct/core/decode/alignment.hpp"

#include <algorithm>
#include <utility>

#include "costruct/core/decode/alignment_rests.hpp"
#include "costruct/core/error.hpp"

namespace costruct {

using alignment_rests::kNever;
using alignment_rests::kStop;
using alignment_rests::Place;
using alignment_rests::Rests;
using alignment_rests::Ways;

namespace {

constexpr Index kLanes = AlignmentScores::kStep;

Index blocks_of(Index n) {
  return (n + kLanes - 1) / kLanes;
}

// Doubles of a block: a run of kLanes for each step.
Index block_size(Index m) {
  return (m + kLanes) * kLanes;
}

}  // namespace

// A block of kLanes rows, counted from the last one, is decoded together: in step s its row r is at the
// column s - r from the end. What the rows look at in a step lies side by side, the last step first. What is
// no pair holds -infinity.
void AlignmentScores::reset(AlignmentKind kind, Index n, Index m) {
  COSTRUCT_ASSERT(n >= 0 && m >= 0, "lengths are not negative");
  kind_ = kind;
  n_ = n;
  m_ = m;
  transitions_ = {};
  std::fill_n(first_.reserve(n), n, 0.0);
  double* second = second_.reserve(m + 2 * kLanes);
  std::fill_n(second, m + 2 * kLanes, kNever);
  std::fill_n(second + kLanes, m, 0.0);
  const Index rows = m + kLanes;
  double* block = pairs_.reserve(blocks_of(n) * block_size(m));
  for (Index u = 0; u < n; u += kLanes, block += block_size(m)) {
    std::fill_n(block, block_size(m), 0.0);
    for (Index r = 0; r < kLanes; ++r) {
      const Index begin = u + r < n ? kLanes - 1 - r : rows;  // of the pairs
      for (Index row = 0; row < begin; ++row) block[row * kLanes + r] = kNever;
      for (Index row = begin + m; row < rows; ++row) block[row * kLanes + r] = kNever;
    }
  }
}

double* AlignmentScores::pairs(Index i) {
  return const_cast<double*>(std::as_const(*this).pairs(i));
}
const double* AlignmentScores::pairs(Index i) const {
  const Index before = n_ - 1 - i, r = before % kLanes;
  return pairs_.data() + before / kLanes * block_size(m_) + (kLanes - 1 - r) * kLanes + r;
}
double* AlignmentScores::first() {
  return first_.data();
}
const double* AlignmentScores::first() const {
  return first_.data();
}
double* AlignmentScores::second() {
  return second_.data() + kLanes;
}
const double* AlignmentScores::second() const {
  return second_.data() + kLanes;
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

Ways::const_iterator best_of(const Ways& ways) {
  return std::max_element(ways.begin(), ways.end());
}

// Appends the best operations from a place on.
void follow(const Rests& rests, Place at, Output& output) {
  for (;;) {
    const Ways ways = rests.ways(at);
    const int operation = static_cast<int>(best_of(ways) - ways.begin()) - 1;
    if (operation == kStop) return;
    output.parts.push_back(operation);
    at = after(at, operation);
  }
}

Decoded best_local(const AlignmentScores& scores, const Rests& rests) {
  const Index n = scores.first_length(), m = scores.second_length();
  Decoded best;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) {
      const double value = scores.pair(i, j) + rests({kPair, n - i - 1, m - j - 1});
      if (value > best.value) best = {{{static_cast<int>(i), static_cast<int>(j), kPair}}, value};
    }
  }
  if (!best.output.parts.empty())
    follow(rests, {kPair, n - best.output.parts[0] - 1, m - best.output.parts[1] - 1}, best.output);
  return best;
}

}  // namespace

std::optional<Decoded> best_alignment(const AlignmentScores& scores) {
  Rests rests;
  rests.fill(scores, [](const Ways& ways) { return *best_of(ways); });
  if (scores.kind() == AlignmentKind::kLocal) return best_local(scores, rests);
  const Place start{kPair, scores.first_length(), scores.second_length()};
  if (rests(start) == kNever) return std::nullopt;
  Decoded best{{}, rests(start) + 0.0};
  follow(rests, start, best.output);
  return best;
}

}  // namespace costruct
