#include "costruct/contract/checks.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "costruct/contract/learner_laws.hpp"
#include "costruct/contract/learner_options.hpp"
#include "costruct/contract/problem_laws.hpp"
#include "costruct/learners/fitting_learners.hpp"

namespace costruct::contract {
namespace {

std::string loss_of(const SmallInstance& instance) {
  return instance.options.at("loss").get<std::string>();
}

std::string case_of(const SmallInstance& instance) {
  return instance.options.dump() + ", " + instance.name;
}

/// The first instance of each loss, number of views, and answer to what the learner needs.
std::vector<std::size_t> first_of_each_kind(const LearnerEntry& learner,
                                            const ProblemEntry& problem, const Instances& instances,
                                            const Json& options) {
  std::set<std::tuple<std::string, std::size_t, bool>> seen;
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const LearnerCase c{learner, problem, instances[i], options};
    if (seen.emplace(loss_of(instances[i]), instances[i].views.size(), c.unmet().empty()).second)
      first.push_back(i);
  }
  return first;
}

/// Whether the learner trains a problem of rows of the catalog, whose fits are short.
bool trains_rows(const LearnerEntry& learner) {
  return std::any_of(
      problem_catalog().begin(), problem_catalog().end(), [&](const ProblemEntry& problem) {
        if (problem.input != kRows || problem.predicts_numbers) return false;
        return learns(learner, problem.blank(with_defaults(problem.options, Json::object())));
      });
}

}  // namespace

Instances of_loss(const std::string& loss, Instances instances) {
  std::erase_if(instances, [&](const SmallInstance& each) { return loss_of(each) != loss; });
  return instances;
}

Instances for_learner(const LearnerEntry& learner, Instances instances) {
  if (!learner.uses_views)
    std::erase_if(instances, [](const SmallInstance& each) { return each.views.size() > 1; });
  return instances;
}

// The place of an instance in the list decides its seed.
void check_operations(const ProblemEntry& problem, const Instances& of_one_loss,
                      const TakeResult& take) {
  for (std::size_t i = 0; i < of_one_loss.size(); ++i)
    take(case_of(of_one_loss[i]), problem_violations(problem, of_one_loss[i], kSeed + i));
}

void check_concurrency(const ProblemEntry& problem, const Instances& of_one_loss,
                       const TakeResult& take) {
  std::set<Json> seen;
  for (const SmallInstance& instance : of_one_loss) {
    if (instance.views.size() < 2 || !seen.insert(instance.options).second) continue;
    take(case_of(instance), concurrency_violations(problem, instance, kSeed));
  }
}

void check_weights(const LearnerEntry& learner, const ProblemEntry& problem,
                   const Instances& instances, const TakeResult& take) {
  std::set<std::pair<Json, std::size_t>> done;
  const auto check_options = [&](const Json& options, const std::string& only_loss) {
    for (const std::size_t i : first_of_each_kind(learner, problem, instances, options)) {
      const bool other = !only_loss.empty() && loss_of(instances[i]) != only_loss;
      if (other || !done.emplace(options, i).second) continue;
      const LearnerCase c{learner, problem, instances[i], options};
      take(c.name(), weight_violations(c, kSeed + i));
    }
  };
  for (const Json& options : objective_variants(learner)) check_options(options, "");
  for (const Json& options : changed_options(learner))
    check_options(options, problem.losses.front());
}

void check_runs(const LearnerEntry& learner, const ProblemEntry& problem,
                const Instances& instances, const TakeResult& take) {
  for (const Json& options : changed_options(learner)) {
    std::set<std::size_t> views;
    for (const SmallInstance& instance : instances) {
      if (!views.insert(instance.views.size()).second) continue;
      const LearnerCase c{learner, problem, instance, options};
      take(c.name(), run_violations(c, kSeed));
    }
  }
}

void check_threads(const LearnerEntry& learner, const ProblemEntry& problem,
                   const Instances& instances, const TakeResult& take) {
  const std::size_t views = learner.uses_views ? 2 : 1;
  const auto instance =
      std::find_if(instances.begin(), instances.end(),
                   [&](const SmallInstance& each) { return each.views.size() == views; });
  if (instance == instances.end()) return;
  std::vector<Json> all = changed_options(learner);
  // Options decide how a learner divides examples, whatever the problem is. So they are changed
  // over rows if the learner trains any, and over other inputs it has its defaults.
  if (problem.input != kRows && trains_rows(learner)) all.resize(1);
  for (const Json& options : all) {
    const LearnerCase c{learner, problem, *instance, options};
    take(c.name(), thread_violations(c, kSeed));
  }
}

void check_forms(const LearnerEntry& learner, const ProblemEntry& problem,
                 const Instances& instances, const TakeResult& take) {
  for (const SmallInstance& instance : instances) {
    const LearnerCase c{learner, problem, instance};
    take(c.name(), form_violations(c, kSeed));
  }
}

}  // namespace costruct::contract
