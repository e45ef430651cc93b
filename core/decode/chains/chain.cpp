#include "costruct/core/decode/chains/chain.hpp"

#include <algorithm>

#include "costruct/core/decode/alignment/aligned_rows.hpp"
#include "costruct/core/decode/chains/best_per_cell.hpp"
#include "costruct/core/decode/chains/ranked_labelings.hpp"
#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/error.hpp"

namespace costruct {
namespace {

constexpr Index kLane = ChainScores::kLane;
constexpr Index kWidth = lanes::kWidth;

using lanes::broadcast;
using lanes::Lanes;
using lanes::load;
using lanes::store;

// Scratch memory of one thread; it grows when needed.
struct Scratch {
  AlignedRows suffix;    // suffix(t, k): value of the best labeling of t..T-1 that starts with k
  AlignedRows incoming;  // edge transposed: incoming(k, p) = edge(p, k); lanes run over p
};

Scratch& scratch() {
  thread_local Scratch of_thread;
  return of_thread;
}

// Computes, from the end,
//   suffix(t, p) = node(t, p) + max_k (edge(p, k) + suffix(t + 1, k));
// lanes run over p. The number kBlocks of registers per row is a compile-time constant, so that the
// maxima stay in registers.
template <Index kBlocks>
void fill_suffix_fixed(const ChainScores& scores, const double* incoming, double* suffix) {
  const Index labels = scores.labels();
  constexpr Index kStride = kBlocks * kLane, kRegisters = kStride / kWidth;
  for (Index t = scores.length() - 2; t >= 0; --t) {
    const double* next = suffix + (t + 1) * kStride;
    Lanes best[kRegisters];
    for (Index b = 0; b < kRegisters; ++b)
      best[b] = load(incoming + b * kWidth) + broadcast(next[0]);
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
  double* incoming = s.incoming.reserve(labels * stride);
  for (Index k = 0; k < labels; ++k) {
    double* to_k = incoming + k * stride;
    for (Index p = 0; p < labels; ++p) to_k[p] = scores.edge(p)[k];
    // Padding lanes keep their contents; their results are never read.
  }
  double* suffix = s.suffix.reserve(length * stride);
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

// Writes the labels of the best suffix that starts with `label` at position t.
void follow(const ChainScores& scores, const double* suffix, Index t, Index label, Output& output) {
  output.parts[t] = static_cast<int>(label);
  for (++t; t < scores.length(); ++t) {
    label = first_argmax(scores.edge(label), suffix + t * scores.stride(), scores.labels());
    output.parts[t] = static_cast<int>(label);
  }
}

// A chain for suffix_search.hpp: a state is a label.
class Labels {
 public:
  explicit Labels(const ChainScores& scores) : scores_(scores) {}
  Index length() const { return scores_.length(); }
  Index labels() const { return scores_.labels(); }
  Index states(Index) const { return scores_.labels(); }
  Index label(Index s) const { return s; }
  Index next(Index, Index) const { return 0; }
  double node(Index t, Index s) const { return scores_.node(t)[s]; }
  const double* edges(Index, Index s) const { return scores_.edge(s); }

 private:
  const ChainScores& scores_;
};

// The Suffix function for suffix_search.hpp, for a chain of length >= 1.
auto suffix_of(const ChainScores& scores, const double* suffix) {
  return [suffix, stride = scores.stride()](Index t, Index s) { return suffix[t * stride + s]; };
}
auto suffix_of(const ChainScores& scores) {
  return suffix_of(scores, fill_suffix(scores));
}

// The best labeling of a chain of length >= 1, from its suffix values.
Decoded best_by(const ChainScores& scores, const double* suffix) {
  Decoded decoded;
  const Index first = first_argmax(suffix, scores.labels());
  decoded.output.parts.resize(scores.length());
  decoded.value = suffix[first];
  follow(scores, suffix, 0, first, decoded.output);
  return decoded;
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

void ChainScores::scale_edges(double factor) {
  for (Index p = 0; p < labels_; ++p) {
    for (Index k = 0; k < labels_; ++k) edge(p)[k] *= factor;
  }
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
  if (scores.length() == 0) return {};
  return best_by(scores, fill_suffix(scores));
}

std::optional<Decoded> viterbi_runner_up(const ChainScores& scores, const Output& y) {
  if (scores.length() == 0) return std::nullopt;
  return suffix_search::runner_up(Labels(scores), suffix_of(scores), y);
}

TwoBest viterbi_two_best(const ChainScores& scores) {
  if (scores.length() == 0) return {};
  const double* suffix = fill_suffix(scores);
  TwoBest found{best_by(scores, suffix), std::nullopt};
  found.runner_up =
      suffix_search::runner_up(Labels(scores), suffix_of(scores, suffix), found.best.output);
  return found;
}

std::vector<Decoded> viterbi_k_best(const ChainScores& scores, Index k) {
  if (k <= 0) return {};
  if (scores.length() == 0) return {Decoded{}};
  const Labels space(scores);
  const auto suffix = suffix_of(scores);
  return suffix_search::ranked_labelings(space, suffix, k);
}

std::vector<std::optional<Decoded>> viterbi_per_hamming(const ChainScores& scores,
                                                        const WrongLabels& wrong) {
  if (scores.length() == 0) return {Decoded{}};
  return suffix_search::best_per_miss(Labels(scores), wrong);
}

double per_counts_bytes(Index length, Index labels, Index counted) {
  return sizeof(double) * static_cast<double>(length) * static_cast<double>(labels) *
         static_cast<double>(length + 1) * static_cast<double>(counted + 1);
}

std::vector<CountedDecoded> viterbi_per_counts(const ChainScores& scores, const Output& y,
                                               int outside) {
  if (scores.length() == 0) return {CountedDecoded{}};
  return suffix_search::best_per_counts(Labels(scores), y, outside);
}

}  // namespace costruct
