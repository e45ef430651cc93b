// The answer of a run in words: which learner is best, and do unlabeled examples help?
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// The answer as plain text. A headline answers one question. Both are empty if the run has no
/// results for the metric.
struct Answer {
  std::string best;  ///< headline: which learner is best
  /// By labeled size; sizes with the same leaders share a line. There are at most five lines; the
  /// last one then says how many more there are.
  std::vector<std::string> best_lines;
  /// How one could find smaller differences. Empty unless learners were tested and no difference is
  /// significant.
  std::string best_hint;
  std::string help;  ///< headline: whether unlabeled examples help
  /// A line for each learner that uses unlabeled examples, at most five as in `best_lines`.
  std::vector<std::string> help_lines;
};

/// Puts the results of the tests into words. A difference is significant if its p, after Holm's
/// correction over the whole family, is below kAnswerLevel. If nothing was tested, the answer says
/// so.
/// @param metric     the metric of all three lists
/// @param standings  standings_by_labeled()
/// @param twins      twin_gains()
/// @param best       unlabeled_gains()
/// @param names      how learners are named, see CalledBy
Answer answer_in_words(const RunResults& results, const std::string& metric,
                       const std::vector<Standing>& standings,
                       const std::vector<UnlabeledGain>& twins,
                       const std::vector<UnlabeledGain>& best,
                       CalledBy names = CalledBy::kReadable);

/// Makes the tests for a metric of the run, and returns their answer.
Answer answer_of(const RunSummary& summary, const std::string& metric,
                 CalledBy names = CalledBy::kReadable);

/// "5, 10 and 20", "5 to 800 (10 sizes)"; the sizes must ascend.
std::string sizes_in_words(const std::vector<Index>& sizes);

}  // namespace costruct::experiments
