#include "costruct/report/answer/collection_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/report/answer/collection_help.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

/// A learner at a place. Counts the data sets where it has the best mean (ties count for each).
/// Counts also those of them where the set's own draws show it to be significantly better than each
/// other learner.
struct SetCount {
  std::size_t learner = 0;
  Index best_on = 0, shown_on = 0, sets = 0;
};

std::vector<SetCount> counts_at(const CollectionResults& results, const std::string& metric,
                                std::size_t place) {
  const double sign = better_sign(results.config, metric);
  std::vector<SetCount> counts(results.learners.size());
  for (std::size_t k = 0; k < counts.size(); ++k) counts[k].learner = k;
  for (const MemberResults& member : results.members) {
    double best = NAN;
    for (const std::string& learner : results.learners) {
      const CurvePoint* point = point_at(member, learner, metric, place);
      if (point && (std::isnan(best) || sign * point->value.mean < sign * best))
        best = point->value.mean;
    }
    const Standing* standing = standing_at(member, place);
    for (SetCount& count : counts) {
      const CurvePoint* point = point_at(member, results.learners[count.learner], metric, place);
      if (!point) continue;
      ++count.sets;
      count.best_on += std::abs(point->value.mean - best) <= kRounding * std::abs(best);
      count.shown_on +=
          standing && standing->has_winner() && standing->leaders().front() == count.learner;
    }
  }
  std::erase_if(counts, [](const SetCount& count) { return count.sets == 0; });
  std::stable_sort(counts.begin(), counts.end(),
                   [](const SetCount& a, const SetCount& b) { return a.best_on > b.best_on; });
  return counts;
}

/// All counts at one place of the sizes.
struct PlaceCounts {
  const CollectionResults& results;
  const std::vector<LearnersOverSets>& all;
  const std::vector<std::string>& names;
  std::size_t place = 0;
  std::vector<SetCount> counts;  ///< the learner that is best on most sets first

  /// How many others this learner is significantly better than, over the data sets.
  std::size_t beaten_by(std::size_t learner) const {
    return static_cast<std::size_t>(
        std::count_if(counts.begin(), counts.end(), [&](const SetCount& other) {
          return other.learner != learner && shown_ahead(all, results.learners[learner],
                                                         results.learners[other.learner], place);
        }));
  }
};

/// "A has the best mean on 8 of 8 data sets"
std::string most_best_text(const PlaceCounts& at) {
  const SetCount& first = at.counts.front();
  Index most = 0;  // the largest number of data sets of a learner
  std::vector<std::string> names;
  for (const SetCount& count : at.counts) {
    if (count.best_on < first.best_on) continue;
    names.push_back(at.names[count.learner]);
    most = std::max(most, count.sets);
  }
  return names.size() == 1 ? fmt::format("{} has the best mean on {} of {} data sets", names[0],
                                         first.best_on, first.sets)
                           : fmt::format("{} have the best mean on {} of {} data sets each",
                                         all_of_them(names), first.best_on, most);
}

std::string headline_at(const PlaceCounts& at) {
  if (at.counts.size() < 2) return "one learner: there is nothing to compare it with";
  const std::size_t others = at.counts.size() - 1;
  for (const SetCount& count : at.counts) {
    if (at.beaten_by(count.learner) == others)
      return at.names[count.learner] + ", over these data sets";
  }
  if (!too_few_sets(at.all, at.place).empty())
    return most_best_text(at) + ", but so few data sets cannot show a difference";
  if (at.counts[0].best_on == at.counts[1].best_on)
    return most_best_text(at) + ", and none is shown to be better than all others";
  const std::size_t beaten = at.beaten_by(at.counts.front().learner);
  return most_best_text(at) +
         (beaten > 0 ? fmt::format(", shown to be better than {} of the {} others", beaten, others)
                     : std::string(", not shown to be better than ") +
                           (others == 1 ? "the other" : "any other"));
}

/// Whether at least one data set has a test of its best learner by its draws, at a place.
bool is_tested_at(const CollectionResults& results, std::size_t place) {
  return std::any_of(results.members.begin(), results.members.end(),
                     [&](const MemberResults& member) {
                       const Standing* standing = standing_at(member, place);
                       return standing && standing->best_tested;
                     });
}

/// "best mean: A on 11 of 14 data sets (on 4 shown by the set's own draws), B on 3 of 14"
std::string counts_text(const PlaceCounts& at) {
  std::vector<std::string> best;
  Index shown = 0;
  for (const SetCount& count : at.counts) {
    if (count.best_on == 0) continue;
    shown += count.shown_on;
    best.push_back(
        fmt::format("{} on {} of {}{}", at.names[count.learner], count.best_on, count.sets,
                    count.shown_on == 0
                        ? ""
                        : fmt::format(" (on {} shown by the set's own draws)", count.shown_on)));
  }
  const bool none_shown = shown == 0 && is_tested_at(at.results, at.place);
  return fmt::format("best mean of a data set: {}{}", fmt::join(best, ", "),
                     none_shown ? "; on none is that shown by the set's own draws" : "");
}

void answer_best(const PlaceCounts& at, Answer& answer) {
  if (at.counts.empty()) return;
  const bool several = num_places(at.results) > 1;
  const std::string where = several ? place_text(at.results, at.place) + ": " : "";
  const std::string headline = headline_at(at);
  // The largest sizes are the last. A learner's name keeps its case at the start of a sentence.
  answer.best = where + (several || at.counts.size() > 1 ? headline : upper_first(headline));
  std::vector<std::string> parts;
  if (several) parts.push_back(headline);
  if (at.counts.size() > 1) parts.push_back(counts_text(at));
  const std::string few = at.counts.size() > 1 ? too_few_sets(at.all, at.place) : "";
  if (!few.empty()) parts.push_back(few);
  if (several) {
    answer.best_lines.push_back(where + fmt::format("{}", fmt::join(parts, "; ")));
  } else {
    for (const std::string& part : parts) answer.best_lines.push_back(upper_first(part));
  }
}

}  // namespace

CollectionAnswer collection_answer(const CollectionResults& results) {
  CollectionAnswer answer;
  if (results.metrics.empty() || num_places(results) == 0) return answer;
  const std::string& metric = results.metrics.front();
  const std::vector<std::string> names = readable_names(results.learners);
  answer.comparisons = compare_learners(results, metric);
  answer.twins = compare_twins(results, metric);
  for (std::size_t place = 0; place < num_places(results); ++place)
    answer_best({results, answer.comparisons, names, place, counts_at(results, metric, place)},
                answer.words);
  if (!answer.words.best.empty())
    answer_help_over_sets(results, answer.comparisons, answer.twins, answer.words);
  return answer;
}

}  // namespace costruct::experiments
