#include "costruct/contract/instances/small_instances.hpp"

#include <map>

namespace costruct::contract {

std::vector<SmallInstance> small_instances(const std::string& problem, std::uint64_t seed) {
  using Draw = std::vector<SmallInstance> (*)(std::uint64_t seed);
  static const std::map<std::string, Draw> kDraws{{"alignment", small_pairs},
                                                  {"clustering", small_sets},
                                                  {"dependency", small_dependencies},
                                                  {"diversification", small_candidates},
                                                  {"graph", small_graphs},
                                                  {"multiclass", small_multiclass},
                                                  {"multivariate", small_samples},
                                                  {"parsing", small_treebanks},
                                                  {"sequence", small_sequences},
                                                  {"several", small_several},
                                                  {"taxonomy", small_taxonomies}};
  const auto draw = kDraws.find(problem);
  return draw == kDraws.end() ? std::vector<SmallInstance>{} : draw->second(seed);
}

}  // namespace costruct::contract
