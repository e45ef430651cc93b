#include "costruct/core/optimize/shard_sum.hpp"

#include <algorithm>
#include <utility>

namespace costruct {
namespace {

Index middle(Index begin, Index end) {
  return begin + (end - begin + 1) / 2;
}

void add_to_sum(VectorRef into, const Vector& term) {
  for (std::size_t k = 0; k < into.size(); ++k) into[k] += term[k];
}

}  // namespace

std::vector<Index> ShardSum::examples_of(Index shard, Index n) const {
  std::vector<Index> examples;
  for (Index i = shard; i < n; i += shards_) examples.push_back(i);
  return examples;
}

bool ShardSum::is_whole(Range range) const {
  return transport_ == nullptr || process_of(range.begin) == process_of(range.end - 1);
}

// Overwrites `into`. `scratch` keeps vectors for later use.
void ShardSum::local_sum(Range range, const Add& add, VectorRef into,
                         std::vector<Vector>& scratch) const {
  if (range.end - range.begin == 1) {
    std::fill(into.begin(), into.end(), 0.0);
    return add(range.begin, into);
  }
  const Index half = middle(range.begin, range.end);
  local_sum({range.begin, half}, add, into, scratch);
  Vector right = scratch.empty() ? Vector(into.size()) : std::move(scratch.back());
  if (!scratch.empty()) scratch.pop_back();
  local_sum({half, range.end}, add, right, scratch);
  add_to_sum(into, right);
  scratch.push_back(std::move(right));
}

// Computes the largest subtrees of this process, before any of them is sent: no process waits for
// another one's computation.
void ShardSum::find_own(Range range, std::size_t size, const Add& add,
                        std::vector<Vector>& own) const {
  if (is_whole(range)) {
    if (!is_local(range.begin)) return;
    std::vector<Vector> scratch;
    local_sum(range, add, own.emplace_back(size), scratch);
    return;
  }
  const Index half = middle(range.begin, range.end);
  find_own({range.begin, half}, size, add, own);
  find_own({half, range.end}, size, add, own);
}

// The sum of a range, in the process of its first shard; elsewhere an empty vector. The process of
// the right half sends its sum to that of the left half.
Vector ShardSum::sum(Range range, std::size_t size, std::vector<Vector>& own,
                     std::size_t& next) const {
  if (is_whole(range)) return is_local(range.begin) ? std::move(own[next++]) : Vector();
  const Index half = middle(range.begin, range.end);
  const Index left = process_of(range.begin), right = process_of(half);
  Vector total = sum({range.begin, half}, size, own, next);
  Vector other = sum({half, range.end}, size, own, next);
  if (left != right && (transport_->is_local(left) || transport_->is_local(right))) {
    other.resize(size);
    transport_->move(right, left, other);
  }
  if (!transport_->is_local(left)) return {};
  add_to_sum(total, other);
  return total;
}

// Sends the total from the first of these processes to the others, half of them at a time.
void ShardSum::spread(Range processes, Vector& total) const {
  if (processes.end - processes.begin == 1) return;
  const Index half = middle(processes.begin, processes.end);
  if (transport_->is_local(processes.begin) || transport_->is_local(half))
    transport_->move(processes.begin, half, total);
  spread({processes.begin, half}, total);
  spread({half, processes.end}, total);
}

bool ShardSum::agreed(bool mine) const {
  if (transport_ == nullptr) return mine;
  Vector answer = {mine ? 1.0 : 0.0};
  for (Index other = 1; other < transport_->num_sites(); ++other) {
    if (transport_->is_local(0) || transport_->is_local(other)) transport_->move(0, other, answer);
  }
  return answer[0] != 0;
}

void ShardSum::add_up(VectorRef into, const Add& add) const {
  std::vector<Vector> own;
  std::size_t next = 0;
  find_own({0, shards_}, into.size(), add, own);
  Vector total = sum({0, shards_}, into.size(), own, next);
  total.resize(into.size());
  if (transport_ != nullptr) spread({0, transport_->num_sites()}, total);  // 0 has shard 0
  add_to_sum(into, total);
}

}  // namespace costruct
