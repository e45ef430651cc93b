#include "costruct/problems/catalog.hpp"

#include <algorithm>
#include <cmath>
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

constexpr const char* kLossOfCosts = "cost_matrix";

// The costs of a loss between all labels, costs[true][predicted].
Json costs_of(const LabelLossEntry& loss, const std::vector<std::string>& labels) {
  Json costs = Json::array();
  for (const std::string& y : labels) {
    Vector row;
    for (const std::string& y_hat : labels) {
      row.push_back(y == y_hat ? 0 : loss.between(y, y_hat));
      if (!(row.back() >= 0) || !std::isfinite(row.back())) {
        throw ConfigError("problem.loss = \"" + loss.name + "\": the loss of " + y_hat + " where " +
                          y + " is right is " + std::to_string(row.back()) +
                          ": must be a finite number >= 0");
      }
    }
    costs.push_back(row);
  }
  return costs;
}

// Options with the loss `name` replaced by the standard one, for all that does not need the costs.
template <class Result, class... More>
void with_standard_loss(std::function<Result(const Json&, More...)>& function,
                        const std::string& name, const std::string& standard) {
  if (!function) return;
  function = [inner = function, name, standard](const Json& options, More... more) {
    if (options.value("loss", "") != name) return inner(options, std::forward<More>(more)...);
    Json changed = options;
    changed["loss"] = standard;
    return inner(changed, std::forward<More>(more)...);
  };
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

void add_loss(const std::string& problem, LabelLossEntry loss) {
  const std::string place = "loss \"" + loss.name + "\": ";
  ProblemEntry* entry = all_problems().find(problem);
  if (entry == nullptr) throw std::logic_error(place + "there is no problem \"" + problem + "\"");
  std::vector<std::string>& losses = entry->losses;
  if (std::ranges::count(losses, kLossOfCosts) == 0) {
    throw std::logic_error(place + "problem \"" + problem +
                           "\" has no loss cost_matrix, which losses of your own need");
  }
  if (loss.name.empty()) throw std::logic_error(place + "a loss needs a name");
  if (!loss.between) throw std::logic_error(place + "the loss lacks `between`");
  if (std::ranges::count(losses, loss.name) > 0)
    throw std::logic_error(place + "problem \"" + problem + "\" has a loss of this name already");
  const auto with_costs = entry->make;
  const std::string name = loss.name, standard = losses.front();
  losses.push_back(name);
  entry->loss_meanings[name] = loss.meaning;
  for (OptionInfo& option : entry->options) {
    if (option.name == "loss") option.choices.push_back(name);
  }
  entry->make = [with_costs, loss = std::move(loss)](const Json& options,
                                                     std::shared_ptr<const ProblemData> data) {
    if (options.value("loss", "") != loss.name) return with_costs(options, std::move(data));
    Json changed = options;
    changed["loss"] = kLossOfCosts;
    changed["costs"] = costs_of(loss, part_data(data)->labels);
    return with_costs(changed, std::move(data));
  };
  with_standard_loss(entry->blank, name, standard);
  with_standard_loss(entry->weight_blocks, name, standard);
  with_standard_loss(entry->set_size, name, standard);
  with_standard_loss(entry->without_constraints, name, standard);
  with_standard_loss(entry->note_on_labels, name, standard);
  with_standard_loss(entry->why_impossible, name, standard);
  with_standard_loss(entry->difference, name, standard);
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
