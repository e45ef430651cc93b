// Says in words how many draws were made again because labels were missing.
#pragma once

#include <string>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// Returns a text such as "Random training sets may lack a rare label: 12 of 100 draws were
/// replaced, 31 times in total, until the smallest training set had every label". A draw is the
/// random split of one repetition, and all learners share it. Returns "" if no draw was made again.
std::string redraws_in_words(const RunResults& results);

}  // namespace costruct::experiments
