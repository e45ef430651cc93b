#include "costruct/results/claims/over_sets.hpp"

#include <algorithm>

#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"

namespace costruct::experiments {
namespace {

void test_means(const std::vector<double>& first, const std::vector<double>& second, double sign,
                LearnersOverSets& compared) {
  compared.sets = std::ssize(first);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double difference = sign * (first[i] - second[i]);
    compared.first_better += difference < 0;
    compared.second_better += difference > 0;
  }
  const auto test = wilcoxon_test(first, second);
  if (!test) return;
  compared.p = test->p_two_sided;
  compared.first_ahead = sign > 0 ? test->p_less < test->p_greater : test->p_greater < test->p_less;
}

LearnersOverSets compare_at_place(const CollectionResults& results,
                                  const ComparedLearners& learners, std::size_t place) {
  const MemberPairs pairs = pair_members(results, learners, place);
  LearnersOverSets compared;
  compared.first = learners.first;
  compared.second = learners.second;
  compared.place = place;
  if (num_places(results) > 1) compared.where = ", " + place_text(results, place);
  compared.same = pairs.num_same();
  test_means(pairs.tested(pairs.first), pairs.tested(pairs.second),
             better_sign(results.config, learners.metric), compared);
  return compared;
}

/// The gain of a learner at its largest labeled size of a data set, or null.
const UnlabeledGain* last_gain(const MemberResults& member, const std::string& learner) {
  const auto at =
      std::find_if(member.twins.rbegin(), member.twins.rend(), [&](const UnlabeledGain& gain) {
        return gain.comparison.learner == learner;
      });  // sizes ascend
  return at == member.twins.rend() ? nullptr : &*at;
}

void correct_by_holm(std::vector<LearnersOverSets>& all) {
  std::vector<double> p;
  for (const LearnersOverSets& pair : all) p.push_back(pair.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].p_holm = adjusted[i];
}

}  // namespace

bool LearnersOverSets::is_shown() const {
  return p_holm < kAnswerLevel;
}

std::vector<LearnersOverSets> compare_learners(const CollectionResults& results,
                                               const std::string& metric) {
  std::vector<LearnersOverSets> all;
  for (std::size_t place = 0; place < num_places(results); ++place) {
    for (std::size_t a = 0; a < results.learners.size(); ++a) {
      for (std::size_t b = a + 1; b < results.learners.size(); ++b)
        all.push_back(
            compare_at_place(results, {results.learners[a], results.learners[b], metric}, place));
    }
  }
  correct_by_holm(all);
  return all;
}

std::vector<LearnersOverSets> compare_twins(const CollectionResults& results,
                                            const std::string& metric) {
  std::vector<LearnersOverSets> all;
  for (const std::string& learner : results.learners) {
    LearnersOverSets compared;
    compared.first = learner;
    std::vector<double> with, without;
    for (const MemberResults& member : results.members) {
      const UnlabeledGain* gain = last_gain(member, learner);
      if (gain == nullptr) continue;
      compared.second = gain->comparison.reference;
      const bool same = gain->comparison.is_same();
      compared.same += same;
      if (same) continue;
      with.push_back(gain->mean);
      without.push_back(gain->reference_mean);
    }
    if (with.empty() && compared.same == 0) continue;
    test_means(with, without, better_sign(results.config, metric), compared);
    all.push_back(std::move(compared));
  }
  correct_by_holm(all);
  return all;
}

const LearnersOverSets* find_pair(const std::vector<LearnersOverSets>& all,
                                  const std::string& learner, const std::string& other,
                                  std::size_t place) {
  for (const LearnersOverSets& pair : all) {
    const bool both = (pair.first == learner && pair.second == other) ||
                      (pair.first == other && pair.second == learner);
    if (both && pair.place == place) return &pair;
  }
  return nullptr;
}

bool shown_ahead(const std::vector<LearnersOverSets>& all, const std::string& learner,
                 const std::string& other, std::size_t place) {
  const LearnersOverSets* pair = find_pair(all, learner, other, place);
  return pair && pair->is_shown() && pair->first_ahead == (pair->first == learner);
}

}  // namespace costruct::experiments
