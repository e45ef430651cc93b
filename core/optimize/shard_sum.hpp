// Sums over shards of the examples, which processes can share.
#pragma once

#include <functional>
#include <vector>

#include "costruct/core/regression/transport.hpp"

namespace costruct {

/// Adds up vectors of S shards by a tree of pairs, whose shape depends on S alone. So the bits are
/// the same for any number of processes. Process r of R computes the shards s with
/// floor(s R / S) = r. Sums then go up the tree from process to process, and the total goes down. A
/// process sends or receives at most about 2 log2(R) + 2 vectors.
///
/// Example i belongs to shard i modulo S. So a process that reads examples knows at once which ones
/// are its own, before it knows their number.
class ShardSum {
 public:
  /// @param shards     S >= 1
  /// @param transport  connects the processes, and must outlive this; null: all shards are here
  ShardSum(Index shards, Transport* transport) : shards_(shards), transport_(transport) {}

  Index count() const { return shards_; }
  bool is_local(Index shard) const {
    return transport_ == nullptr || transport_->is_local(process_of(shard));
  }
  /// Whether the example belongs to a shard of this process.
  bool is_local_example(Index example) const { return is_local(example % shards_); }
  /// Those of n examples that belong to the shard, ascending.
  std::vector<Index> examples_of(Index shard, Index n) const;

  /// The decision of the first process where processes may decide differently, such as whether a
  /// time is over. All must call it in the same order.
  bool agreed(bool mine) const;

  /// Adds to a vector of zeros what its shard contributes.
  using Add = std::function<void(Index shard, VectorRef part)>;
  /// into += the sum of all shards. Calls `add` for each local shard, in order. All processes must
  /// call it in the same order with vectors of one size. Memory: at most about 3 log2(S) vectors.
  void add_up(VectorRef into, const Add& add) const;

 private:
  struct Range {
    Index begin, end;
  };
  Index process_of(Index shard) const { return shard * transport_->num_sites() / shards_; }
  bool is_whole(Range range) const;  // whether all its shards belong to one process
  void local_sum(Range range, const Add& add, VectorRef into, std::vector<Vector>& scratch) const;
  void find_own(Range range, std::size_t size, const Add& add, std::vector<Vector>& own) const;
  Vector sum(Range range, std::size_t size, std::vector<Vector>& own, std::size_t& next) const;
  void spread(Range processes, Vector& total) const;

  Index shards_;
  Transport* transport_;
};

}  // namespace costruct
