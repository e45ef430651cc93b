// The best labelings of a chain (see suffix_search.hpp) for each value of the counts that a loss
// depends on.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "costruct/core/decode/chains/suffix_search.hpp"

namespace costruct::suffix_search {

/// Finds the best labeling for each value of a count. The constructor fills a table by dynamic
/// programming from the last position to the first; best() then reads a labeling from it. Space and
/// Counter must outlive the object.
///
/// A count is a cell of a table with `rows` rows of `width` cells. The Counter says what each label
/// adds to the cell number:
///   rows, width         size of the table
///   step(t, k)          what label k at position t adds to the cell number
///   used_rows(t),
///   used_columns(t)     the part of the table that counts of the positions after t can reach
/// Time: O(sum of the reachable parts, times states, times labels). Memory: per_counts_bytes() for
/// that many states.
template <class Space, class Counter>
class BestPerCell {
 public:
  BestPerCell(const Space& space, const Counter& counter)
      : space_(space),
        counter_(counter),
        states_(space.states(space.length() - 1)),
        table_(space.length() * states_ * counter.rows * counter.width, kNever) {
    const Index length = space.length();
    for (Index s = 0; s < space.states(length - 1); ++s) {
      value(length - 1, s)[counter.step(length - 1, space.label(s))] = space.node(length - 1, s);
    }
    for (Index t = length - 2; t >= 0; --t) {
      for (Index s = 0; s < space.states(t); ++s) fill(t, s);
    }
  }

  /// The best labeling whose count is `cell`; nullopt if none exists.
  std::optional<Decoded> best(Index cell) const {
    Index s = -1;
    double best = kNever;
    for (Index k = 0; k < space_.labels(); ++k) {
      if (value(0, k)[cell] > best) {
        best = value(0, k)[cell];
        s = k;
      }
    }
    if (s < 0) return std::nullopt;
    Decoded decoded{{std::vector<int>(space_.length())}, best};
    for (Index t = 0;; ++t) {
      const Index label = space_.label(s);
      decoded.output.parts[t] = static_cast<int>(label);
      cell -= counter_.step(t, label);
      if (t + 1 == space_.length()) return decoded;
      const double* edges = space_.edges(t, s);
      const Index next = space_.next(t, s);
      double next_best = kNever;
      for (Index k = 0; k < space_.labels(); ++k) {
        const double candidate = edges[k] + value(t + 1, next + k)[cell];
        if (candidate > next_best) {
          next_best = candidate;
          s = next + k;
        }
      }
    }
  }

 private:
  // value(t, s)[c]: value of the best labeling of t..T-1 that starts in state s and has count c
  double* value(Index t, Index s) {
    return table_.data() + (t * states_ + s) * counter_.rows * counter_.width;
  }
  const double* value(Index t, Index s) const {
    return table_.data() + (t * states_ + s) * counter_.rows * counter_.width;
  }

  void fill(Index t, Index s) {
    const Index rows = counter_.used_rows(t), columns = counter_.used_columns(t),
                width = counter_.width;
    double* out = value(t, s) + counter_.step(t, space_.label(s));
    const double* edges = space_.edges(t, s);
    const double* nexts = value(t + 1, space_.next(t, s));
    for (Index k = 0; k < space_.labels(); ++k) {
      const double edge = edges[k];
      const double* in = nexts + k * counter_.rows * width;
      for (Index row = 0; row < rows; ++row) {
        for (Index i = row * width; i < row * width + columns; ++i)
          out[i] = std::max(out[i], edge + in[i]);
      }
    }
    for (Index row = 0; row < rows; ++row) {
      for (Index i = row * width; i < row * width + columns; ++i) out[i] += space_.node(t, s);
    }
  }

  const Space& space_;
  const Counter& counter_;
  Index states_;
  Vector table_;
};

/// A Counter of wrong labels. The cell number is this count h. The WrongLabels must outlive it;
/// their costs have no effect.
struct MissCounter {
  explicit MissCounter(const WrongLabels& labels) : wrong(labels), width(labels.length() + 1) {}
  Index step(Index t, Index label) const { return wrong(t, label); }
  Index used_rows(Index) const { return 1; }
  Index used_columns(Index t) const { return width - 1 - t; }

  const WrongLabels& wrong;
  Index rows = 1, width;
};

/// A Counter of hits and of predicted positions, as CountedDecoded defines them (chain.hpp). The
/// cell number is hits * width + predicted. The reference must have a position, and must outlive
/// this object.
struct HitCounter {
  HitCounter(const Output& reference, int outside_label)
      : y(reference),
        outside(outside_label),
        width(static_cast<Index>(reference.parts.size()) + 1),
        rows_after(reference.parts.size(), 1) {
    for (Index t = width - 2; t > 0; --t)
      rows_after[t - 1] = rows_after[t] + (y.parts[t] != outside);
    rows = rows_after[0] + (y.parts[0] != outside);
  }
  Index step(Index t, Index label) const {
    if (label == outside) return 0;
    return label == y.parts[t] ? width + 1 : 1;
  }
  Index used_rows(Index t) const { return rows_after[t]; }
  Index used_columns(Index t) const { return width - 1 - t; }

  const Output& y;
  int outside;
  Index width, rows = 0;
  std::vector<Index> rows_after;
};

/// The best labeling with h wrong labels, for h = 0..T.
template <class Space>
std::vector<std::optional<Decoded>> best_per_miss(const Space& space, const WrongLabels& wrong) {
  const MissCounter counter(wrong);
  const BestPerCell best(space, counter);
  std::vector<std::optional<Decoded>> result;
  for (Index h = 0; h < counter.width; ++h) result.push_back(best.best(h));
  return result;
}

/// The best labeling for each pair of counts that some labeling attains, by ascending hits, then by
/// ascending `predicted`.
/// @param y        the reference
/// @param outside  the label that does not count; -1: every label counts
template <class Space>
std::vector<CountedDecoded> best_per_counts(const Space& space, const Output& y, int outside) {
  const HitCounter counter(y, outside);
  const BestPerCell best(space, counter);
  std::vector<CountedDecoded> result;
  for (Index cell = 0; cell < counter.rows * counter.width; ++cell) {
    if (auto found = best.best(cell)) {
      result.push_back({cell / counter.width, cell % counter.width, std::move(*found)});
    }
  }
  return result;
}

}  // namespace costruct::suffix_search
