// What `select` chose, in words.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// What was chosen for a learner, and whether its lists end there.
struct ChoiceInWords {
  std::string learner;
  std::string chosen;  ///< "C = 0.1, Cu = 0.01 to 0.1 by size"
  /// "C = 0.1 is the smallest value tried: add smaller ones to its list, if the option allows
  /// them"; empty: no value stands at an end of its list. Lists of one value, and of anything but
  /// numbers, have no ends. Nor is a value told that was the first of equal candidates.
  std::vector<std::string> at_ends;
};

/// The choices of a run, in the order of its learners; those without `select` are left out.
std::vector<ChoiceInWords> choices_in_words(const RunResults& results);

}  // namespace costruct::experiments
