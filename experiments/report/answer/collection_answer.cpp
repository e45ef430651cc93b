#include "costruct/experiments/report/answer/collection_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/experiments/claims/collection_claims.hpp"
#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/report/html/html_table.hpp"
#include "costruct/experiments/report/text/readable_names.hpp"
#include "costruct/experiments/statistics/paired_tests.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kNoDifferenceOverSets = "no difference that these data sets can show";

std::vector<double> set_means(const std::vector<MeanAndError>& values) {
  std::vector<double> means;
  for (const MeanAndError& value : values) means.push_back(value.mean);
  return means;
}

LearnersOverSets compare_over_sets(const CollectionResults& results, const ComparedLearners& learners,
                                   std::size_t place, double sign) {
  const MemberPairs pairs = pair_members(results, learners, place);
  LearnersOverSets compared;
  compared.first = learners.first;
  compared.second = learners.second;
  compared.place = place;
  if (num_places(results) > 1) compared.where = ", " + place_text(results, place);
  compared.sets = static_cast<Index>(pairs.members.size());
  for (std::size_t i = 0; i < pairs.members.size(); ++i) {
    const double difference = sign * (pairs.first[i].mean - pairs.second[i].mean);
    compared.first_better += difference < 0;
    compared.second_better += difference > 0;
  }
  const auto test = wilcoxon_test(set_means(pairs.first), set_means(pairs.second));
  if (!test) return compared;
  compared.p = test->p_two_sided;
  compared.first_ahead = sign > 0 ? test->p_less < test->p_greater : test->p_greater < test->p_less;
  return compared;
}

std::vector<LearnersOverSets> compare_all(const CollectionResults& results, const std::string& metric,
                                          double sign) {
  std::vector<LearnersOverSets> all;
  for (std::size_t place = 0; place < num_places(results); ++place) {
    for (std::size_t a = 0; a < results.learners.size(); ++a) {
      for (std::size_t b = a + 1; b < results.learners.size(); ++b)
        all.push_back(
            compare_over_sets(results, {results.learners[a], results.learners[b], metric}, place, sign));
    }
  }
  std::vector<double> p;
  for (const LearnersOverSets& pair : all) p.push_back(pair.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].p_holm = adjusted[i];
  return all;
}

/// A learner at a place: on how many data sets it has the best mean of all (ties count for each), and on how
/// many of them the set's own draws show it to be better than each other one.
struct SetCount {
  std::size_t learner = 0;
  Index best_on = 0, shown_on = 0, sets = 0;
};

std::vector<SetCount> counts_at(const CollectionResults& results, const std::string& metric,
                                std::size_t place, double sign) {
  std::vector<SetCount> counts(results.learners.size());
  for (std::size_t k = 0; k < counts.size(); ++k) counts[k].learner = k;
  for (const MemberResults& member : results.members) {
    double best = NAN;
    for (const std::string& learner : results.learners) {
      const CurvePoint* point = point_at(member, learner, metric, place);
      if (point && (std::isnan(best) || sign * point->value.mean < sign * best)) best = point->value.mean;
    }
    const Standing* standing = standing_at(member, place);
    for (SetCount& count : counts) {
      const CurvePoint* point = point_at(member, results.learners[count.learner], metric, place);
      if (!point) continue;
      ++count.sets;
      count.best_on += point->value.mean == best;
      count.shown_on += standing && standing->has_winner() && standing->leaders().front() == count.learner;
    }
  }
  std::erase_if(counts, [](const SetCount& count) { return count.sets == 0; });
  std::stable_sort(counts.begin(), counts.end(),
                   [](const SetCount& a, const SetCount& b) { return a.best_on > b.best_on; });
  return counts;
}

/// The comparison of two learners at a place, and whether it shows the first to be better.
bool shown_ahead(const std::vector<LearnersOverSets>& all, const std::string& learner,
                 const std::string& other, std::size_t place) {
  for (const LearnersOverSets& pair : all) {
    if (pair.place != place || !(pair.p_holm < kAnswerLevel)) continue;
    if (pair.first == learner && pair.second == other) return pair.first_ahead;
    if (pair.first == other && pair.second == learner) return !pair.first_ahead;
  }
  return false;
}

/// The learners at a place that no other is shown to be better than.
std::vector<std::size_t> unbeaten(const std::vector<SetCount>& counts, const CollectionResults& results,
                                  const std::vector<LearnersOverSets>& all, std::size_t place) {
  std::vector<std::size_t> learners;
  for (const SetCount& count : counts) {
    const bool beaten = std::any_of(counts.begin(), counts.end(), [&](const SetCount& other) {
      return other.learner != count.learner &&
             shown_ahead(all, results.learners[other.learner], results.learners[count.learner], place);
    });
    if (!beaten) learners.push_back(count.learner);
  }
  return learners;
}

/// Whether a learner is shown to be better than each other one at a place.
bool beats_all(std::size_t learner, const std::vector<SetCount>& counts, const CollectionResults& results,
               const std::vector<LearnersOverSets>& all, std::size_t place) {
  return std::all_of(counts.begin(), counts.end(), [&](const SetCount& other) {
    return other.learner == learner ||
           shown_ahead(all, results.learners[learner], results.learners[other.learner], place);
  });
}

std::string headline_at(const std::vector<SetCount>& counts, const CollectionResults& results,
                        const std::vector<LearnersOverSets>& all, std::size_t place,
                        const std::vector<std::string>& names) {
  if (counts.size() < 2) return "One learner: there is nothing to compare it with";
  for (const SetCount& count : counts) {
    if (beats_all(count.learner, counts, results, all, place))
      return names[count.learner] + ", over these data sets";
  }
  const std::vector<std::size_t> level = unbeaten(counts, results, all, place);
  std::vector<std::string> ahead;
  for (const std::size_t learner : level) ahead.push_back(names[learner]);
  if (level.size() == counts.size()) return fmt::format("{}{}", "N", kNoDifferenceOverSets + 1);
  return fmt::format("No single one: {} ahead, {}",
                     ahead.size() == 1 ? ahead[0] + " is" : listed_in_words(ahead) + " are",
                     ahead.size() == 1 ? "but not shown to be better than each other one"
                                       : std::string("with ") + kNoDifferenceOverSets + " between them");
}

