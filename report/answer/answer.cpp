#include "costruct/report/answer/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/answer/best_in_words.hpp"
#include "costruct/report/answer/help_in_words.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/unlabeled/twins.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

void keep_most_lines(std::vector<std::string>& lines, const char* of) {
  constexpr std::size_t kMostLines = 5;  // the tables have the others
  if (lines.size() <= kMostLines) return;
  const std::size_t more = lines.size() - (kMostLines - 1);
  lines.resize(kMostLines - 1);
  lines.push_back(fmt::format("{} more {} are in the tables below", more, of));
}

/// Whether learners were tested and no difference is significant.
bool shows_nothing(const std::vector<Standing>& standings) {
  const auto tested = [](const Standing& standing) { return standing.tested; };
  const auto differs = [](const Standing& standing) { return standing.some_differ; };
  return std::any_of(standings.begin(), standings.end(), tested) &&
         std::none_of(standings.begin(), standings.end(), differs);
}

/// Whether so many draws show nearly as small differences as any number of them. Repetitions reduce
/// only the first part of the corrected variance, 1/draws + ratio (paired_tests.hpp).
bool is_near_limit(Index draws, double ratio) {
  constexpr double kNearly = 1.25, kNormal = 2.576;  // of two sides at the 1 % level
  const auto t = t_interval(0, 1, draws - 1, 0.99);
  return t && t->high * std::sqrt(1 / static_cast<double>(draws) + ratio) <=
                  kNearly * kNormal * std::sqrt(ratio);
}

std::string hint_for(const RunResults& results, const std::vector<Standing>& standings) {
  if (!shows_nothing(standings)) return "";
  Index draws = 0;
  for (const Standing& standing : standings) {
    for (const Contender& contender : standing.contenders)
      draws = std::max(draws, contender.value.count);
  }
  const Standing& last = standings.back();
  const auto ratio = test_train_ratio(results, {last.labeled, last.unlabeled});
  if (last.test == "corrected_resampled_t" && ratio && is_near_limit(draws, *ratio))
    return fmt::format(
        "The comparison has {}. More repetitions change little, because draws overlap. More "
        "labeled examples can show smaller differences",
        counted(draws, "draw"));
  return fmt::format(
      "The comparison has {}. More repetitions or labeled examples can show smaller differences",
      counted(draws, "draw"));
}

void answer_help(const std::vector<HelpedLearner>& learners, const std::vector<Standing>& standings,
                 const Wording& wording, Answer& answer) {
  if (learners.empty()) {
    answer.help = "Not asked: no learner of this run is given any";
    return;
  }
  answer.help = help_headline(learners, wording);
  for (const HelpedLearner& helped : learners) {
    if (helped.is_compared()) answer.help_lines.push_back(help_line(helped, wording));
  }
  const bool shown = std::any_of(learners.begin(), learners.end(),
                                 [](const HelpedLearner& helped) { return helped.is_shown(); });
  if (shown && shows_nothing(standings))
    answer.help += " (this test corrects p for fewer comparisons than the one above)";
  keep_most_lines(answer.help_lines, "learners");
}

}  // namespace

std::string sizes_in_words(const std::vector<Index>& sizes) {
  if (sizes.size() > 4)
    return fmt::format("{} to {} ({} sizes)", sizes.front(), sizes.back(), sizes.size());
  std::vector<std::string> texts;
  for (const Index size : sizes) texts.push_back(std::to_string(size));
  return listed_in_words(texts);
}

Answer answer_in_words(const RunResults& results, const std::string& metric,
                       const std::vector<Standing>& standings,
                       const std::vector<UnlabeledGain>& twins,
                       const std::vector<UnlabeledGain>& best, CalledBy names) {
  Answer answer;
  if (standings.empty()) return answer;
  const Wording wording(results, metric, names);
  answer.best = best_headline(standings, wording);
  answer.best_lines = best_lines(standings, wording);
  keep_most_lines(answer.best_lines, "ranges of sizes");
  answer.best_hint = hint_for(results, standings);
  answer_help(helped_learners(results, twins, best), standings, wording, answer);
  return answer;
}

Answer answer_of(const RunSummary& summary, const std::string& metric, CalledBy names) {
  return answer_in_words(
      summary.results, metric, standings_by_labeled(summary.results, summary.groups, metric),
      twin_gains(summary.results, metric), unlabeled_gains(summary.results, metric), names);
}

}  // namespace costruct::experiments
