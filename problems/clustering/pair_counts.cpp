#include "costruct/problems/clustering/pair_counts.hpp"

namespace costruct::clustering {
namespace {

double pairs_among(Index objects) {
  const auto n = static_cast<double>(objects);
  return n * (n - 1) / 2;
}

}  // namespace

double PairCounts::adjusted_rand() const {
  const double expected = all == 0 ? 0 : truth * predicted / all;
  const double maximum = (truth + predicted) / 2;
  return maximum == expected ? 1 : (both - expected) / (maximum - expected);
}

PairCounts Overlaps::pairs() const {
  std::map<Index, Index> of_truth, of_prediction;
  PairCounts pairs;
  for (const auto& [clusters, count] : counts_) {
    of_truth[clusters.first] += count;
    of_prediction[clusters.second] += count;
    pairs.both += pairs_among(count);
  }
  for (const auto& [cluster, count] : of_truth) pairs.truth += pairs_among(count);
  for (const auto& [cluster, count] : of_prediction) pairs.predicted += pairs_among(count);
  pairs.all = pairs_among(objects_);
  return pairs;
}

}  // namespace costruct::clustering
