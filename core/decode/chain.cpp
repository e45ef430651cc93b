#include "costruct/core/decode/chain.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr Index kLane = ChainScores::kLane;
constexpr Index kWidth = lanes::kWidth;

using lanes::broadcast;
using lanes::Lanes;
using lanes::load;
using lanes::store;

struct alignas(64) LaneBlock : std::array<double, kLane> {};

// Scratch of one thread, grown when needed.
struct Scratch {
  std::vector<LaneBlock> suffix;    // suffix(t, k): value of the best labeling of t..T-1 that starts with k
  std::vector<LaneBlock> incoming;  // edge transposed: incoming(k, p) = edge(p, k); lanes run over p
};

Scratch& scratch() {
  thread_local Scratch of_thread;
  return of_thread;
}

double* doubles(std::vector<LaneBlock>& table) {
  return table.data()->data();
}

// suffix(t, p) = node(t, p) + max_k (edge(p, k) + suffix(t + 1, k)), from the end; lanes run over p. The
// registers that a row of kBlocks blocks fills are fixed at compile time, so that the maxima stay in
// registers.
template <Index kBlocks>
void fill_suffix_fixed(const ChainScores& scores, const double* incoming, double* suffix) {
  const Index labels = scores.labels();
  constexpr Index kStride = kBlocks * kLane, kRegisters = kStride / kWidth;
  for (Index t = scores.length() - 2; t >= 0; --t) {
    const double* next = suffix + (t + 1) * kStride;
    Lanes best[kRegisters];
    for (Index b = 0; b < kRegisters; ++b) best[b] = load(incoming + b * kWidth) + broadcast(next[0]);
    for (Index k = 1; k < labels; ++k) {
      const Lanes value = broadcast(next[k]);
      for (Index b = 0; b < kRegisters; ++b) {
        best[b] = lanes::max(best[b], load(incoming + k * kStride + b * kWidth) + value);
      }
    }
    const double* node = scores.node(t);
    for (Index b = 0; b < kRegisters; ++b) {
      store(suffix + t * kStride + b * kWidth, load(node + b * kWidth) + best[b]);
    }
  }
}

void fill_suffix_any(const ChainScores& scores, const double* incoming, double* suffix) {
  const Index labels = scores.labels(), stride = scores.stride();
  for (Index t = scores.length() - 2; t >= 0; --t) {
    const double* next = suffix + (t + 1) * stride;
    const double* node = scores.node(t);
    for (Index b = 0; b < stride; b += kWidth) {
      Lanes best = load(incoming + b) + broadcast(next[0]);
      for (Index k = 1; k < labels; ++k)
        best = lanes::max(best, load(incoming + k * stride + b) + broadcast(next[k]));
      store(suffix + t * stride + b, load(node + b) + best);
    }
  }
}

// Fills the suffix values of a chain of length >= 1 and returns their first row.
const double* fill_suffix(const ChainScores& scores) {
  Scratch& s = scratch();
  const Index length = scores.length(), labels = scores.labels(), stride = scores.stride();
  const std::size_t rows = static_cast<std::size_t>(stride / kLane);
  if (s.suffix.size() < length * rows) s.suffix.resize(length * rows);
  if (s.incoming.size() < labels * rows) s.incoming.resize(labels * rows);
  double* incoming = doubles(s.incoming);
  for (Index k = 0; k < labels; ++k) {
    double* to_k = incoming + k * stride;
    for (Index p = 0; p < labels; ++p) to_k[p] = scores.edge(p)[k];
    // Padding lanes keep what they hold: their results are never read.
  }
  double* suffix = doubles(s.suffix);
  std::copy_n(scores.node(length - 1), stride, suffix + (length - 1) * stride);
  switch (stride / kLane) {
    case 1:
      fill_suffix_fixed<1>(scores, incoming, suffix);
      break;
    case 2:
      fill_suffix_fixed<2>(scores, incoming, suffix);
      break;
    case 3:
      fill_suffix_fixed<3>(scores, incoming, suffix);
      break;
    case 4:
      fill_suffix_fixed<4>(scores, incoming, suffix);
      break;
    default:
      fill_suffix_any(scores, incoming, suffix);
  }
  return suffix;
}

