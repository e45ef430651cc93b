#include "costruct/experiments/report/answer/twins.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/statistics/paired_tests.hpp"
#include "costruct/experiments/statistics/pairing.hpp"
#include "costruct/experiments/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

/// Types of learners and what each is without unlabeled examples (the learners' pages in docs/ say so).
constexpr std::array<std::pair<const char*, const char*>, 5> kTwinTypes = {
    {{"co_perceptron", "perceptron"},
     {"co_svm", "structural_svm"},
     {"gradient_tsvm", "gradient_svm"},
     {"gradient_co_svm", "gradient_svm"},
     {"co_rlsr", "rlsr"}}};

std::string twin_type(const std::string& type) {
  for (const auto& [semi, supervised] : kTwinTypes) {
    if (type == semi) return supervised;
  }
  return "";
}

/// The entry of a learner in the config; null where it is not there.
const Json* entry_of(const RunResults& results, const std::string& learner) {
  if (!results.config.is_object()) return nullptr;
  const auto learners = results.config.find("learners");
  if (learners == results.config.end() || !learners->is_array()) return nullptr;
  for (const Json& entry : *learners) {
    if (!entry.is_object() || !entry.contains("type") || !entry.at("type").is_string()) continue;
    if (entry.value("name", entry.at("type").get<std::string>()) == learner) return &entry;
  }
  return nullptr;
}

std::size_t shared_options(const Json& first, const Json& second) {
  std::size_t count = 0;
  for (const auto& [key, value] : first.items()) count += second.contains(key) && second.at(key) == value;
  return count;
}

bool has_cells_without(const std::vector<CellGroup>& groups, std::size_t learner) {
  for (const CellGroup& group : groups) {
    if (group.learner == learner && group.unlabeled == 0) return true;
  }
  return false;
}

std::size_t place_of(const RunResults& results, const std::string& learner) {
  return static_cast<std::size_t>(std::find(results.learners.begin(), results.learners.end(), learner) -
                                  results.learners.begin());
}

std::optional<std::string> twin_of(const RunResults& results, const std::vector<CellGroup>& groups,
                                   const std::string& learner) {
  if (has_cells_without(groups, place_of(results, learner))) return learner;
  const Json* own = entry_of(results, learner);
  if (own == nullptr) return std::nullopt;
  const std::string wanted = twin_type(own->at("type").get<std::string>());
  std::optional<std::string> twin;
  std::size_t most = 0;
  for (const std::string& name : results.learners) {
    const Json* entry = is_given_unlabeled(results, name) ? nullptr : entry_of(results, name);
    if (entry == nullptr || entry->at("type") != wanted) continue;
    const std::size_t shared = shared_options(*own, *entry);
    if (!twin || shared > most) {
      twin = name;
      most = shared;
    }
  }
  return twin;
}

/// The cells of a twin at a labeled size: without unlabeled examples where it has them so, else, as it sees
/// none, beside those that it is compared with.
const CellGroup* twin_group(const std::vector<CellGroup>& groups, std::size_t twin, const CellGroup& group) {
  if (const CellGroup* same = find_group(groups, twin, group.labeled, 0)) return same;
  return twin == group.learner ? nullptr : find_group(groups, twin, group.labeled, group.unlabeled);
}

}  // namespace

std::optional<std::string> supervised_twin(const RunResults& results, const std::string& learner) {
  if (!is_given_unlabeled(results, learner)) return std::nullopt;
  return twin_of(results, group_cells(results), learner);
}

std::vector<std::pair<const CellGroup*, const CellGroup*>> twin_cells(const RunResults& results,
                                                                      const std::vector<CellGroup>& groups,
                                                                      const std::string& metric) {
  std::map<std::pair<std::size_t, Index>, const CellGroup*> largest;  // by learner and labeled size
  for (const CellGroup& group : groups) {
    if (group.labeled <= 0 || group.unlabeled == 0 || !group_mean(group, metric)) continue;
    if (is_given_unlabeled(results, results.learners[group.learner]))
      largest[{group.learner, group.labeled}] = &group;  // sizes ascend
  }
  std::vector<std::pair<const CellGroup*, const CellGroup*>> cells;
  for (const auto& [key, group] : largest) {
    const auto twin = twin_of(results, groups, results.learners[key.first]);
    const CellGroup* reference = twin ? twin_group(groups, place_of(results, *twin), *group) : nullptr;
    if (reference && group_mean(*reference, metric)) cells.push_back({group, reference});
  }
  return cells;
}

std::vector<UnlabeledGain> twin_gains(const RunResults& results, const std::string& metric) {
  const MetricEntry* entry = find_metric(metric);
  const double sign = entry && entry->higher_is_better ? -1 : 1;
  const std::vector<CellGroup> groups = group_cells(results);
  const std::string test = results.tests.empty() ? default_test(protocol_of(results)) : results.tests.front();
  std::vector<UnlabeledGain> gains;
  std::vector<double> p;
  for (const auto& [group, reference] : twin_cells(results, groups, metric)) {
    const double mean = *group_mean(*group, metric), reference_mean = *group_mean(*reference, metric);
    gains.push_back({compare(results, *group, *reference, metric, test), mean, reference_mean,
                     sign * mean < sign * reference_mean,
                     worth_against(results, groups, *group, *reference, metric)});
    p.push_back(gains.back().comparison.p);
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < gains.size(); ++i) gains[i].comparison.p_holm = adjusted[i];
  return gains;
}

}  // namespace costruct::experiments
