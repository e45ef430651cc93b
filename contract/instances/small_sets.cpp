#include <numeric>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/clustering/object_sets.hpp"
#include "costruct/problems/clustering/partitions.hpp"

namespace costruct::contract {
namespace {

using namespace clustering;

/// Values for each pair of a few objects. They are multiples of 1/4, as many above 0 as below. They
/// are small, so that learned weights are large and depend on the weights of examples.
class TablePairs final : public PairFeatures {
 public:
  TablePairs(Index objects, Index features, RandomStream& random) : features_(features) {
    for (Index i = 0; i < num_pairs(objects) * features; ++i)
      values_.push_back(0.25F * static_cast<float>(random.below(5) - 2));
  }
  Index count() const override { return features_; }
  void compute(Index a, Index b, std::span<float> psi) const override {
    const Index pair = pair_index(std::max(a, b), std::min(a, b));
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(pair * features_);
    std::copy(first, first + static_cast<std::ptrdiff_t>(features_), psi.begin());
  }

 private:
  Index features_;
  std::vector<float> values_;
};

using FeatureLists = std::vector<std::vector<std::int32_t>>;

/// Sets of up to so many objects.
SmallInstance instance(const std::string& name, Index largest, Json options,
                       const FeatureLists& views, RandomStream& random) {
  constexpr Index kFeaturesOfPair = 4;
  const std::vector<Index> sizes = {largest - 1, 0, 1, largest, 2, 3};
  std::vector<std::vector<Index>> sets;
  Index objects = 0;
  for (const Index size : sizes) {
    sets.emplace_back(static_cast<std::size_t>(size));
    std::iota(sets.back().begin(), sets.back().end(), objects);
    objects += size;
  }
  const auto features = std::make_shared<TablePairs>(objects, kFeaturesOfPair, random);
  SmallInstance made;
  made.name = name;
  made.options = std::move(options);
  made.data = std::make_shared<ObjectSets>(features, sets, views);
  for (const auto& view : views)
    made.views.push_back(std::make_shared<ObjectSets>(features, sets, FeatureLists{view}));
  made.outputs = [sizes](InputId x) {
    std::vector<Output> all;
    for_each_partition(sizes[static_cast<std::size_t>(x)],
                       [&](const Output& y) { all.push_back(y); });
    return all;
  };
  return made;
}

}  // namespace

std::vector<SmallInstance> small_sets(std::uint64_t seed) {
  RandomStream random(seed, 0, "small sets");
  std::vector<SmallInstance> all;
  std::vector<std::string> decoders = {"exact", "sequential", "agglomerative"};
  if (!linear_program_unavailable()) decoders.emplace_back("lp");
  // Learners are run on the first of each kind: enumeration makes these dear, and so they are the
  // smallest.
  const auto largest = [](const std::string& decoder) -> Index {
    return decoder == "exact" ? 4 : 5;
  };
  const std::vector<FeatureLists> splits = {{{0, 1, 2, 3}}, {{0, 2}, {1, 3}}, {{0}, {1, 2}, {3}}};
  for (const char* loss : {"total", "rand"}) {
    const Json options = {{"loss", loss}, {"decoder", "exact"}, {"set_size", 5}, {"bias", false}};
    all.push_back(instance("no bias", largest("exact"), options, splits.front(), random));
  }
  for (const std::string& decoder : decoders) {
    for (const FeatureLists& views : splits) {
      for (const char* loss : {"total", "rand"}) {
        const Json options = {{"loss", loss}, {"decoder", decoder}, {"set_size", 5}};
        const std::string name = std::to_string(views.size()) + " views, " + decoder;
        all.push_back(instance(name, largest(decoder), options, views, random));
      }
    }
  }
  all.push_back(instance("window", largest("sequential"),
                         {{"loss", "total"},
                          {"decoder", "sequential"},
                          {"window", 2},
                          {"training_decoder", "agglomerative"}},
                         splits.front(), random));
  return all;
}

}  // namespace costruct::contract