// The smallest k that maximises a[k] + b[k].
Index first_argmax(const double* a, const double* b, Index labels) {
  Index best = 0;
  double best_value = a[0] + b[0];
  for (Index k = 1; k < labels; ++k) {
    const double value = a[k] + b[k];
    const bool better = value > best_value;
    best = better ? k : best;
    best_value = better ? value : best_value;
  }
  return best;
}

Index first_argmax(const double* a, Index labels) {
  return std::max_element(a, a + labels) - a;
}

// Follows the best suffixes from label `label` at position t to the end.
void follow(const ChainScores& scores, const double* suffix, Index t, Index label, Output& output) {
  output.parts[t] = static_cast<int>(label);
  for (++t; t < scores.length(); ++t) {
    label = first_argmax(scores.edge(label), suffix + t * scores.stride(), scores.labels());
    output.parts[t] = static_cast<int>(label);
  }
}

// The best labeling that ends in a cell of a table of counts, nullopt where there is none: value(t, s)[c] is
// the value of the best labeling of t..T-1 that starts with s and counts c, of which s at t itself counts
// step(t, s).
template <class Value, class Step>
std::optional<Decoded> best_in_cell(const ChainScores& scores, Index cell, const Value& value,
                                    const Step& step) {
  const Index length = scores.length(), labels = scores.labels();
  Index label = -1;
  double best = kNever;
  for (Index s = 0; s < labels; ++s) {
    if (value(0, s)[cell] > best) {
      best = value(0, s)[cell];
      label = s;
    }
  }
  if (label < 0) return std::nullopt;
  Decoded decoded{{std::vector<int>(length)}, best};
  for (Index t = 0;; ++t) {
    decoded.output.parts[t] = static_cast<int>(label);
    cell -= step(t, label);
    if (t + 1 == length) return decoded;
    Index next_label = -1;
    double next_best = kNever;
    for (Index next = 0; next < labels; ++next) {
      const double candidate = scores.edge(label)[next] + value(t + 1, next)[cell];
      if (candidate > next_best) {
        next_best = candidate;
        next_label = next;
      }
    }
    label = next_label;
  }
}

}  // namespace

void ChainScores::reset(Index length, Index labels) {
  COSTRUCT_ASSERT(length >= 0 && labels >= 1, "a chain has labels");
  length_ = length;
  labels_ = labels;
  stride_ = (labels + kLane - 1) / kLane * kLane;
  const Index rows = stride_ / kLane;
  node_.assign(length * rows, Block{});
  edge_.assign(labels * rows, Block{});
}

double chain_value(const ChainScores& scores, const Output& y) {
  if (scores.length() == 0) return 0;
  Index t = scores.length() - 1;
  double value = scores.node(t)[y.parts[t]];
  for (--t; t >= 0; --t) {
    value = scores.node(t)[y.parts[t]] + (scores.edge(y.parts[t])[y.parts[t + 1]] + value);
  }
  return value;
}

Decoded viterbi(const ChainScores& scores) {
  Decoded decoded;
  if (scores.length() == 0) return decoded;
  const double* suffix = fill_suffix(scores);
  const Index first = first_argmax(suffix, scores.labels());
  decoded.output.parts.resize(scores.length());
  decoded.value = suffix[first];
  follow(scores, suffix, 0, first, decoded.output);
  return decoded;
}

