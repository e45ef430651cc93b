#include "costruct/experiments/report/answer/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/report/answer/twins.hpp"
#include "costruct/experiments/report/html/html_table.hpp"
#include "costruct/experiments/report/text/readable_names.hpp"
#include "costruct/experiments/statistics/pairing.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kNoDifference = "no difference that these draws can show";
/// Lines beyond this are left to the tables.
constexpr std::size_t kMostLines = 5;
/// Learners beyond this are counted, not named.
constexpr std::size_t kMostNamedLearners = 3;
/// Means that differ by no more of themselves differ by the rounding of their sums.
constexpr double kRounding = 1e-12;

/// Readable names of learners, and how their means are written.
struct Wording {
  const RunResults& results;
  std::vector<std::string> names;
  std::string metric;
  const char* format;

  Wording(const RunResults& run, const std::string& by)
      : results(run),
        names(readable_names(run.learners)),
        metric(readable_name(by)),
        format(metric_format(by)) {}

  std::string name(const std::string& learner) const {
    const auto at = std::find(results.learners.begin(), results.learners.end(), learner);
    return at == results.learners.end() ? learner
                                        : names[static_cast<std::size_t>(at - results.learners.begin())];
  }
  std::string with_mean(const Contender& contender) const {
    return fmt::format("{} ({})", names[contender.learner], number_text(contender.value.mean, format));
  }
};

std::string all_of_them(const std::vector<std::string>& names) {
  if (names.size() <= kMostNamedLearners) return listed_in_words(names);
  const std::vector<std::string> first(names.begin(), names.begin() + kMostNamedLearners - 1);
  return listed_in_words(
      {fmt::format("{}", fmt::join(first, ", ")), fmt::format("{} others", names.size() - first.size())});
}

std::string not_tested(const std::string& note) {
  return "Not known: nothing could be tested" + (note.empty() ? "" : " (" + note + ")");
}