/// Whether the draws of some data set could be tested at a place.
bool is_tested_at(const CollectionResults& results, std::size_t place) {
  return std::any_of(results.members.begin(), results.members.end(), [&](const MemberResults& member) {
    const Standing* standing = standing_at(member, place);
    return standing && standing->tested;
  });
}

/// "best mean of a data set: A on 11 of 14, B on 3 of 14 (shown by the set's own draws on 1 and 0)"
std::string counts_text(const std::vector<SetCount>& counts, const std::vector<std::string>& names,
                        bool tested) {
  std::vector<std::string> best, shown;
  for (const SetCount& count : counts) {
    best.push_back(fmt::format("{} on {} of {}", names[count.learner], count.best_on, count.sets));
    shown.push_back(std::to_string(count.shown_on));
  }
  const std::string in_draws =
      tested ? fmt::format(" (shown by the set's own draws on {})", listed_in_words(shown)) : "";
  return fmt::format("best mean of a data set: {}{}", fmt::join(best, ", "), in_draws);
}

bool is_supervised_everywhere(const CollectionResults& results, const std::string& learner) {
  return std::any_of(results.members.begin(), results.members.end(), [&](const MemberResults& member) {
    const std::vector<std::string>& without = member.without_unlabeled;
    return std::find(without.begin(), without.end(), learner) != without.end();
  });
}

bool has_unlabeled(const CollectionResults& results) {
  return std::any_of(results.members.begin(), results.members.end(), [](const MemberResults& member) {
    return std::any_of(member.sizes.begin(), member.sizes.end(),
                       [](const Sizes& sizes) { return sizes.second > 0; });
  });
}

/// Learners that see unlabeled examples against those that do not, pair by pair at the last place, which has
/// the largest sizes.
void answer_help(const CollectionResults& results, const std::vector<LearnersOverSets>& all,
                 const std::vector<std::string>& names, Answer& answer) {
  std::vector<std::string> with, without, ahead, behind;
  for (const std::string& learner : results.learners)
    (is_supervised_everywhere(results, learner) ? without : with).push_back(learner);
  if (with.empty() || !has_unlabeled(results)) {
    answer.help = "Not asked: no learner of this collection is given any";
    return;
  }
  if (without.empty()) {
    answer.help = "Not known: no learner of this collection is known to be without them";
    return;
  }
  const std::size_t place = num_places(results) - 1;
  const auto name = [&](const std::string& learner) {
    const auto at = std::find(results.learners.begin(), results.learners.end(), learner);
    return names[static_cast<std::size_t>(at - results.learners.begin())];
  };
  for (const std::string& learner : with) {
    std::vector<std::string> parts;
    Index better = 0, worse = 0;
    for (const std::string& other : without) {
      const bool up = shown_ahead(all, learner, other, place), down = shown_ahead(all, other, learner, place);
      better += up;
      worse += down;
      parts.push_back(fmt::format("{} {}",
                                  up     ? "better than"
                                  : down ? "worse than"
                                         : "not told apart by these data sets from",
                                  name(other)));
    }
    answer.help_lines.push_back(fmt::format("{} with them: {}", name(learner), fmt::join(parts, ", ")));
    if (better == static_cast<Index>(without.size())) ahead.push_back(name(learner));
    if (worse > 0) behind.push_back(name(learner));
  }
  if (!ahead.empty()) {
    answer.help = fmt::format("Yes: {} with them {} each learner without", listed_in_words(ahead),
                              ahead.size() == 1 ? "beats" : "beat");
  } else if (!behind.empty()) {
    answer.help = fmt::format("No: {} with them {} worse than a learner without", listed_in_words(behind),
                              behind.size() == 1 ? "is" : "are");
  } else {
    answer.help = fmt::format("{}{}", "N", kNoDifferenceOverSets + 1);
  }
}

}  // namespace

CollectionAnswer collection_answer(const CollectionResults& results) {
  CollectionAnswer answer;
  if (results.metrics.empty() || num_places(results) == 0) return answer;
  const std::string& metric = results.metrics.front();
  const MetricEntry* entry = find_metric(metric);
  const double sign = entry && entry->higher_is_better ? -1 : 1;
  const std::vector<std::string> names = readable_names(results.learners);
  answer.comparisons = compare_all(results, metric, sign);
  const std::size_t places = num_places(results);
  for (std::size_t place = 0; place < places; ++place) {
    const std::vector<SetCount> counts = counts_at(results, metric, place, sign);
    if (counts.empty()) continue;
    const std::string headline = headline_at(counts, results, answer.comparisons, place, names);
    const std::string where = places > 1 ? place_text(results, place) : "";
    answer.words.best = headline + (places > 1 ? ", with " + where : "");  // the largest sizes stand last
    const std::string best =
        counts.size() > 1 ? counts_text(counts, names, is_tested_at(results, place)) : std::string();
    if (places > 1) {
      answer.words.best_lines.push_back(where + ": " + headline + (best.empty() ? "" : "; " + best));
    } else if (!best.empty()) {
      answer.words.best_lines.push_back("B" + best.substr(1));
    }
  }
  if (!answer.words.best.empty()) answer_help(results, answer.comparisons, names, answer.words);
  return answer;
}

}  // namespace costruct::experiments
