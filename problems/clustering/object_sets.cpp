#include "costruct/problems/clustering/object_sets.hpp"

#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/core/error.hpp"

namespace costruct::clustering {

ObjectSets::ObjectSets(std::shared_ptr<const PairFeatures> features,
                       std::vector<std::vector<Index>> sets,
                       std::vector<std::vector<std::int32_t>> views)
    : features_(std::move(features)),
      sets_(std::move(sets)),
      views_(std::move(views)),
      kept_(std::make_unique<Kept[]>(sets_.size())) {
  COSTRUCT_ASSERT(!views_.empty(), "at least one view");
  Index left = kMostKeptBytes;
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    const Index T = std::ssize(sets_[set]);
    if (T > kMostKept) continue;
    left -= costruct::num_pairs(T) * features_->count() * static_cast<Index>(sizeof(float));
    kept_[set].wanted = left >= 0;
  }
}

std::shared_ptr<const ObjectSets> ObjectSets::in_one_view() const {
  std::vector<std::int32_t> all;
  for (const std::vector<std::int32_t>& view : views_)
    all.insert(all.end(), view.begin(), view.end());
  return std::make_shared<ObjectSets>(features_, sets_,
                                      std::vector<std::vector<std::int32_t>>{std::move(all)});
}

std::span<const float> ObjectSets::pair(Index set, Index j, Index k,
                                        std::span<float> buffer) const {
  const std::vector<Index>& objects = sets_[static_cast<std::size_t>(set)];
  const auto d = static_cast<std::size_t>(num_features());
  const auto at = [&](Index i) { return objects[static_cast<std::size_t>(i)]; };
  const Index T = std::ssize(objects);
  Kept& kept = kept_[static_cast<std::size_t>(set)];
  if (!kept.wanted) {
    features_->compute(at(j), at(k), buffer);
    return buffer;
  }
  std::call_once(kept.once, [&] {
    kept.psi.resize(static_cast<std::size_t>(num_pairs(T)) * d);
    for (Index a = 1; a < T; ++a) {
      for (Index b = 0; b < a; ++b) {
        const std::span<float> psi{kept.psi.data() + static_cast<std::size_t>(pair_index(a, b)) * d,
                                   d};
        features_->compute(at(a), at(b), psi);
      }
    }
  });
  return {kept.psi.data() + static_cast<std::size_t>(pair_index(j, k)) * d, d};
}

}  // namespace costruct::clustering