std::string upper_first(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Which learner is best.

/// Sizes one after the other with the same leaders.
using Run = std::vector<const Standing*>;

bool same_outcome(const Standing& first, const Standing& second) {
  const auto sorted = [](std::vector<std::size_t> learners) {
    std::sort(learners.begin(), learners.end());
    return learners;
  };
  return first.tested == second.tested && first.contenders.size() == second.contenders.size() &&
         first.has_winner() == second.has_winner() &&
         first.contenders.front().learner == second.contenders.front().learner &&
         sorted(first.leaders()) == sorted(second.leaders());
}

std::vector<Run> runs_of(const std::vector<Standing>& standings) {
  std::vector<Run> runs;
  for (const Standing& standing : standings) {
    if (runs.empty() || !same_outcome(*runs.back().front(), standing)) runs.emplace_back();
    runs.back().push_back(&standing);
  }
  return runs;
}

std::string sizes_of_run(const Run& run) {
  std::vector<Index> sizes;
  for (const Standing* standing : run) sizes.push_back(standing->labeled);
  return sizes_in_words(sizes);
}

/// "A (0.21) is best; next is B (0.25)": means are those of the last size of the run.
std::string line_of(const Run& run, const Wording& wording) {
  const Standing& last = *run.back();
  const std::string where = fmt::format("With {} labeled{}: ", sizes_of_run(run),
                                        run.size() > 1 ? fmt::format(" (means with {})", last.labeled) : "");
  const Contender& best = last.contenders.front();
  if (last.contenders.size() == 1) return where + "only " + wording.with_mean(best);
  if (!last.tested)
    return where + "the best mean is that of " + wording.with_mean(best) + "; nothing could be tested";
  if (last.has_winner()) {
    double highest = 0;
    for (const Standing* standing : run) {
      for (const Contender& other : standing->contenders) {
        if (!std::isnan(other.p)) highest = std::max(highest, other.p);
      }
    }
    return where + fmt::format("{} is best, next {} (p at most {})", wording.with_mean(best),
                               wording.with_mean(last.contenders[1]), p_text(highest));
  }
  std::vector<std::string> level;
  for (const Contender& contender : last.contenders) {
    if (!contender.behind) level.push_back(wording.with_mean(contender));
  }
  const std::size_t behind = last.contenders.size() - level.size();
  return where + fmt::format("{} between {}{}", kNoDifference, all_of_them(level),
                             behind == 0   ? ""
                             : behind == 1 ? "; the other one is behind"
                                           : fmt::format("; the other {} are behind", behind));
}

/// Winners and the sizes at which they win, in the order of sizes.
std::vector<std::pair<std::size_t, std::vector<Index>>> winners_of(const std::vector<Standing>& standings) {
  std::vector<std::pair<std::size_t, std::vector<Index>>> winners;
  for (const Standing& standing : standings) {
    if (!standing.has_winner()) continue;
    const std::size_t learner = standing.contenders.front().learner;
    const auto known = std::find_if(winners.begin(), winners.end(),
                                    [&](const auto& winner) { return winner.first == learner; });
    if (known == winners.end()) {
      winners.push_back({learner, {standing.labeled}});
    } else {
      known->second.push_back(standing.labeled);
    }
  }
  return winners;
}

/// Where no learner wins anywhere: who leads everywhere.
std::string level_headline(const std::vector<Standing>& standings, const Wording& wording) {
  std::vector<std::size_t> always = standings.front().leaders();
  bool someone_is_behind = false;
  for (const Standing& standing : standings) {
    const std::vector<std::size_t> leaders = standing.leaders();
    std::erase_if(always, [&](std::size_t learner) {
      return std::find(leaders.begin(), leaders.end(), learner) == leaders.end();
    });
    someone_is_behind = someone_is_behind || leaders.size() < standing.contenders.size();
  }
  if (always.size() == 1)
    return fmt::format("No single one: {} is never behind, but not shown to be better than each other one",
                       wording.names[always.front()]);
  if (!someone_is_behind || always.empty())
    return upper_first(kNoDifference) + (someone_is_behind ? " between the best" : "");
  std::vector<std::string> names;
  for (const std::size_t learner : always) names.push_back(wording.names[learner]);
  return fmt::format("No single one: {} are ahead, with {} between them", all_of_them(names), kNoDifference);
}

std::string best_headline(const std::vector<Standing>& standings, const Wording& wording) {
  if (standings.empty()) return "";
  std::size_t most = 0;
  bool tested = false;
  for (const Standing& standing : standings) {
    most = std::max(most, standing.contenders.size());
    tested = tested || standing.tested;
  }
  if (most == 1) return "One learner: there is nothing to compare it with";
  if (!tested) return not_tested(standings.front().note);
  const auto winners = winners_of(standings);
  std::size_t won = 0;
  std::vector<std::string> parts;
  for (const auto& [learner, sizes] : winners) {
    parts.push_back(fmt::format("{} with {} labeled", wording.names[learner], sizes_in_words(sizes)));
    won += sizes.size();
  }
  if (winners.empty()) return level_headline(standings, wording);
  if (winners.size() == 1 && won == standings.size())
    return standings.size() == 1
               ? fmt::format("{}, with {} labeled examples", wording.names[winners[0].first],
                             standings[0].labeled)
               : fmt::format("{}, at all {} labeled sizes", wording.names[winners[0].first], won);
  return fmt::format("{}", fmt::join(parts, "; ")) +
         (won < standings.size() ? fmt::format("; elsewhere {} between the best", kNoDifference) : "");
}

// Whether unlabeled examples help.

/// The comparisons of one learner with one kind of reference.
struct Helped {
  std::vector<const UnlabeledGain*> better, worse, all;
  bool tested = false;

  bool only_better() const { return !better.empty() && worse.empty(); }
};

Helped helped_of(const std::vector<UnlabeledGain>& gains, const std::string& learner) {
  Helped helped;
  for (const UnlabeledGain& gain : gains) {
    if (gain.comparison.learner != learner) continue;
    helped.all.push_back(&gain);
    helped.tested = helped.tested || !std::isnan(gain.comparison.p_holm);
    if (gain.comparison.p_holm < kAnswerLevel && gain.comparison.difference != 0)
      (gain.better ? helped.better : helped.worse).push_back(&gain);
  }
  return helped;
}

std::string at_sizes(const std::vector<const UnlabeledGain*>& gains, std::size_t all) {
  std::vector<Index> sizes;
  double highest = 0;
  for (const UnlabeledGain* gain : gains) {
    sizes.push_back(gain->comparison.labeled);
    highest = std::max(highest, gain->comparison.p_holm);
  }
  return fmt::format("{} (p at most {})",
                     all == sizes.size() && all > 1 ? fmt::format("at all {} labeled sizes", all)
                                                    : "with " + sizes_in_words(sizes) + " labeled",
                     p_text(highest));
}

/// How much there is between both at the largest labeled size, whether or not it is shown to be no chance.
std::string difference_in_words(const Helped& helped, const Wording& wording) {
  const UnlabeledGain& gain = *helped.all.back();
  const Comparison& last = gain.comparison;
  if (std::isnan(last.difference)) return "";
  const std::string start = fmt::format(", with {} labeled its {} is ", last.labeled, wording.metric);
  const double size = std::abs(last.difference);
  if (size <= kRounding * std::abs(gain.mean)) return start + "the same";
  std::string text = number_text(size, wording.format);
  if (text == number_text(0, wording.format)) text = number_text(size, "{:.1g}");
  return start + text + (last.difference < 0 ? " lower" : " higher");
}

std::string verdict_on(const Helped& helped) {
  if (!helped.tested) return "not tested";
  if (helped.better.empty() && helped.worse.empty()) return kNoDifference;
  std::string text;
  if (!helped.better.empty()) text = "better " + at_sizes(helped.better, helped.all.size());
  if (!helped.worse.empty())
    text += (text.empty() ? "" : ", ") + ("worse " + at_sizes(helped.worse, helped.all.size()));
  return text;
}

/// What the unlabeled examples are worth at one labeled size, on the curve of the reference.
std::string worth_in_words(const UnlabeledGain& gain, const std::string& reference) {
  const UnlabeledWorth& worth = *gain.worth;
  const std::string with = fmt::format("with {} labeled as good as {} with ", worth.labeled, reference);
  switch (worth.on_curve) {
    case OnCurve::kBeyondEnd:
      return with + fmt::format("more than {:.0f}, the largest size", worth.labeled_equivalent);
    case OnCurve::kBeforeStart:
      return with + fmt::format("fewer than {:.0f}, the smallest size", worth.labeled_equivalent);
    case OnCurve::kWithin:
      break;
  }
  return with + fmt::format("{:.0f}", worth.labeled_equivalent);
}

/// The worth in the middle of the sizes at which a difference is shown and that the curve tells.
std::string telling_worth(const Helped& twin, const Helped& best, const std::string& learner,
                          const Wording& wording) {
  for (const std::vector<const UnlabeledGain*>* some :
       {&twin.better, &best.better, &twin.worse, &best.worse}) {
    const UnlabeledGain* gain = most_telling(*some);
    if (gain == nullptr) continue;
    const std::string& reference = gain->comparison.reference;
    return worth_in_words(*gain, reference == learner ? "without them" : wording.name(reference));
  }
  return "";
}

std::string help_line(const std::string& learner, const Helped& twin, const Helped& best,
                      const Wording& wording) {
  const UnlabeledGain& any = twin.all.empty() ? *best.all.back() : *twin.all.back();
  std::string text =
      fmt::format("{} with {} unlabeled examples: ", wording.name(learner), any.comparison.unlabeled);
  std::vector<std::string> parts;
  if (!twin.all.empty()) {
    const std::string& reference = twin.all.front()->comparison.reference;
    parts.push_back(fmt::format(
        "against {}, {}{}",
        reference == learner ? "itself without them" : "its supervised twin " + wording.name(reference),
        verdict_on(twin), difference_in_words(twin, wording)));
  }
  if (!best.all.empty())
    parts.push_back("against the best learner without them, " + verdict_on(best) +
                    difference_in_words(best, wording));
  const std::string worth = telling_worth(twin, best, learner, wording);
  if (!worth.empty()) parts.push_back(worth);
  return text + fmt::format("{}", fmt::join(parts, "; "));
}

/// The learners that see unlabeled examples in some cell.
std::vector<std::string> learners_with_unlabeled(const RunResults& results) {
  std::vector<std::string> learners;
  for (const std::string& learner : results.learners) {
    const bool sees = is_given_unlabeled(results, learner) &&
                      std::any_of(results.cells.begin(), results.cells.end(), [&](const CellResult& cell) {
                        return cell.learner == learner && cell.unlabeled > 0;
                      });
    if (sees) learners.push_back(learner);
  }
  return learners;
}

std::string help_headline(const std::vector<std::string>& learners,
                          const std::map<std::string, Helped>& twins,
                          const std::map<std::string, Helped>& bests, const Wording& wording) {
  std::vector<std::string> ahead, helped, hurt, mixed;
  bool tested = false, compared = false;
  std::string note;
  for (const std::string& learner : learners) {
    const Helped &twin = twins.at(learner), &best = bests.at(learner);
    tested = tested || twin.tested || best.tested;
    compared = compared || !twin.all.empty() || !best.all.empty();
    for (const Helped* helped_by : {&twin, &best}) {
      if (!helped_by->all.empty() && note.empty()) note = helped_by->all.front()->comparison.note;
    }
    const std::string& name = wording.name(learner);
    if (best.only_better()) {
      ahead.push_back(name);
    } else if (twin.only_better()) {
      helped.push_back(name);
    } else if (!twin.worse.empty() && twin.better.empty()) {
      hurt.push_back(name);
    } else if (!twin.better.empty() || !best.better.empty()) {
      mixed.push_back(name);
    }
  }
  if (!compared)
    return "Not known: no learner of this run is known to be without them at the same labeled sizes";
  if (!tested) return not_tested(note);
  std::vector<std::string> parts;
  if (!ahead.empty())
    parts.push_back(fmt::format("yes: {} with them {} the best learner without", all_of_them(ahead),
                                ahead.size() == 1 ? "beats" : "beat"));
  if (!helped.empty())
    parts.push_back(
        fmt::format("they help {}, but not beyond the best learner without them", all_of_them(helped)));
  if (!mixed.empty()) parts.push_back("they help " + all_of_them(mixed) + " at some labeled sizes only");
  if (!hurt.empty())
    parts.push_back((parts.empty() ? "no: they make " : "they make ") + all_of_them(hurt) + " worse");
  if (parts.empty()) return upper_first(kNoDifference);
  return upper_first(fmt::format("{}", fmt::join(parts, "; ")));
}

void keep_most_lines(std::vector<std::string>& lines, const char* of) {
  if (lines.size() <= kMostLines) return;
  const std::size_t more = lines.size() - (kMostLines - 1);
  lines.resize(kMostLines - 1);
  lines.push_back(fmt::format("{} more {} are in the tables below", more, of));
}

}  // namespace

