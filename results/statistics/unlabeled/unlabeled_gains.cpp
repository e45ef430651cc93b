#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

#include <map>

#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

struct GroupMean {
  const CellGroup* group = nullptr;
  double mean = 0;
};

}  // namespace

UnlabeledGain gain_of(const RunResults& results, const std::vector<CellGroup>& groups,
                      const CellGroup& group, const CellGroup& reference, const std::string& metric,
                      const std::string& test) {
  const double sign = better_sign(results.config, metric);
  UnlabeledGain gain;
  gain.comparison = compare(results, group, reference, metric, test);
  const bool paired = gain.comparison.count > 0;
  gain.mean = paired ? gain.comparison.mean : group_mean(group, metric).value();
  gain.reference_mean =
      paired ? gain.comparison.reference_mean : group_mean(reference, metric).value();
  gain.better = sign * (paired ? gain.comparison.difference : gain.mean - gain.reference_mean) < 0;
  gain.worth = worth_against(results, groups, group, reference, metric);
  return gain;
}

void correct_by_holm(std::vector<UnlabeledGain>& gains) {
  std::vector<double> p;
  for (const UnlabeledGain& gain : gains) p.push_back(gain.comparison.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < gains.size(); ++i) gains[i].comparison.p_holm = adjusted[i];
}

std::vector<UnlabeledGain> unlabeled_gains(const RunResults& results, const std::string& metric) {
  const double sign = better_sign(results.config, metric);
  const std::vector<CellGroup> groups = group_cells(results);
  std::map<Index, GroupMean> best;    // without unlabeled examples, by labeled size
  std::map<Sizes, GroupMean> beside;  // the same, scored on this number of unlabeled examples
  std::map<std::pair<std::size_t, Index>, GroupMean> learners;  // at the largest unlabeled size
  const auto keep_better = [&](const CellGroup& group, double mean, GroupMean& least) {
    if (!least.group || sign * mean < sign * least.mean) least = {&group, mean};
  };
  for (const CellGroup& group : groups) {
    const auto mean = group_mean(group, metric);
    if (!mean || group.labeled <= 0) continue;
    if (group.unlabeled == 0 || is_supervised(results, results.learners[group.learner])) {
      keep_better(group, *mean, best[group.labeled]);
    } else if (!is_given_unlabeled(results, results.learners[group.learner])) {
      keep_better(group, *mean, beside[{group.labeled, group.unlabeled}]);
    } else {
      learners[{group.learner, group.labeled}] = {&group, *mean};  // sizes ascend
    }
  }
  const std::string test =
      results.tests.empty() ? default_test(protocol_of(results)) : results.tests.front();
  std::vector<UnlabeledGain> gains;
  for (const auto& [key, learner] : learners) {
    const auto found = best.find(key.second);
    const auto scored = beside.find({key.second, learner.group->unlabeled});
    if (found == best.end() && scored == beside.end()) continue;
    const GroupMean& reference = found == best.end() ? scored->second : found->second;
    gains.push_back(gain_of(results, groups, *learner.group, *reference.group, metric, test));
  }
  correct_by_holm(gains);
  return gains;
}

const UnlabeledGain* most_telling(const std::vector<const UnlabeledGain*>& gains) {
  std::vector<const UnlabeledGain*> telling;
  for (const UnlabeledGain* gain : gains) {
    if (gain->worth && gain->worth->tells()) telling.push_back(gain);
  }
  return telling.empty() ? nullptr : telling[telling.size() / 2];
}

}  // namespace costruct::experiments
