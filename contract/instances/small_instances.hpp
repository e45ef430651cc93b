// Small instances of the problems of the catalog.
//
// For a new problem, add a function that draws its instances, and a line to the list in
// small_instances.cpp. The instances should cover every loss and every option that changes what is
// decoded. They should also have several views, all kinds of features, ties and empty structures.
// The most ordinary instances of each loss come first.
#pragma once

#include <string>

#include "costruct/contract/instances/small_instance.hpp"

namespace costruct::contract {

// Each function draws the instances of one problem. The same seed gives the same instances.
std::vector<SmallInstance> small_multiclass(std::uint64_t seed);
std::vector<SmallInstance> small_taxonomies(std::uint64_t seed);
std::vector<SmallInstance> small_sequences(std::uint64_t seed);
std::vector<SmallInstance> small_several(std::uint64_t seed);
std::vector<SmallInstance> small_samples(std::uint64_t seed);     ///< multivariate
std::vector<SmallInstance> small_pairs(std::uint64_t seed);       ///< alignment
std::vector<SmallInstance> small_sets(std::uint64_t seed);        ///< clustering
std::vector<SmallInstance> small_candidates(std::uint64_t seed);  ///< diversification
std::vector<SmallInstance> small_dependencies(std::uint64_t seed);
std::vector<SmallInstance> small_graphs(std::uint64_t seed);
std::vector<SmallInstance> small_treebanks(std::uint64_t seed);  ///< parsing

/// The instances of the problem with this name in the catalog, for example "sequence". Empty if the
/// list in small_instances.cpp has no such problem.
std::vector<SmallInstance> small_instances(const std::string& problem, std::uint64_t seed);

}  // namespace costruct::contract