std::optional<Decoded> viterbi_runner_up(const ChainScores& scores, const Output& y) {
  const Index length = scores.length(), labels = scores.labels(), stride = scores.stride();
  if (length == 0 || labels == 1) return std::nullopt;
  const double* suffix = fill_suffix(scores);
  // other[t]: value of the best labeling of t..T-1 that starts with y_t and leaves y later on; continues[t]
  // is the smallest label that such a labeling has at t + 1.
  Vector other(length, kNever);
  std::vector<Index> continues(length, -1);
  for (Index t = length - 2; t >= 0; --t) {
    const double* edge = scores.edge(y.parts[t]);
    const double* next = suffix + (t + 1) * stride;
    double best = kNever;
    Index best_label = -1;
    for (Index k = 0; k < labels; ++k) {
      const double rest = k == y.parts[t + 1] ? other[t + 1] : next[k];
      if (best_label < 0 || edge[k] + rest > best) {
        best = edge[k] + rest;
        best_label = k;
      }
    }
    other[t] = scores.node(t)[y.parts[t]] + best;
    continues[t] = best_label;
  }
  Decoded decoded;
  decoded.value = kNever;
  Index first = -1;
  for (Index k = 0; k < labels; ++k) {
    const double value = k == y.parts[0] ? other[0] : suffix[k];
    if (first < 0 || value > decoded.value) {
      decoded.value = value;
      first = k;
    }
  }
  decoded.output.parts.resize(length);
  Index t = 0, label = first;
  while (label == y.parts[t] && t + 1 < length) {
    decoded.output.parts[t] = static_cast<int>(label);
    label = continues[t++];
  }
  follow(scores, suffix, t, label, decoded.output);
  return decoded;
}

std::vector<Decoded> viterbi_k_best(const ChainScores& scores, Index k) {
  const Index length = scores.length(), labels = scores.labels();
  std::vector<Decoded> result;
  if (k <= 0) return result;
  if (length == 0) return {Decoded{}};

  // best[t][s]: the k best labelings of t..T-1 that start with s, best first; each goes on with the rank-th
  // best that starts with `next` at t + 1.
  struct Step {
    double value;
    int next;
    Index rank;
  };
  const auto better = [](const Step& a, const Step& b) {
    if (a.value != b.value) return a.value > b.value;
    return std::pair(a.next, a.rank) < std::pair(b.next, b.rank);
  };
  std::vector<std::vector<Step>> best(length * labels);
  std::vector<Step> candidates;
  for (Index t = length - 1; t >= 0; --t) {
    for (Index s = 0; s < labels; ++s) {
      std::vector<Step>& list = best[t * labels + s];
      if (t == length - 1) {
        list.push_back({scores.node(t)[s], -1, 0});
        continue;
      }
      candidates.clear();
      for (Index next = 0; next < labels; ++next) {
        const std::vector<Step>& rest = best[(t + 1) * labels + next];
        for (Index rank = 0; rank < static_cast<Index>(rest.size()); ++rank) {
          const double value = scores.node(t)[s] + (scores.edge(s)[next] + rest[rank].value);
          candidates.push_back({value, static_cast<int>(next), rank});
        }
      }
      const Index kept = std::min<Index>(k, static_cast<Index>(candidates.size()));
      std::partial_sort(candidates.begin(), candidates.begin() + kept, candidates.end(), better);
      list.assign(candidates.begin(), candidates.begin() + kept);
    }
  }
  candidates.clear();
  for (Index s = 0; s < labels; ++s) {
    for (Index rank = 0; rank < static_cast<Index>(best[s].size()); ++rank) {
      candidates.push_back({best[s][rank].value, static_cast<int>(s), rank});
    }
  }
  const Index kept = std::min<Index>(k, static_cast<Index>(candidates.size()));
  std::partial_sort(candidates.begin(), candidates.begin() + kept, candidates.end(), better);
  for (Index i = 0; i < kept; ++i) {
    Decoded decoded{{std::vector<int>(length)}, candidates[i].value};
    Step step = candidates[i];
    for (Index t = 0; t < length; ++t) {
      decoded.output.parts[t] = step.next;
      step = best[t * labels + step.next][step.rank];
    }
    result.push_back(std::move(decoded));
  }
  return result;
}

