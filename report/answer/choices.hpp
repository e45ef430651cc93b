// Says in words which parameter values the option `select` of each learner chose.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// The parameters that were chosen for a learner, and whether they lie at an end of their lists.
struct ChoiceInWords {
  std::string learner;
  std::string chosen;  ///< "C = 0.1, Cu = 0.01 to 0.1 by size"
  /// "C = 0.1 is the smallest value tried. To try smaller ones, add them to its list under select".
  /// Empty if no chosen value lies at an end of its list. A list with one value, or with values
  /// other than numbers, has no ends. The value 0 is not mentioned as the smallest one. A value is
  /// not mentioned either if all candidates had the same mean.
  std::vector<std::string> at_ends;
};

/// The choices of a run, in the order of its learners. Learners without `select` are left out.
std::vector<ChoiceInWords> choices_in_words(const RunResults& results);

}  // namespace costruct::experiments
