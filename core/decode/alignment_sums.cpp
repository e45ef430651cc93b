// Sums over all alignments.
//
// From the end, the logarithms of the sums over all rests (alignment_rests.hpp). Then from the front the
// probability q of every place: a place that is reached goes on by each of its ways with the probability that
// is proportional to the exponential of its value. Probabilities of ways are normalised where they are used,
// since of huge scores the logarithms of sums have lost what differs.
#include <algorithm>
#include <cmath>

#include "costruct/core/decode/alignment_rests.hpp"
#include "costruct/core/decode/softmax.hpp"

namespace costruct {

using alignment_rests::kNever;
using alignment_rests::Rests;
using alignment_rests::Ways;

namespace {

double log_sum_of_ways(const Ways& ways) {
  const double top = *std::max_element(ways.begin(), ways.end());
  if (top == kNever) return kNever;
  double sum = 0;
  for (const double way : ways) sum += std::exp(way - top);
  return top + std::log(sum);
}

// The values of all first pairs of local alignments, at (i, j) i * m + j, then 0 of the one without pairs.
Vector first_pairs(const AlignmentScores& scores, const Rests& rests) {
  const Index n = scores.first_length(), m = scores.second_length();
  Vector values(n * m + 1, 0.0);
  for (Index u = 1; u <= n; ++u) {
    for (Index v = 1; v <= m; ++v) values[(n - u) * m + m - v] = rests.scored(u, v)[1 + kPair];
  }
  return values;
}

// Carries the probabilities of places from the front to the end.
class Flow {
 public:
  Flow(const AlignmentScores& scores, const Rests& rests, AlignmentSums& sums)
      : scores_(scores), rests_(rests), sums_(sums) {
    sums.pair.assign(n_ * m_, 0.0);
    sums.first.assign(n_, 0.0);
    sums.second.assign(m_, 0.0);
    here_.resize(m_ + 1);
  }

  // The first pairs of local alignments, with their probabilities.
  void begin_with(Vector first_pairs) { first_pairs_ = std::move(first_pairs); }

  void run() {
    if (first_pairs_.empty()) here_[m_][kPair] = 1;
    for (Index u = n_; u >= 0; --u) {
      below_.assign(m_ + 1, {});
      for (Index v = m_; v >= 0; --v) pass(u, v);
      std::swap(here_, below_);
    }
    for (Vector* expected : {&sums_.pair, &sums_.first, &sums_.second}) {
      for (double& each : *expected) each = std::min(each, 1.0);
    }
  }

 private:
  using States = std::array<double, 3>;

  void pass(Index u, Index v) {
    const Ways scored = rests_.scored(u, v);
    States sum{};  // of operations
    for (int s = 0; s < 3; ++s) {
      const double q = here_[v][s];
      if (q == 0) continue;
      Ways ways = rests_.ways({s, u, v}, scored);
      softmax(ways);
      for (int o = 0; o < 3; ++o) {
        sum[o] += q * ways[1 + o];
        sums_.transitions[s][o] += q * ways[1 + o];
      }
    }
    const Index i = n_ - u, j = m_ - v;
    if (u > 0 && v > 0) {
      if (!first_pairs_.empty()) sum[kPair] += first_pairs_[i * m_ + j];
      sums_.pair[i * m_ + j] = sum[kPair];
      below_[v - 1][kPair] += sum[kPair];
    }
    if (u > 0) {
      sums_.first[i] += sum[kFirst];
      below_[v][kFirst] += sum[kFirst];
    }
    if (v > 0) {
      sums_.second[j] += sum[kSecond];
      here_[v - 1][kSecond] += sum[kSecond];
    }
  }

  const AlignmentScores& scores_;
  const Rests& rests_;
  AlignmentSums& sums_;
  const Index n_ = scores_.first_length(), m_ = scores_.second_length();
  std::vector<States> here_, below_;  // q of the rows u and u - 1
  Vector first_pairs_;
};

}  // namespace

std::optional<double> alignment_log_partition(const AlignmentScores& scores) {
  Rests rests;
  rests.fill(scores, log_sum_of_ways);
  if (scores.kind() == AlignmentKind::kLocal) {
    Vector values = first_pairs(scores, rests);
    return softmax(values);
  }
  const double all = rests({kPair, scores.first_length(), scores.second_length()});
  if (all == kNever) return std::nullopt;
  return all;
}

std::optional<AlignmentSums> alignment_sums(const AlignmentScores& scores) {
  Rests rests;
  rests.fill(scores, log_sum_of_ways);
  std::optional<AlignmentSums> sums(std::in_place);
  Flow flow(scores, rests, *sums);
  if (scores.kind() == AlignmentKind::kLocal) {
    Vector probabilities = first_pairs(scores, rests);
    sums->log_partition = softmax(probabilities);
    flow.begin_with(std::move(probabilities));
  } else {
    sums->log_partition = rests({kPair, scores.first_length(), scores.second_length()});
    if (sums->log_partition == kNever) return std::nullopt;
  }
  flow.run();
  return sums;
}

}  // namespace costruct
