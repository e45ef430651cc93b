#include "costruct/problems/catalog.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/problems/alignment/alignment.hpp"
#include "costruct/problems/clustering/clustering.hpp"
#include "costruct/problems/dependency/dependency.hpp"
#include "costruct/problems/diversification/diversification.hpp"
#include "costruct/problems/graph/graph.hpp"
#include "costruct/problems/graph/graphs.hpp"
#include "costruct/problems/multiclass.hpp"
#include "costruct/problems/multivariate/multivariate.hpp"
#include "costruct/problems/own_loss.hpp"
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

// The names of the labels of parts; none for problems without.
std::vector<std::string> labels_in(const ProblemData& data) {
  if (const auto* parts = dynamic_cast<const PartData*>(&data)) return parts->labels;
  if (const auto* graphs = dynamic_cast<const graph::Graphs*>(&data)) return graphs->nodes.labels;
  return {};
}

// Options with the loss `name` replaced by others, for all that does not need the loss itself.
template <class Result, class... More>
void with_other_loss(std::function<Result(const Json&, More...)>& function, const std::string& name,
                     const Json& others) {
  if (!function) return;
  function = [inner = function, name, others](const Json& options, More... more) {
    if (options.value("loss", "") != name) return inner(options, std::forward<More>(more)...);
    Json changed = options;
    changed.update(others);
    return inner(changed, std::forward<More>(more)...);
  };
}

// A problem to which a loss can be added. Throws std::logic_error if it cannot.
ProblemEntry& problem_without_loss(const std::string& problem, const std::string& name,
                                   bool has_function) {
  const std::string place = "loss \"" + name + "\": ";
  ProblemEntry* entry = all_problems().find(problem);
  if (entry == nullptr) throw std::logic_error(place + "there is no problem \"" + problem + "\"");
  if (name.empty()) throw std::logic_error(place + "a loss needs a name");
  if (!has_function) throw std::logic_error(place + "the loss lacks `between`");
  if (std::ranges::count(entry->losses, name) > 0)
    throw std::logic_error(place + "problem \"" + problem + "\" has a loss of this name already");
  return *entry;
}

// Adds the name of a loss. All but `make` and `blank` sees the options `others` in place of it.
void add_name(ProblemEntry& entry, const std::string& name, const std::string& meaning,
              const Json& others) {
  entry.losses.push_back(name);
  entry.loss_meanings[name] = meaning;
  for (OptionInfo& option : entry.options) {
    if (option.name == "loss") option.choices.push_back(name);
  }
  with_other_loss(entry.weight_blocks, name, others);
  with_other_loss(entry.set_size, name, others);
  with_other_loss(entry.without_constraints, name, others);
  with_other_loss(entry.note_on_labels, name, others);
  with_other_loss(entry.why_impossible, name, others);
  with_other_loss(entry.difference, name, others);
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
  ProblemEntry& entry = problem_without_loss(problem, loss.name, static_cast<bool>(loss.between));
  if (std::ranges::count(entry.losses, kLossOfCosts) == 0) {
    throw std::logic_error("loss \"" + loss.name + "\": problem \"" + problem +
                           "\" has no loss cost_matrix, which losses of labels need");
  }
  const auto with_costs = entry.make;
  const Json of_two = {{"loss", kLossOfCosts}, {"costs", {{0, 1}, {1, 0}}}};
  add_name(entry, loss.name, loss.meaning, of_two);
  with_other_loss(entry.blank, loss.name, of_two);
  entry.make = [with_costs, loss = std::move(loss)](const Json& options,
                                                    std::shared_ptr<const ProblemData> data) {
    if (options.value("loss", "") != loss.name) return with_costs(options, std::move(data));
    Json changed = options;
    changed["loss"] = kLossOfCosts;
    changed["costs"] = costs_of(loss, part_data(data)->labels);
    return with_costs(changed, std::move(data));
  };
}

void add_loss(const std::string& problem, OutputLossEntry loss) {
  ProblemEntry& entry = problem_without_loss(problem, loss.name, static_cast<bool>(loss.between));
  const Json defaults = with_defaults(entry.options, Json::object());
  if (entry.predicts_numbers || !offered<KBestDecoder>(entry.blank(defaults).joint())) {
    throw std::logic_error("loss \"" + loss.name + "\": problem \"" + problem +
                           "\" does not list its k best outputs, which losses of your own need");
  }
  const Json others = {{"loss", defaults.at("loss")}};
  const auto over = [loss, others](const auto& make, const Json& options,
                                   const std::vector<std::string>& labels) {
    Json changed = options;
    changed.update(others);
    const OutputLoss between = [loss, labels](const Output& y, const Output& y_hat) {
      return loss.between(y, y_hat, labels);
    };
    return make(changed).wrapped([name = loss.name, between](auto of) {
      return with_own_loss(std::move(of), name, between);
    });
  };
  add_name(entry, loss.name, loss.meaning, others);
  entry.make = [make = entry.make, over, name = loss.name](
                   const Json& options, std::shared_ptr<const ProblemData> data) {
    if (options.value("loss", "") != name) return make(options, std::move(data));
    return over([&](const Json& changed) { return make(changed, data); }, options,
                labels_in(*data));
  };
  entry.blank = [blank = entry.blank, over, name = loss.name](const Json& options) {
    if (options.value("loss", "") != name) return blank(options);
    return over(blank, options, {});
  };
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
