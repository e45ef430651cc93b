// Counts how often words stand beside others, in whole numbers.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "costruct/core/linear_algebra/sparse_rows.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Counts how often each pair of a row and a column was added: a sparse matrix of whole numbers. It
/// does not depend on the order of additions or on threads. Rows are numbers >= 0, columns are
/// numbers from 0 to columns() - 1.
///
/// Rows are spread over 256 hash tables, each with a lock. A slot takes 8 bytes: the number of the
/// pair in its table, and the lowest 24 bits of its count. Tables double when three quarters are
/// full, so a pair takes 11 to 21 bytes.
class PairCounts {
 public:
  explicit PairCounts(Index columns) : columns_(columns), tables_(kTables) {}

  /// Adds pairs from one thread; several threads have an Adder each. It keeps up to 2048 pairs for
  /// each table (4 MiB in all) before it adds them. flush() adds the rest. Call it at the end.
  class Adder {
   public:
    /// `counts` must outlive this.
    explicit Adder(PairCounts& counts)
        : counts_(counts), keys_(kTables * kHeld), held_(kTables, 0) {}
    void add(std::int32_t row, Index column) {
      const std::size_t table = static_cast<std::size_t>(row) % kTables;
      keys_[table * kHeld + held_[table]] = counts_.key(row, column);
      if (++held_[table] == kHeld) flush(table);
    }
    void flush() {
      for (std::size_t table = 0; table < kTables; ++table) flush(table);
    }

   private:
    static constexpr std::size_t kHeld = 2048;
    void flush(std::size_t table);
    PairCounts& counts_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::size_t> held_;  // number of keys for each table
  };

  /// A pair, and how often it was added.
  struct Pair {
    std::int32_t row = 0, column = 0;
    std::uint64_t count = 0;
  };
  /// Adds pairs with their counts. Safe to call while Adders of other threads add.
  void add(std::span<const Pair> pairs);
  /// Calls visit(pair) for each pair, in no particular order. No Adder may add meanwhile.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t table = 0; table < kTables; ++table) {
      for (const std::uint64_t slot : tables_[table].slots) {
        if (slot != 0) visit(pair_of(table, slot));
      }
    }
  }

  Index columns() const { return columns_; }
  /// The counts as a matrix, whose columns ascend in each row, and the exact sum of each row and of
  /// each column. The entries are floats, so counts above 2^24 are rounded.
  struct Matrix {
    SparseRows rows;
    Vector of_row, of_column;
  };
  /// Makes the matrix and forgets all counts. All rows that were added must be below `rows`.
  Matrix take(Index rows, int threads);

 private:
  static constexpr std::size_t kTables = 256;
  static constexpr int kCountBits = 24;
  static constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;

  struct Table {
    std::mutex lock;
    std::vector<std::uint64_t> slots;  // 0: empty
    std::size_t used = 0;
    int shift = 64;                                // of a hash, to the number of a slot
    std::map<std::uint64_t, std::uint64_t> carry;  // what did not fit into the bits of a count
    std::uint64_t& slot_of(std::uint64_t key);
    void add(std::uint64_t key, std::uint64_t count);
    void grow();
  };

  std::uint64_t key(std::int32_t row, Index column) const {
    return static_cast<std::uint64_t>(row) / kTables * static_cast<std::uint64_t>(columns_) +
           static_cast<std::uint64_t>(column);
  }
  Pair pair_of(std::size_t table, std::uint64_t slot) const;

  Index columns_;
  std::vector<Table> tables_;
};

/// Counts neighbours of words in sentences: rows are words, columns are neighbours at a place.
///
/// Neighbours are the most frequent words that occur, and one more that stands for all places
/// beyond the ends of a sentence. Each place from -reach to reach without 0 has its own columns.
class NeighbourCounts {
 public:
  /// @param occurrences  how often each word occurs; among equals, smaller numbers come first
  /// @param contexts     number of words, the most frequent ones, used as neighbours
  /// @param reach        maximum distance of a neighbour in tokens, >= 1
  /// Throws DataError if there are too many words and neighbours for the keys of the tables.
  NeighbourCounts(std::span<const Index> occurrences, Index contexts, Index reach);

  /// Counts the sentences of one thread. Call flush() after the last one.
  class Adder {
   public:
    explicit Adder(NeighbourCounts& counts);
    /// @param sentence  numbers of words; negative numbers are unknown words
    void add(std::span<const std::int32_t> sentence);
    void flush();

   private:
    void flush_frequent();
    NeighbourCounts& counts_;
    PairCounts::Adder pairs_;
    std::vector<std::int32_t> neighbours_;
    std::vector<std::uint32_t> frequent_;  // counts of the most frequent words beside each other
    std::int32_t most_frequent_;           // neighbours of smaller numbers are counted there
    Index tokens_ = 0;                     // in these counts
  };

  /// The counts. Rows are numbers of words.
  PairCounts& pairs() { return pairs_; }

 private:
  std::vector<std::int32_t> number_;  // of each word as a neighbour, from 1; -1: it is none
  std::vector<std::int32_t> word_;    // with this number
  Index reach_, per_place_;
  PairCounts pairs_;
};

}  // namespace costruct::experiments
