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
/// A shard is a fixed part of the examples: example i belongs to shard i modulo S. So a process
/// that reads examples knows at once which ones are its own, before it knows their number.
class ShardSum {
 public:
  /// @param shards     S >= 1
  /// @param transport  connects the processes, and must outlive this. Its site r is process r.
  ///                   Null: there is one process, which has all shards.
  ShardSum(Index shards, Transport* transport) : shards_(shards), transport_(transport) {}

  /// The number S of shards.
  Index count() const { return shards_; }
  /// Whether this process computes the shard.
  bool is_local(Index shard) const {
    return transport_ == nullptr || transport_->is_local(process_of(shard));
  }
  /// Whether the example belongs to a shard of this process.
  bool is_local_example(Index example) const { return is_local(example % shards_); }
  /// The examples 0 <= i < n that belong to the shard, ascending.
  std::vector<Index> examples_of(Index shard, Index n) const;

  /// Returns `mine` of the first process in every process. Use it where processes may decide
  /// differently, for example on whether a time limit is reached. All processes must call it in the
  /// same order.
  bool agreed(bool mine) const;

  /// A function that adds the contribution of a shard to `part`, which is a vector of zeros.
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
