// The small instances of the catalog's problems, drawn once: sections run their tests again and
// again.
#pragma once

#include <catch2/catch.hpp>
#include <map>

#include "costruct/contract/checks.hpp"
#include "costruct/contract/instances/small_instances.hpp"

namespace costruct::test {

inline const contract::Instances& instances_of(const ProblemEntry& problem) {
  static std::map<std::string, contract::Instances> all;
  auto& of_problem = all[problem.name];
  if (of_problem.empty()) of_problem = contract::small_instances(problem.name, contract::kSeed);
  return of_problem;
}

inline void check_none(const std::string& checked_case,
                       const std::vector<std::string>& violations) {
  INFO(checked_case);
  INFO(fmt::format("{}", fmt::join(violations, "\n")));
  CHECK(violations.empty());
}

}  // namespace costruct::test
