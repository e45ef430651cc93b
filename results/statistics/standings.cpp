#include "costruct/results/statistics/standings.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/significance.hpp"

namespace costruct::experiments {
namespace {

/// Two cells to compare.
using CellPair = std::pair<const CellGroup*, const CellGroup*>;

/// The contenders at a size, and the cells that represent them.
struct Field {
  Standing standing;
  std::vector<const CellGroup*> groups;  ///< by contender
  std::vector<CellPair> unshown;         ///< the other pairs of cells that could have been shown
};

MeanAndError mean_of_group(const CellGroup& group, const std::string& metric) {
  std::vector<double> values;
  for (const CellResult* cell : group.cells) {
    const auto value = measured(*cell, metric);
    if (value && std::isfinite(*value)) values.push_back(*value);
  }
  return mean_and_error(values);
}

/// A cell that can represent its learner.
struct Candidate {
  const CellGroup* group;
  MeanAndError value;
};

/// The candidate with the best mean. On a tie, the one with the fewest unlabeled examples.
const Candidate& best_of(const std::vector<Candidate>& candidates, bool higher_is_better) {
  const Candidate* best = &candidates.front();
  for (const Candidate& candidate : candidates) {
    if (is_same_mean(candidate.value.mean, best->value.mean)) continue;
    if ((candidate.value.mean > best->value.mean) == higher_is_better) best = &candidate;
  }
  return *best;
}

/// The pairs of cells of two learners, without the pairs of cells that represent their learners.
std::vector<CellPair> unshown_pairs(const std::map<std::size_t, std::vector<Candidate>>& learners,
                                    const std::vector<const CellGroup*>& shown) {
  const auto is_shown = [&](const CellGroup* group) {
    return std::find(shown.begin(), shown.end(), group) != shown.end();
  };
  std::vector<CellPair> pairs;
  for (auto first = learners.begin(); first != learners.end(); ++first) {
    for (auto second = std::next(first); second != learners.end(); ++second) {
      for (const Candidate& a : first->second) {
        for (const Candidate& b : second->second) {
          if (!is_shown(a.group) || !is_shown(b.group)) pairs.emplace_back(a.group, b.group);
        }
      }
    }
  }
  return pairs;
}

bool prefers_higher(const RunResults& results, const std::string& metric) {
  return better_sign(results.config, metric) < 0;
}

/// Whether the unlabeled examples themselves are scored, so that other sizes score other examples.
bool scores_unlabeled(const RunResults& results) {
  return sweep_of(results).value("holdout", Json()) == "unlabeled";
}

/// One field for each key. A learner that gets no unlabeled examples has one candidate, because its
/// result is the same at every unlabeled size.
template <class Key>
std::vector<Field> fields_of(const RunResults& results, const std::vector<CellGroup>& groups,
                             const std::string& metric, Key key) {
  std::map<Sizes, std::map<std::size_t, std::vector<Candidate>>> found;
  for (const CellGroup& group : groups) {
    const MeanAndError value = mean_of_group(group, metric);
    if (value.count == 0) continue;
    std::vector<Candidate>& candidates = found[key(group)][group.learner];
    if (scores_unlabeled(results))
      candidates.clear();  // other sizes score other examples: only the last one counts
    if (candidates.empty() || is_given_unlabeled(results, results.learners[group.learner]))
      candidates.push_back({&group, value});
    else if (value.count > candidates.front().value.count)
      candidates.front() = {&group, value};
  }
  std::vector<Field> fields;
  for (const auto& [sizes, learners] : found) {
    Field field;
    field.standing.labeled = sizes.first;
    for (const auto& [learner, candidates] : learners) {
      const Candidate& best = best_of(candidates, prefers_higher(results, metric));
      field.groups.push_back(best.group);
      field.standing.unlabeled = std::max(field.standing.unlabeled, best.group->unlabeled);
      field.standing.contenders.push_back(
          {learner, best.group->labeled, best.group->unlabeled, best.value});
    }
    field.unshown = unshown_pairs(learners, field.groups);
    fields.push_back(std::move(field));
  }
  return fields;
}

void put_best_first(Field& field, bool higher_is_better) {
  std::vector<std::size_t> order(field.groups.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double first = field.standing.contenders[a].value.mean;
    const double second = field.standing.contenders[b].value.mean;
    return higher_is_better ? first > second : first < second;
  });
  Field ordered = field;
  for (std::size_t i = 0; i < order.size(); ++i) {
    ordered.groups[i] = field.groups[order[i]];
    ordered.standing.contenders[i] = field.standing.contenders[order[i]];
  }
  field = std::move(ordered);
}

std::vector<Standing> judged_fields(const RunResults& results, std::vector<Field> fields,
                                    const std::string& metric) {
  const std::string test =
      results.tests.empty() ? default_test(protocol_of(results)) : results.tests.front();
  const bool higher = prefers_higher(results, metric);
  std::vector<double> p, differences;
  std::vector<bool> same;
  for (Field& field : fields) {
    put_best_first(field, higher);
    if (field.groups.size() > 1) field.standing.test = test;
    for (std::size_t a = 0; a < field.groups.size(); ++a) {
      for (std::size_t b = a + 1; b < field.groups.size(); ++b) {
        const Comparison comparison =
            compare(results, *field.groups[b], *field.groups[a], metric, test);
        p.push_back(comparison.p);
        differences.push_back(comparison.difference);
        same.push_back(comparison.is_same());
        if (field.standing.note.empty()) field.standing.note = comparison.note;
      }
    }
  }
  for (const Field& field : fields) {  // these pairs count only in Holm's correction
    for (const auto& [a, b] : field.unshown) p.push_back(compare(results, *b, *a, metric, test).p);
  }
  const std::vector<double> adjusted = holm(p);
  std::vector<Standing> standings;
  std::size_t next = 0;
  for (Field& field : fields) {
    std::vector<Contender>& contenders = field.standing.contenders;
    for (std::size_t b = 1; b < contenders.size(); ++b) {  // the pairs with the best come first
      const double difference = differences[next + b - 1];
      contenders[b].p = adjusted[next + b - 1];
      contenders[b].same = same[next + b - 1];
      contenders[b].worse = higher ? difference < 0 : difference > 0;
      contenders[b].behind = contenders[b].worse && contenders[b].p < kAnswerLevel;
      field.standing.best_tested = field.standing.best_tested || contenders[b].is_tested();
    }
    const std::size_t end = next + contenders.size() * (contenders.size() - 1) / 2;
    for (; next < end; ++next) {
      field.standing.tested = field.standing.tested || !std::isnan(adjusted[next]);
      if (adjusted[next] < kAnswerLevel && differences[next] != 0)
        field.standing.some_differ = true;
    }
    standings.push_back(std::move(field.standing));
  }
  return standings;
}

}  // namespace

