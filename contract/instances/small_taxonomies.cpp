#include <algorithm>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/instances/small_parts.hpp"

namespace costruct::contract {
namespace {

// Node i is below one earlier node, or below two (a lattice).
Json random_taxonomy(int nodes, int most_parents, RandomStream& random) {
  Json pairs = Json::array();
  for (int i = 1; i < nodes; ++i) {
    std::vector<Index> parents;
    for (int p = 0; p < most_parents; ++p) parents.push_back(random.below(i));
    std::sort(parents.begin(), parents.end());
    parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
    for (const Index parent : parents) pairs.push_back({std::to_string(i), std::to_string(parent)});
  }
  return pairs;
}

}  // namespace

std::vector<SmallInstance> small_taxonomies(std::uint64_t seed) {
  RandomStream random(seed, 0, "small taxonomies");
  std::vector<SmallInstance> all;
  for (const char* loss : {"zero_one", "tree"}) {
    for (const int most_parents : {1, 2}) {
      for (const int labels : {4, 2, 1, 7}) {
        std::vector<std::string> names = numbered_labels(9);
        random.shuffle(names);
        names.resize(static_cast<std::size_t>(labels));
        const Json options = {{"loss", loss},
                              {"taxonomy", random_taxonomy(9, most_parents, random)}};
        append(small_rows(names, options, random), all);
      }
    }
    append(small_rows(numbered_labels(3), {{"loss", loss}, {"features", "flat"}}, random), all);
  }
  return all;
}

}  // namespace costruct::contract
