#include "costruct/learners/shared/sharded_expectations.hpp"

#include <numeric>

namespace costruct {
namespace {

class ShardedExpectations final : public ExpectedFeatures {
 public:
  ShardedExpectations(const LogPartition& sums, const ShardSum& shards, Index dimension,
                      const std::vector<InputId>& inputs, const Vector& factors)
      : shards_(shards), all_(dimension), of_shard_(shards.count()) {
    std::iota(all_.begin(), all_.end(), Index{0});
    const auto n = std::ssize(inputs);
    for (Index s = 0; s < shards.count(); ++s) {
      if (!shards.is_local(s)) continue;
      std::vector<InputId> own;
      Vector own_factors;
      for (const Index i : shards.examples_of(s, n)) {
        own.push_back(inputs[i]);
        own_factors.push_back(factors[i]);
      }
      of_shard_[s] = sums.expected_features(std::move(own), std::move(own_factors));
    }
  }

  const std::vector<Index>& coordinates() const override { return all_; }

  void set_stop(const std::atomic<bool>* stop) override {
    for (const auto& each : of_shard_) {
      if (each) each->set_stop(stop);
    }
  }

  double add(ConstVectorRef w, int threads, VectorRef into) const override {
    Vector sum(all_.size() + 1, 0.0);  // with the sum of log Z last
    shards_.add_up(sum, [&](Index s, VectorRef part) {
      const std::vector<Index>& coordinates = of_shard_[s]->coordinates();
      Vector of_shard, slope(coordinates.size(), 0.0);
      of_shard.reserve(coordinates.size());
      for (const Index j : coordinates) of_shard.push_back(w[j]);
      part.back() = of_shard_[s]->add(of_shard, threads, slope);
      for (std::size_t j = 0; j < slope.size(); ++j) part[coordinates[j]] = slope[j];
    });
    for (std::size_t j = 0; j < all_.size(); ++j) into[j] += sum[j];
    return sum.back();
  }

 private:
  const ShardSum& shards_;
  std::vector<Index> all_;
  std::vector<std::unique_ptr<ExpectedFeatures>> of_shard_;  // null: of another process
};

}  // namespace

std::unique_ptr<ExpectedFeatures> expected_features(const LogPartition& sums,
                                                    const ShardSum* shards, Index dimension,
                                                    std::vector<InputId> inputs, Vector factors) {
  if (shards == nullptr) return sums.expected_features(std::move(inputs), std::move(factors));
  return std::make_unique<ShardedExpectations>(sums, *shards, dimension, inputs, factors);
}

}  // namespace costruct
