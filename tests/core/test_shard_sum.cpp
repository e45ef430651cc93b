// Sums over shards: the same bits for any number of processes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "costruct/core/optimize/shard_sum.hpp"
#include "costruct/core/random.hpp"

using namespace costruct;

namespace {

// Processes played by threads. Messages between two processes keep their order.
class Channel {
 public:
  explicit Channel(Index processes) : processes_(processes) {}
  Index processes() const { return processes_; }

  void send(Index from, Index to, VectorRef numbers) {
    const std::lock_guard lock(mutex_);
    sent_[{from, to}].emplace_back(numbers.begin(), numbers.end());
    changed_.notify_all();
  }
  void receive(Index from, Index to, VectorRef numbers) {
    std::unique_lock lock(mutex_);
    std::deque<Vector>& waiting = sent_[{from, to}];
    changed_.wait(lock, [&] { return !waiting.empty(); });
    std::copy(waiting.front().begin(), waiting.front().end(), numbers.begin());
    waiting.pop_front();
  }

 private:
  Index processes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<Index, Index>, std::deque<Vector>> sent_;
};

class OneProcess : public Transport {
 public:
  OneProcess(Channel& channel, Index process) : channel_(channel), process_(process) {}
  Index num_sites() const override { return channel_.processes(); }
  bool is_local(Index site) const override { return site == process_; }
  void share(Index from, VectorRef numbers) override {
    for (Index to = 0; to < num_sites(); ++to) {
      if (to != from) move(from, to, numbers);
    }
  }
  void move(Index from, Index to, VectorRef numbers) override {
    if (from == process_) channel_.send(from, to, numbers);
    if (to == process_) channel_.receive(from, to, numbers);
  }
  std::int64_t bytes_sent() const override { return 0; }

 private:
  Channel& channel_;
  Index process_;
};

constexpr Index kSize = 7;

// Numbers whose sum depends on the order of additions.
void add_shard(Index shard, VectorRef part) {
  RandomStream random(3, static_cast<std::uint64_t>(shard), "shard");
  for (double& x : part) x += random.uniform() * std::pow(10.0, static_cast<double>(shard % 9));
}

}  // namespace

TEST_CASE("a sum over shards has the same bits for any number of processes", "[core][optimize]") {
  const Index shards = GENERATE(1, 2, 3, 8, 13, 64);
  Vector alone(kSize, 1.0), plain(kSize, 1.0);
  ShardSum(shards, nullptr).add_up(alone, add_shard);
  for (Index s = 0; s < shards; ++s) add_shard(s, plain);
  for (Index k = 0; k < kSize; ++k) CHECK(alone[k] == Approx(plain[k]));
  for (const Index processes : {1, 2, 3, 4, 7}) {
    Channel channel(processes);
    std::vector<Vector> found(processes, Vector(kSize, 1.0));
    std::vector<Index> computed(processes, 0);
    std::vector<std::thread> threads;
    for (Index r = 0; r < processes; ++r) {
      threads.emplace_back([&, r] {
        OneProcess transport(channel, r);
        const ShardSum sum(shards, &transport);
        for (int twice = 0; twice < 2; ++twice) {
          found[r].assign(kSize, 1.0);
          sum.add_up(found[r], [&](Index shard, VectorRef part) {
            ++computed[r];
            add_shard(shard, part);
          });
          if (sum.agreed(r == 0) != true || sum.agreed(r > 0) != false) found[r].clear();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Vector& of_process : found) CHECK(of_process == alone);
    CHECK(std::accumulate(computed.begin(), computed.end(), Index{0}) == 2 * shards);
  }
}

TEST_CASE("each example belongs to one shard, and each shard to one process", "[core][optimize]") {
  const Index n = GENERATE(0, 1, 5, 100);
  for (const Index processes : {1, 3, 11}) {  // 11 are more than there are shards
    Channel channel(processes);
    std::vector<Index> owners(n, 0);
    for (Index r = 0; r < processes; ++r) {
      OneProcess transport(channel, r);
      const ShardSum sum(8, &transport);
      std::vector<Index> own;
      for (Index s = 0; s < sum.count(); ++s) {
        const std::vector<Index> of_shard = sum.examples_of(s, n);
        if (sum.is_local(s)) own.insert(own.end(), of_shard.begin(), of_shard.end());
      }
      std::sort(own.begin(), own.end());
      std::vector<Index> local;
      for (Index i = 0; i < n; ++i) {
        if (sum.is_local_example(i)) local.push_back(i);
      }
      CHECK(own == local);
      for (const Index i : own) ++owners[i];
    }
    CHECK(owners == std::vector<Index>(n, 1));
  }
}
