#include "costruct/results/statistics/unlabeled/twins.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

/// Types of semi-supervised learners, each with the type of its supervised twin. The learners'
/// pages in docs/ state them.
constexpr std::array<std::pair<const char*, const char*>, 6> kTwinTypes = {
    {{"co_perceptron", "perceptron"},
     {"co_svm", "structural_svm"},
     {"gradient_tsvm", "gradient_svm"},
     {"gradient_co_svm", "gradient_svm"},
     {"tsvm_ova", "structural_svm"},
     {"co_rlsr", "rlsr"}}};

/// The config entry of a learner's supervised twin:
///   - the inner learner of a learner that teaches another one (self_training)
///   - the entry with the twin's type, for types in kTwinTypes
///   - the same entry for other types (crf)
Json entry_without(const Json& own) {
  const auto inside = own.find("learner");
  if (inside != own.end() && inside->is_object() && inside->contains("type") &&
      inside->at("type").is_string())
    return *inside;
  Json entry = own;
  for (const auto& [semi, supervised] : kTwinTypes) {
    if (own.at("type") == semi) entry["type"] = supervised;
  }
  return entry;
}

/// The entry of a learner in the config, or null.
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
  for (const auto& [key, value] : first.items())
    count += second.contains(key) && second.at(key) == value;
  return count;
}

bool has_cells_without(const std::vector<CellGroup>& groups, std::size_t learner) {
  for (const CellGroup& group : groups) {
    if (group.learner == learner && group.unlabeled == 0) return true;
  }
  return false;
}

std::size_t place_of(const RunResults& results, const std::string& learner) {
  return static_cast<std::size_t>(
      std::find(results.learners.begin(), results.learners.end(), learner) -
      results.learners.begin());
}

/// The supervised twin of a learner in the run, or nullopt:
///   - the learner itself, if the run has it at 0 unlabeled examples
///   - else a learner of the type of entry_without() that uses none, or that the run has at 0 of
///     them. This is structural_svm for co_svm, the inner learner for self_training, and a crf
///     without unlabeled weight for one with it
/// If there are several, the twin is the one that shares most options; on a tie, the first.
std::optional<std::string> twin_of(const RunResults& results, const std::vector<CellGroup>& groups,
                                   const std::string& learner) {
  if (has_cells_without(groups, place_of(results, learner))) return learner;
  const Json* own = entry_of(results, learner);
  if (own == nullptr) return std::nullopt;
  const Json wanted = entry_without(*own);
  std::optional<std::string> twin;
  std::size_t most = 0;
  for (const std::string& name : results.learners) {
    const bool without =
        !is_given_unlabeled(results, name) || has_cells_without(groups, place_of(results, name));
    const Json* entry = without && name != learner ? entry_of(results, name) : nullptr;
    if (entry == nullptr || entry->at("type") != wanted.at("type")) continue;
    const std::size_t shared = shared_options(wanted, *entry);
    if (!twin || shared > most) {
      twin = name;
      most = shared;
    }
  }
  return twin;
}

/// The cells of a twin at a labeled size: at 0 unlabeled examples if it has such cells. Otherwise,
/// if it uses no unlabeled examples, at the same sizes as the learner it is compared with.
const CellGroup* twin_group(const RunResults& results, const std::vector<CellGroup>& groups,
                            const std::string& twin, const CellGroup& group) {
  const std::size_t place = place_of(results, twin);
  if (const CellGroup* same = find_group(groups, place, group.labeled, 0)) return same;
  return is_given_unlabeled(results, twin)
             ? nullptr
             : find_group(groups, place, group.labeled, group.unlabeled);
}

}  // namespace

std::vector<std::pair<const CellGroup*, const CellGroup*>> twin_cells(
    const RunResults& results, const std::vector<CellGroup>& groups, const std::string& metric) {
  std::map<std::pair<std::size_t, Index>, const CellGroup*> largest;  // by learner and labeled size
  for (const CellGroup& group : groups) {
    if (group.labeled <= 0 || group.unlabeled == 0 || !group_mean(group, metric)) continue;
    if (is_given_unlabeled(results, results.learners[group.learner]))
      largest[{group.learner, group.labeled}] = &group;  // sizes ascend
  }
  std::vector<std::pair<const CellGroup*, const CellGroup*>> cells;
  for (const auto& [key, group] : largest) {
    const auto twin = twin_of(results, groups, results.learners[key.first]);
    const CellGroup* reference = twin ? twin_group(results, groups, *twin, *group) : nullptr;
    if (reference && group_mean(*reference, metric)) cells.push_back({group, reference});
  }
  return cells;
}

std::vector<UnlabeledGain> twin_gains(const RunResults& results, const std::string& metric) {
  const std::vector<CellGroup> groups = group_cells(results);
  const std::string test =
      results.tests.empty() ? default_test(protocol_of(results)) : results.tests.front();
  std::vector<UnlabeledGain> gains;
  for (const auto& [group, reference] : twin_cells(results, groups, metric))
    gains.push_back(gain_of(results, groups, *group, *reference, metric, test));
  correct_by_holm(gains);
  return gains;
}

}  // namespace costruct::experiments
