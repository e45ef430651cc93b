#include "costruct/problems/catalog.hpp"

#include "costruct/problems/multiclass.hpp"
#include "costruct/problems/regression.hpp"
#include "costruct/problems/sequence.hpp"

namespace costruct {

const std::vector<ProblemEntry>& problem_catalog() {
  static const std::vector<ProblemEntry> catalog = {
      multiclass_problem(),
      sequence_problem(),
      regression_problem(),
  };
  return catalog;
}

const ProblemEntry* find_problem(const std::string& name) {
  for (const ProblemEntry& entry : problem_catalog()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace costruct
