// Stores the chart of CKY; only the sources of core/decode use it.
//
// An item is a symbol A over a span [i, j), if a tree with root A over this span exists. The chart
// stores each item in two Sides: by its begin i and by its end j. A place is a boundary between
// tokens, 0 to the number of tokens. A Side has a row for each place and symbol that have an item.
// The row has a value for each other end of the span, and a bit mask of the other ends that have an
// item.
//
// Rule A -> B C applies to span [i, j) with split k if two items exist: B over [i, k) and C over
// [k, j). The bitwise and of two masks gives all such k: the ends of B from i, and the begins of C
// up to j. Most rules have none.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "costruct/core/decode/trees/cky.hpp"

namespace costruct::cky_chart {

/// The value of a span and a symbol without an item.
constexpr double kNever = -std::numeric_limits<double>::infinity();

/// The items of the chart by one of their ends.
class Side {
 public:
  /// Removes all items and keeps the memory. Each row of place p = 0..places-1 gets row_sizes[p]
  /// values, initially kNever.
  void reset(Index places, Index symbols, std::vector<Index> row_sizes) {
    symbols_ = symbols;
    row_sizes_ = std::move(row_sizes);
    row_begin_.clear();
    words_ = (places + 63) / 64;
    row_.assign(places * symbols, -1);
    present_.resize(std::max<std::size_t>(present_.size(), places));
    for (Index place = 0; place < places; ++place) present_[place].clear();
    mask_.clear();
    value_.clear();
  }

  /// Returns the number of 64-bit words of a mask.
  Index words() const { return words_; }
  /// Returns the row of a symbol at a place; -1 if there is no item.
  std::int32_t row(Index place, int symbol) const { return row_[place * symbols_ + symbol]; }
  /// Returns the rows of all symbols at a place: an array that row() reads.
  const std::int32_t* rows_at(Index place) const { return row_.data() + place * symbols_; }
  /// Returns the symbols that have an item at the place, in the order of their first items.
  const std::vector<int>& present(Index place) const { return present_[place]; }

  /// Returns words() words. Bit b of the mask is 1 if the row has an item with other end b.
  const std::uint64_t* mask(std::int32_t row) const { return mask_.data() + row * words_; }
  /// Return the values of a row, by the other end. add() makes the address invalid.
  const double* values(std::int32_t row) const { return value_.data() + row_begin_[row]; }
  double* values(std::int32_t row) { return value_.data() + row_begin_[row]; }

  /// Adds an item and returns its row. The caller must then set values(row)[other_end].
  std::int32_t add(Index place, int symbol, Index other_end) {
    std::int32_t& row = row_[place * symbols_ + symbol];
    if (row < 0) {
      row = static_cast<std::int32_t>(row_begin_.size());
      row_begin_.push_back(static_cast<Index>(value_.size()));
      present_[place].push_back(symbol);
      mask_.resize(mask_.size() + words_, 0);
      value_.resize(value_.size() + row_sizes_[place], kNever);
    }
    mask_[row * words_ + other_end / 64] |= std::uint64_t{1} << (other_end % 64);
    return row;
  }

 private:
  Index symbols_ = 0, words_ = 1;
  std::vector<Index> row_sizes_, row_begin_;
  std::vector<std::int32_t> row_;
  std::vector<std::vector<int>> present_;
  std::vector<std::uint64_t> mask_;
  Vector value_;
};

/// Calls action(k) for each bit k that is 1 in both masks, ascending. Each mask has `words` words.
template <class Action>
inline void for_each_split(const std::uint64_t* a, const std::uint64_t* b, Index words,
                           const Action& action) {
  for (Index word = 0; word < words; ++word) {
    for (std::uint64_t both = a[word] & b[word]; both != 0; both &= both - 1)
      action(word * 64 + std::countr_zero(both));
  }
}

/// Returns the sum of the scores that ParseScores::span and ParseScores::marked give to symbol A
/// over a span of two tokens or more. The result is kNever if the marks do not allow A there.
/// @param symbols  the number of symbols
/// @param cell     ParseScores::cell(first, last) of the span
inline double added(const ParseScores& scores, Index symbols, Index cell, int A) {
  double score = scores.span.empty() ? 0.0 : scores.span[cell * symbols + A];
  if (!scores.marked.empty()) {
    if (scores.is_marked(cell, A)) {
      score += scores.marked_score;
    } else if (scores.only_marked) {
      return kNever;
    }
  }
  return score;
}

/// The values of all items. The caller decides what a value is: that of the best tree of an item,
/// or a sum over its trees.
struct Chart {
  Side from, to;  ///< items by their first boundary and by their last boundary

  /// Returns the value of the symbol over the tokens [first, last); kNever if there is no item.
  double value(Index first, Index last, int symbol) const {
    const std::int32_t row = from.row(first, symbol);
    return row < 0 ? kNever : from.values(row)[last];
  }
  /// Sets the value of an item, and adds the item if it is new.
  void set(Index first, Index last, int symbol, double value) {
    from.values(from.add(first, symbol, last))[last] = value;
    to.values(to.add(last, symbol, first))[first] = value;
  }
  /// Removes all items, for a sentence of `length` tokens. Memory: at most (length + 1)^2 doubles
  /// for each symbol in each of the two Sides.
  void reset(Index length, Index symbols) {
    const std::vector<Index> row_sizes(length + 1, length + 1);
    from.reset(length + 1, symbols, row_sizes);
    to.reset(length + 1, symbols, row_sizes);
  }
};

}  // namespace costruct::cky_chart
