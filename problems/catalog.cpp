#include "costruct/problems/catalog.hpp"

#include "costruct/core/error.hpp"
#include "costruct/problems/alignment/alignment.hpp"
#include "costruct/problems/clustering/clustering.hpp"
#include "costruct/problems/diversification/diversification.hpp"
#include "costruct/problems/multiclass.hpp"
#include "costruct/problems/multivariate/multivariate.hpp"
#include "costruct/problems/parsing/parsing.hpp"
#include "costruct/problems/regression.hpp"
#include "costruct/problems/sequence.hpp"
#include "costruct/problems/taxonomy.hpp"

namespace costruct {
namespace {

std::vector<ProblemEntry>& all_problems() {
  static std::vector<ProblemEntry> catalog = {
      multiclass_problem(),   taxonomy_problem(),        sequence_problem(),
      parsing_problem(),      alignment_problem(),       clustering_problem(),
      multivariate_problem(), diversification_problem(), regression_problem(),
  };
  return catalog;
}

}  // namespace

const std::vector<ProblemEntry>& problem_catalog() {
  return all_problems();
}

void add_problem(ProblemEntry entry) {
  COSTRUCT_ASSERT(find_problem(entry.name) == nullptr, "a problem's name is its own");
  all_problems().push_back(std::move(entry));
}

const ProblemEntry* find_problem(const std::string& name) {
  for (const ProblemEntry& entry : problem_catalog()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::shared_ptr<const PartData> part_data(const std::shared_ptr<const ProblemData>& data) {
  auto parts = std::dynamic_pointer_cast<const PartData>(data);
  COSTRUCT_ASSERT(parts != nullptr, "the problem takes inputs made of parts");
  return parts;
}

}  // namespace costruct
