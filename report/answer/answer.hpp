// The answer of a run in words: which learner is best, and do unlabeled examples help?
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// The answer as plain text. A headline is empty if the run cannot answer its question.
struct Answer {
  std::string best;  ///< headline: which learner is best
  /// By labeled size; sizes with the same leaders share a line.
  std::vector<std::string> best_lines;
  std::string best_hint;                ///< how to show more; empty if a difference is significant
  std::string help;                     ///< headline: whether unlabeled examples help
  std::vector<std::string> help_lines;  ///< a line for each learner that uses unlabeled examples
};

/// A difference is significant if its p, after Holm's correction over the whole family, is below
/// kAnswerLevel. Otherwise it is "not shown". If nothing was tested, the answer says so.
/// @param standings  standings_by_labeled()
/// @param twins      twin_gains()
/// @param best       unlabeled_gains()
Answer answer_in_words(const RunResults& results, const std::string& metric,
                       const std::vector<Standing>& standings,
                       const std::vector<UnlabeledGain>& twins,
                       const std::vector<UnlabeledGain>& best,
                       CalledBy names = CalledBy::kReadable);

/// Computes the same answer from a metric of the run.
Answer answer_of(const RunSummary& summary, const std::string& metric,
                 CalledBy names = CalledBy::kReadable);

/// "5, 10 and 20", "5 to 800 (10 sizes)"; the sizes must ascend.
std::string sizes_in_words(const std::vector<Index>& sizes);

}  // namespace costruct::experiments
