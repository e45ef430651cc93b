#include "costruct/problems/block_expectations.hpp"

#include <algorithm>
#include <utility>

namespace costruct {
namespace {

class BlockExpectations final : public ExpectedFeatures {
 public:
  BlockExpectations(const std::vector<bool>& touched, std::vector<InputId> inputs, Vector factors,
                    ExpectedOfInput of_input)
      : inputs_(std::move(inputs)),
        factors_(std::move(factors)),
        of_input_(std::move(of_input)),
        place_(touched.size(), -1) {
    for (std::size_t j = 0; j < touched.size(); ++j) {
      if (!touched[j]) continue;
      place_[j] = std::ssize(coordinates_);
      coordinates_.push_back(static_cast<Index>(j));
    }
  }

  const std::vector<Index>& coordinates() const override { return coordinates_; }

  double add(ConstVectorRef w, int threads, VectorRef into) const override {
    Vector all(place_.size(), 0.0);
    for (std::size_t i = 0; i < coordinates_.size(); ++i) all[coordinates_[i]] = w[i];
    const auto n = std::ssize(inputs_);
    constexpr Index kBlock = 8;
    const Index blocks = (n + kBlock - 1) / kBlock;
    double total = 0;
    for (Index begin = 0; begin < blocks; begin += kAtATime) {
      const Index count = std::min<Index>(kAtATime, blocks - begin);
      std::vector<Vector> sums(count);
      Vector partitions(count, 0.0);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
      for (Index b = 0; b < count; ++b) {
        sums[b].assign(coordinates_.size(), 0.0);
        const Index end = std::min<Index>(n, (begin + b + 1) * kBlock);
        for (Index i = (begin + b) * kBlock; i < end && !stop_requested(); ++i)
          partitions[b] += factors_[i] * of_input_(inputs_[i], factors_[i], all, place_, sums[b]);
      }
      throw_if_stopped();
      for (Index b = 0; b < count; ++b) {
        total += partitions[b];
        for (std::size_t i = 0; i < into.size(); ++i) into[i] += sums[b][i];
      }
    }
    return total;
  }

 private:
  static constexpr Index kAtATime = 32;  // number of blocks whose sums are in memory

  std::vector<InputId> inputs_;
  Vector factors_;
  ExpectedOfInput of_input_;
  std::vector<Index> coordinates_, place_;  // place_: position of each coordinate in the list
};

}  // namespace

std::unique_ptr<ExpectedFeatures> block_expectations(const std::vector<bool>& touched,
                                                     std::vector<InputId> inputs, Vector factors,
                                                     ExpectedOfInput of_input) {
  return std::make_unique<BlockExpectations>(touched, std::move(inputs), std::move(factors),
                                             std::move(of_input));
}

}  // namespace costruct
