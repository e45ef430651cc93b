// The small instances of the catalog's problems, drawn once: sections run their tests again and
// again.
#pragma once

#include <map>

#include "costruct/problems/catalog.hpp"
#include "support/small/small_instances.hpp"

namespace costruct::test {

inline constexpr std::uint64_t kSeed = 20081112;

inline const std::vector<SmallInstance>& instances_of(const ProblemEntry& problem) {
  static std::map<std::string, std::vector<SmallInstance>> all;
  auto& of_problem = all[problem.name];
  if (of_problem.empty()) of_problem = small_instances(problem.name, kSeed);
  return of_problem;
}

}  // namespace costruct::test
