#include "costruct/report/answer/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/report/html/html_table.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {

Wording::Wording(const RunResults& run, const std::string& by, CalledBy call)
    : results(run),
      names(call == CalledBy::kReadable ? readable_names(run.learners) : run.learners),
      metric(call == CalledBy::kReadable ? readable_name(by) : by),
      format(metric_format(run.config, by)),
      best_mean(better_sign(run.config, by) < 0 ? "highest mean" : "lowest mean") {}

std::string Wording::name(const std::string& learner) const {
  const auto at = std::find(results.learners.begin(), results.learners.end(), learner);
  return at == results.learners.end()
             ? learner
             : names[static_cast<std::size_t>(at - results.learners.begin())];
}

std::string Wording::with_mean(const Contender& contender) const {
  return fmt::format("{} ({}{})", names[contender.learner],
                     number_text(contender.value.mean, format),
                     with_unlabeled(contender.learner, contender.unlabeled, contender.unlabeled));
}

std::string Wording::with_unlabeled(std::size_t learner, Index least, Index most) const {
  const bool some = std::any_of(results.cells.begin(), results.cells.end(),
                                [](const CellResult& cell) { return cell.unlabeled > 0; });
  if (!some || !is_given_unlabeled(results, results.learners[learner])) return "";
  if (most == 0) return " without unlabeled examples";
  if (least == 0) return fmt::format(" with up to {} unlabeled", most);
  return least == most ? fmt::format(" with {} unlabeled", most)
                       : fmt::format(" with {} to {} unlabeled", least, most);
}

std::string all_of_them(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 3;  // the others are counted
  if (names.size() <= kMostNamed) return listed_in_words(names);
  const std::vector<std::string> first(names.begin(), names.begin() + kMostNamed - 1);
  return listed_in_words({fmt::format("{}", fmt::join(first, ", ")),
                          fmt::format("{} others", names.size() - first.size())});
}

std::string count_range_text(std::size_t least, std::size_t most) {
  if (least == most) return std::to_string(most);
  return least == 0 ? fmt::format("up to {}", most) : fmt::format("{} to {}", least, most);
}

std::string at_all_labeled_sizes(std::size_t count) {
  return count == 2 ? "at both labeled sizes" : fmt::format("at all {} labeled sizes", count);
}

std::string not_tested(const std::string& note) {
  return "Not known: nothing could be tested" + (note.empty() ? "" : " (" + note + ")");
}

std::string upper_first(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string too_few_sets(const std::vector<LearnersOverSets>& all, std::size_t place) {
  Index sets = 0;
  for (const LearnersOverSets& pair : all) {
    if (pair.place != place) continue;
    if (pair.is_shown()) return "";
    sets = std::max(sets, pair.sets);
  }
  // The factor of Holm's correction for the smallest p here. Comparisons over more sets can have a
  // smaller p and come before it.
  const Index comparisons = std::count_if(
      all.begin(), all.end(),
      [&](const LearnersOverSets& pair) { return !std::isnan(pair.p) && pair.sets <= sets; });
  const double smallest = std::min(1.0, std::ldexp(2.0, -static_cast<int>(sets)));
  const double corrected = std::min(1.0, smallest * static_cast<double>(comparisons));
  if (sets == 0 || comparisons == 0 || corrected < kAnswerLevel) return "";
  const std::string times =
      comparisons > 1 ? fmt::format(" ({} times {} comparisons)", p_text(smallest), comparisons)
                      : "";
  return fmt::format(
      "even if one were better on all {}, p would be {}{}, and a difference is shown below {:g}",
      sets, p_text(corrected), times, kAnswerLevel);
}

}  // namespace costruct::experiments