std::string sizes_in_words(const std::vector<Index>& sizes) {
  if (sizes.size() > 4) return fmt::format("{} to {} ({} sizes)", sizes.front(), sizes.back(), sizes.size());
  std::vector<std::string> texts;
  for (const Index size : sizes) texts.push_back(std::to_string(size));
  return listed_in_words(texts);
}

Answer answer_in_words(const RunResults& results, const std::string& metric,
                       const std::vector<Standing>& standings, const std::vector<UnlabeledGain>& twins,
                       const std::vector<UnlabeledGain>& best) {
  const Wording wording(results, metric);
  Answer answer;
  answer.best = best_headline(standings, wording);
  for (const Run& run : runs_of(standings)) answer.best_lines.push_back(line_of(run, wording));
  keep_most_lines(answer.best_lines, "ranges of sizes");
  const std::vector<std::string> learners = learners_with_unlabeled(results);
  if (standings.empty()) return answer;
  if (learners.empty()) {
    answer.help = "Not asked: no learner of this run is given any";
    return answer;
  }
  std::map<std::string, Helped> by_twin, by_best;
  for (const std::string& learner : learners) {
    by_twin[learner] = helped_of(twins, learner);
    by_best[learner] = helped_of(best, learner);
    if (by_twin[learner].all.empty() && by_best[learner].all.empty()) continue;
    answer.help_lines.push_back(help_line(learner, by_twin[learner], by_best[learner], wording));
  }
  answer.help = help_headline(learners, by_twin, by_best, wording);
  keep_most_lines(answer.help_lines, "learners");
  return answer;
}

Answer answer_of(const RunSummary& summary, const std::string& metric) {
  return answer_in_words(summary.results, metric,
                         standings_by_labeled(summary.results, summary.groups, metric),
                         twin_gains(summary.results, metric), unlabeled_gains(summary.results, metric));
}

}  // namespace costruct::experiments
