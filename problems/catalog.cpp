#include "costruct/problems/catalog.hpp"

#include <algorithm>
#include <stdexcept>

#include "costruct/core/error.hpp"
#include "costruct/problems/alignment/alignment.hpp"
#include "costruct/problems/clustering/clustering.hpp"
#include "costruct/problems/dependency/dependency.hpp"
#include "costruct/problems/diversification/diversification.hpp"
#include "costruct/problems/graph/graph.hpp"
#include "costruct/problems/multiclass.hpp"
#include "costruct/problems/multivariate/multivariate.hpp"
#include "costruct/problems/parsing/parsing.hpp"
#include "costruct/problems/regression.hpp"
#include "costruct/problems/sequence.hpp"
#include "costruct/problems/several/several.hpp"
#include "costruct/problems/taxonomy.hpp"

namespace costruct {
namespace {

std::string missing_of_problem(const ProblemEntry& entry) {
  if (entry.input.empty()) return "`input`";
  if (entry.predicts_numbers) return "";
  if (!entry.make) return "`make`";
  return entry.blank ? "" : "`blank`";
}

Catalog<ProblemEntry>& all_problems() {
  static Catalog<ProblemEntry> catalog(
      "problem",
      {multiclass_problem(), several_problem(), taxonomy_problem(), sequence_problem(),
       parsing_problem(), dependency_problem(), alignment_problem(), clustering_problem(),
       multivariate_problem(), diversification_problem(), graph_problem(), regression_problem()},
      missing_of_problem);
  return catalog;
}

}  // namespace

const Catalog<ProblemEntry>& problem_catalog() {
  return all_problems();
}

void add_problem(ProblemEntry entry) {
  all_problems().add(std::move(entry));
}

void add_metric(const std::string& problem, OutputMetric metric) {
  const std::string place = "metric \"" + metric.info.name + "\": ";
  ProblemEntry* entry = all_problems().find(problem);
  if (entry == nullptr) throw std::logic_error(place + "there is no problem \"" + problem + "\"");
  if (entry->predicts_numbers)
    throw std::logic_error(place + "problem \"" + problem + "\" predicts numbers, not outputs");
  if (metric.info.name.empty()) throw std::logic_error(place + "a metric needs a name");
  if (!metric.compute) throw std::logic_error(place + "the metric lacks `compute`");
  const bool exists =
      metric.info.name == kLossMetric ||
      std::any_of(entry->metrics.begin(), entry->metrics.end(),
                  [&](const OutputMetric& other) { return other.info.name == metric.info.name; });
  if (exists)
    throw std::logic_error(place + "problem \"" + problem + "\" has a metric of this name already");
  entry->metrics.push_back(std::move(metric));
}

const ProblemEntry* find_problem(const std::string& name) {
  return problem_catalog().find(name);
}

std::shared_ptr<const PartData> part_data(const std::shared_ptr<const ProblemData>& data) {
  auto parts = std::dynamic_pointer_cast<const PartData>(data);
  COSTRUCT_ASSERT(parts != nullptr, "the problem takes inputs made of parts");
  return parts;
}

}  // namespace costruct
