#include "costruct/report/answer/best_in_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "costruct/report/answer/answer.hpp"
#include "costruct/report/html/html_table.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kNoWinner = "no learner is significantly better than all others";

/// The learners with the best mean: one, or all with the same mean.
std::vector<std::size_t> first_ones(const Standing& standing) {
  std::vector<std::size_t> learners;
  const double best = standing.contenders.front().value.mean;
  for (const Contender& contender : standing.contenders) {
    if (is_same_mean(contender.value.mean, best)) learners.push_back(contender.learner);
  }
  return learners;
}

std::vector<std::size_t> untested_ones(const Standing& standing) {
  std::vector<std::size_t> learners;
  for (std::size_t i = 1; i < standing.contenders.size(); ++i) {
    const Contender& contender = standing.contenders[i];
    const bool shares_best =
        is_same_mean(contender.value.mean, standing.contenders.front().value.mean);
    if (!contender.is_tested() && !shares_best) learners.push_back(contender.learner);
  }
  return learners;
}

// Lines.

/// Consecutive sizes with the same outcome.
using Run = std::vector<const Standing*>;

bool same_outcome(const Standing& first, const Standing& second) {
  const auto sorted = [](std::vector<std::size_t> learners) {
    std::sort(learners.begin(), learners.end());
    return learners;
  };
  return first.tested == second.tested && first.best_tested == second.best_tested &&
         first.contenders.size() == second.contenders.size() &&
         first_ones(first) == first_ones(second) &&
         sorted(first.leaders()) == sorted(second.leaders()) &&
         sorted(untested_ones(first)) == sorted(untested_ones(second));
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

std::string winner_text(const Run& run, const Wording& wording) {
  double highest = 0;
  for (const Standing* standing : run) {
    for (const Contender& other : standing->contenders) {
      if (other.is_tested()) highest = std::max(highest, other.p);
    }
  }
  const std::vector<Contender>& last = run.back()->contenders;
  return fmt::format("{} is best, next {} (p at most {})", wording.with_mean(last[0]),
                     wording.with_mean(last[1]), p_text(highest));
}

/// "A (0.21) has the lowest mean and is significantly better than 5 of the 7 others; not
/// significantly worse: B (0.22); 1 not tested"
std::string no_winner_text(const Standing& standing, const Wording& wording) {
  const std::vector<std::size_t> first = first_ones(standing);
  const std::size_t behind = standing.num_behind(), others = standing.contenders.size() - 1;
  std::vector<std::string> best, level;
  std::size_t untested = 0;
  for (std::size_t i = 0; i < standing.contenders.size(); ++i) {
    const Contender& contender = standing.contenders[i];
    const std::string text = wording.with_mean(contender);
    if (std::find(first.begin(), first.end(), contender.learner) != first.end()) {
      best.push_back(text);
    } else if (!contender.behind && contender.is_tested()) {
      level.push_back(text);
    } else {
      untested += !contender.behind;
    }
  }
  const bool several = best.size() > 1;
  std::string line =
      fmt::format("{} {} the {}", all_of_them(best), several ? "have" : "has", wording.best_mean);
  if (behind > 0)
    line += fmt::format(" and {} significantly better than {} of the {} others",
                        several ? "are" : "is", behind, others);
  if (!level.empty()) line += "; not significantly worse: " + all_of_them(level);
  if (untested > 0) line += fmt::format("; {} not tested", untested);
  return line;
}

/// The means are those of the last size of the run.
std::string line_of(const Run& run, const Wording& wording) {
  const Standing& last = *run.back();
  const std::string where =
      fmt::format("With {} labeled{}: ", sizes_of_run(run),
                  run.size() > 1 ? fmt::format(" (means with {})", last.labeled) : "");
  const Contender& best = last.contenders.front();
  const std::string with_mean = wording.with_mean(best);
  if (last.contenders.size() == 1) return where + "only " + with_mean;
  if (!last.best_tested)
    return where + with_mean + " has the " + wording.best_mean +
           (last.tested ? "; it could not be tested against any other"
                        : "; nothing could be tested");
  return where + (last.has_winner() ? winner_text(run, wording) : no_winner_text(last, wording));
}

// The headline.

/// A learner and the standings in which it has the role in question.
struct LearnerAt {
  std::size_t learner = 0;
  std::vector<const Standing*> at;
};

LearnerAt& learner_at(std::vector<LearnerAt>& entries, std::size_t learner) {
  const auto known = std::find_if(entries.begin(), entries.end(),
                                  [&](const LearnerAt& entry) { return entry.learner == learner; });
  if (known != entries.end()) return *known;
  entries.push_back({learner, {}});
  return entries.back();
}

/// The learner with its numbers of unlabeled examples there: "co-SVM with 50 unlabeled".
std::string name_at(const LearnerAt& entry, const Wording& wording) {
  Index least = std::numeric_limits<Index>::max(), most = 0;
  for (const Standing* standing : entry.at) {
    const Contender* contender = standing->find(entry.learner);
    if (contender == nullptr) continue;
    least = std::min(least, contender->unlabeled);
    most = std::max(most, contender->unlabeled);
  }
  return wording.names[entry.learner] + wording.with_unlabeled(entry.learner, least, most);
}

/// The learner with its numbers of labeled and unlabeled examples: "co-SVM with 5 labeled and 50
/// unlabeled".
std::string name_with_sizes(const LearnerAt& entry, const std::string& labeled,
                            const Wording& wording) {
  constexpr std::string_view kWith = " with ";
  const std::string& name = wording.names[entry.learner];
  std::string unlabeled = name_at(entry, wording).substr(name.size());
  if (unlabeled.starts_with(kWith)) unlabeled = " and " + unlabeled.substr(kWith.size());
  return fmt::format("{} with {} labeled{}", name, labeled, unlabeled);
}

/// The winners and the sizes at which they win, in the order of sizes.
std::vector<LearnerAt> winners_of(const std::vector<const Standing*>& contests) {
  std::vector<LearnerAt> winners;
  for (const Standing* standing : contests) {
    if (standing->has_winner())
      learner_at(winners, standing->contenders.front().learner).at.push_back(standing);
  }
  return winners;
}

/// The learner with the best mean at most sizes. On a tie, the one that has it at the largest size.
LearnerAt most_often_first(const std::vector<const Standing*>& contests) {
  std::vector<LearnerAt> firsts;
  for (const Standing* standing : contests) {
    for (const std::size_t learner : first_ones(*standing))
      learner_at(firsts, learner).at.push_back(standing);
  }
  LearnerAt most = firsts.front();
  for (const LearnerAt& first : firsts) {
    const std::size_t sizes = first.at.size(), before = most.at.size();
    if (sizes > before || (sizes == before && first.at.back()->labeled > most.at.back()->labeled))
      most = first;
  }
  return most;
}

/// The learners, `first` included, that have the best mean wherever `first` has it.
std::vector<std::string> sharing_names(const LearnerAt& first, const Wording& wording) {
  std::vector<std::string> names;
  for (const std::size_t learner : first_ones(*first.at.front())) {
    const bool always =
        std::all_of(first.at.begin(), first.at.end(), [&](const Standing* standing) {
          const std::vector<std::size_t> ones = first_ones(*standing);
          return std::find(ones.begin(), ones.end(), learner) != ones.end();
        });
    if (always) names.push_back(name_at({learner, first.at}, wording));
  }
  return names;
}

std::string at_labeled_sizes(std::size_t count, std::size_t all) {
  if (all == 1) return "";
  return " " + (count == all ? at_all_labeled_sizes(all)
                             : fmt::format("at {} of {} labeled sizes", count, all));
}

/// ". It is significantly better than 2 to 5 of the 7 others, depending on the size": the fewest
/// and the most at these sizes. Empty if there are none.
std::string beaten_text(const LearnerAt& first, bool several) {
  std::size_t least = first.at.front()->num_behind(), most = 0, others = 0;
  for (const Standing* standing : first.at) {
    least = std::min(least, standing->num_behind());
    most = std::max(most, standing->num_behind());
    others = std::max(others, standing->contenders.size() - 1);
  }
  if (most == 0) return "";
  return fmt::format(". {} significantly better than {} of the {} others{}",
                     several ? "They are" : "It is", count_range_text(least, most), others,
                     least == most ? "" : ", depending on the size");
}

std::string untested_text(const LearnerAt& first) {
  std::size_t least = untested_ones(*first.at.front()).size(), most = 0;
  for (const Standing* standing : first.at) {
    least = std::min(least, untested_ones(*standing).size());
    most = std::max(most, untested_ones(*standing).size());
  }
  return most == 0 ? "" : fmt::format("; {} not tested", count_range_text(least, most));
}

/// Compares a learner that has the best mean with the others, if it is not significantly better
/// than all of them.
std::string standing_text(const LearnerAt& first, bool several) {
  const bool tested = std::any_of(first.at.begin(), first.at.end(),
                                  [](const Standing* standing) { return standing->best_tested; });
  if (tested) return beaten_text(first, several) + untested_text(first);
  return several ? ". They could not be tested against each other"
                 : ". It could not be tested against any other";
}

/// ". At 2 of these sizes other learners have the same mean": sizes at which more than `count`
/// learners have the best mean.
std::string shared_text(const LearnerAt& first, std::size_t count) {
  const auto shared =
      std::count_if(first.at.begin(), first.at.end(),
                    [&](const Standing* standing) { return first_ones(*standing).size() > count; });
  if (shared == 0) return "";
  const bool at_all = static_cast<std::size_t>(shared) == first.at.size();
  if (at_all && shared == 1) return ". Other learners have the same mean there";
  return fmt::format(". At {} of these sizes other learners have the same mean",
                     at_all ? "each" : std::to_string(shared));
}

std::string no_winner_headline(const std::vector<const Standing*>& contests,
                               const Wording& wording) {
  const LearnerAt first = most_often_first(contests);
  const std::vector<std::string> names = sharing_names(first, wording);
  const bool some_differ =
      std::any_of(contests.begin(), contests.end(),
                  [](const Standing* standing) { return standing->some_differ; });
  return upper_first(
      fmt::format("{}. {} {} the {} {}{}{}{}", some_differ ? kNoWinner : kNoDifference,
                  all_of_them(names), names.size() > 1 ? "have" : "has", wording.best_mean,
                  wording.metric, at_labeled_sizes(first.at.size(), contests.size()),
                  standing_text(first, names.size() > 1), shared_text(first, names.size())));
}

std::string winners_headline(const std::vector<LearnerAt>& winners,
                             const std::vector<const Standing*>& contests, const Wording& wording) {
  std::size_t won = 0;
  std::vector<std::string> parts;
  for (const LearnerAt& winner : winners) {
    std::vector<Index> sizes;
    for (const Standing* standing : winner.at) sizes.push_back(standing->labeled);
    parts.push_back(name_with_sizes(winner, sizes_in_words(sizes), wording));
    won += sizes.size();
  }
  const std::string name = name_at(winners[0], wording);
  if (contests.size() == 1)
    return fmt::format("{}, with {} labeled examples", name, winners[0].at.front()->labeled);
  if (won == contests.size())
    return winners.size() == 1 ? name + ", " + at_all_labeled_sizes(won)
                               : fmt::format("{}", fmt::join(parts, "; "));
  const bool tested = std::any_of(contests.begin(), contests.end(), [](const Standing* standing) {
    return !standing->has_winner() && standing->tested;
  });
  return fmt::format("{}; elsewhere {}", fmt::join(parts, "; "),
                     tested ? kNoWinner : "nothing could be tested");
}

}  // namespace

std::string best_headline(const std::vector<Standing>& standings, const Wording& wording) {
  if (standings.empty()) return "";
  std::vector<const Standing*> contests;
  bool tested = false;
  for (const Standing& standing : standings) {
    if (standing.contenders.size() > 1) contests.push_back(&standing);
    tested = tested || standing.tested;
  }
  if (contests.empty()) return "One learner: there is nothing to compare it with";
  if (!tested) return not_tested(contests.front()->note);
  const std::vector<LearnerAt> winners = winners_of(contests);
  return winners.empty() ? no_winner_headline(contests, wording)
                         : winners_headline(winners, contests, wording);
}

std::vector<std::string> best_lines(const std::vector<Standing>& standings,
                                    const Wording& wording) {
  std::vector<std::string> lines;
  for (const Run& run : runs_of(standings)) lines.push_back(line_of(run, wording));
  return lines;
}

}  // namespace costruct::experiments
