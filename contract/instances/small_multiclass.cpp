#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/instances/small_parts.hpp"

namespace costruct::contract {
std::vector<SmallInstance> small_multiclass(std::uint64_t seed) {
  RandomStream random(seed, 0, "small multiclass");
  std::vector<SmallInstance> all;
  for (const Index labels : {3, 2, 1, 5, 9}) {
    append(small_rows(numbered_labels(labels), {{"loss", "zero_one"}}, random), all);
    const Json costs = random_costs(labels, random);
    append(small_rows(numbered_labels(labels), {{"loss", "cost_matrix"}, {"costs", costs}}, random),
           all);
  }
  for (const Index labels : {3, 9})
    append(small_rows(numbered_labels(labels), {{"loss", "zero_one"}, {"bias", true}}, random),
           all);
  for (const Index labels : {3, 9}) {
    for (const bool indicators : {true, false}) {
      const SmallParts shape{
          numbered_labels(labels), std::vector<Index>(6, 1), {3, 4}, indicators, true};
      all.push_back(small_parts(shape, {{"loss", "zero_one"}, {"bias", true}}, random));
    }
  }
  return all;
}

}  // namespace costruct::contract
