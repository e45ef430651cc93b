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

/// Types of learners and what each is without unlabeled examples (the learners' pages in docs/ say
/// so).
constexpr std::array<std::pair<const char*, const char*>, 6> kTwinTypes = {
    {{"co_perceptron", "perceptron"},
     {"co_svm", "structural_svm"},
     {"gradient_tsvm", "gradient_svm"},
     {"gradient_co_svm", "gradient_svm"},
     {"tsvm_ova", "structural_svm"},
     {"co_rlsr", "rlsr"}}};

/// What a learner would be without unlabeled examples, as an entry of the config: the learner
/// inside of one that teaches another (self_training), the type of the list, or the same type given
/// none (crf).
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

/// The learner of the run that `learner` is without unlabeled examples: itself where the run has it
/// at 0 of them; else one that sees none, or that the run has at 0 of them, of the type that its
/// own becomes without any: structural_svm for co_svm, the learner inside for self_training, a crf
/// without unlabeled weight for one with. Of several it is the one that shares most options, the
/// first of equals. Nullopt where there is none.
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

/// The cells of a twin at a labeled size: without unlabeled examples where it has them so, else,
/// where it sees none, beside those that it is compared with.
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
