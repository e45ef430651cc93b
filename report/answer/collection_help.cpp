#include "costruct/report/answer/collection_help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

bool is_given_none(const CollectionResults& results, const std::string& learner) {
  return std::any_of(results.members.begin(), results.members.end(),
                     [&](const MemberResults& member) {
                       const std::vector<std::string>& without = member.without_unlabeled;
                       return std::find(without.begin(), without.end(), learner) != without.end();
                     });
}

bool has_unlabeled(const CollectionResults& results) {
  return std::any_of(results.members.begin(), results.members.end(),
                     [](const MemberResults& member) {
                       return std::any_of(member.sizes.begin(), member.sizes.end(),
                                          [](const Sizes& sizes) { return sizes.second > 0; });
                     });
}

/// The learners with and without unlabeled examples, and their names.
struct LearnerSides {
  std::vector<std::string> with, without;
  std::map<std::string, std::string> names;

  explicit LearnerSides(const CollectionResults& results) {
    const std::vector<std::string> readable = readable_names(results.learners);
    for (std::size_t k = 0; k < readable.size(); ++k) {
      const std::string& learner = results.learners[k];
      names[learner] = readable[k];
      (is_given_none(results, learner) ? without : with).push_back(learner);
    }
  }
};

const LearnersOverSets* twin_pair(const std::vector<LearnersOverSets>& twins,
                                  const std::string& learner) {
  const auto at = std::find_if(twins.begin(), twins.end(),
                               [&](const LearnersOverSets& pair) { return pair.first == learner; });
  return at == twins.end() ? nullptr : &*at;
}

/// "better than itself without them (on 7 of 8 data sets, p 0.0156)"
std::string against_text(const LearnersOverSets& pair, const std::string& learner,
                         const std::string& other) {
  if (pair.all_same())
    return fmt::format("{} as {} on all {}", kTheSame, other, counted(pair.same, "data set"));
  const bool first = pair.first == learner;
  const char* verdict = !pair.is_shown()            ? "not told apart from"
                        : pair.first_ahead == first ? "better than"
                                                    : "worse than";
  return fmt::format("{} {} (better on {} of {} data sets, p {})", verdict, other,
                     first ? pair.first_better : pair.second_better, pair.sets,
                     p_text(pair.p_holm));
}

std::string set_line_of(const std::string& learner, const LearnerSides& sides,
                        const std::vector<LearnersOverSets>& all,
                        const std::vector<LearnersOverSets>& twins, std::size_t place) {
  std::vector<std::string> parts;
  if (const LearnersOverSets* twin = twin_pair(twins, learner))
    parts.push_back(against_text(*twin, learner,
                                 twin->second == learner
                                     ? "itself without them"
                                     : "its supervised twin " + sides.names.at(twin->second)));
  for (const std::string& other : sides.without) {
    const LearnersOverSets* pair = find_pair(all, learner, other, place);
    if (pair != nullptr && (pair->sets > 0 || pair->all_same()))
      parts.push_back(against_text(*pair, learner, sides.names.at(other)));
  }
  return parts.empty()
             ? ""
             : fmt::format("{} with them: {}", sides.names.at(learner), fmt::join(parts, "; "));
}

/// The headline if the collection has the learners' supervised twins.
std::string headline_by_twins(const std::vector<LearnersOverSets>& twins,
                              const LearnerSides& sides) {
  std::vector<std::string> better, worse, counts;
  for (const LearnersOverSets& pair : twins) {
    if (pair.all_same()) continue;
    const std::string& name = sides.names.at(pair.first);
    if (pair.is_shown()) (pair.first_ahead ? better : worse).push_back(name);
    counts.push_back(fmt::format("{} on {} of {}", name, pair.first_better, pair.sets));
  }
  if (counts.empty()) return "not tested: with and without them the learners hold the same models";
  std::vector<std::string> parts;
  if (!better.empty())
    parts.push_back("yes: over these data sets they help " + listed_in_words(better));
  if (!worse.empty())
    parts.push_back((better.empty() ? "not shown to help: they make " : "they make ") +
                    listed_in_words(worse) + " worse over these data sets");
  if (!parts.empty()) return fmt::format("{}", fmt::join(parts, "; "));
  const std::string few = too_few_sets(twins, 0);
  return fmt::format("{}: they have the better mean with {} data sets{}",
                     few.empty() ? kNoDifferenceOverSets : "so few data sets cannot show it",
                     listed_in_words(counts), few.empty() ? "" : "; " + few);
}

/// The headline if only other learners use no unlabeled examples.
std::string headline_by_others(const LearnerSides& sides, const std::vector<LearnersOverSets>& all,
                               std::size_t place) {
  std::vector<std::string> ahead, behind;
  for (const std::string& learner : sides.with) {
    const auto beats = [&](const std::string& other) {
      return shown_ahead(all, learner, other, place);
    };
    const auto loses = [&](const std::string& other) {
      return shown_ahead(all, other, learner, place);
    };
    if (std::all_of(sides.without.begin(), sides.without.end(), beats))
      ahead.push_back(sides.names.at(learner));
    if (std::any_of(sides.without.begin(), sides.without.end(), loses))
      behind.push_back(sides.names.at(learner));
  }
  std::string text = "not known: what the learners are without them is not in this collection";
  if (!ahead.empty())
    text += fmt::format("; {} with them {} each learner without, which may be the method alone",
                        listed_in_words(ahead), ahead.size() == 1 ? "beats" : "beat");
  if (!behind.empty())
    text += fmt::format("; {} with them {} worse than a learner without", listed_in_words(behind),
                        behind.size() == 1 ? "is" : "are");
  return text;
}

}  // namespace

void answer_help_over_sets(const CollectionResults& results,
                           const std::vector<LearnersOverSets>& all,
                           const std::vector<LearnersOverSets>& twins, Answer& answer) {
  const LearnerSides sides(results);
  if (sides.with.empty() || !has_unlabeled(results)) {
    answer.help = "Not asked: no learner of this collection is given any";
    return;
  }
  if (sides.without.empty() && twins.empty()) {
    answer.help = "Not known: no learner of this collection is known to be without them";
    return;
  }
  const std::size_t place = num_places(results) - 1;
  answer.help = upper_first(twins.empty() ? headline_by_others(sides, all, place)
                                          : headline_by_twins(twins, sides));
  for (const std::string& learner : sides.with) {
    const std::string line = set_line_of(learner, sides, all, twins, place);
    if (!line.empty()) answer.help_lines.push_back(line);
  }
}

}  // namespace costruct::experiments
