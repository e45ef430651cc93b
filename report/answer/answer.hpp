// The answer of a run in words: which learner is best, and do unlabeled examples help?
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// Plain text. A headline is empty where there is nothing to ask.
struct Answer {
  std::string best;  ///< which learner is best
  std::vector<std::string>
      best_lines;         ///< by labeled size; sizes with the same leaders share a line
  std::string best_hint;  ///< what would show more; empty where a difference is shown
  std::string help;       ///< whether unlabeled examples help
  std::vector<std::string> help_lines;  ///< a line for each learner that sees them
};

/// A difference is called one where its p, after Holm's correction over the whole family, is below
/// kAnswerLevel; else it is "not shown", and where nothing was tested that is said.
/// @param standings  standings_by_labeled()
/// @param twins      twin_gains()
/// @param best       unlabeled_gains()
Answer answer_in_words(const RunResults& results, const std::string& metric,
                       const std::vector<Standing>& standings,
                       const std::vector<UnlabeledGain>& twins,
                       const std::vector<UnlabeledGain>& best,
                       CalledBy names = CalledBy::kReadable);

/// The same by a metric of the run, everything worked out.
Answer answer_of(const RunSummary& summary, const std::string& metric,
                 CalledBy names = CalledBy::kReadable);

/// "5, 10 and 20", "5 to 800 (10 sizes)"; sizes ascend.
std::string sizes_in_words(const std::vector<Index>& sizes);

}  // namespace costruct::experiments
