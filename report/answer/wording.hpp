// Texts that all answers share: names of learners, means, numbers of sizes, and why a difference
// could not be shown.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/claims/over_sets.hpp"
#include "costruct/results/statistics/run_results.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// The words for a tested difference that is not significant.
inline constexpr const char* kNoDifference = "no significant difference";

/// How learners are named: kReadable as in readable_names(); kAsWritten as in the config, for the
/// terminal.
enum class CalledBy { kReadable, kAsWritten };

/// The names of the learners and of the metric, and the format of the means. The run must outlive
/// this object.
struct Wording {
  const RunResults& results;
  std::vector<std::string> names;  ///< in the order of results.learners
  std::string metric;
  const char* format;     ///< the {fmt} format of the metric's means
  const char* best_mean;  ///< "lowest mean" or "highest mean"

  /// @param by  the metric, as in the config
  Wording(const RunResults& run, const std::string& by, CalledBy call = CalledBy::kReadable);

  /// The entry of `names` for a learner of the config.
  std::string name(const std::string& learner) const;
  /// "HMM (0.21)"; for a learner that gets unlabeled examples "co-SVM (0.21 with 50 unlabeled)".
  std::string with_mean(const Contender& contender) const;
  /// " with 50 unlabeled", " with 50 to 400 unlabeled", " with up to 400 unlabeled" if `least` is
  /// 0, " without unlabeled examples" if `most` is 0. Empty for a learner that gets no unlabeled
  /// examples, and for a run without any.
  /// @param learner  index in results.learners
  std::string with_unlabeled(std::size_t learner, Index least, Index most) const;
};

/// Lists names, at most three of them: "a", "a, b and c", "a, b and 5 others".
std::string all_of_them(const std::vector<std::string>& names);

/// "3", "2 to 5"; "up to 5" if the least is 0.
std::string count_range_text(std::size_t least, std::size_t most);

/// "at all 3 labeled sizes", "at both labeled sizes"; for two sizes or more.
std::string at_all_labeled_sizes(std::size_t count);

/// "Not known: nothing could be tested (one draw: a test needs two)".
/// @param note  the reason in parentheses; may be empty
std::string not_tested(const std::string& note);

/// The text with its first letter, if it is one of a to z, in upper case.
std::string upper_first(std::string text);

/// Explains that the pairs of learners at a place have too few data sets for a significant
/// difference. Example: "even if one were better on all 8, p would be 0.0312 (0.0078 times 4
/// comparisons), and a difference is shown below 0.01".
///
/// Empty if one of these pairs is significant, or if the smallest p that one of them can have is
/// below kAnswerLevel. This p is 2 / 2^sets (two-sided, all signs equal), multiplied by the number
/// of comparisons over no more sets (Holm's correction).
/// @param all    the comparisons that Holm's correction is over
/// @param place  LearnersOverSets::place of the pairs in question
std::string too_few_sets(const std::vector<LearnersOverSets>& all, std::size_t place);

}  // namespace costruct::experiments
