#include "costruct/report/answer/help_in_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/report/answer/answer.hpp"
#include "costruct/report/answer/gains_in_words.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/statistics/pairing.hpp"

namespace costruct::experiments {
namespace {

Helped helped_of(const std::vector<UnlabeledGain>& gains, const std::string& learner) {
  Helped helped;
  for (const UnlabeledGain& gain : gains) {
    if (gain.comparison.learner != learner) continue;
    helped.all.push_back(&gain);
    helped.untested += !gain.is_tested();
    if (gain.is_shown()) (gain.better ? helped.better : helped.worse).push_back(&gain);
  }
  return helped;
}

/// Whether the twin is the best learner without unlabeled examples at every size.
bool are_same_comparisons(const Helped& twin, const Helped& best) {
  return !twin.all.empty() &&
         std::equal(twin.all.begin(), twin.all.end(), best.all.begin(), best.all.end(),
                    [](const UnlabeledGain* a, const UnlabeledGain* b) {
                      return a->comparison.labeled == b->comparison.labeled &&
                             a->comparison.reference == b->comparison.reference;
                    });
}

// The line of a learner.

std::string at_sizes(const std::vector<const UnlabeledGain*>& gains, std::size_t all) {
  std::vector<Index> sizes;
  double highest = 0;
  for (const UnlabeledGain* gain : gains) {
    sizes.push_back(gain->comparison.labeled);
    highest = std::max(highest, gain->comparison.p_holm);
  }
  return fmt::format("{} (p at most {})",
                     all == sizes.size() && all > 1 ? at_all_labeled_sizes(all)
                                                    : "with " + sizes_in_words(sizes) + " labeled",
                     p_text(highest));
}

/// A size > 0, with more digits where the format would show 0.
std::string size_text(double size, const char* format) {
  const std::string text = number_text(size, format);
  return text == number_text(0, format) ? number_text(size, "{:.1g}") : text;
}

/// The difference at the largest labeled size, significant or not.
std::string difference_in_words(const Helped& helped, const Wording& wording) {
  const UnlabeledGain& gain = *helped.all.back();
  const Comparison& last = gain.comparison;
  if (std::isnan(last.difference)) return "";
  const std::string unlabeled =
      one_unlabeled_size(helped.all) ? "" : fmt::format(" and {} unlabeled", last.unlabeled);
  const std::string start =
      fmt::format(", with {} labeled{} its {} is ", last.labeled, unlabeled, wording.metric);
  const double size = std::abs(last.difference);
  if (size <= kRounding * std::abs(gain.mean)) return start + "the same";
  const std::string text = size_text(size, wording.format);
  // Where other sizes have a significant difference, this one needs the word.
  const auto has = [&](const std::vector<const UnlabeledGain*>& some) {
    return std::find(some.begin(), some.end(), &gain) != some.end();
  };
  const bool is_small = helped.is_shown() && !has(helped.better) && !has(helped.worse);
  return start + text + (last.difference < 0 ? " lower" : " higher") +
         (is_small ? ", which is not significant" : "");
}

std::string verdict_on(const Helped& helped) {
  if (!helped.is_tested()) return "not tested";
  std::vector<std::string> parts;
  if (!helped.is_shown()) parts.push_back(kNoDifference);
  if (!helped.better.empty())
    parts.push_back("better " + at_sizes(helped.better, helped.all.size()));
  if (!helped.worse.empty()) parts.push_back("worse " + at_sizes(helped.worse, helped.all.size()));
  if (helped.untested > 0) parts.push_back(untested_sizes_text(helped.all));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The worth of the unlabeled examples at one labeled size, on the learning curve of the reference.
std::string worth_in_words(const UnlabeledGain& gain, const std::string& reference) {
  const UnlabeledWorth& worth = *gain.worth;
  const std::string with =
      fmt::format("with {} labeled as good as {} with ", worth.labeled, reference);
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

/// The worth at the middle one of the sizes where a difference is significant and the curve gives a
/// worth.
std::string telling_worth(const HelpedLearner& helped, const Wording& wording) {
  for (const std::vector<const UnlabeledGain*>* some :
       {&helped.twin.better, &helped.best.better, &helped.twin.worse, &helped.best.worse}) {
    const UnlabeledGain* gain = most_telling(*some);
    if (gain == nullptr) continue;
    const std::string& reference = gain->comparison.reference;
    return worth_in_words(*gain,
                          reference == helped.learner ? "without them" : wording.name(reference));
  }
  return "";
}

std::string against_twin(const HelpedLearner& helped, const Wording& wording) {
  if (helped.twin.all.empty()) return "without them it is not in this run";
  const std::string& reference = helped.twin.all.front()->comparison.reference;
  const std::string name = reference == helped.learner
                               ? "itself without them"
                               : "its supervised twin " + wording.name(reference);
  return fmt::format("against {}, {}{}{}", name,
                     helped.twin_is_best ? "which is the best learner without them, " : "",
                     verdict_on(helped.twin), difference_in_words(helped.twin, wording));
}

// The headline.

/// The outcomes of a learner, the most informative first.
enum class Outcome {
  kBeatsBest,
  kBeatsBestAtSome,
  kHelps,
  kMixed,
  kHurts,
  kBeatsBestWithoutTwin,
  kWorseThanBest,
  kNothingShown,
  kNotTested
};

Outcome outcome_of(const HelpedLearner& helped) {
  const Helped &twin = helped.twin, &best = helped.best;
  if (!helped.is_tested()) return Outcome::kNotTested;
  if (twin.all.empty() && !best.better.empty()) return Outcome::kBeatsBestWithoutTwin;
  if (!twin.worse.empty())
    return twin.better.empty() && best.better.empty() ? Outcome::kHurts : Outcome::kMixed;
  if (!best.better.empty())
    return best.worse.empty() ? Outcome::kBeatsBest : Outcome::kBeatsBestAtSome;
  if (!twin.better.empty()) return Outcome::kHelps;
  return best.worse.empty() ? Outcome::kNothingShown : Outcome::kWorseThanBest;
}

/// The learners with one outcome.
struct OutcomeGroup {
  std::vector<const HelpedLearner*> learners;

  bool empty() const { return learners.empty(); }
  bool is_one() const { return learners.size() == 1; }
  std::string names(const Wording& wording) const {
    std::vector<std::string> names;
    for (const HelpedLearner* helped : learners) names.push_back(wording.name(helped->learner));
    return all_of_them(names);
  }
};

OutcomeGroup group_of(const std::vector<HelpedLearner>& learners, Outcome outcome) {
  OutcomeGroup group;
  for (const HelpedLearner& helped : learners) {
    if (helped.is_compared() && outcome_of(helped) == outcome) group.learners.push_back(&helped);
  }
  return group;
}

/// The number of sizes with a significant difference, among all sizes at which a learner is
/// compared.
struct SizeCount {
  std::size_t shown = 0, all = 0;
};

/// "at 1 of 5 labeled sizes"; "at 1 to 3 of 5 labeled sizes" for several learners; "with 20
/// labeled".
template <class Count>
std::string where_shown(const OutcomeGroup& group, Count count) {
  std::size_t least = 0, most = 0, all = 0;
  for (const HelpedLearner* helped : group.learners) {
    const SizeCount sizes = count(*helped);
    least = helped == group.learners.front() ? sizes.shown : std::min(least, sizes.shown);
    most = std::max(most, sizes.shown);
    all = std::max(all, sizes.all);
  }
  if (all == 1) {
    const HelpedLearner& one = *group.learners.front();
    return fmt::format(
        "with {} labeled",
        (one.twin.all.empty() ? one.best : one.twin).all.front()->comparison.labeled);
  }
  return least == all
             ? at_all_labeled_sizes(all)
             : fmt::format("at {} of {} labeled sizes", count_range_text(least, most), all);
}

SizeCount better_than_best(const HelpedLearner& helped) {
  return {helped.best.better.size(), helped.best.all.size()};
}

SizeCount worse_than_best(const HelpedLearner& helped) {
  return {helped.best.worse.size(), helped.best.all.size()};
}

/// A learner that beats the best one without unlabeled examples also beats its twin, by the means.
SizeCount better_than_twin(const HelpedLearner& helped) {
  const Helped& by = helped.twin.better.empty() ? helped.best : helped.twin;
  return {by.better.size(), by.all.size()};
}

SizeCount worse_than_twin(const HelpedLearner& helped) {
  return {helped.twin.worse.size(), helped.twin.all.size()};
}

std::string beats_text(const OutcomeGroup& group, const Wording& wording) {
  return fmt::format("{} with them {} the best learner without them {}", group.names(wording),
                     group.is_one() ? "beats" : "beat", where_shown(group, better_than_best));
}

/// The sizes at which unlabeled examples help, and the comparison with the best learner without
/// them.
std::string helps_text(const OutcomeGroup& group, const Wording& wording) {
  const std::string text =
      fmt::format("they help {} {}", group.names(wording), where_shown(group, better_than_twin));
  const auto compared = [](const HelpedLearner* helped) { return !helped->best.all.empty(); };
  return std::any_of(group.learners.begin(), group.learners.end(), compared)
             ? text + (group.is_one() ? ", but it is" : ", but they are") +
                   " not significantly better than the best learner without them"
             : text;
}

/// The parts in the order of a sentence; empty if nothing is significant.
std::vector<std::string> shown_parts(const std::vector<HelpedLearner>& learners,
                                     const Wording& wording) {
  std::vector<std::string> parts;
  const OutcomeGroup ahead = group_of(learners, Outcome::kBeatsBest),
                     at_some = group_of(learners, Outcome::kBeatsBestAtSome),
                     helped = group_of(learners, Outcome::kHelps),
                     mixed = group_of(learners, Outcome::kMixed),
                     hurt = group_of(learners, Outcome::kHurts),
                     alone = group_of(learners, Outcome::kBeatsBestWithoutTwin),
                     behind = group_of(learners, Outcome::kWorseThanBest);
  const bool helps = !ahead.empty() || !at_some.empty() || !helped.empty() || !mixed.empty();
  if (!ahead.empty()) parts.push_back("yes: " + beats_text(ahead, wording));
  if (!at_some.empty())
    parts.push_back(fmt::format("{}{}, and {} worse than it {}", ahead.empty() ? "partly: " : "",
                                beats_text(at_some, wording), at_some.is_one() ? "is" : "are",
                                where_shown(at_some, worse_than_best)));
  if (!helped.empty()) parts.push_back(helps_text(helped, wording));
  if (!mixed.empty())
    parts.push_back(fmt::format("they help {} {}, and harm {} {}", mixed.names(wording),
                                where_shown(mixed, better_than_twin),
                                mixed.is_one() ? "it" : "them",
                                where_shown(mixed, worse_than_twin)));
  if (!hurt.empty())
    parts.push_back(fmt::format("{}they make {} worse {}", helps ? "" : "not shown to help: ",
                                hurt.names(wording), where_shown(hurt, worse_than_twin)));
  if (!alone.empty())
    parts.push_back(
        fmt::format("{}{}; but without them {} not in this run, so that may be the method alone",
                    parts.empty() ? "not known: " : "", beats_text(alone, wording),
                    alone.is_one() ? "it is" : "they are"));
  if (parts.empty() && !behind.empty())
    parts.push_back(fmt::format(
        "not shown to help: {} with them {} worse than the best learner without them {}",
        behind.names(wording), behind.is_one() ? "is" : "are",
        where_shown(behind, worse_than_best)));
  return parts;
}

/// The largest gain at the largest labeled size, which is not significant: "; the largest gain with
/// 40 labeled is that of co-SVM, whose error is .02 lower than that of SVM". A learner with a worse
/// mean than the best without unlabeled examples has none. Empty without a gain.
std::string largest_estimate(const std::vector<HelpedLearner>& learners, const Wording& wording) {
  const UnlabeledGain* largest = nullptr;
  const auto size_of = [](const UnlabeledGain& gain) {
    return std::abs(gain.comparison.difference);
  };
  const auto is_gain = [&](const Helped& by) {
    return by.all.empty() || (by.all.back()->is_tested() && by.all.back()->better &&
                              size_of(*by.all.back()) > kRounding * std::abs(by.all.back()->mean));
  };
  for (const HelpedLearner& helped : learners) {
    const Helped& any = helped.twin.all.empty() ? helped.best : helped.twin;
    if (any.all.empty() || !is_gain(helped.twin) || !is_gain(helped.best)) continue;
    if (largest == nullptr || size_of(*any.all.back()) > size_of(*largest))
      largest = any.all.back();
  }
  if (largest == nullptr) return "";
  const Comparison& of = largest->comparison;
  return fmt::format(
      "; the largest gain with {} labeled is that of {}, whose {} is {} {} than {}", of.labeled,
      wording.name(of.learner), wording.metric, size_text(size_of(*largest), wording.format),
      of.difference < 0 ? "lower" : "higher",
      of.reference == of.learner ? "without them" : "that of " + wording.name(of.reference));
}

/// The reason why the first comparison without a test has no test.
std::string first_note(const std::vector<HelpedLearner>& learners) {
  for (const HelpedLearner& helped : learners) {
    for (const Helped* by : {&helped.twin, &helped.best}) {
      if (!by->all.empty()) return by->all.front()->comparison.note;
    }
  }
  return "";
}

}  // namespace

std::vector<HelpedLearner> helped_learners(const RunResults& results,
                                           const std::vector<UnlabeledGain>& twins,
                                           const std::vector<UnlabeledGain>& best) {
  std::vector<HelpedLearner> learners;
  for (const std::string& learner : results.learners) {
    const bool sees =
        is_given_unlabeled(results, learner) &&
        std::any_of(results.cells.begin(), results.cells.end(), [&](const CellResult& cell) {
          return cell.learner == learner && cell.unlabeled > 0;
        });
    if (!sees) continue;
    HelpedLearner helped{learner, helped_of(twins, learner), helped_of(best, learner)};
    helped.twin_is_best = are_same_comparisons(helped.twin, helped.best);
    // Both show Holm's p over the rows of all references, so that they do not differ.
    if (helped.twin_is_best) helped.twin = helped.best;
    learners.push_back(std::move(helped));
  }
  return learners;
}

std::string help_headline(const std::vector<HelpedLearner>& learners, const Wording& wording) {
  const auto compared = [](const HelpedLearner& helped) { return helped.is_compared(); };
  const auto tested = [](const HelpedLearner& helped) { return helped.is_tested(); };
  if (std::none_of(learners.begin(), learners.end(), compared))
    return "Not known: no learner of this run is known to be without them at the same labeled "
           "sizes";
  if (std::none_of(learners.begin(), learners.end(), tested))
    return not_tested(first_note(learners));
  std::vector<std::string> parts = shown_parts(learners, wording);
  if (parts.empty()) parts.push_back(kNoDifference + largest_estimate(learners, wording));
  const OutcomeGroup untested = group_of(learners, Outcome::kNotTested);
  if (!untested.empty()) parts.push_back(untested.names(wording) + " not tested");
  return upper_first(fmt::format("{}", fmt::join(parts, "; ")));
}

std::string help_line(const HelpedLearner& helped, const Wording& wording) {
  const Helped& any = helped.twin.all.empty() ? helped.best : helped.twin;
  std::vector<std::string> parts = {against_twin(helped, wording)};
  if (!helped.best.all.empty() && !helped.twin_is_best)
    parts.push_back("against the best learner without them, " + verdict_on(helped.best) +
                    difference_in_words(helped.best, wording));
  const std::string worth = telling_worth(helped, wording);
  if (!worth.empty()) parts.push_back(worth);
  // Each labeled size has its number of unlabeled examples. If all are equal, one number is given.
  const bool one = one_unlabeled_size(helped.twin.all) && one_unlabeled_size(helped.best.all) &&
                   (helped.twin.all.empty() || helped.best.all.empty() ||
                    helped.twin.all.back()->comparison.unlabeled ==
                        helped.best.all.back()->comparison.unlabeled);
  const std::string count = one ? fmt::format("{} ", any.all.back()->comparison.unlabeled) : "";
  return fmt::format("{} with {}unlabeled examples: {}", wording.name(helped.learner), count,
                     fmt::join(parts, "; "));
}

}  // namespace costruct::experiments
