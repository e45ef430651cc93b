// Small instances of the problems of the catalog.
//
// A new problem adds a function that draws its instances, and a line to the list in
// small_instances.cpp. Give every loss, every option that changes what is decoded, several views,
// features of all kinds, ties, and empty structures where there are such. The most ordinary
// instances of each loss come first.
#pragma once

#include <string>

#include "costruct/contract/instances/small_instance.hpp"

namespace costruct::contract {

std::vector<SmallInstance> small_multiclass(std::uint64_t seed);
std::vector<SmallInstance> small_taxonomies(std::uint64_t seed);
std::vector<SmallInstance> small_sequences(std::uint64_t seed);
std::vector<SmallInstance> small_several(std::uint64_t seed);
std::vector<SmallInstance> small_samples(std::uint64_t seed);
std::vector<SmallInstance> small_pairs(std::uint64_t seed);
std::vector<SmallInstance> small_sets(std::uint64_t seed);
std::vector<SmallInstance> small_candidates(std::uint64_t seed);
std::vector<SmallInstance> small_dependencies(std::uint64_t seed);
std::vector<SmallInstance> small_graphs(std::uint64_t seed);
std::vector<SmallInstance> small_treebanks(std::uint64_t seed);

/// The instances of the problem with this name, the same for the same seed. Empty where it has
/// none.
std::vector<SmallInstance> small_instances(const std::string& problem, std::uint64_t seed);

}  // namespace costruct::contract