std::vector<std::optional<Decoded>> viterbi_per_hamming(const ChainScores& scores, const Output& y) {
  const Index length = scores.length(), labels = scores.labels();
  std::vector<std::optional<Decoded>> result(length + 1);
  if (length == 0) {
    result[0] = Decoded{};
    return result;
  }
  // value(t, s)[h]: the best labeling of t..T-1 that starts with s and differs from y in h positions.
  const Index width = length + 1;
  Vector table(length * labels * width, kNever);
  const auto value = [&](Index t, Index s) { return table.data() + (t * labels + s) * width; };
  for (Index s = 0; s < labels; ++s) {
    value(length - 1, s)[s != y.parts[length - 1]] = scores.node(length - 1)[s];
  }
  for (Index t = length - 2; t >= 0; --t) {
    const Index rest = length - 1 - t;  // positions after t
    for (Index s = 0; s < labels; ++s) {
      const Index miss = s != y.parts[t];
      double* out = value(t, s) + miss;
      for (Index next = 0; next < labels; ++next) {
        const double edge = scores.edge(s)[next];
        const double* in = value(t + 1, next);
        for (Index h = 0; h <= rest; ++h) out[h] = std::max(out[h], edge + in[h]);
      }
      for (Index h = 0; h <= rest; ++h) out[h] += scores.node(t)[s];
    }
  }
  const auto step = [&](Index t, Index s) -> Index { return s != y.parts[t]; };
  for (Index h = 0; h <= length; ++h) result[h] = best_in_cell(scores, h, value, step);
  return result;
}

double per_counts_bytes(Index length, Index labels, Index counted) {
  return sizeof(double) * static_cast<double>(length) * static_cast<double>(labels) *
         static_cast<double>(length + 1) * static_cast<double>(counted + 1);
}

std::vector<CountedDecoded> viterbi_per_counts(const ChainScores& scores, const Output& y, int outside) {
  const Index length = scores.length(), labels = scores.labels();
  if (length == 0) return {CountedDecoded{}};
  const Index counted = length - std::count(y.parts.begin(), y.parts.end(), outside);
  // value(t, s)[hits * width + predicted]: the best labeling of t..T-1 that starts with s and has these
  // counts.
  const Index width = length + 1, cells = (counted + 1) * width;
  Vector table(length * labels * cells, kNever);
  const auto value = [&](Index t, Index s) { return table.data() + (t * labels + s) * cells; };
  // What label s at position t adds to the cell number.
  const auto step = [&](Index t, Index s) -> Index {
    if (s == outside) return 0;
    return s == y.parts[t] ? width + 1 : 1;
  };
  for (Index s = 0; s < labels; ++s) {
    value(length - 1, s)[step(length - 1, s)] = scores.node(length - 1)[s];
  }
  for (Index t = length - 2; t >= 0; --t) {
    const Index hits_after = length - 1 - t - std::count(y.parts.begin() + t + 1, y.parts.end(), outside);
    const Index predicted_after = length - 1 - t;
    for (Index s = 0; s < labels; ++s) {
      double* out = value(t, s) + step(t, s);
      for (Index next = 0; next < labels; ++next) {
        const double edge = scores.edge(s)[next];
        const double* in = value(t + 1, next);
        for (Index hits = 0; hits <= hits_after; ++hits) {
          for (Index i = hits * width; i <= hits * width + predicted_after; ++i) {
            out[i] = std::max(out[i], edge + in[i]);
          }
        }
      }
      for (Index hits = 0; hits <= hits_after; ++hits) {
        for (Index i = hits * width; i <= hits * width + predicted_after; ++i) out[i] += scores.node(t)[s];
      }
    }
  }
  std::vector<CountedDecoded> result;
  for (Index cell = 0; cell < cells; ++cell) {
    if (auto best = best_in_cell(scores, cell, value, step)) {
      result.push_back({cell / width, cell % width, std::move(*best)});
    }
  }
  return result;
}

}  // namespace costruct