bool Standing::has_winner() const {
  return contenders.size() > 1 && std::all_of(contenders.begin() + 1, contenders.end(),
                                              [](const Contender& other) { return other.behind; });
}

std::vector<std::size_t> Standing::leaders() const {
  std::vector<std::size_t> learners;
  for (const Contender& contender : contenders) {
    if (!contender.behind) learners.push_back(contender.learner);
  }
  return learners;
}

std::size_t Standing::num_behind() const {
  return contenders.size() - leaders().size();
}

const Contender* Standing::find(std::size_t learner) const {
  const auto at =
      std::find_if(contenders.begin(), contenders.end(),
                   [&](const Contender& contender) { return contender.learner == learner; });
  return at == contenders.end() ? nullptr : &*at;
}

bool is_same_mean(double a, double b) {
  return a == b || std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

std::map<Index, double> best_means_by_labeled(const RunResults& results,
                                              const std::vector<CellGroup>& groups,
                                              const std::string& metric) {
  const auto key = [](const CellGroup& group) { return Sizes{group.labeled, 0}; };
  std::map<Index, double> best;
  for (Field& field : fields_of(results, groups, metric, key)) {
    put_best_first(field, prefers_higher(results, metric));
    best[field.standing.labeled] = field.standing.contenders.front().value.mean;
  }
  return best;
}

std::vector<Standing> standings_by_labeled(const RunResults& results,
                                           const std::vector<CellGroup>& groups,
                                           const std::string& metric) {
  const auto key = [](const CellGroup& group) { return Sizes{group.labeled, 0}; };
  return judged_fields(results, fields_of(results, groups, metric, key), metric);
}

std::vector<Standing> standings_by_sizes(const RunResults& results,
                                         const std::vector<CellGroup>& groups,
                                         const std::string& metric) {
  const auto key = [](const CellGroup& group) { return Sizes{group.labeled, group.unlabeled}; };
  return judged_fields(results, fields_of(results, groups, metric, key), metric);
}

}  // namespace costruct::experiments
